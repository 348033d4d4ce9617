"""Checking a document before anything is saved: every fault, each with its path.

Types, choices and limits are those of the models' fields; what fields cannot say (who sits where,
one standing row a hand, a winner among the four) is checked here.
"""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.db import models
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import gettext as _

from journal.models import Event
from players.models import Club, Player
from scoring.engine.errors import EngineError
from scoring.engine.rotation import Seat as EngineSeat
from scoring.engine.sheet import Win
from scoring.models import Hand, Penalty, Sheet
from scoring.ranking.criteria import Criterion
from scoring.selectors.document import FIELDS
from scoring.services.document_faults import Faults
from tournaments.models import Draw, Entry, Seat, Session, Table, Team, Tournament

LETTERS = tuple(Seat.Letter.values)
Values = dict[str, Any]


@dataclass(slots=True)
class TableData:
    """One table of a document, checked."""

    values: Values
    seats: dict[str, list[Values]]
    sheet: Values | None
    hands: list[Values]
    results: list[Any] | None


@dataclass(slots=True)
class SessionData:
    """One session of a document, checked."""

    values: Values
    tables: list[TableData]
    penalties: list[Values]


@dataclass(slots=True)
class DocumentData:
    """A document, checked: values by field name, relations still as numbers."""

    tournament: Values = field(default_factory=dict)
    teams: list[Values] = field(default_factory=list)
    entries: list[Values] = field(default_factory=list)
    sessions: list[SessionData] = field(default_factory=list)
    draws: list[Values] = field(default_factory=list)
    events: list[Values] = field(default_factory=list)


def check_document(document: Mapping[str, Any]) -> DocumentData:
    """The document's content with values of their types. Raises DocumentError with all faults."""
    faults = Faults()
    known = {
        *("format", "version", "tournament", "teams", "entries", "sessions", "draws", "events"),
        *("standings", "team_standings", "notes"),
    }
    _refuse_unknown(document, known, "", faults)
    _refuse_unstorable(document, "", faults)
    faults.raise_any()
    data = DocumentData(
        tournament=_tournament(document.get("tournament"), faults),
        teams=_records(document, "teams", Team, faults),
        draws=_records(document, "draws", Draw, faults),
        events=_records(document, "events", Event, faults),
    )
    teams = _numbers(data.teams, "teams", faults)
    _once([team.get("name") for team in data.teams], "teams", "name", faults)
    data.entries = _entries(document, teams, faults)
    entries = _numbers(data.entries, "entries", faults)
    data.sessions = [
        _session(raw, f"sessions[{index}]", entries, faults)
        for index, raw in enumerate(_list(document, "sessions", "", faults))
    ]
    _numbers([one.values for one in data.sessions], "sessions", faults)
    faults.raise_any()
    return data


def _refuse_unknown(
    raw: Mapping[str, Any], known: Iterable[str], path: str, faults: Faults
) -> None:
    for name in sorted(set(raw) - set(known)):
        faults.add(_join(path, name), _("This field is not known."))


def _refuse_unstorable(value: Any, path: str, faults: Faults) -> None:
    """Texts that no database keeps: with a zero byte, or half a character."""
    if isinstance(value, str):
        if "\0" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            faults.add(path, _("This text has a character that cannot be stored."))
    elif isinstance(value, dict):
        for name, inner in value.items():
            _refuse_unstorable(name, _join(path, name.encode("ascii", "replace").decode()), faults)
            _refuse_unstorable(inner, _join(path, name), faults)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            _refuse_unstorable(inner, f"{path}[{index}]", faults)


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _list(raw: Mapping[str, Any], name: str, path: str, faults: Faults) -> list[Any]:
    value = raw.get(name, [])
    if isinstance(value, list):
        return value
    faults.add(_join(path, name), _("A list is expected."))
    return []


def _records(
    raw: Mapping[str, Any], name: str, model: type[models.Model], faults: Faults
) -> list[Values]:
    return [
        read_fields(model, one, f"{name}[{index}]", faults)
        for index, one in enumerate(_list(raw, name, "", faults))
    ]


def read_fields(
    model: type[models.Model], raw: Any, path: str, faults: Faults, beside: Iterable[str] = ()
) -> Values:
    """The document's fields of one record, converted and checked one by one.

    A field that is missing takes the model's default. `beside` names what else may stand there.
    """
    if not isinstance(raw, dict):
        faults.add(path, _("An object is expected."))
        return {}
    _refuse_unknown(raw, {*FIELDS[model], *beside}, path, faults)
    values: Values = {}
    for name in FIELDS[model]:
        column = model._meta.get_field(name)
        assert isinstance(column, models.Field)
        if name not in raw:
            if column.has_default() or column.blank or column.null:
                values[name] = column.get_default()
            else:
                faults.add(_join(path, name), _("This field is missing."))
            continue
        try:
            values[name] = _clean(column, raw[name])
        except ValidationError as refused:
            faults.add(_join(path, name), " ".join(refused.messages))
    return values


def _clean(column: models.Field[Any, Any], value: Any) -> Any:
    """One value by its model field; JSON types are not mixed (no "1" for a number)."""
    if value is None and column.null:
        return None
    if isinstance(column, models.JSONField):
        return value
    converted = _typed(column, value)
    if converted == "" and column.blank:
        return ""
    return column.clean(converted, None)


def _typed(column: models.Field[Any, Any], value: Any) -> Any:
    if isinstance(column, models.BooleanField):
        return _expect(value, bool, _("true or false is expected."))
    if isinstance(column, models.IntegerField):
        if isinstance(value, bool):
            value = None
        return _expect(value, int, _("A whole number is expected."))
    text = _expect(value, str, _("A text is expected."))
    if isinstance(column, models.DateTimeField):
        return _moment(text)
    return _day(text) if isinstance(column, models.DateField) else text


def _expect(value: Any, kind: type, sentence: str) -> Any:
    if not isinstance(value, kind):
        raise ValidationError(sentence)
    return value


def _moment(text: str) -> dt.datetime:
    try:
        found = parse_datetime(text)
    except ValueError:
        found = None
    if found is None or found.tzinfo is None:
        raise ValidationError(_("A time with its zone is expected, as 2026-10-10T07:00:00Z."))
    return found.astimezone(dt.UTC)


def _day(text: str) -> dt.date:
    try:
        found = parse_date(text)
    except ValueError:
        found = None
    if found is None:
        raise ValidationError(_("A date is expected, as 2026-10-10."))
    return found


def _numbers(records: Iterable[Values], path: str, faults: Faults) -> frozenset[int]:
    """The numbers of the records; the same one twice is a fault."""
    return _once([record.get("number") for record in records], path, "number", faults)


def _once(values: list[Any], path: str, name: str, faults: Faults) -> frozenset[Any]:
    seen: set[Any] = set()
    for index, value in enumerate(values):
        if value is not None and value in seen:
            faults.add(f"{path}[{index}].{name}", _("%(value)s is there twice.") % {"value": value})
        seen.add(value)
    return frozenset(seen - {None})


def _tournament(raw: Any, faults: Faults) -> Values:
    values = read_fields(Tournament, raw, "tournament", faults)
    if not values:
        return values
    start, end = values.get("start_date"), values.get("end_date")
    if start and end and end < start:
        faults.add("tournament.end_date", _("The last day is before the first."))
    try:
        zoneinfo.ZoneInfo(values.get("timezone") or "UTC")
    except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
        faults.add("tournament.timezone", _("This time zone is not known."))
    if not isinstance(values.get("rules", {}), dict):
        faults.add("tournament.rules", _("An object is expected."))
    _check_criteria(values.get("criteria", ["table_points"]), faults)
    numbers = values.get("table_numbers", [])
    if not isinstance(numbers, list) or not all(type(one) is int for one in numbers):
        faults.add("tournament.table_numbers", _("A list of numbers is expected."))
    return values


def _check_criteria(criteria: Any, faults: Faults) -> None:
    if not isinstance(criteria, list) or not criteria:
        faults.add("tournament.criteria", _("A list of criteria is expected."))
        return
    for index, name in enumerate(criteria):
        if name not in list(Criterion):
            faults.add(f"tournament.criteria[{index}]", _("This criterion is not known."))


def _entries(document: Mapping[str, Any], teams: frozenset[int], faults: Faults) -> list[Values]:
    entries = []
    raws = _list(document, "entries", "", faults)
    numbers = {raw["number"] for raw in raws if isinstance(raw, dict) and _is_number(raw)}
    for index, raw in enumerate(raws):
        path = f"entries[{index}]"
        values = read_fields(Entry, raw, path, faults, ("player", "team", "replaces"))
        if isinstance(raw, dict):
            values["player"] = _player(raw.get("player"), f"{path}.player", faults)
            values["team"] = _reference(raw, "team", path, teams, faults)
            values["replaces"] = _reference(raw, "replaces", path, numbers, faults)
        entries.append(values)
    _once(
        [one.get("player", {}).get("ema_number") for one in entries],
        "entries",
        "player.ema_number",
        faults,
    )
    return entries


def _is_number(raw: Mapping[str, Any]) -> bool:
    return type(raw.get("number")) is int


def _player(raw: Any, path: str, faults: Faults) -> Values:
    values = read_fields(Player, raw, path, faults, ("club",))
    club = raw.get("club", "") if isinstance(raw, dict) else ""
    column = Club._meta.get_field("name")
    try:
        values["club"] = column.clean(_typed(column, club), None) if club != "" else ""
    except ValidationError as refused:
        faults.add(f"{path}.club", " ".join(refused.messages))
    return values


def _reference(
    raw: Mapping[str, Any], name: str, path: str, known: Iterable[Any], faults: Faults
) -> int | None:
    """A number that must be one of `known`, or nothing."""
    value = raw.get(name)
    if value is None:
        return None
    if type(value) is not int or value not in known:
        faults.add(_join(path, name), _("There is no number %(number)s.") % {"number": value})
        return None
    return value


def _required(
    raw: Mapping[str, Any], name: str, path: str, known: Iterable[Any], faults: Faults
) -> int | None:
    if raw.get(name) is None:
        faults.add(_join(path, name), _("This field is missing."))
    return _reference(raw, name, path, known, faults)


def _session(raw: Any, path: str, entries: frozenset[int], faults: Faults) -> SessionData:
    values = read_fields(Session, raw, path, faults, ("tables", "penalties"))
    if not isinstance(raw, dict):
        return SessionData(values, [], [])
    minutes = values.get("minutes")
    if minutes is not None and not 10 <= minutes <= 600:
        faults.add(f"{path}.minutes", _("A session lasts 10 to 600 minutes."))
    seated: set[int] = set()
    tables = [
        _table(one, f"{path}.tables[{index}]", entries, seated, faults)
        for index, one in enumerate(_list(raw, "tables", path, faults))
    ]
    _numbers([one.values for one in tables], f"{path}.tables", faults)
    penalties = [
        _penalty(one, f"{path}.penalties[{index}]", entries, faults)
        for index, one in enumerate(_list(raw, "penalties", path, faults))
    ]
    return SessionData(values, tables, penalties)


def _table(
    raw: Any, path: str, entries: frozenset[int], seated: set[int], faults: Faults
) -> TableData:
    values = read_fields(Table, raw, path, faults, ("seats", "sheet", "hands", "results"))
    if not isinstance(raw, dict):
        return TableData(values, {}, None, [], None)
    seats = _seats(raw.get("seats"), f"{path}.seats", entries, seated, faults)
    hands = [
        _hand(one, f"{path}.hands[{index}]", faults)
        for index, one in enumerate(_list(raw, "hands", path, faults))
    ]
    _check_hands(hands, f"{path}.hands", faults)
    sheet = _sheet(raw.get("sheet"), f"{path}.sheet", faults)
    if sheet and sheet.get("closed_at") and not all(seats.get(letter) for letter in LETTERS):
        faults.add(f"{path}.seats", _("A closed table has somebody in every seat."))
    results = raw.get("results")
    if results is not None and not isinstance(results, list):
        faults.add(f"{path}.results", _("A list is expected."))
    return TableData(values, seats, sheet, hands, results)


def _seats(
    raw: Any, path: str, entries: frozenset[int], seated: set[int], faults: Faults
) -> dict[str, list[Values]]:
    if not isinstance(raw, dict) or set(raw) - set(LETTERS):
        faults.add(path, _("An object with the seats A, B, C, D is expected."))
        return {}
    found: dict[str, list[Values]] = {}
    for letter in sorted(raw):
        found[letter] = []
        for index, one in enumerate(_list(raw, letter, path, faults)):
            here = f"{path}.{letter}[{index}]"
            if not isinstance(one, dict):
                faults.add(here, _("An object is expected."))
                continue
            _refuse_unknown(one, ("entry", "from_hand"), here, faults)
            entry = _required(one, "entry", here, entries, faults)
            if entry in seated:
                faults.add(f"{here}.entry", _("%(number)s has a seat already.") % {"number": entry})
            if entry is not None:
                seated.add(entry)
            found[letter].append({"entry": entry, "from_hand": _from_hand(one, here, faults)})
        _once([one["from_hand"] for one in found[letter]], f"{path}.{letter}", "from_hand", faults)
    return found


def _from_hand(raw: Mapping[str, Any], path: str, faults: Faults) -> int:
    value = raw.get("from_hand", 1)
    if type(value) is not int or not 1 <= value <= 16:
        faults.add(f"{path}.from_hand", _("A hand from 1 to 16 is expected."))
        return 1
    return value


def _sheet(raw: Any, path: str, faults: Faults) -> Values | None:
    if raw is None:
        return None
    values = read_fields(Sheet, raw, path, faults)
    totals = values.get("totals")
    if totals is not None and not (
        isinstance(totals, list)
        and len(totals) == len(LETTERS)
        and all(type(one) is int and abs(one) < 2**31 for one in totals)
    ):
        faults.add(f"{path}.totals", _("Four whole numbers are expected."))
    return values


def _hand(raw: Any, path: str, faults: Faults) -> Values:
    before = len(faults.found)
    values = read_fields(Hand, raw, path, faults)
    if len(faults.found) > before:
        return values
    if values["kind"] == Hand.Kind.DRAWN:
        if values["winner"] or values["discarder"] or values["points"]:
            faults.add(path, _("A drawn hand has no winner and no points."))
        return values
    if not values["winner"]:
        faults.add(f"{path}.winner", _("A win needs its winner."))
        return values
    try:
        Win(
            values["points"],
            winner=EngineSeat[values["winner"]],
            discarder=EngineSeat[values["discarder"]] if values["discarder"] else None,
            flowers=values["flowers"],
        )
    except EngineError as refused:
        faults.add(path, _("This win cannot be (%(code)s).") % {"code": refused})
    return values


def _check_hands(hands: list[Values], path: str, faults: Faults) -> None:
    _once([(one.get("number"), one.get("version")) for one in hands], path, "version", faults)
    standing: set[Any] = set()
    for index, one in enumerate(hands):
        if one.get("voided_at") is None and "number" in one:
            if one["number"] in standing:
                faults.add(
                    f"{path}[{index}].number",
                    _("Hand %(number)s stands twice.") % {"number": one["number"]},
                )
            standing.add(one["number"])


def _penalty(raw: Any, path: str, entries: frozenset[int], faults: Faults) -> Values:
    values = read_fields(Penalty, raw, path, faults, ("entry", "to_entry"))
    if not isinstance(raw, dict):
        return values
    values["entry"] = _required(raw, "entry", path, entries, faults)
    values["to_entry"] = _reference(raw, "to_entry", path, entries, faults)
    if values["to_entry"] is not None:
        if values["to_entry"] == values["entry"]:
            faults.add(f"{path}.to_entry", _("Nobody pays a penalty to themselves."))
        if values.get("each_opponent"):
            faults.add(f"{path}.each_opponent", _("A penalty is paid to one or to all."))
    if 3 * values.get("each_opponent", 0) > values.get("amount", 0):
        faults.add(f"{path}.amount", _("A penalty pays out no more than it takes."))
    return values
