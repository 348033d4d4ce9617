"""A whole tournament as one plain value: what the document holds, and how it is read from the rows.

The names of the fields are those of the models; people are named by start number, teams,
sessions, tables and hands by their numbers. No primary keys, no accounts, no time of writing: the
same tournament gives the same document. Only a backup holds the codes and links of the hall.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db import models

from journal.models import Event
from players.models import Player
from scoring.models import Hand, Penalty, Sheet, TableResult
from scoring.ranking.table_points import format_points
from scoring.selectors.standings import (
    plain_rows,
    plain_team_rows,
    rank,
    rank_teams,
    read_play,
)
from tournaments.models import (
    SETTINGS,
    Draw,
    Entry,
    Occupant,
    Seat,
    Session,
    Table,
    TableLink,
    Team,
    Tournament,
)

FORMAT = "quatre-vents-tournament"
VERSION = 1

FIELDS: dict[type[models.Model], tuple[str, ...]] = {
    Tournament: (
        "slug",
        *SETTINGS,
        "kind",
        "rules_frozen_at",
        "final_held",
        "prizes_shown",
        "hall_theme",
    ),
    Team: ("number", "name"),
    Player: ("first_name", "last_name", "ema_number", "country", "email", "shown_as_initials"),
    Entry: (
        "number",
        "kind",
        "state",
        "playing",
        "counts_for_ranking",
        "paid",
        "arrived",
        "name_stripped",
        "note",
    ),
    Session: ("number", "starts_at", "began_at", "minutes", "extra_minutes", "state", "seed"),
    Table: ("number", "extra_minutes"),
    Occupant: ("from_hand", "case"),
    Sheet: (
        "last_hand",
        "totals",
        "closed_at",
        "override_reason",
        "confirmed_at",
        "confirmed_seat",
    ),
    Hand: (
        "number",
        "version",
        "kind",
        "winner",
        "discarder",
        "points",
        "flowers",
        "depth",
        "fans",
        "tiles",
        "record",
        "counted",
        "disputed",
        "settled_reason",
        "engine_version",
        "note",
        "entered_at",
        "voided_at",
    ),
    Penalty: (
        "hand",
        "code",
        "amount",
        "each_opponent",
        "dead_hand",
        "effect",
        "reason",
        "appeal",
        "given_at",
        "revoked_at",
        "revoked_reason",
    ),
    Draw: ("first_session", "last_session", "seed", "figures", "created_at"),
    Event: ("at", "actor_name", "verb", "target", "reason", "before", "after"),
}
"""The fields a document holds of each model; relations are written out by numbers beside them."""

NOT_HELD: dict[type[models.Model], frozenset[str]] = {
    Tournament: frozenset({"uid", "standings_version", "created_at"}),
    Player: frozenset({"sort_key"}),
    Entry: frozenset({"code"}),
    Table: frozenset({"version"}),
    Hand: frozenset({"client_key"}),
    Event: frozenset({"scope"}),
}
"""Fields left out: keys of this database, secrets, what is derived, what only phones or
papers need, which a backup holds beside."""


def plain(row: models.Model) -> dict[str, Any]:
    """The document's fields of one row; times in UTC as text."""
    return {name: _plain_value(getattr(row, name)) for name in FIELDS[type(row)]}


def _plain_value(value: Any) -> Any:
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat().replace("+00:00", "Z")
    return value.isoformat() if isinstance(value, dt.date) else value


def tournament_document(tournament: Tournament) -> dict[str, Any]:
    """The whole tournament; table points exact as "21" or "7/3". E-mail and payment are in it: a
    document belongs to the organisers and is no public file."""
    play = read_play(tournament)
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": plain(tournament),
        "teams": [plain(team) for team in tournament.teams.order_by("number")],
        "entries": _entries(tournament),
        "sessions": _sessions(tournament),
        "draws": [plain(draw) for draw in tournament.draws.order_by("id")],
        "standings": plain_rows(rank(play)),
        "team_standings": plain_team_rows(rank_teams(play)),
    }


def backup_document(tournament: Tournament) -> dict[str, Any]:
    """The document with what only a restore needs: everything the journal holds about the
    tournament, oldest first, the version of the standings, and what is printed on papers."""
    events = Event.objects.filter(scope=tournament.scope).order_by("id")
    return tournament_document(tournament) | {
        "events": [plain(event) for event in events],
        "paper": _paper(tournament),
        "standings_version": tournament.standings_version,
    }


def _paper(tournament: Tournament) -> dict[str, Any]:
    """The codes of the players and the keys of the links that work: secrets of the hall."""
    links = TableLink.objects.filter(table__session__tournament=tournament, revoked_at=None)
    places = links.order_by("table__session__number", "table__number")
    codes = tournament.entries.order_by("number").values("number", "code")
    return {
        "codes": list(codes),
        "links": [
            {"session": session, "table": table, "key": key}
            for session, table, key in places.values_list(
                "table__session__number", "table__number", "key"
            )
        ],
    }


def _entries(tournament: Tournament) -> list[dict[str, Any]]:
    entries = tournament.entries.select_related("player__club", "team", "replaces")
    return [
        plain(entry)
        | {
            "player": plain(entry.player)
            | {"club": entry.player.club.name if entry.player.club else ""},
            "team": entry.team.number if entry.team else None,
            "replaces": entry.replaces.number if entry.replaces else None,
        }
        for entry in entries.order_by("number")
    ]


def _sessions(tournament: Tournament) -> list[dict[str, Any]]:
    tables = _tables(tournament)
    penalties = _penalties(tournament)
    return [
        plain(session) | {"tables": tables[session.pk], "penalties": penalties[session.pk]}
        for session in tournament.sessions.order_by("number")
    ]


def _penalties(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    rows = Penalty.objects.filter(session__tournament=tournament)
    for one in rows.select_related("entry", "to_entry").order_by("id"):
        found[one.session_id].append(
            plain(one)
            | {
                "entry": one.entry.number,
                "to_entry": one.to_entry.number if one.to_entry else None,
            }
        )
    return found


def _tables(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    seats = _seats(tournament)
    hands = _by_table(
        Hand.objects.filter(table__session__tournament=tournament).order_by("number", "version")
    )
    results = _results(tournament)
    sheets = {
        sheet.table_id: plain(sheet)
        for sheet in Sheet.objects.filter(table__session__tournament=tournament)
    }
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for table in Table.objects.filter(session__tournament=tournament).order_by("number"):
        found[table.session_id].append(
            plain(table)
            | {
                "seats": seats[table.pk],
                "hands": hands[table.pk],
                "sheet": sheets.get(table.pk),
                "results": results[table.pk],
            }
        )
    return found


def _by_table(rows: Iterable[Hand]) -> dict[int, list[dict[str, Any]]]:
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        found[row.table_id].append(plain(row))
    return found


def _seats(tournament: Tournament) -> dict[int, dict[str, list[dict[str, Any]]]]:
    """The occupants of each table by seat letter, who came first first."""
    found: defaultdict[int, dict[str, list[dict[str, Any]]]] = defaultdict(dict)
    for seat in Seat.objects.filter(table__session__tournament=tournament):
        found[seat.table_id][seat.letter] = []
    occupants = Occupant.objects.filter(session__tournament=tournament)
    rows = occupants.select_related("seat", "entry", "stands_for").order_by("from_hand")
    for one in rows:
        found[one.seat.table_id][one.seat.letter].append(
            plain(one)
            | {
                "entry": one.entry.number,
                "stands_for": one.stands_for.number if one.stands_for else None,
            }
        )
    return found


def _results(tournament: Tournament) -> dict[int, list[dict[str, Any]]]:
    rows = TableResult.objects.filter(table__session__tournament=tournament)
    found: defaultdict[int, list[dict[str, Any]]] = defaultdict(list)
    for row in rows.select_related("entry").order_by("seat", "entry__number"):
        found[row.table_id].append(plain_result(row))
    return found


def plain_result(row: TableResult) -> dict[str, Any]:
    """The result of one seat as the document has it."""
    return {
        "seat": row.seat,
        "entry": row.entry.number,
        "score": row.score,
        "table_points": format_points(row.table_points),
        "counts": row.counts,
    }
