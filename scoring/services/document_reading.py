"""Checking a document before anything is saved: every fault, each with its path.

Types, choices and limits are those of the models' fields; what fields cannot say (who sits where,
one standing row a hand, a winner among the four) is checked beside them.
"""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from journal.models import Event
from players.models import Club, Player
from scoring.ranking.criteria import Criterion
from scoring.services.document_checked import check_rules
from scoring.services.document_faults import Faults
from scoring.services.document_fields import (
    Values,
    numbers_of,
    read_fields,
    read_list,
    read_records,
    reference,
    refuse_twice,
    refuse_unknown,
    refuse_unstorable,
    typed,
)
from scoring.services.document_paper import PaperData, read_paper
from scoring.services.document_play import SessionData, read_session
from tournaments.models import Draw, Entry, Team, Tournament


@dataclass(slots=True)
class DocumentData:
    """A document, checked: values by field name, relations still as numbers."""

    tournament: Values = field(default_factory=dict)
    teams: list[Values] = field(default_factory=list)
    entries: list[Values] = field(default_factory=list)
    sessions: list[SessionData] = field(default_factory=list)
    draws: list[Values] = field(default_factory=list)
    events: list[Values] = field(default_factory=list)
    paper: PaperData = field(default_factory=PaperData)
    standings_version: int = 0


def check_document(document: Mapping[str, Any]) -> DocumentData:
    """The document's content with values of their types. Raises DocumentError with all faults."""
    faults = Faults()
    known = {
        *("format", "version", "tournament", "teams", "entries", "sessions", "draws", "events"),
        *("standings", "team_standings", "notes", "paper", "standings_version"),
    }
    refuse_unknown(document, known, "", faults)
    refuse_unstorable(document, "", faults)
    if not all(isinstance(one, str) for one in read_list(document, "notes", "", faults)):
        faults.add("notes", _("A list of sentences is expected."))
    faults.raise_any()
    data = DocumentData(
        tournament=_tournament(document.get("tournament"), faults),
        teams=read_records(document, "teams", Team, faults),
        draws=read_records(document, "draws", Draw, faults),
        events=read_records(document, "events", Event, faults),
    )
    teams = numbers_of(data.teams, "teams", faults)
    refuse_twice([team.get("name") for team in data.teams], "teams", "name", faults)
    data.entries = _entries(document, teams, faults)
    entries = numbers_of(data.entries, "entries", faults)
    data.sessions = [
        read_session(raw, f"sessions[{index}]", entries, faults)
        for index, raw in enumerate(read_list(document, "sessions", "", faults))
    ]
    numbers_of([one.values for one in data.sessions], "sessions", faults)
    data.paper = read_paper(document.get("paper", {}), entries, _tables(data.sessions), faults)
    data.standings_version = _version(document.get("standings_version", 0), faults)
    faults.raise_any()
    return data


def _tables(sessions: list[SessionData]) -> dict[int, set[int]]:
    """The numbers of the tables by the number of the session."""
    return {
        one.values["number"]: {table.values.get("number", 0) for table in one.tables}
        for one in sessions
        if "number" in one.values
    }


def _version(value: Any, faults: Faults) -> int:
    column = Tournament._meta.get_field("standings_version")
    try:
        return int(column.clean(typed(column, value), None))
    except ValidationError as refused:
        faults.add("standings_version", " ".join(refused.messages))
        return 0


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
    check_rules(values.get("rules", {}), faults)
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
    raws = read_list(document, "entries", "", faults)
    numbers = {raw["number"] for raw in raws if isinstance(raw, dict) and _is_number(raw)}
    for index, raw in enumerate(raws):
        path = f"entries[{index}]"
        values = read_fields(Entry, raw, path, faults, ("player", "team", "replaces"))
        if isinstance(raw, dict):
            values["player"] = _player(raw.get("player"), f"{path}.player", faults)
            values["team"] = reference(raw, "team", path, teams, faults)
            values["replaces"] = reference(raw, "replaces", path, numbers, faults)
        entries.append(values)
    refuse_twice(
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
        values["club"] = column.clean(typed(column, club), None) if club != "" else ""
    except ValidationError as refused:
        faults.add(f"{path}.club", " ".join(refused.messages))
    return values
