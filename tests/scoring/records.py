"""A session that the machine's players played, for tests that need records."""

from __future__ import annotations

from functools import lru_cache

from scoring.engine.game.play import Played, simulate
from scoring.engine.game.records.text import format_record
from scoring.engine.game.session import HandResult, hand_result

SEED = 6


@lru_cache(maxsize=1)
def session() -> tuple[Played, ...]:
    """Sixteen hands of one table, the same in every test."""
    return tuple(simulate(16, SEED))


def record(number: int) -> str:
    """The record of a hand."""
    return format_record(session()[number - 1].record)


def result(number: int) -> HandResult:
    """What a hand adds to the sheet."""
    return hand_result(number, session()[number - 1].last)


def deal(number: int) -> dict[str, object]:
    """The hand as the paper has it."""
    found = result(number)
    if found.winner is None:
        return {}
    off = "" if found.discarder is None else found.discarder.name
    return {"winner": found.winner.name, "discarder": off, "points": found.points}
