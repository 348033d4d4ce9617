"""Recorded tournaments: player numbers, tables with hands or totals, as published data has them.

A hand names players by their start numbers, `penalties_ESWN` what the four seats received:
−30/+10/+10/+10 is a false hu of the EMA book with tiles shown (P1), −60/+20/+20/+20 one of wrong
structure (P2). There are no names, and no dates but the year.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from players.countries import IOC
from scoring.selectors.document import FORMAT, VERSION
from scoring.services.document_faults import DocumentError, Fault

LETTERS = "ABCD"
FALSE_HU = {30: ("P1", 10), 60: ("P2", 20)}
CHICKEN = "Chicken Hand"
STARTS = ((7, 0), (9, 15), (12, 30), (14, 45))
MINUTES = 120
MOST_ROUNDS = 100


def is_recorded(found: Mapping[str, Any]) -> bool:
    """True for a recorded tournament."""
    return "format" not in found and {"title", "players", "tables", "rounds"} <= set(found)


def convert_recorded(found: Mapping[str, Any]) -> dict[str, Any]:
    """The record as a document, with notes about what it does not say.

    Raises DocumentError where the record is not built as expected.
    """
    try:
        return _document(found)
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as fault:
        text = _("The record is not as expected: %(reason)s") % {"reason": repr(fault)}
        raise DocumentError([Fault("", text)]) from fault


def _document(found: Mapping[str, Any]) -> dict[str, Any]:
    first = dt.date(int(found["year"]), 1, 1)
    rounds = int(found["rounds"])
    if not 0 < rounds <= MOST_ROUNDS:
        raise ValueError(f"{rounds} rounds")
    notes = [_("The record has no dates and no place: set them in the settings.")]
    sessions = [_session(found, number, first, notes) for number in range(1, rounds + 1)]
    teams = sorted({one["team"] for one in found["players"] if one.get("team")})
    return {
        "format": FORMAT,
        "version": VERSION,
        "tournament": {
            "slug": slugify(found["title"])[:80] or "tournament",
            "name": found["title"],
            "start_date": first.isoformat(),
            "end_date": _start(first, rounds).date().isoformat(),
            "timezone": "UTC",
            "has_teams": bool(teams),
        },
        "teams": [{"number": number, "name": f"Team {number}"} for number in teams],
        "entries": [_entry(one) for one in found["players"]],
        "sessions": sessions,
        "notes": notes,
    }


def _entry(player: Mapping[str, Any]) -> dict[str, Any]:
    name = str(player.get("name") or "").strip()
    return {
        "number": player["no"],
        "arrived": True,
        "team": player.get("team"),
        "player": {
            "first_name": "" if name else "Player",
            "last_name": name or str(player["no"]),
            "country": IOC.get(player.get("country_iso2") or "", ""),
        },
    }


def _start(first: dt.date, number: int) -> dt.datetime:
    """When a session would start: four a day."""
    day, slot = divmod(number - 1, len(STARTS))
    return dt.datetime.combine(first, dt.time(*STARTS[slot]), dt.UTC) + dt.timedelta(days=day)


def _session(
    found: Mapping[str, Any], number: int, first: dt.date, notes: list[str]
) -> dict[str, Any]:
    start = _start(first, number)
    tables = [one for one in found["tables"] if one["round"] == number]
    return {
        "number": number,
        "starts_at": start.isoformat(),
        "minutes": MINUTES,
        "state": "approved",
        "tables": [_table(one, start, notes) for one in tables],
        "penalties": [fine for one in tables for fine in _penalties(one, start)],
    }


def _table(table: Mapping[str, Any], start: dt.datetime, notes: list[str]) -> dict[str, Any]:
    players = table["players_ESWN"]
    seat_of = dict(zip(players, LETTERS, strict=True))
    totals_only = table["totals_only"]
    return {
        "number": table["table"],
        "seats": {letter: [{"entry": number}] for number, letter in seat_of.items()},
        "hands": [_hand(hand, table, start, notes) for hand in table["hands"]],
        "sheet": {
            "last_hand": max((hand["n"] for hand in table["hands"]), default=16),
            "totals": table["scores_ESWN"] if totals_only else None,
            "closed_at": (start + dt.timedelta(minutes=MINUTES)).isoformat(),
        },
        "results": [
            {
                "seat": letter,
                "entry": number,
                "score": score,
                "table_points": str(Fraction(points).limit_denominator(12)),
                "counts": True,
            }
            for number, letter, score, points in zip(
                players, LETTERS, table["scores_ESWN"], table["table_points_ESWN"], strict=True
            )
        ],
    }


def _hand(
    hand: Mapping[str, Any], table: Mapping[str, Any], start: dt.datetime, notes: list[str]
) -> dict[str, Any]:
    seat_of = dict(zip(table["players_ESWN"], LETTERS, strict=True))
    winner, discarder = hand["winner"], hand["discarder"]
    row = {
        "number": hand["n"],
        "kind": "drawn" if winner is None else "win",
        "points": hand["points"],
        "winner": "" if winner is None else seat_of[winner],
        "discarder": "" if discarder is None else seat_of[discarder],
        "entered_at": start.isoformat(),
        "note": CHICKEN if hand.get("chicken") else "",
    }
    if winner is not None and winner in [fine["entry"] for fine in _fines(hand, table, start)]:
        row["note"] = "The winner was fined for a false hu in this hand; as recorded."
        notes.append(
            _(
                "Session %(session)s, table %(table)s, hand %(hand)s: the winner was fined for a "
                "false hu; imported as recorded."
            )
            % {"session": table["round"], "table": table["table"], "hand": hand["n"]}
        )
    return row


def _penalties(table: Mapping[str, Any], start: dt.datetime) -> Iterable[dict[str, Any]]:
    return [fine for hand in table["hands"] for fine in _fines(hand, table, start)]


def _fines(
    hand: Mapping[str, Any], table: Mapping[str, Any], start: dt.datetime
) -> list[dict[str, Any]]:
    """The false hus of one hand. Raises ValueError for payments that are none."""
    received = hand.get("penalties_ESWN") or []
    fines = []
    for number, amount in zip(table["players_ESWN"], received, strict=bool(received)):
        if amount >= 0:
            continue
        code, each = FALSE_HU[-amount]
        if sorted(received) != [amount, each, each, each]:
            raise ValueError(f"penalties {received} in hand {hand['n']}")
        fines.append(
            {
                "entry": number,
                "hand": hand["n"],
                "code": code,
                "amount": -amount,
                "each_opponent": each,
                "dead_hand": True,
                "given_at": start.isoformat(),
            }
        )
    return fines
