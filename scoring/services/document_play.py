"""Checking the sessions of a document: tables, seats, hands, sheets and penalties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.errors import EngineError
from scoring.engine.rotation import Seat as EngineSeat
from scoring.engine.sheet import Win
from scoring.models import Hand, Penalty, Sheet
from scoring.services.document_checked import check_counted
from scoring.services.document_faults import Faults
from scoring.services.document_fields import (
    Values,
    numbers_of,
    read_fields,
    read_list,
    reference,
    refuse_twice,
    refuse_unknown,
    required,
)
from tournaments.models import Occupant, Seat, Session, Table

LETTERS = tuple(Seat.Letter.values)


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


def read_session(raw: Any, path: str, entries: frozenset[int], faults: Faults) -> SessionData:
    """A session with its tables and penalties; nobody has two seats in it."""
    values = read_fields(Session, raw, path, faults, ("tables", "penalties"))
    if not isinstance(raw, dict):
        return SessionData(values, [], [])
    minutes = values.get("minutes")
    if minutes is not None and not 10 <= minutes <= 600:
        faults.add(f"{path}.minutes", _("A session lasts 10 to 600 minutes."))
    seated: set[int] = set()
    tables = [
        _table(one, f"{path}.tables[{index}]", entries, seated, faults)
        for index, one in enumerate(read_list(raw, "tables", path, faults))
    ]
    numbers_of([one.values for one in tables], f"{path}.tables", faults)
    penalties = [
        _penalty(one, f"{path}.penalties[{index}]", entries, faults)
        for index, one in enumerate(read_list(raw, "penalties", path, faults))
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
        for index, one in enumerate(read_list(raw, "hands", path, faults))
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
        for index, one in enumerate(read_list(raw, letter, path, faults)):
            here = f"{path}.{letter}[{index}]"
            if not isinstance(one, dict):
                faults.add(here, _("An object is expected."))
                continue
            refuse_unknown(one, ("entry", "from_hand", "stands_for", "case"), here, faults)
            entry = required(one, "entry", here, entries, faults)
            if entry in seated:
                faults.add(f"{here}.entry", _("%(number)s has a seat already.") % {"number": entry})
            if entry is not None:
                seated.add(entry)
            found[letter].append(
                {"entry": entry, "from_hand": _from_hand(one, here, faults)}
                | _stands_for(one, here, entries, faults)
            )
        refuse_twice(
            [one["from_hand"] for one in found[letter]], f"{path}.{letter}", "from_hand", faults
        )
    return found


def _stands_for(
    raw: Mapping[str, Any], path: str, entries: frozenset[int], faults: Faults
) -> Values:
    """In whose place somebody sits, and why: both or neither."""
    absent = reference(raw, "stands_for", path, entries, faults)
    case = raw.get("case", "")
    if case not in ("", *Occupant.Case.values):
        faults.add(f"{path}.case", _("There is no such case."))
    elif (absent is None) != (case == "") or (absent is not None and absent == raw.get("entry")):
        faults.add(f"{path}.stands_for", _("A stand-in names another player and what happened."))
    return {"stands_for": absent, "case": case}


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
    check_counted(values, path, faults)
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
    refuse_twice(
        [(one.get("number"), one.get("version")) for one in hands], path, "version", faults
    )
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
    values["entry"] = required(raw, "entry", path, entries, faults)
    values["to_entry"] = reference(raw, "to_entry", path, entries, faults)
    if values["to_entry"] is not None:
        if values["to_entry"] == values["entry"]:
            faults.add(f"{path}.to_entry", _("Nobody pays a penalty to themselves."))
        if values.get("each_opponent"):
            faults.add(f"{path}.each_opponent", _("A penalty is paid to one or to all."))
    if 3 * values.get("each_opponent", 0) > values.get("amount", 0):
        faults.add(f"{path}.amount", _("A penalty pays out no more than it takes."))
    return values
