"""The form that takes the federation's template."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm


class TemplateForm(StyledForm):
    """An .xlsx file to be filled."""

    template = forms.FileField(
        label=_("Template of the federation (.xlsx)"),
        help_text=_("It comes back filled: players from row 2, by column letter."),
        widget=forms.ClearableFileInput(attrs={"accept": ".xlsx"}),
    )
