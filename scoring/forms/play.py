"""Forms of the table's page: a hand, a penalty, totals, reasons."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from scoring.engine.penalties import PenaltyRule

LETTERS = "ABCD"
WHEN_REASON = gettext_lazy("Needed where the referee chooses the points, and to disqualify.")


class WholeNumber(forms.IntegerField):
    """A whole number; a true minus, a plus sign and blanks are read as people write them."""

    widget = forms.TextInput

    def to_python(self, value: Any) -> int | None:
        """The number, or None for nothing."""
        if isinstance(value, str):
            value = value.replace("−", "-").replace("–", "-").replace(" ", "").removeprefix("+")
        return super().to_python(value)


class PenaltyForm(StyledForm):
    """A penalty of the tournament's book; the service refuses what the book does not know."""

    seat = forms.ChoiceField(
        label=gettext_lazy("Who?"),
        choices=[(letter, letter) for letter in LETTERS],
        widget=forms.RadioSelect,
    )
    code = forms.CharField(label=gettext_lazy("What for?"), max_length=12)
    hand = forms.IntegerField(label=gettext_lazy("Hand"), min_value=1, max_value=16, required=False)
    amount = WholeNumber(
        label=gettext_lazy("Points"),
        min_value=0,
        required=False,
        help_text=gettext_lazy("Only where the book leaves a choice."),
    )
    to_seat = forms.ChoiceField(
        label=gettext_lazy("Points to"),
        choices=[("", gettext_lazy("as the book says"))] + [(letter, letter) for letter in LETTERS],
        required=False,
    )
    dead_hand = forms.BooleanField(label=gettext_lazy("Dead hand"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, required=False, help_text=WHEN_REASON
    )

    def __init__(
        self,
        groups: list[tuple[str, list[PenaltyRule]]],
        names: dict[str, str],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        choices: list[Any] = [("", _("Choose …"))]
        choices += [
            (title, [(rule.code, f"{rule.code} · {_(rule.infraction)}") for rule in rules])
            for title, rules in groups
        ]
        self.fields["code"].widget = forms.Select(attrs={"class": "in"}, choices=choices)
        seats = self.fields["to_seat"]
        assert isinstance(seats, forms.ChoiceField)
        seats.choices = [("", _("as the book says")), *names.items()]
        for name in ("hand", "amount"):
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}


class TotalsForm(StyledForm):
    """Four totals, seats A to D, with a reason where they may not add up."""

    total_a = WholeNumber(label="A", required=False)
    total_b = WholeNumber(label="B", required=False)
    total_c = WholeNumber(label="C", required=False)
    total_d = WholeNumber(label="D", required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.total_names:
            self.fields[name].widget.attrs |= {"class": "in tin", "autocomplete": "off"}

    total_names = tuple(f"total_{letter.lower()}" for letter in LETTERS)

    @property
    def totals(self) -> list[int | None]:
        """The four, None where nothing was typed."""
        return [self.cleaned_data[name] for name in self.total_names]

    @property
    def total_fields(self) -> list[forms.BoundField]:
        """The four fields, for the page."""
        return [self[name] for name in self.total_names]


class AllTotalsForm(TotalsForm):
    """Four totals that stand for the hands: none may be left out."""

    def clean(self) -> dict[str, Any]:
        """Name each total that is not typed."""
        data = super().clean() or {}
        for name in self.total_names:
            if data.get(name) is None and name not in self.errors:
                self.add_error(name, _("A table has four totals."))
        return data


class ReasonForm(StyledForm):
    """Why something is changed, and the version the page showed."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)
    version = forms.IntegerField(min_value=0, required=False, widget=forms.HiddenInput)


class LastHandForm(StyledForm):
    """The last hand that was played when time was over."""

    last_hand = forms.IntegerField(
        label=gettext_lazy("Last hand played"), min_value=1, max_value=16
    )
