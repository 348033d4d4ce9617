"""The referee settings of the rules as form fields: for a tournament and the calculator."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models import Tournament

PROFILES = Tournament.Profile.choices

# Setting -> its label and its words, the default first, as `scoring.engine.rules` knows them.
_SETTINGS = {
    "exhausted_wait": (
        _("A wait for a tile the winner holds four of"),
        [
            ("shape", _("counts: only the shape matters")),
            ("concealed", _("does not, when all four are concealed")),
            ("own", _("does not, wherever the four are")),
        ],
    ),
    "knitted_body_wait": (
        _("Knitted Straight won on a tile that its nine also have"),
        [("count", _("the wait counts")), ("no", _("no wait is counted"))],
    ),
    "lesser_with_knitted_straight": (
        _("Lesser Honors and Knitted Tiles with all nine knitted tiles"),
        [("24", _("24: with Knitted Straight")), ("12", _("12: without it"))],
    ),
    "kongs_add_concealed": (
        _("Concealed kongs beside Three or Four Kongs"),
        [
            ("profile", _("as the rules say")),
            ("yes", _("are added")),
            ("no", _("are not added")),
        ],
    ),
}
RULES_FIELDS: Mapping[str, Callable[..., forms.ChoiceField]] = {
    name: partial(
        forms.ChoiceField,
        label=label,
        choices=words,
        required=False,
        widget=forms.Select(attrs={"class": "in"}),
    )
    for name, (label, words) in _SETTINGS.items()
}
"""How each setting is asked for; empty means the first word."""
