"""Forms of the hall: extra time, the look of the screen."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm
from scoring.forms.play import WholeNumber
from tournaments.models import Session, Table, Tournament


class TimeForm(StyledForm):
    """More minutes for all tables of the session, or for one."""

    minutes = WholeNumber(
        label=_("Minutes"),
        min_value=-120,
        max_value=120,
        help_text=_("Minus takes time back that was given."),
    )
    table = forms.ModelChoiceField(
        label=_("For"), queryset=Table.objects.none(), required=False, empty_label=_("all tables")
    )
    reason = forms.CharField(label=_("Reason"), max_length=300, required=False)

    def __init__(self, session: Session, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["table"].queryset = session.tables.all()  # type: ignore[attr-defined]
        self.fields["minutes"].widget.attrs |= {"inputmode": "numeric", "autocomplete": "off"}


class ScreenForm(StyledForm):
    """How the hall screen looks, and whether the final results wait for the prize-giving."""

    hall_theme = forms.ChoiceField(
        label=_("Colours of the hall screen"), choices=Tournament.Theme.choices
    )
    final_held = forms.BooleanField(
        label=_("Hold the last session back until the prize-giving"), required=False
    )
