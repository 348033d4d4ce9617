"""The referee's ruling on a disputed claim."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from scoring.forms.play import WholeNumber
from scoring.models import Hand


class RulingForm(StyledForm):
    """The call stands, the count stands, other points, or no win; with the reason."""

    ruling = forms.ChoiceField(
        label=gettext_lazy("What counts?"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Which one counts?")},
    )
    points = WholeNumber(label=gettext_lazy("Other points"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=300,
        error_messages={"required": gettext_lazy("Say why it is changed.")},
    )

    def __init__(self, hand: Hand, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        counted = hand.counted or {}
        choices = [("claim", _("the call: %(points)s") % {"points": hand.points})]
        if counted.get("legal"):
            choices.append(("count", _("the count: %(points)s") % {"points": counted["total"]}))
        choices += [("none", _("no win: a drawn hand")), ("other", _("other points"))]
        self.fields["ruling"].choices = choices  # type: ignore[attr-defined]
        self.amounts: dict[str, int] = {
            "claim": hand.points,
            "count": counted.get("total", 0),
            "none": 0,
        }

    def clean(self) -> dict[str, Any]:
        """Other points have to be named."""
        data = super().clean() or {}
        if data.get("ruling") == "other" and not data.get("points") and "points" not in self.errors:
            self.add_error("points", _("How many points?"))
        return data

    @property
    def decided(self) -> int:
        """The points of the ruling, 0 for no win; needs `is_valid`."""
        data = self.cleaned_data
        points: int = data["points"] if data["ruling"] == "other" else self.amounts[data["ruling"]]
        return points
