"""The prize-giving: the final ranking from the last place to the first."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.selectors.standings import OVER, StandingRow, rank, read_play
from tournaments.models import Session, Tournament

PAGE = 16
ONE_BY_ONE = 10
"""The last ten to be called are called one by one, also where those before come in pages."""
CALLED_NEXT = 4


@dataclass(frozen=True, slots=True)
class Prizes:
    """What the hall may see: `rows` in the order of the ranking, the newest first."""

    rows: tuple[StandingRow, ...]
    left: int

    @property
    def newest(self) -> StandingRow | None:
        """The place called last; None before the first."""
        return self.rows[0] if self.rows else None

    @property
    def winners(self) -> list[StandingRow]:
        """Who has the first place, once everybody is called."""
        return [row for row in self.rows if row.place == 1] if not self.left else []


@dataclass(frozen=True, slots=True)
class Coming:
    """For the speaker alone: `rows` are called next, in this order; `page` may come at once."""

    rows: tuple[StandingRow, ...]
    page: int


def held_final(tournament: Tournament) -> Session | None:
    """The last session where its results are held back: it is finished and the prize-giving is
    not over."""
    if not tournament.final_held:
        return None
    last = tournament.sessions.order_by("-number").first()
    return last if last is not None and last.state in OVER else None


def places_shown(tournament: Tournament, places: int) -> int | None:
    """How many lines the hall has seen `places` further on; None where nothing is held back.

    The first step shows none yet, and no step goes beyond the first place or before the last.
    """
    if held_final(tournament) is None:
        return None
    if tournament.prizes_shown is None:
        return 0
    total = len(rank(read_play(tournament)))
    return min(total, max(0, tournament.prizes_shown + places))


def read_prizes(tournament: Tournament) -> Prizes | None:
    """The lines shown so far; None unless a prize-giving goes on."""
    shown = tournament.prizes_shown
    if shown is None or held_final(tournament) is None:
        return None
    rows = rank(read_play(tournament))
    first = max(0, len(rows) - shown)
    return Prizes(tuple(rows[first : first + PAGE]), first)


def read_coming(tournament: Tournament) -> Coming:
    """What the prize-giving shows next; before it begins, the last places."""
    rows = rank(read_play(tournament))
    left = max(0, len(rows) - (tournament.prizes_shown or 0))
    called = reversed(rows[max(0, left - CALLED_NEXT) : left])
    return Coming(tuple(called), min(PAGE, max(0, left - ONE_BY_ONE)))
