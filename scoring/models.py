"""What was played: hands, penalties and what follows from them."""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models import Entry, Seat, Session, Table, Tournament

SEAT_LETTERS = Seat.Letter


class Hand(models.Model):
    """One deal at one table. Rows are never changed except to be voided by their replacement.

    `version` counts the rows ever written for this hand number of this table, from 1; a page that
    saw an empty hand sends 0. `points` include flowers; `flowers` is None when only the total is
    known. `claim` keeps what the winner named when it differs from the engine's `counted`.
    """

    class Kind(models.TextChoices):
        WIN = "win", _("win")
        DRAWN = "drawn", _("drawn")

    class Depth(models.TextChoices):
        POINTS = "points", _("total only")
        FANS = "fans", _("fans")
        TILES = "tiles", _("tiles")
        RECORD = "record", _("record")

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="hands")
    number = models.PositiveIntegerField(validators=[MinValueValidator(1), MaxValueValidator(16)])
    version = models.PositiveIntegerField(default=1)
    kind = models.CharField(max_length=5, choices=Kind.choices)
    winner = models.CharField(max_length=1, choices=SEAT_LETTERS.choices, blank=True)
    discarder = models.CharField(max_length=1, choices=SEAT_LETTERS.choices, blank=True)
    points = models.PositiveIntegerField(default=0)
    flowers = models.PositiveSmallIntegerField(null=True, blank=True)
    depth = models.CharField(max_length=6, choices=Depth.choices, default=Depth.POINTS)
    fans = models.JSONField(null=True, blank=True)
    tiles = models.JSONField(null=True, blank=True)
    record = models.TextField(blank=True)
    counted = models.JSONField(null=True, blank=True)
    disputed = models.BooleanField(default=False)
    settled_reason = models.TextField(blank=True)
    engine_version = models.CharField(max_length=20, blank=True)
    note = models.CharField(max_length=200, blank=True)
    client_key = models.CharField(
        max_length=80,
        null=True,
        blank=True,
        unique=True,
    )
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    entered_at = models.DateTimeField()
    voided_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "number"],
                condition=Q(voided_at__isnull=True),
                name="one_standing_row_a_hand",
            ),
            models.UniqueConstraint(
                fields=["table", "number", "version"], name="hand_version_once"
            ),
            models.CheckConstraint(
                condition=Q(number__gte=1) & Q(number__lte=16), name="hand_number_1_to_16"
            ),
            models.CheckConstraint(
                condition=(
                    Q(kind="win", winner__in=["A", "B", "C", "D"], points__gte=8)
                    & Q(discarder__in=["", "A", "B", "C", "D"])
                    & ~Q(winner=F("discarder"))
                )
                | Q(kind="drawn", winner="", discarder="", points=0),
                name="hand_is_a_win_of_8_or_drawn",
            ),
            models.CheckConstraint(
                condition=Q(points__lte=400) & (Q(flowers__isnull=True) | Q(flowers__lte=8)),
                name="hand_points_and_flowers_in_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"hand {self.number} of {self.table}"


class Penalty(models.Model):
    """A penalty from the tournament's book, or what the referee gave.

    It belongs to entry and session, so that it survives a redraw. `amount` is what the offender
    loses; `each_opponent` what each of the other three gets; `to_entry` gets all of it instead.
    """

    class Effect(models.TextChoices):
        NONE = "", _("points only")
        WARNING = "warning", _("warning")
        SESSION_LOST = "session_lost", _("session lost")
        DISQUALIFIED = "disqualified", _("disqualified")
        FLOWERS_LOST = "flowers_lost", _("flower points lost")

    session = models.ForeignKey(Session, on_delete=models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="penalties")
    hand = models.PositiveIntegerField(
        null=True, blank=True, validators=[MinValueValidator(1), MaxValueValidator(16)]
    )
    code = models.CharField(_("code"), max_length=12)
    amount = models.PositiveIntegerField(_("points"), default=0)
    each_opponent = models.PositiveIntegerField(default=0)
    to_entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    dead_hand = models.BooleanField(_("dead hand"), default=False)
    effect = models.CharField(max_length=12, choices=Effect.choices, blank=True)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    appeal = models.CharField(_("appeal"), max_length=300, blank=True)
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    revoked_reason = models.CharField(max_length=300, blank=True)

    class Meta:
        ordering = ["hand", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(hand__isnull=True) | (Q(hand__gte=1) & Q(hand__lte=16)),
                name="penalty_hand_1_to_16",
            ),
            models.CheckConstraint(
                condition=Q(to_entry__isnull=True) | ~Q(to_entry=F("entry")),
                name="penalty_not_to_the_offender",
            ),
            models.CheckConstraint(
                condition=Q(to_entry__isnull=True) | Q(each_opponent=0),
                name="penalty_paid_one_way",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} −{self.amount}"


class Sheet(models.Model):
    """How a table's score sheet stands: open or closed, complete or with totals only.

    `last_hand` is the last hand played when time was over; later hands count as not played.
    `totals` are four typed totals (seats A–D) of a sheet that came without hands.
    `confirmed_seat` is the seat whose player confirmed the four scores at the table.
    """

    table = models.OneToOneField(Table, on_delete=models.PROTECT, related_name="sheet")
    last_hand = models.PositiveIntegerField(
        default=16, validators=[MinValueValidator(0), MaxValueValidator(16)]
    )
    totals = models.JSONField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    override_reason = models.CharField(max_length=300, blank=True)
    confirmed_at = models.DateTimeField(null=True, blank=True)
    confirmed_seat = models.CharField(max_length=1, choices=SEAT_LETTERS.choices, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(last_hand__lte=16), name="sheet_last_hand_0_to_16"),
        ]

    def __str__(self) -> str:
        return f"sheet of {self.table}"


class TableResult(models.Model):
    """The result of one seat of a closed table. Derived: it can be computed again.

    `table_points` are twelfths (a win of the table is 48).
    """

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="results")
    seat = models.CharField(max_length=1, choices=SEAT_LETTERS.choices)
    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="results")
    score = models.IntegerField()
    table_points = models.PositiveIntegerField()
    counts = models.BooleanField(default=True)

    class Meta:
        ordering = ["seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat", "entry"], name="one_result_a_seat"),
            models.CheckConstraint(
                condition=Q(table_points__lte=48), name="at_most_four_table_points"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.score}"


class Standings(models.Model):
    """One version of the standings, kept as it was when it was computed.

    `rows` and `team_rows` are lists as `./mcr manage standings --json` prints them.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="standings")
    version = models.PositiveIntegerField()
    through_session = models.PositiveIntegerField()
    provisional = models.BooleanField(default=False)
    rows = models.JSONField()
    team_rows = models.JSONField(default=list)
    reason = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-version"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "version"], name="standings_version_once"
            ),
        ]

    def __str__(self) -> str:
        return f"standings {self.version} of {self.tournament}"
