"""Forms of the phone at a table."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm
from scoring.forms.play import LETTERS


class UndoForm(forms.Form):
    """Which hand goes: by the key it was sent under, or by the version that the page showed."""

    number = forms.IntegerField(min_value=1, max_value=16)
    version = forms.IntegerField(min_value=0, required=False)
    key = forms.CharField(max_length=80, required=False)


class ConfirmForm(StyledForm):
    """Who confirms, by which code, and the version of the sheet they saw."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    seat = forms.ChoiceField(
        label=_("Who are you?"),
        choices=[(letter, letter) for letter in LETTERS],
        widget=forms.RadioSelect,
        error_messages={"required": _("Who are you?")},
    )
    code = forms.CharField(
        label=_("Your code"),
        max_length=4,
        error_messages={"required": _("The code has four digits; it stands on your programme.")},
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "off", "class": "in bigin"}
        ),
    )


class CloseForm(forms.Form):
    """The version of the sheet that the table has seen."""

    version = forms.IntegerField(min_value=0)
