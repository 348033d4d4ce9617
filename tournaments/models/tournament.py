"""The tournament itself: its dates, rules and settings."""

from __future__ import annotations

import uuid
import zoneinfo

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from players.countries import validate_country

# What an organiser decides. The first group stays as it is once a hand has been counted by it.
FROZEN_SETTINGS = ("profile", "penalty_book", "rules", "time_over")
SETTINGS = (
    "name",
    "place",
    "country",
    "start_date",
    "end_date",
    "timezone",
    *FROZEN_SETTINGS,
    "table_help",
    "least_depth",
    "results_shown",
    "confirm_by",
    "starting_seats",
    "has_teams",
    "team_scoring",
    "criteria",
    "table_numbers",
    "qualification",
)


def default_criteria() -> list[str]:
    """The order that EMA ranks by."""
    return ["table_points", "score"]


class Tournament(models.Model):
    """A tournament with its rules and settings.

    `rules` holds the referee settings of the scoring engine; services freeze it at the first hand
    (`rules_frozen_at`). `standings_version` counts every change of a result. `final_held` keeps the
    results of the last session from everybody until the prize-giving; `prizes_shown` is how many
    lines of the final ranking the hall has seen by then, from the last up (None: not begun).
    """

    class Kind(models.TextChoices):
        REAL = "real", _("tournament")
        DEMONSTRATION = "demonstration", _("demonstration")
        REHEARSAL = "rehearsal", _("rehearsal")

    class Profile(models.TextChoices):
        WMO = "wmo", _("WMO rule book (EMA tournaments)")
        CN = "cn", _("Chinese practice")

    class PenaltyBook(models.TextChoices):
        EMA2009 = "ema2009", _("EMA 2009")
        GB2006 = "gb2006", _("Green Book 2006")

    class TimeOver(models.TextChoices):
        FINISHED = "finished", _("the running hand is finished")
        VOID = "void", _("the running hand is void")

    class Depth(models.TextChoices):
        POINTS = "points", _("points")
        FANS = "fans", _("fans")
        TILES = "tiles", _("tiles")
        RECORD = "record", _("record")

    class Shown(models.TextChoices):
        HELD = "held", _("when the session is finished")
        LIVE = "live", _("table by table, while it is played")

    class ConfirmBy(models.TextChoices):
        CODE = "code", _("a second person at the table, by code")
        OFF = "off", _("nobody: the phone closes the table")

    class Theme(models.TextChoices):
        AUTO = "auto", _("as the screen's own setting")
        LIGHT = "light", _("light")
        DARK = "dark", _("dark")

    class StartingSeats(models.TextChoices):
        SCHEDULE = "schedule", _("from the schedule")
        DRAWN = "drawn", _("drawn at the table")

    class TeamScoring(models.TextChoices):
        ALL = "all", _("all members")
        BEST_THREE = "best_three", _("best three members")

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(_("name"), max_length=120)
    place = models.CharField(_("place"), max_length=120, blank=True)
    country = models.CharField(
        _("country"), max_length=3, blank=True, validators=[validate_country]
    )
    start_date = models.DateField(_("first day"))
    end_date = models.DateField(_("last day"))
    timezone = models.CharField(_("time zone"), max_length=64, default="Europe/Paris")
    kind = models.CharField(max_length=14, choices=Kind.choices, default=Kind.REAL)
    profile = models.CharField(
        _("rules"), max_length=3, choices=Profile.choices, default=Profile.WMO
    )
    penalty_book = models.CharField(
        _("penalty book"), max_length=8, choices=PenaltyBook.choices, default=PenaltyBook.EMA2009
    )
    rules = models.JSONField(default=dict, blank=True)
    rules_frozen_at = models.DateTimeField(null=True, blank=True, editable=False)
    time_over = models.CharField(
        _("when time is over"), max_length=8, choices=TimeOver.choices, default=TimeOver.FINISHED
    )
    table_help = models.BooleanField(_("help at the table"), default=False)
    least_depth = models.CharField(
        _("least depth of checking"), max_length=6, choices=Depth.choices, default=Depth.POINTS
    )
    results_shown = models.CharField(
        _("results of a session are shown"),
        max_length=4,
        choices=Shown.choices,
        default=Shown.HELD,
    )
    confirm_by = models.CharField(
        _("a result is confirmed by"),
        max_length=4,
        choices=ConfirmBy.choices,
        default=ConfirmBy.CODE,
    )
    starting_seats = models.CharField(
        _("starting seats"),
        max_length=8,
        choices=StartingSeats.choices,
        default=StartingSeats.SCHEDULE,
    )
    has_teams = models.BooleanField(_("teams"), default=False)
    team_scoring = models.CharField(
        _("team result"), max_length=10, choices=TeamScoring.choices, default=TeamScoring.ALL
    )
    criteria = models.JSONField(_("ranking criteria"), default=default_criteria)
    table_numbers = models.JSONField(_("table numbers"), default=list, blank=True)
    qualification = models.BooleanField(_("players had to qualify"), default=False)
    final_held = models.BooleanField(_("the last session is held back"), default=False)
    prizes_shown = models.PositiveIntegerField(null=True, blank=True, editable=False)
    hall_theme = models.CharField(
        _("colours of the hall screen"), max_length=5, choices=Theme.choices, default=Theme.AUTO
    )
    standings_version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-start_date", "name"]
        constraints = [
            models.CheckConstraint(
                condition=Q(end_date__gte=F("start_date")), name="tournament_ends_after_its_start"
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def scope(self) -> str:
        """The key of this tournament in the journal."""
        return str(self.uid)

    @property
    def zone(self) -> zoneinfo.ZoneInfo:
        """The time zone of the hall."""
        return zoneinfo.ZoneInfo(self.timezone)
