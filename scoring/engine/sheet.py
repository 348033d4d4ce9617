"""The score sheet of one table: sixteen hands and the penalties, added up.

A sheet is a value. `add_up` turns it into lines, running totals and everything that keeps the
table from being closed. Source: WMO Green Book 2006, appendix 5 (the official sheet); the four
totals sum to minus what penalties paid to nobody.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import TypeAlias

from scoring.engine.errors import EngineError, Problem
from scoring.engine.rotation import HANDS_PER_SESSION, Seat, check_hand_number
from scoring.engine.settle import (
    NO_PAYMENTS,
    InvalidClaim,
    Payments,
    add_payments,
    claim_problems,
    settle,
)


class SheetError(EngineError):
    """A sheet that cannot be written down."""


@dataclass(frozen=True, slots=True)
class Win:
    """A hand that somebody won: `points` with flowers, `discarder` None on a self-draw.

    `flowers` is None where the sheet holds totals only. A `disputed` win counts, and a referee has
    to settle it before the table is closed.
    Raises InvalidClaim where no table can have had such a win.
    """

    points: int
    winner: Seat
    discarder: Seat | None
    flowers: int | None = None
    disputed: bool = False

    def __post_init__(self) -> None:
        for problem in claim_problems(self.points, self.flowers):
            raise InvalidClaim(problem.code, **problem.params)
        settle(self.points, winner=self.winner, discarder=self.discarder)

    @property
    def payments(self) -> Payments:
        """What seats A to D receive for the win."""
        return settle(self.points, winner=self.winner, discarder=self.discarder)


class NoWin(StrEnum):
    """A hand without a winner."""

    DRAWN = "drawn"
    NOT_PLAYED = "not_played"
    """Time was over before the hand began."""
    MISSING = "missing"
    """Nothing has been entered."""


Row: TypeAlias = Win | NoWin


@dataclass(frozen=True, slots=True)
class SheetPenalty:
    """A penalty as the sheet sees it: four payments, and the hand it happened in (None: outside).

    `key` is the caller's name for it and comes back on the sheet's lines.
    Raises SheetError `penalty_makes_points` where the payments sum to more than zero.
    """

    payments: Payments
    hand: int | None = None
    key: str = ""

    def __post_init__(self) -> None:
        if self.hand is not None:
            check_hand_number(self.hand)
        if sum(self.payments) > 0:
            raise SheetError("penalty_makes_points", penalty=self.key, sum=sum(self.payments))


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sixteen rows, hand 1 first, and the penalties. `sheet_rows` makes rows of what was entered.

    Raises SheetError `row_count` unless there are sixteen rows.
    """

    rows: tuple[Row, ...]
    penalties: tuple[SheetPenalty, ...] = ()

    def __post_init__(self) -> None:
        if len(self.rows) != HANDS_PER_SESSION:
            raise SheetError("row_count", count=len(self.rows), expected=HANDS_PER_SESSION)


@dataclass(frozen=True, slots=True)
class Part:
    """One summand of a line: the hand's win (`penalty` is None) or one penalty."""

    payments: Payments
    penalty: SheetPenalty | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet; `hand` is None on the line of penalties outside any hand."""

    hand: int | None
    row: Row | None
    parts: tuple[Part, ...]
    total: Payments
    running: Payments


@dataclass(frozen=True, slots=True)
class SheetResult:
    """A sheet added up.

    `one_sided` is what penalties paid to nobody (≥ 0), so `sum(totals) == -one_sided`. `gaps` are
    empty hands before an entered one, `missing` those and the empty ones at the end. A table can
    be closed when `problems` is empty.
    """

    lines: tuple[Line, ...]
    totals: Payments
    one_sided: int
    gaps: tuple[int, ...]
    missing: tuple[int, ...]
    problems: tuple[Problem, ...]


def sheet_rows(hands: Mapping[int, Row], *, last_hand: int = HANDS_PER_SESSION) -> tuple[Row, ...]:
    """The sixteen rows of the `hands` entered so far, by number.

    `last_hand` is the last hand begun before time was over: what follows it and was not entered is
    not played; everything else that was not entered is missing.

    >>> rows = sheet_rows({1: NoWin.DRAWN, 3: NoWin.DRAWN}, last_hand=3)
    >>> [row.value for row in rows[:5]]
    ['drawn', 'missing', 'drawn', 'not_played', 'not_played']
    """
    for hand in hands:
        check_hand_number(hand)
    return tuple(
        hands.get(hand, NoWin.MISSING if hand <= last_hand else NoWin.NOT_PLAYED)
        for hand in range(1, HANDS_PER_SESSION + 1)
    )


def add_up(sheet: Sheet) -> SheetResult:
    """All lines, running totals, totals and problems of `sheet`.

    Problem codes: `hand_missing`, `unplayed_before_played`, `no_hand_played`, `disputed_claim`,
    `penalty_in_unplayed_hand`; each names its `hand` where it has one.

    >>> win = Win(11, winner=Seat.A, discarder=Seat.B)
    >>> add_up(Sheet(sheet_rows({1: win}, last_hand=1))).totals
    (35, -19, -8, -8)
    """
    lines = _lines(sheet)
    missing = tuple(hand for hand, row in _numbered(sheet) if row is NoWin.MISSING)
    last = _last_played(sheet)
    return SheetResult(
        lines=lines,
        totals=lines[-1].running,
        one_sided=one_sided(sheet.penalties),
        gaps=tuple(hand for hand in missing if hand < last),
        missing=missing,
        problems=tuple(_problems(sheet, last)),
    )


def one_sided(penalties: Iterable[SheetPenalty]) -> int:
    """The points that penalties took and paid to nobody (0 or more).

    >>> one_sided([SheetPenalty((-10, 0, 0, 0)), SheetPenalty((10, 10, -30, 10))])
    10
    """
    return -sum(sum(penalty.payments) for penalty in penalties)


def typed_problems(computed: Payments, typed: Sequence[int | None]) -> tuple[Problem, ...]:
    """Where totals `typed` from paper (None: not typed) differ from those `computed`.

    Code `total_differs` with seat, typed and computed; `four_totals` unless there are four.
    """
    if len(typed) != len(Seat):
        return (Problem("four_totals", {"count": len(typed)}),)
    return tuple(
        Problem("total_differs", {"seat": seat.name, "typed": given, "computed": computed[seat]})
        for seat, given in zip(Seat, typed, strict=True)
        if given is not None and given != computed[seat]
    )


def totals_problems(
    totals: Sequence[int], penalties: Iterable[SheetPenalty] = ()
) -> tuple[Problem, ...]:
    """What is wrong with a table of which only the four `totals` are known, penalties included.

    Codes `four_totals`, and `totals_do_not_balance` with the sum, the sum expected and the
    difference.

    >>> totals_problems((71, 14, -18, -67))
    ()
    """
    if len(totals) != len(Seat):
        return (Problem("four_totals", {"count": len(totals)}),)
    found, expected = sum(totals), -one_sided(penalties)
    if found == expected:
        return ()
    params = {"sum": found, "expected": expected, "difference": found - expected}
    return (Problem("totals_do_not_balance", params),)


def _numbered(sheet: Sheet) -> list[tuple[int, Row]]:
    return list(enumerate(sheet.rows, start=1))


def _last_played(sheet: Sheet) -> int:
    """The last hand that was won or drawn; 0 if there is none."""
    played = (n for n, row in _numbered(sheet) if isinstance(row, Win) or row is NoWin.DRAWN)
    return max(played, default=0)


def _lines(sheet: Sheet) -> tuple[Line, ...]:
    """One line a hand, and a last one if there are penalties outside any hand."""
    rows: list[tuple[int | None, Row | None]] = list(_numbered(sheet))
    if any(penalty.hand is None for penalty in sheet.penalties):
        rows.append((None, None))
    all_parts = [_parts(hand, row, sheet.penalties) for hand, row in rows]
    totals = [add_payments(*(part.payments for part in parts)) for parts in all_parts]
    running = accumulate(totals, add_payments)
    return tuple(
        Line(hand, row, parts, total, so_far)
        for (hand, row), parts, total, so_far in zip(rows, all_parts, totals, running, strict=True)
    )


def _parts(
    hand: int | None, row: Row | None, penalties: Iterable[SheetPenalty]
) -> tuple[Part, ...]:
    """The win or draw of a hand, then its penalties in their order."""
    parts = [Part(penalty.payments, penalty) for penalty in penalties if penalty.hand == hand]
    if isinstance(row, Win):
        return (Part(row.payments), *parts)
    if row is NoWin.DRAWN:
        return (Part(NO_PAYMENTS), *parts)
    return tuple(parts)


def _problems(sheet: Sheet, last: int) -> Iterable[Problem]:
    """Everything that keeps the table open, hand by hand."""
    if last == 0:
        yield Problem("no_hand_played")
    fined = {penalty.hand for penalty in sheet.penalties}
    for hand, row in _numbered(sheet):
        if row is NoWin.MISSING:
            yield Problem("hand_missing", {"hand": hand})
        elif row is NoWin.NOT_PLAYED:
            if hand < last:
                yield Problem("unplayed_before_played", {"hand": hand})
            if hand in fined:
                yield Problem("penalty_in_unplayed_hand", {"hand": hand})
        elif isinstance(row, Win) and row.disputed:
            yield Problem("disputed_claim", {"hand": hand})
