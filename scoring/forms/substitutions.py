"""The questions of the substitution page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from scoring.selectors.happenings import BACK, DURING, ILL, KINDS, LATEST, NO_SHOW, Case
from scoring.services.penalties import REASON_NEEDED
from tournaments.forms.entries import StandInForm
from tournaments.models import Session, Tournament

A_LITTLE_LATE = "a_little_late"
"""Nobody sits down for somebody who is so late: it costs points, which the referee's page gives."""


class SubstitutionForm(StandInForm):
    """What happened, in which session, and who sits down.

    `confirmed` is set by the second page alone, which has shown the effects.
    """

    kind = forms.ChoiceField(
        label=gettext_lazy("What happened?"),
        choices=[(A_LITTLE_LATE, gettext_lazy("Late, up to 15 minutes")), *KINDS.items()],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what happened.")},
    )
    session = forms.ModelChoiceField(
        label=gettext_lazy("Session"), queryset=Session.objects.none(), empty_label=None
    )
    from_hand = forms.IntegerField(
        label=gettext_lazy("First hand of the substitute"),
        min_value=1,
        max_value=16,
        required=False,
        help_text=gettext_lazy("Only when it happened during the session."),
    )
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes late"),
        min_value=0,
        max_value=600,
        required=False,
        help_text=gettext_lazy("Of somebody late or back: 1 to 10 costs 10, 11 to 15 costs 20."),
    )
    stays_away = forms.BooleanField(
        label=gettext_lazy("Also the sessions to come, until the player is back"), required=False
    )
    strips_name = forms.BooleanField(
        label=gettext_lazy("Leave the name out of the results sent to the EMA"),
        required=False,
        help_text=gettext_lazy("Only for illness, where the head referee decides so."),
    )
    counts_for_ranking = forms.BooleanField(
        label=gettext_lazy("The substitute's result counts for the ranking"),
        required=False,
        help_text=gettext_lazy("Only for one who plays from the first session on, and was asked."),
    )
    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, required=False, widget=forms.TextInput
    )
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, tournament: Tournament, **kwargs: Any) -> None:
        super().__init__(*args, tournament=tournament, **kwargs)
        self.fields["substitute"].label = _("Who sits down?")
        self.fields["session"].queryset = tournament.sessions.exclude(  # type: ignore[attr-defined]
            state=Session.State.DRAFT
        )
        for name in ("from_hand", "minutes"):
            self.fields[name].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}

    @property
    def needs_substitute(self) -> bool:
        """True unless somebody comes back."""
        return bool(self.cleaned_data["kind"] != BACK)

    def clean(self) -> dict[str, Any]:
        """Ask for the hand where it happened during a session, and why somebody is out."""
        data = super().clean() or {}
        if data.get("kind") in DURING and not data.get("from_hand"):
            self.add_error("from_hand", _("From which hand on?"))
        if data.get("kind") == A_LITTLE_LATE and (data.get("minutes") or 0) > LATEST:
            self.add_error("minutes", _("More than 15 minutes: the session is lost."))
        if data.get("kind") == Case.DISQUALIFIED and not data.get("reason"):
            self.add_error("reason", REASON_NEEDED)
        if data.get("strips_name") and data.get("kind") not in ILL:
            self.add_error("strips_name", _("A name is left out for illness only."))
        if data.get("counts_for_ranking") and data.get("kind") != NO_SHOW:
            self.add_error(
                "counts_for_ranking", _("Only who replaces a no-show can have a ranking result.")
            )
        return data


class UndoForm(StyledForm):
    """Why a substitution is taken back."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300)
