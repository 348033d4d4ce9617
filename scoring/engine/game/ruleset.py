"""What differs between rule sets, as one immutable value that the state machine is given.

The machine itself asks only these plans: it has no branch for a rule set.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Protocol, TypeAlias

from scoring.engine.bags import Bag
from scoring.engine.errors import EngineError
from scoring.engine.game.actions import Chow, Hu, Kong, Pung
from scoring.engine.game.wall import DuplicateWalls, SquareWall, WallPlan
from scoring.engine.hand import Hand
from scoring.engine.mcr.score import score, total
from scoring.engine.penalties import PenaltyBook
from scoring.engine.rotation import Seat, Wind
from scoring.engine.rules import Profile, Rules
from scoring.engine.settle import MINIMUM_POINTS, Payments, settle
from scoring.engine.shapes import waiting_kinds

Claim: TypeAlias = Chow | Pung | Kong | Hu


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a win counts: with flowers, without, and its fans by English name."""

    total: int
    without_flowers: int
    fans: tuple[tuple[str, int], ...]


class Winning(Protocol):
    """When a hand wins and what it brings."""

    @property
    def minimum(self) -> int:
        """The least points without flowers."""

    def waits(self, bag: Bag, melds: int) -> Bag:
        """The kinds that complete the shape of the concealed tiles `bag` beside some melds."""

    def points(self, hand: Hand, rules: Rules) -> int:
        """The points of a complete hand without its flowers."""

    def count(self, hand: Hand, rules: Rules) -> Verdict:
        """What a complete hand is worth and why."""

    def settle(self, total: int, winner: Wind, discarder: Wind | None) -> Payments:
        """What East, South, West and North receive."""


@dataclass(frozen=True, slots=True)
class CompetitionWinning:
    """Mahjong Competition Rules: at least 8 points, everybody owes 8, the discarder the hand."""

    minimum: int = MINIMUM_POINTS

    def waits(self, bag: Bag, melds: int) -> Bag:
        """The waits of a hand that lacks one tile; remembered, as a hand waits many turns."""
        return _waits(bag, melds)

    def count(self, hand: Hand, rules: Rules) -> Verdict:
        """The highest count of the hand under `rules`, with its fans."""
        counted = score(hand, rules)
        return Verdict(counted.total, counted.without_flowers, tuple(counted.fan_counts.items()))

    def points(self, hand: Hand, rules: Rules) -> int:
        """The total without flowers, the fast way; remembered, as a claim is asked about twice."""
        return _points(hand, rules)

    def settle(self, total: int, winner: Wind, discarder: Wind | None) -> Payments:
        """As `settle.settle`, by wind instead of by seat."""
        payer = None if discarder is None else Seat(discarder)
        return settle(total, winner=Seat(winner), discarder=payer)


_waits = lru_cache(maxsize=1 << 16)(waiting_kinds)


@lru_cache(maxsize=4096)
def _points(hand: Hand, rules: Rules) -> int:
    return total(hand, rules) - hand.flower_count


def first_in_turn(claims: Sequence[Claim], discarder: Wind) -> Claim:
    """The claim that has priority: hu, then pung and kong, then chow; first in turn among equals.

    >>> first_in_turn((Hu(Wind.EAST), Hu(Wind.NORTH)), discarder=Wind.WEST)
    Hu(seat=<Wind.NORTH: 3>)
    """
    return min(claims, key=lambda claim: (_rank(claim), (claim.seat - discarder - 1) % 4))


def _rank(claim: Claim) -> int:
    if isinstance(claim, Hu):
        return 0
    return 2 if isinstance(claim, Chow) else 1


@dataclass(frozen=True, slots=True)
class FalseHuRows:
    """The rows of a penalty book for a false hu; None: a dead hand and nothing else."""

    below_minimum: str
    not_a_win: str
    not_shown: str | None


FALSE_HU = {
    PenaltyBook.EMA_2009: FalseHuRows("P1", "P2", "D1"),
    PenaltyBook.GREEN_BOOK_2006: FalseHuRows("HU8", "HUERR", None),
}


@dataclass(frozen=True, slots=True)
class Ruleset:
    """How the game is played: walls and deal, priority of claims, winning and its payments."""

    name: str
    walls: WallPlan
    rules: Rules = field(default_factory=Rules)
    book: PenaltyBook = PenaltyBook.EMA_2009
    winning: Winning = CompetitionWinning()
    precedence: Callable[[Sequence[Claim], Wind], Claim] = first_in_turn


MCR = Ruleset("mcr", SquareWall())
"""The game at the table: 144 tiles, two throws, EMA penalties."""

DUPLICATE = Ruleset("duplicate", DuplicateWalls(), Rules(profile=Profile.CN))
"""Duplicate play as recorded online: four walls, no flowers, Chinese practice."""

_BY_NAME = {ruleset.name: ruleset for ruleset in (MCR, DUPLICATE)}


def ruleset_named(name: str) -> Ruleset:
    """The rule set of a record; EngineError `unknown_ruleset` otherwise."""
    if name not in _BY_NAME:
        raise EngineError("unknown_ruleset", name=name, known=tuple(_BY_NAME))
    return _BY_NAME[name]
