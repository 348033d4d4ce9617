"""Forms of a tournament: a new one from a programme, and all its settings."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from journal.forms import StyledForm
from players.countries import country_choices
from tournaments.forms.fields import DayField, TableNumbersField
from tournaments.forms.rules import RULES_FIELDS
from tournaments.models import FROZEN_SETTINGS, Tournament
from tournaments.programme import PRESETS, Preset
from tournaments.setting_words import CRITERIA_NAMES
from tournaments.zones import zone_choices

Kind, Book = Tournament.Profile, Tournament.PenaltyBook
# A record comes from a file, not from the page of a table, so no table can be held to it.
DEPTHS = [choice for choice in Tournament.Depth.choices if choice[0] != Tournament.Depth.RECORD]


class PlaceForm(StyledForm):
    """Name, place and time of a tournament."""

    name = forms.CharField(label=_("Name"), max_length=120)
    place = forms.CharField(
        label=pgettext_lazy("where it is held", "Place"), max_length=120, required=False
    )
    country = forms.ChoiceField(label=_("Country"), required=False)
    start_date = DayField(label=_("First day"))
    timezone = forms.ChoiceField(label=_("Time zone"), initial="Europe/Paris")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["country"].choices = [("", "—"), *country_choices()]  # type: ignore[attr-defined]
        self.fields["timezone"].choices = zone_choices()  # type: ignore[attr-defined]


class FirstTournamentForm(PlaceForm):
    """The second step of the welcome: a tournament with a ready-made programme."""

    programme = forms.ChoiceField(
        label=_("Programme"),
        choices=[(key, preset.title) for key, preset in PRESETS.items()],
        initial="two_days",
        widget=forms.RadioSelect,
        help_text=_("Times, tables, rules and teams can be changed until the first draw."),
    )

    @property
    def presets(self) -> list[tuple[Preset, bool]]:
        """Every programme, and whether it is the chosen one."""
        chosen = self["programme"].value()
        return [(preset, preset.key == chosen) for preset in PRESETS.values()]

    def arguments(self) -> dict[str, Any]:
        """What `create_tournament` is to be called with."""
        given = dict(self.cleaned_data)
        preset = PRESETS[given.pop("programme")]
        first, zone = given["start_date"], Tournament(timezone=given["timezone"]).zone
        if not given.get("end_date"):
            given["end_date"] = preset.last_day(first)
        return {**preset.settings, **given, "sessions": preset.slots(first, zone)}


class NewTournamentForm(FirstTournamentForm):
    """A further tournament, with what is better known before the first draw."""

    end_date = DayField(
        label=_("Last day"),
        required=False,
        help_text=_("Left empty: as the programme says."),
    )
    table_numbers = TableNumbersField(
        label=_("Table numbers"),
        required=False,
        help_text=_("As the tables stand, for example 1-8, 10-18. Left empty: 1, 2, 3 …"),
    )
    profile = forms.ChoiceField(label=_("Rules"), choices=Kind.choices, initial=Kind.WMO)
    penalty_book = forms.ChoiceField(
        label=_("Penalty book"), choices=Book.choices, initial=Book.EMA2009
    )
    has_teams = forms.BooleanField(label=_("There are teams of four"), required=False)
    field_order = ("name", "place", "country", "timezone", "start_date", "end_date", "programme")

    def clean(self) -> dict[str, Any]:
        """Refuse days that do not hold the programme."""
        given = super().clean() or {}
        first, last, preset = given.get("start_date"), given.get("end_date"), given.get("programme")
        if first and last and preset and last < PRESETS[preset].last_day(first):
            self.add_error(
                "end_date",
                ValidationError(_("The programme needs more days."), code="too_few_days"),
            )
        return given


class SettingsForm(PlaceForm):
    """All settings of a tournament. Once a hand is counted, the rules are shown and stay."""

    end_date = DayField(label=_("Last day"))
    table_numbers = NewTournamentForm.declared_fields["table_numbers"]
    has_teams = forms.BooleanField(label=_("There are teams"), required=False)
    team_scoring = forms.ChoiceField(label=_("Team result"), choices=Tournament.TeamScoring.choices)
    profile = forms.ChoiceField(label=_("Rules"), choices=Kind.choices)
    penalty_book = forms.ChoiceField(label=_("Penalty book"), choices=Book.choices)
    time_over = forms.ChoiceField(label=_("When time is over"), choices=Tournament.TimeOver.choices)
    starting_seats = forms.ChoiceField(
        label=_("Starting seats"), choices=Tournament.StartingSeats.choices
    )
    table_help = forms.BooleanField(
        label=_("Help at the table"),
        required=False,
        help_text=_(
            "The table's page counts fans and tiles for the players: for clubs and training. "
            "At an EMA tournament it only says whether an entry can be."
        ),
    )
    least_depth = forms.ChoiceField(label=_("Least that is entered for a win"), choices=DEPTHS)
    results_shown = forms.ChoiceField(
        label=_("Results of a session are shown"), choices=Tournament.Shown.choices
    )
    confirm_by = forms.ChoiceField(
        label=_("A result is confirmed by"),
        choices=Tournament.ConfirmBy.choices,
        help_text=_("Each player has a code of four digits on the programme."),
    )
    criterion_1 = forms.ChoiceField(label=_("Ranked by"))
    criterion_2 = forms.ChoiceField(label=_("then by"), required=False)
    criterion_3 = forms.ChoiceField(label=_("then by"), required=False)
    criterion_4 = forms.ChoiceField(label=_("then by"), required=False)
    qualification = forms.BooleanField(
        label=_("Players had to qualify"),
        required=False,
        help_text=_("Adds 1 to the weight in the European ranking."),
    )
    CRITERIA = ("criterion_1", "criterion_2", "criterion_3", "criterion_4")

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        initial = {
            key: getattr(tournament, key) for key in self.base_fields if key not in self.CRITERIA
        }
        initial |= dict(zip(self.CRITERIA, tournament.criteria, strict=False))
        super().__init__(*args, initial=initial, **kwargs)
        self.tournament = tournament
        for name, field in RULES_FIELDS.items():
            self.fields[name] = field(initial=tournament.rules.get(name))
        names = [(key.value, name) for key, name in CRITERIA_NAMES.items()]
        for number, key in enumerate(self.CRITERIA):
            self.fields[key].choices = names if number == 0 else [("", "—"), *names]  # type: ignore[attr-defined]
        if tournament.rules_frozen_at:
            for key in {*FROZEN_SETTINGS, *RULES_FIELDS} & self.fields.keys():
                self.fields[key].disabled = True

    @property
    def rules_fields(self) -> list[forms.BoundField]:
        """The referee settings, for the page."""
        return [self[name] for name in RULES_FIELDS]

    def clean(self) -> dict[str, Any]:
        """Refuse a criterion that comes twice."""
        given = super().clean() or {}
        seen: set[str] = set()
        for key in self.CRITERIA:
            value = given.get(key)
            if value and value in seen:
                self.add_error(
                    key, ValidationError(_("This criterion stands there already."), code="twice")
                )
            seen.add(value or "")
        return given

    def changes(self) -> dict[str, Any]:
        """What `change_settings` is to be called with."""
        given = dict(self.cleaned_data)
        criteria = [given.pop(key, "") for key in self.CRITERIA]
        chosen = {name: given.pop(name) for name in RULES_FIELDS}
        rules = {**self.tournament.rules, **chosen}
        given["rules"] = {name: word for name, word in rules.items() if word}
        return {**given, "criteria": [key for key in criteria if key]}
