"""Who pays whom after a win, and which totals a table may claim.

Source: WMO Green Book 2006, chapters 3.5 and 3.6: every other player owes 8 points, the discarder
(or, on a self-draw, everyone) owes the hand too. The least hand counts 8 without flowers.
"""

from __future__ import annotations

from typing import TypeAlias

from scoring.engine.errors import EngineError, Problem
from scoring.engine.rotation import Seat

BASE = 8
"""What each loser pays for any win."""

MINIMUM_POINTS = 8
"""The least a hand must count without its flowers."""

POINTS_LIMIT = 400
"""No hand counts more; a larger number is a slip of the pen."""

POINTS_TO_ASK_AGAIN = 100
"""Above this a total is possible and rare: the form asks once more."""

FLOWERS = 8

Payments: TypeAlias = tuple[int, int, int, int]
"""What seats A, B, C, D receive (negative: pay)."""

NO_PAYMENTS: Payments = (0, 0, 0, 0)


class InvalidClaim(EngineError):
    """A win that no table can have had."""


def settle(points: int, *, winner: Seat, discarder: Seat | None) -> Payments:
    """The payments of a win of `points` (flowers included); `discarder` is None on a self-draw.

    The winner receives exactly what the others pay, so the four sum to zero.
    Raises InvalidClaim: `winner_is_discarder`, or the first code of `claim_problems`.

    >>> settle(24, winner=Seat.A, discarder=Seat.C)  # all owe 8, the discarder the hand too
    (48, -8, -32, -8)
    >>> settle(24, winner=Seat.A, discarder=None)
    (96, -32, -32, -32)
    """
    if winner == discarder:
        raise InvalidClaim("winner_is_discarder", seat=winner.name)
    for problem in claim_problems(points, None):
        raise InvalidClaim(problem.code, **problem.params)
    losers = [seat for seat in Seat if seat != winner]
    paid = {seat: BASE + (points if discarder in (None, seat) else 0) for seat in losers}
    return in_seat_order({winner: sum(paid.values())} | {seat: -paid[seat] for seat in losers})


def claim_problems(points: int, flowers: int | None) -> tuple[Problem, ...]:
    """All reasons to refuse a total of `points`, of which `flowers` are flowers (None: unknown).

    Codes: `flowers_out_of_range`, `below_minimum`, `points_above_limit`.

    >>> [problem.code for problem in claim_problems(9, flowers=2)]
    ['below_minimum']
    >>> claim_problems(9, flowers=None)
    ()
    """
    counted_flowers = flowers or 0
    problems = []
    if not 0 <= counted_flowers <= FLOWERS:
        problems.append(Problem("flowers_out_of_range", {"flowers": flowers, "limit": FLOWERS}))
        counted_flowers = 0
    if points - counted_flowers < MINIMUM_POINTS:
        params = {"points": points, "flowers": flowers, "minimum": MINIMUM_POINTS}
        problems.append(Problem("below_minimum", params))
    if points > POINTS_LIMIT:
        problems.append(Problem("points_above_limit", {"points": points, "limit": POINTS_LIMIT}))
    return tuple(problems)


def claim_questions(points: int) -> tuple[Problem, ...]:
    """What to ask once more before a legal total is stored; code `ask_again`.

    >>> [question.code for question in claim_questions(188)]
    ['ask_again']
    """
    if POINTS_TO_ASK_AGAIN < points <= POINTS_LIMIT:
        return (Problem("ask_again", {"points": points, "above": POINTS_TO_ASK_AGAIN}),)
    return ()


def in_seat_order(amounts: dict[Seat, int]) -> Payments:
    """The amounts of seats A, B, C, D; a seat not named gets 0."""
    a, b, c, d = (amounts.get(seat, 0) for seat in Seat)
    return (a, b, c, d)


def add_payments(*payments: Payments) -> Payments:
    """The sum, seat by seat.

    >>> add_payments((48, -8, -32, -8), (-30, 10, 10, 10))
    (18, 2, -22, 2)
    """
    a, b, c, d = (sum(column) for column in zip(NO_PAYMENTS, *payments, strict=True))
    return (a, b, c, d)
