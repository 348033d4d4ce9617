"""The prize-giving: the final ranking from the last place to the first."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.selectors.standings import OVER, StandingRow, rank, read_play
from tournaments.models import Session, Tournament

PAGE = 16
ONE_BY_ONE = 10
"""The first ten are shown one place at a time; those before them in pages of sixteen."""


@dataclass(frozen=True, slots=True)
class Prizes:
    """What the hall may see: `rows` in the order of the ranking, the newest first."""

    rows: tuple[StandingRow, ...]
    newest: int
    left: int


def held_final(tournament: Tournament) -> Session | None:
    """The last session where its results are held back: it is finished and the prize-giving is
    not over."""
    if not tournament.final_held:
        return None
    last = tournament.sessions.order_by("-number").first()
    return last if last is not None and last.state in OVER else None


def next_step(tournament: Tournament) -> int | None:
    """How many lines the hall has seen after the next step; None where nothing is held back."""
    if held_final(tournament) is None:
        return None
    if tournament.prizes_shown is None:
        return 0
    total = len(rank(read_play(tournament)))
    return tournament.prizes_shown + _chunk(total - tournament.prizes_shown)


def _chunk(left: int) -> int:
    if left <= ONE_BY_ONE:
        return min(left, 1)
    return min(PAGE, left - ONE_BY_ONE)


def read_prizes(tournament: Tournament) -> Prizes | None:
    """The lines shown so far; None unless a prize-giving goes on."""
    shown = tournament.prizes_shown
    if shown is None or held_final(tournament) is None:
        return None
    rows = rank(read_play(tournament))
    first = max(0, len(rows) - shown)
    steps, newest = 0, 0
    while steps < shown:
        newest = _chunk(len(rows) - steps)
        steps += newest
    return Prizes(tuple(rows[first : first + PAGE]), newest, first)
