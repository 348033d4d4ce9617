"""The form that takes a tournament's document."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm


class DocumentForm(StyledForm):
    """A document, a backup, or a recorded tournament."""

    document = forms.FileField(
        label=_("Tournament document or backup (.json)"),
        help_text=_("Nothing that is here already is changed; you become the organiser."),
        widget=forms.ClearableFileInput(attrs={"accept": ".json,application/json"}),
    )
