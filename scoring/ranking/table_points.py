"""Table points 4 / 2 / 1 / 0, exact in twelfths, and who is credited with them.

Players with equal scores share the points of their places equally, which gives halves, thirds and
quarters: an integer of twelfths holds them all. Sources: EMA guidelines for MERS tournaments
(2018), MERS tournament regulations MCR v1.1 (2010), chapter 4 for substitutes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.ranking.errors import RankingError

TWELFTHS = 12
PLAYERS = 4
PLACES = (4 * TWELFTHS, 2 * TWELFTHS, 1 * TWELFTHS, 0)
"""What first, second, third and fourth place are worth, in twelfths."""

_WRITTEN = re.compile(r"([0-9]{1,6})(?:/([0-9]{1,2}))?", re.ASCII)


class SeatCase(StrEnum):
    """What happened to the player of a seat in one session."""

    NORMAL = "normal"
    LATE = "late"
    """More than 15 minutes late: a substitute plays the session and can win table points."""
    ILL_BEFORE = "ill_before"
    """Absent or ill before the session: the same."""
    ILL_DURING = "ill_during"
    """Ill after it began: neither the player nor the substitute gets table points."""
    DISQUALIFIED_DURING = "disqualified_during"
    """Disqualified after it began: the same; the player's scores stay on the sheets."""


LEFT_DURING = frozenset({SeatCase.ILL_DURING, SeatCase.DISQUALIFIED_DURING})
SCORE_KEPT = frozenset({SeatCase.NORMAL, SeatCase.DISQUALIFIED_DURING})


@dataclass(frozen=True, slots=True)
class SeatCredit:
    """What one seat's session brings, table points in twelfths.

    `substitute_points` is None where nobody stood in. The substitute's score stays on the table's
    sheet and never enters the ranking.
    """

    player_points: int
    player_score: int
    substitute_points: int | None


class MixedPoints(NamedTuple):
    """Points as a page shows them: 20½ is `MixedPoints(20, 1, 2)`; a numerator 0 means none."""

    whole: int
    numerator: int
    denominator: int


def table_points(scores: Sequence[int], *, left: Collection[int] = ()) -> tuple[int, ...]:
    """The table points of four scores, in twelfths and in the order of the seats.

    The seats in `left` (0 to 3), whose player fell ill or was disqualified during the session, get
    nothing; the others share 4, 2, 1 by their rank among themselves.
    Raises RankingError `four_scores`.

    >>> table_points((10, 10, -5, -15))
    (36, 36, 12, 0)
    >>> table_points((90, 10, -40, -60), left={0})
    (0, 48, 24, 12)
    """
    if len(scores) != PLAYERS:
        raise RankingError("four_scores", count=len(scores))
    staying = [scores[seat] for seat in range(PLAYERS) if seat not in left]
    return tuple(0 if seat in left else _shared(scores[seat], staying) for seat in range(PLAYERS))


def _shared(score: int, scores: Sequence[int]) -> int:
    """The equal share of the places that `score` takes among `scores`.

    At most four players share and any sum of places is whole, so twelfths divide evenly.
    """
    better = sum(other > score for other in scores)
    equal = sum(other == score for other in scores)
    return sum(PLACES[better : better + equal]) // equal


def seat_credits(scores: Sequence[int], cases: Sequence[SeatCase]) -> tuple[SeatCredit, ...]:
    """What the four seats' players and substitutes are credited with, case by case.

    A lost or missed session counts 0 table points and score 0 for the player. Later sessions are
    not this function's business.
    Raises RankingError `four_scores`.

    >>> late = (SeatCase.LATE, SeatCase.NORMAL, SeatCase.NORMAL, SeatCase.NORMAL)
    >>> seat_credits((30, 10, -10, -30), late)[0]
    SeatCredit(player_points=0, player_score=0, substitute_points=48)
    """
    if len(cases) != PLAYERS:
        raise RankingError("four_scores", count=len(cases))
    left = {seat for seat, case in enumerate(cases) if case in LEFT_DURING}
    points = table_points(scores, left=left)
    return tuple(
        SeatCredit(
            player_points=won if case is SeatCase.NORMAL else 0,
            player_score=score if case in SCORE_KEPT else 0,
            substitute_points=None if case is SeatCase.NORMAL else won,
        )
        for won, score, case in zip(points, scores, cases, strict=True)
    )


def format_points(twelfths: int) -> str:
    """The exact text of table points: a whole number or a fraction in lowest terms.

    >>> format_points(252), format_points(28)
    ('21', '7/3')
    """
    return str(Fraction(twelfths, TWELFTHS))


def parse_points(text: str) -> int:
    """The twelfths of a text such as "21", "97/2" or "7/3".

    Raises RankingError `points_text` for anything else, `not_in_twelfths` for sevenths.

    >>> parse_points("97/2")
    582
    """
    written = _WRITTEN.fullmatch(text.strip())
    if not written or int(written[2] or 1) == 0:
        raise RankingError("points_text", text=text)
    twelfths = Fraction(int(written[1]) * TWELFTHS, int(written[2] or 1))
    if twelfths.denominator != 1:
        raise RankingError("not_in_twelfths", text=text)
    return twelfths.numerator


def split_points(twelfths: int) -> MixedPoints:
    """The whole number and the fraction in lowest terms that a page shows.

    >>> split_points(246)
    MixedPoints(whole=20, numerator=1, denominator=2)
    """
    whole, rest = divmod(twelfths, TWELFTHS)
    fraction = Fraction(rest, TWELFTHS)
    return MixedPoints(whole, fraction.numerator, fraction.denominator)


def decimal_points(twelfths: int) -> str:
    """Table points with two decimals, rounded half up; the value itself stays exact.

    >>> decimal_points(28)
    '2.33'
    """
    hundredths = (200 * twelfths + TWELFTHS) // (2 * TWELFTHS)
    return f"{hundredths // 100}.{hundredths % 100:02}"
