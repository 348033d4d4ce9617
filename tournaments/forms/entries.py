"""Forms for entries, substitutes and teams."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm
from players.forms import PersonForm
from players.models import Player
from players.names import same_name_key
from tournaments.models import Entry, Team, Tournament
from tournaments.selectors.entries import bench_of

YES_NO = [("yes", _("yes")), ("no", _("no"))]


class RankingQuestion(StyledForm):
    """Asked each time a substitute gets a place; there is no answer chosen beforehand."""

    counts_for_ranking = forms.ChoiceField(
        label=_("Does the result count for the ranking?"),
        choices=YES_NO,
        widget=forms.RadioSelect,
        help_text=_(
            "The substitute's result. No keeps the substitute out of the ranking, as for somebody "
            "who only fills a table; yes ranks the substitute like a player."
        ),
        error_messages={"required": _("Choose yes or no.")},
    )

    def clean_counts_for_ranking(self) -> bool:
        """The answer as a truth value."""
        return bool(self.cleaned_data["counts_for_ranking"] == "yes")


class EntryForm(StyledForm):
    """Start number, team and note of an entry."""

    number = forms.IntegerField(label=_("Start number"), min_value=1, max_value=9999)
    team = forms.ModelChoiceField(
        label=_("Team"), queryset=Team.objects.none(), required=False, empty_label="—"
    )
    note = forms.CharField(
        label=_("Note"), max_length=200, required=False, help_text=_("Only the staff see it.")
    )
    counts_for_ranking = forms.BooleanField(label=_("Counts for the ranking"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tournament.has_teams:
            self.fields["team"].queryset = tournament.teams.all()  # type: ignore[attr-defined]
        else:
            del self.fields["team"]


class AddEntryForm(PersonForm):
    """One entry: a person who is known, or a new one, in the same form.

    With a known `player` the other fields of the person say nothing. A new person of a known
    name is asked about once (`namesake`).
    """

    player = forms.ModelChoiceField(queryset=Player.objects.all(), required=False)
    number = forms.IntegerField(
        label=_("Start number"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Empty: the next one."),
    )
    team = forms.ModelChoiceField(
        label=_("Team"), queryset=Team.objects.none(), required=False, empty_label="—"
    )
    kind = forms.ChoiceField(
        label=_("Enters as"),
        choices=Entry.Kind.choices,
        widget=forms.RadioSelect,
        initial=Entry.Kind.PLAYER,
    )
    namesake = forms.BooleanField(label=_("This is another person of that name"), required=False)
    asks_about_namesake = False

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["last_name"].required = False
        if tournament.has_teams:
            self.fields["team"].queryset = tournament.teams.all()  # type: ignore[attr-defined]
        else:
            del self.fields["team"]

    def clean(self) -> dict[str, Any]:
        """A person is needed, known or new."""
        data = self.cleaned_data
        if data.get("player") or "player" in self.errors:
            return data
        if not data.get("last_name") and "last_name" not in self.errors:
            self.add_error(
                "last_name", _("Choose somebody from the list, or give the name of a new person.")
            )
        elif not data.get("namesake") and not data.get("ema_number"):
            self._ask_about_namesake(data)
        return data

    def _ask_about_namesake(self, data: dict[str, Any]) -> None:
        key = same_name_key(data.get("first_name", ""), data.get("last_name", ""))
        country = data.get("country", "")
        known = Player.objects.filter(country__in=["", country]) if country else Player.objects
        if any(key == same_name_key(person.first_name, person.last_name) for person in known.all()):
            self.asks_about_namesake = True
            told = _("Somebody of this name is known: find and choose them above.")
            self.add_error("last_name", ValidationError(told, code="namesake"))


class StandInForm(StyledForm):
    """Who stands in: somebody of the bench, or a new substitute."""

    substitute = forms.ModelChoiceField(
        queryset=Entry.objects.none(),
        required=False,
        blank=True,
        empty_label=_("a new substitute"),
        widget=forms.RadioSelect,
    )
    first_name = forms.CharField(label=_("First name"), max_length=120, required=False)
    last_name = forms.CharField(
        label=_("Last name"),
        max_length=120,
        required=False,
        help_text=_("Empty: “Substitute 1”, until you know who it is."),
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["substitute"].queryset = bench_of(tournament)  # type: ignore[attr-defined]


class ReplaceForm(StandInForm, RankingQuestion):
    """Who takes a whole place."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["substitute"].label = _("Who takes the place?")
        self.order_fields(["substitute", "first_name", "last_name", "counts_for_ranking"])


class CompleteForm(RankingQuestion):
    """Which substitutes of the bench complete the tables; new ones come for the rest."""

    chosen = forms.ModelMultipleChoiceField(
        label=_("From the bench"),
        queryset=Entry.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["chosen"].queryset = bench_of(tournament)  # type: ignore[attr-defined]
        self.order_fields(["chosen", "counts_for_ranking"])


class TeamForm(StyledForm):
    """A team's name and number."""

    name = forms.CharField(label=_("Name of the team"), max_length=120)
    number = forms.IntegerField(
        label=_("Number"),
        min_value=1,
        max_value=9999,
        required=False,
        help_text=_("Empty: the next one."),
    )
