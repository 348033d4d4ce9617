"""When is played and who sits where: sessions, tables, seats, phones at the tables."""

from __future__ import annotations

import datetime as dt
import secrets

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from .entries import Entry
from .tournament import Tournament


def new_key() -> str:
    """128 random bits: what nobody guesses."""
    return secrets.token_hex(16)


class Session(models.Model):
    """One game of up to sixteen hands at every table.

    draft (nothing seated, or seated and not published) → published → running → finished → approved.
    `starts_at` is the programme's start; `began_at` is the real one where the session began later,
    or on another day.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("published")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        APPROVED = "approved", _("approved")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveIntegerField(_("number"))
    starts_at = models.DateTimeField(_("start"))
    began_at = models.DateTimeField(null=True, blank=True, editable=False)
    minutes = models.PositiveIntegerField(_("minutes"), default=120)
    extra_minutes = models.PositiveIntegerField(_("extra minutes"), default=0)
    state = models.CharField(max_length=9, choices=State.choices, default=State.DRAFT)
    seed = models.BigIntegerField(null=True, blank=True, editable=False)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="session_number_once"),
            models.CheckConstraint(
                condition=Q(minutes__gte=10) & Q(minutes__lte=600),
                name="session_lasts_10_to_600_minutes",
            ),
            models.CheckConstraint(
                condition=Q(extra_minutes__lte=120), name="session_extra_at_most_120_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"session {self.number}"

    @property
    def begins_at(self) -> dt.datetime:
        """The moment from which its time counts."""
        return self.began_at or self.starts_at

    @property
    def ends_at(self) -> dt.datetime:
        """When its time is over, with what was given to all tables."""
        return self.begins_at + dt.timedelta(minutes=self.minutes + self.extra_minutes)

    @property
    def is_public(self) -> bool:
        """True once anybody may see where people sit."""
        return self.state != self.State.DRAFT


class Table(models.Model):
    """A table of one session. `version` counts changes, for pages that poll.

    `extra_minutes` are this table's own, on top of those that the session gives to all.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveIntegerField(_("table"))
    version = models.PositiveIntegerField(default=0, editable=False)
    extra_minutes = models.PositiveIntegerField(_("extra minutes"), default=0)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["session", "number"], name="table_number_once"),
            models.CheckConstraint(
                condition=Q(extra_minutes__lte=120), name="table_extra_at_most_120_minutes"
            ),
        ]

    def __str__(self) -> str:
        return f"table {self.number}"


class TableLink(models.Model):
    """The way of a phone to one table: no account, one table, one session, until it is revoked.

    The address on paper ends with `key`. The phone tells now and then that it is there
    (`last_seen`) and how many entries it could not send yet (`unsent`); `wrong_codes` counts
    since `wrong_at`, so that nobody can try all codes.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="links")
    key = models.CharField(max_length=32, unique=True, default=new_key, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)
    last_seen = models.DateTimeField(null=True, blank=True)
    unsent = models.PositiveSmallIntegerField(default=0)
    wrong_codes = models.PositiveSmallIntegerField(default=0)
    wrong_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["table__number", "id"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"],
                condition=Q(revoked_at__isnull=True),
                name="one_live_link_a_table",
            ),
        ]

    def __str__(self) -> str:
        return f"link of {self.table}"


class Seat(models.Model):
    """One of the four seats of a table; A–D started East, South, West, North."""

    class Letter(models.TextChoices):
        A = "A", "A"
        B = "B", "B"
        C = "C", "C"
        D = "D", "D"

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    letter = models.CharField(max_length=1, choices=Letter.choices)

    class Meta:
        ordering = ["letter"]
        constraints = [
            models.UniqueConstraint(fields=["table", "letter"], name="seat_letter_once"),
            models.CheckConstraint(
                condition=Q(letter__in=["A", "B", "C", "D"]), name="a_table_has_four_seats"
            ),
        ]

    def __str__(self) -> str:
        return f"seat {self.letter}"


class Occupant(models.Model):
    """Who sat in a seat from which hand on; a substitute who enters later is a second row.

    Who sits there in somebody's place for this session names that person (`stands_for`) and what
    happened (`case`); the results by the rules follow from it. A substitute who has taken over a
    whole place names nobody here: `Entry.replaces` does.
    """

    class Case(models.TextChoices):
        LATE = "late", _("late for more than 15 minutes")
        ABSENT = "absent", _("absent")
        ILL_BEFORE = "ill_before", _("ill before the session")
        ILL_DURING = "ill_during", _("ill during the session")
        DISQUALIFIED = "disqualified", _("disqualified during the session")

    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="occupants")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="occupants")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="occupations")
    from_hand = models.PositiveIntegerField(default=1)
    stands_for = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="stand_ins"
    )
    case = models.CharField(max_length=12, choices=Case.choices, blank=True)

    class Meta:
        ordering = ["from_hand"]
        constraints = [
            models.UniqueConstraint(fields=["seat", "from_hand"], name="one_occupant_from_a_hand"),
            models.UniqueConstraint(fields=["session", "entry"], name="one_seat_a_session"),
            models.CheckConstraint(
                condition=Q(from_hand__gte=1) & Q(from_hand__lte=16), name="from_hand_1_to_16"
            ),
            models.CheckConstraint(
                condition=Q(stands_for__isnull=True, case="")
                | Q(stands_for__isnull=False) & ~Q(case="") & ~Q(stands_for=F("entry")),
                name="a_stand_in_has_a_case",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry} from hand {self.from_hand}"


class Draw(models.Model):
    """A drawing of lots: the seed that reproduces it and the figures it reached."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="draws")
    first_session = models.PositiveIntegerField()
    last_session = models.PositiveIntegerField()
    seed = models.BigIntegerField()
    figures = models.JSONField(default=dict)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"sessions {self.first_session}–{self.last_session}, seed {self.seed}"
