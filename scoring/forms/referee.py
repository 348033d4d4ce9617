"""The referee's forms: a penalty, a note of an appeal."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from scoring.engine.penalties import PenaltyRule
from scoring.forms.play import WHEN_REASON, WholeNumber
from scoring.selectors.referee import Offender
from scoring.services.penalties import REASON_NEEDED
from tournaments.models import Entry


class GivePenaltyForm(StyledForm):
    """A penalty for somebody found by name; the service refuses what the book does not know."""

    code = forms.CharField(label=gettext_lazy("What for?"), max_length=12)
    hand = forms.IntegerField(label=gettext_lazy("Hand"), min_value=1, max_value=16, required=False)
    amount = WholeNumber(
        label=gettext_lazy("Points"),
        min_value=0,
        required=False,
        help_text=gettext_lazy("Only where the book leaves a choice; fouls count by themselves."),
    )
    to_entry = forms.ModelChoiceField(
        label=gettext_lazy("Points to"),
        queryset=Entry.objects.none(),
        required=False,
        empty_label=gettext_lazy("as the book says"),
    )
    dead_hand = forms.BooleanField(label=gettext_lazy("Dead hand"), required=False)
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, required=False, help_text=WHEN_REASON
    )
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        groups: list[tuple[str, list[PenaltyRule]]],
        offender: Offender,
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
        opponents = [one.pk for one in offender.opponents]
        self.fields["to_entry"].queryset = Entry.objects.filter(  # type: ignore[attr-defined]
            pk__in=opponents
        ).select_related("player")
        for name in ("hand", "amount"):
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}
        self.judged = {rule.code for _title, rules in groups for rule in rules if rule.is_judgement}

    def clean(self) -> dict[str, Any]:
        """Ask for the reason before the effects of a disqualification are shown."""
        data = super().clean() or {}
        if data.get("code") in self.judged and not data.get("reason"):
            self.add_error("reason", REASON_NEEDED)
        return data


class NoteForm(StyledForm):
    """One line: why a penalty is revoked, or what a player says against it."""

    text = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
