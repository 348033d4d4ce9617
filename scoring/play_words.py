"""Hands, penalties, totals and places in plain words, as the journal keeps them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.hand_json import hand_from_json
from scoring.engine.hand_text import format_hand
from scoring.engine.mcr.catalogue import BY_NAME
from scoring.fan_names import fan_name
from scoring.models import Penalty

NOTHING = "–"
_PLACE = re.compile(r"session (\d+)(?: table (\d+)(?: hand (\d+))?)?")


@dataclass(frozen=True, slots=True)
class Named:
    """Who is who where something happened: people by seat and by start number; the hall's time."""

    seats: Mapping[str, str] = field(default_factory=dict)
    entries: Mapping[int, str] = field(default_factory=dict)
    zone: dt.tzinfo = dt.UTC


@dataclass(frozen=True, slots=True)
class Place:
    """A session, one of its tables, a hand there: as far as the journal names them.

    `rest` is what else the journal says there, as the code of a penalty.
    """

    session: int
    table: int | None = None
    hand: int | None = None
    rest: str = ""

    def __str__(self) -> str:
        parts = [_("Session %(number)s") % {"number": self.session}]
        if self.table is not None:
            parts.append(_("table %(number)s") % {"number": self.table})
        if self.hand is not None:
            parts.append(_("hand %(number)s") % {"number": self.hand})
        if self.rest:
            parts.append(self.rest)
        return " · ".join(parts)


def place_in(target: str) -> Place | None:
    """The place that a target begins with: "session 2 table 4 hand 7"."""
    found = _PLACE.match(target)
    if found is None:
        return None
    session, table, hand = (int(one) if one else None for one in found.groups())
    assert session is not None
    return Place(session, table, hand, rest=target[found.end() :].strip())


def deal_words(value: Mapping[str, Any], seats: Mapping[str, str]) -> str:
    """A hand in few words: points, who won, off whom."""
    if value["kind"] == "drawn":
        return _("drawn")
    named = {
        "points": value["points"],
        "winner": seats.get(value["winner"], value["winner"]),
        "off": seats.get(value["discarder"], value["discarder"]),
    }
    if not value["discarder"]:
        return _("%(points)s, %(winner)s, self-draw") % named
    return _("%(points)s, %(winner)s off %(off)s") % named


def tiles_words(value: Mapping[str, Any]) -> str:
    """The tiles of a hand in their notation; a dash where they are not known."""
    tiles = value.get("tiles")
    return format_hand(hand_from_json(tiles)).split("|")[0].strip() if tiles else NOTHING


def whole_deal(value: Mapping[str, Any], named: Named) -> str:
    """A hand with all that is known of it, but for its tiles."""
    parts = [deal_words(value, named.seats)]
    if flowers := value.get("flowers"):
        text = ngettext("%(count)s flower", "%(count)s flowers", flowers)
        parts.append(text % {"count": flowers})
    if fans := value.get("fans"):
        parts.append(" + ".join(_fan(name, count) for name, count in fans.items()))
    if value.get("counted") is not None and value["counted"] != value["points"]:
        parts.append(_("counts %(points)s") % {"points": value["counted"]})
    if value.get("disputed"):
        parts.append(_("disputed"))
    return ", ".join(parts)


def _fan(name: str, count: int) -> str:
    own = fan_name(BY_NAME[name])
    return own if count == 1 else f"{own} × {count}"


def penalty_words(value: Mapping[str, Any]) -> str:
    """A penalty in few words: its code and what it costs."""
    text = str(value["code"])
    return f"{text}, −{value['amount']}" if value["amount"] else text


def whole_penalty(value: Mapping[str, Any], named: Named) -> str:
    """A penalty with who got it and what follows from it."""
    number = value["entry"]
    parts = [f"{number} {named.entries.get(number, '')}".strip(), penalty_words(value)]
    if each := value.get("each_opponent"):
        parts.append(_("+%(points)s to each of the others") % {"points": each})
    if to := value.get("to_entry"):
        parts.append(_("all of it to %(name)s") % {"name": named.entries.get(to, to)})
    if value.get("dead_hand"):
        parts.append(_("dead hand"))
    if effect := value.get("effect"):
        parts.append(str(Penalty.Effect(effect).label))
    return ", ".join(parts)


def totals_words(value: Sequence[int]) -> str:
    """The four totals of a table."""
    return " / ".join(f"{total:+d}".replace("-", "−") if total else "0" for total in value)
