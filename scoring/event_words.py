"""The journal in plain words: where something happened, and what stood before and after it.

Verbs have their titles in `scoring.verbs`. A value of another shape than the program writes, as a
document of another version may hold, is told as pairs of name and value.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from journal.models import Event
from scoring.play_words import (
    NOTHING,
    Named,
    Place,
    place_in,
    tiles_words,
    totals_words,
    whole_deal,
    whole_penalty,
)
from tournaments.dates import long_day
from tournaments.models import SETTINGS, Entry, Occupant, Role, Tournament
from tournaments.setting_words import flat_settings, plain_value, setting_name, setting_value

# Of a new tournament the log tells what one looks for, not every setting.
FIRST_SETTINGS = ("name", "place", "start_date", "end_date", "timezone", "sessions")
NAMES = {
    "starts_at": gettext_lazy("start"),
    "minutes": gettext_lazy("minutes"),
    "sessions": gettext_lazy("sessions"),
    "entries": gettext_lazy("entries"),
    "number": gettext_lazy("number"),
    "name": gettext_lazy("name"),
    "kind": gettext_lazy("kind"),
    "team": gettext_lazy("team"),
    "note": gettext_lazy("note"),
    "player": gettext_lazy("player"),
    "entry": gettext_lazy("player"),
    "state": gettext_lazy("state"),
    "playing": gettext_lazy("plays"),
    "paid": gettext_lazy("paid"),
    "arrived": gettext_lazy("arrived"),
    "counts_for_ranking": gettext_lazy("counts for the ranking"),
    "seats": gettext_lazy("seats"),
    "theme": gettext_lazy("colours of the hall screen"),
    "final_held": gettext_lazy("the last session is held back"),
    "seed": gettext_lazy("seed"),
    "first_name": gettext_lazy("first name"),
    "last_name": gettext_lazy("last name"),
    "ema_number": gettext_lazy("EMA number"),
    "country": gettext_lazy("country"),
    "club": gettext_lazy("club"),
    "email": gettext_lazy("e-mail"),
    "shown_as_initials": gettext_lazy("shown as initials"),
}
CHOICES: Mapping[str, Mapping[str, Any]] = {
    "kind": dict(Entry.Kind.choices),
    "state": dict(Entry.State.choices),
    "theme": dict(Tournament.Theme.choices),
}
_PHONE = re.compile(r"table (\d+), (.+)")


def target_words(event: Event) -> str:
    """What an event was about; empty where it was the whole tournament."""
    target = event.target
    if event.verb.startswith("team."):
        return target
    if found := re.fullmatch(r"session (\d+(?:, \d+)+)", target):
        return _("Sessions %(numbers)s") % {"numbers": found[1]}
    if found := re.fullmatch(r"version (\d+)", target):
        return _("standings version %(number)s") % {"number": found[1]}
    if place := place_in(target):
        return str(place)
    return "" if event.verb in WHOLE_TOURNAMENT else target


WHOLE_TOURNAMENT = (
    "tournament.created",
    "tournament.imported",
    "settings.changed",
    "screen.changed",
    "prizes.shown",
    "prizes.ended",
    "results.rebuilt",
)


def actor_words(name: str) -> str:
    """Who did it: a person, or the phone of a table and who held it."""
    found = _PHONE.fullmatch(name)
    if found is None:
        return name
    who = _("phone") if found[2] == "phone" else found[2]
    return _("table %(number)s, %(who)s") % {"number": found[1], "who": who}


def event_words(event: Event, named: Named) -> tuple[str, ...]:
    """What changed, line by line; nothing where the title says it all."""
    try:
        if lines := LINES.get(event.verb):
            return lines(event.before, event.after, named)
        if words := VALUES.get(event.verb):
            return _arrow(event, lambda value: words(value, named))
        return _pairs(event, named)
    except (LookupError, TypeError, ValueError, AttributeError):
        # A journal that came in a document may hold anything.
        return _plain(event)


def _arrow(event: Event, words: Callable[[Any], str]) -> tuple[str, ...]:
    """One value, or the old and the new one."""
    if event.before is None:
        return () if event.after is None else (words(event.after),)
    after = NOTHING if event.after is None else words(event.after)
    return (f"{words(event.before)} → {after}",)


def _plain(event: Event) -> tuple[str, ...]:
    return _arrow(event, plain_value)


def _pairs(event: Event, named: Named) -> tuple[str, ...]:
    """What is new or different, name by name; of what was taken away, everything."""
    before, after = event.before, event.after
    if not all(isinstance(one, Mapping) for one in (before, after) if one is not None):
        return _plain(event)
    if after is None:
        return tuple(_pair(key, value, named) for key, value in _in_order(before or {}))
    before, after = (flat_settings(one) if one else {} for one in (before, after))
    if event.verb == "tournament.created":
        after = {key: after[key] for key in FIRST_SETTINGS if key in after}
    return tuple(
        _pair(key, value, named)
        if key not in before
        else _said(_name(key), f"{_value(key, before[key], named)} → {_value(key, value, named)}")
        for key, value in _in_order(after)
        if (value not in (None, "", []) if key not in before else before[key] != value)
    )


def _in_order(values: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The same order from every database: PostgreSQL keeps none of its own."""
    place = {key: at for at, key in enumerate([*NAMES, *SETTINGS])}
    return sorted(values.items(), key=lambda pair: (place.get(pair[0], len(place)), pair[0]))


def _pair(key: str, value: Any, named: Named) -> str:
    return _said(_name(key), _value(key, value, named))


def _said(name: str, value: str) -> str:
    """A name and its value, with the colon of the reader's language."""
    return _("%(name)s: %(value)s") % {"name": name, "value": value}


def _name(key: str) -> str:
    if key in NAMES:
        return str(NAMES[key])
    try:
        return setting_name(key)
    except KeyError:
        return key.replace("_", " ")


def _value(key: str, value: Any, named: Named) -> str:
    """A value as people say it."""
    if key in CHOICES and isinstance(value, str):
        return str(CHOICES[key].get(value, value))
    if key == "starts_at" and isinstance(value, str):
        return _moment(value, named.zone)
    if key == "seats" and isinstance(value, list):
        return "; ".join(_seat(one) for one in value) or NOTHING
    if (key in SETTINGS or key in RULES) and value not in (None, "", []):
        return setting_value(key, value)
    return plain_value(value)


def _moment(text: str, zone: dt.tzinfo) -> str:
    at = dt.datetime.fromisoformat(text).astimezone(zone)
    return f"{long_day(at)} {at:%H:%M}"


def _seat(value: Mapping[str, Any]) -> str:
    place = Place(value["session"], value["table"])
    return f"{place} · " + _("seat %(letter)s") % {"letter": value["seat"]}


def _deals(before: Any, after: Any, named: Named) -> tuple[str, ...]:
    """A hand, or the old and the new one; their tiles where nothing else differs."""
    told = [NOTHING if one is None else whole_deal(one, named) for one in (before, after)]
    if before is None:
        return (told[1],)
    if told[0] != told[1]:
        return (" → ".join(told),)
    return (told[1], f"{tiles_words(before)} → {tiles_words(after)}")


def _seat_taken(before: Any, after: Any, _named: Named) -> tuple[str, ...]:
    """The seat of a stand-in: where, who, from which hand, why."""
    value = after or before
    parts = [_seat(value), str(value["entry"])]
    if value["from_hand"] > 1:
        parts.append(_("from hand %(hand)s") % {"hand": value["from_hand"]})
    parts.append(str(Occupant.Case(value["case"]).label))
    return (", ".join(parts),)


def _confirmed(_before: Any, after: Any, named: Named) -> tuple[str, ...]:
    ways = {"code": _("by code"), "link": _("by the player's own link")}
    name = named.entries.get(after["entry"], after["entry"])
    return (f"{name}, {ways.get(after['by'], after['by'])}",)


def _rebuilt(before: Any, after: Any, _named: Named) -> tuple[str, ...]:
    """Each table whose scores changed, and whether the standings did."""
    told = []
    for old, new in zip(before, after, strict=True):
        ((target, scores),) = old.items()
        place = place_in(target)
        now = _scores(new[target])
        told.append(_said(str(place), f"{_scores(scores)} → {now}") if place else _("Standings"))
    return tuple(told)


def _scores(rows: list[list[Any]]) -> str:
    return totals_words([row[2] for row in rows]) or NOTHING


def _published(_before: Any, after: Any, _named: Named) -> tuple[str, ...]:
    text = _("up to session %(number)s") % {"number": after["through_session"]}
    return (f"{text}, {_('provisional')}" if after["provisional"] else text,)


def _shown(_before: Any, after: Any, _named: Named) -> tuple[str, ...]:
    text = ngettext("%(count)s place shown", "%(count)s places shown", after)
    return (text % {"count": after},)


def _drawn(_before: Any, after: Any, named: Named) -> tuple[str, ...]:
    return (_pair("seed", after["seed"], named),)


def _links(_before: Any, after: Any, _named: Named) -> tuple[str, ...]:
    text = ngettext("table %(numbers)s", "tables %(numbers)s", len(after))
    return (text % {"numbers": plain_value(after)},)


def _nothing(_before: Any, _after: Any, _named: Named) -> tuple[str, ...]:
    return ()


def _roles(value: list[str], _named: Named) -> str:
    return ", ".join(str(Role(one).label) for one in value) or NOTHING


def _minutes(value: int, _named: Named) -> str:
    return ngettext("%(count)s minute", "%(count)s minutes", value) % {"count": value}


def _text(value: Any, _named: Named) -> str:
    return plain_value(value)


def _totals(value: list[int], _named: Named) -> str:
    return totals_words(value)


def _hand(value: int, _named: Named) -> str:
    return _("hand %(number)s") % {"number": value}


RULES = frozenset(flat_settings({"rules": {}}))
# Verb -> the lines of its two values together.
LINES: Mapping[str, Callable[[Any, Any, Named], tuple[str, ...]]] = {
    "hand.recorded": _deals,
    "hand.replaced": _deals,
    "hand.cleared": _deals,
    "hand.settled": _deals,
    "hand.record_attached": _deals,
    "seat.taken": _seat_taken,
    "seat.given_back": _seat_taken,
    "table.confirmed": _confirmed,
    "results.rebuilt": _rebuilt,
    "results.announced": _nothing,
    "session.started": _nothing,
    "session.start_taken_back": _nothing,
    "session.finished": _nothing,
    "session.approved": _nothing,
    "standings.published": _published,
    "prizes.shown": _shown,
    "prizes.ended": _nothing,
    "seating.drawn": _drawn,
    "links.made": _links,
}
# Verb -> one value, the same before and after.
VALUES: Mapping[str, Callable[[Any, Named], str]] = {
    "penalty.given": whole_penalty,
    "penalty.revoked": whole_penalty,
    "penalty.appealed": _text,
    "table.closed": _totals,
    "table.totals": _totals,
    "table.last_hand": _hand,
    "time.given": _minutes,
    "staff.changed": _roles,
    "account.renamed": _text,
}
