"""The referee settings of the rules as form fields: for a tournament and the calculator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from django import forms

from tournaments.models import Tournament
from tournaments.setting_words import RULE_SETTINGS

PROFILES = Tournament.Profile.choices

RULES_FIELDS: Mapping[str, Callable[..., forms.ChoiceField]] = {
    name: partial(
        forms.ChoiceField,
        label=label,
        choices=words,
        required=False,
        widget=forms.Select(attrs={"class": "in"}),
    )
    for name, (label, words) in RULE_SETTINGS.items()
}
"""How each setting is asked for; empty means the first word."""
