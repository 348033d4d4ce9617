"""The settings of a tournament in words, the same in forms and in the event log."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from players.countries import country_name
from scoring.ranking.criteria import Criterion
from tournaments.dates import date_range
from tournaments.models import Tournament

CRITERIA_NAMES = {
    Criterion.TABLE_POINTS: _("table points"),
    Criterion.SCORE: _("score"),
    Criterion.HANDS_WON: _("hands won"),
    Criterion.BEST_SESSION: _("best session"),
    Criterion.DIRECT_ENCOUNTER: _("direct encounter"),
    Criterion.LOT: _("lot"),
}

# Setting -> its label and its words, the default first, as `scoring.engine.rules` knows them.
RULE_SETTINGS = {
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


def flat_settings(values: Mapping[str, Any]) -> dict[str, Any]:
    """Settings as the journal keeps them, with each setting of the rules under its own name."""
    flat = dict(values)
    rules = flat.pop("rules", None)
    if rules is None:
        return flat
    return flat | {
        name: rules.get(name) or words[0][0] for name, (_label, words) in RULE_SETTINGS.items()
    }


def setting_name(key: str) -> str:
    """What a setting is called; KeyError for what is none."""
    if key in RULE_SETTINGS:
        return str(RULE_SETTINGS[key][0])
    names = {field.name: getattr(field, "verbose_name", "") for field in Tournament._meta.fields}
    return str(names[key])


def setting_value(key: str, value: Any) -> str:
    """A value of a setting as people say it."""
    if key in RULE_SETTINGS:
        words = RULE_SETTINGS[key][1]
        return str(dict(words).get(value, words[0][1]))
    if key == "criteria":
        return ", ".join(str(CRITERIA_NAMES[Criterion(one)]) for one in value)
    if key == "country":
        return country_name(value) if value else ""
    if key in ("start_date", "end_date"):
        day = dt.date.fromisoformat(value)
        return date_range(day, day)
    choices = {field.name: dict(field.flatchoices) for field in Tournament._meta.fields}[key]
    return str(choices.get(value, value)) if choices else plain_value(value)


def plain_value(value: Any) -> str:
    """Yes and no, a list with commas, a dash for what is empty."""
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    if isinstance(value, Mapping):
        pairs = (f"{key}: {plain_value(one)}" for key, one in value.items())
        return ", ".join(pairs) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(map(plain_value, value)) or "–"
    return "–" if value is None or value == "" else str(value)
