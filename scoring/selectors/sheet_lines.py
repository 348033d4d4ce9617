"""The lines of a score sheet as a page shows them, with winds and running totals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.engine.rotation import (
    HANDS_PER_SESSION,
    Seat,
    Wind,
    dealer,
    round_wind,
    seat_wind,
)
from scoring.engine.settle import NO_PAYMENTS, Payments, add_payments
from scoring.engine.sheet import Line as EngineLine
from scoring.engine.sheet import NoWin, Part, SheetResult
from scoring.models import Hand, Penalty


@dataclass(frozen=True, slots=True)
class Cell:
    """What one part of a hand gives to one seat, and the seat's total after it."""

    wind: Wind
    deals: bool
    amount: int
    running: int
    won: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet: a hand, or a penalty below its hand (`number` None outside hands).

    `state` is win, drawn, missing (a gap), empty (to come), not_played or penalty.
    """

    number: int | None
    state: str
    cells: tuple[Cell, ...]
    hand: Hand | None = None
    penalty: Penalty | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """A wind round: `sits` are the winds at which seats A to D sit."""

    wind: Wind
    sits: tuple[Wind, ...]
    lines: tuple[Line, ...]


def sheet_lines(
    result: SheetResult, hands: Mapping[int, Hand], penalties: Mapping[str, Penalty]
) -> tuple[Line, ...]:
    """A line for each hand and one for each penalty; `penalties` by the key the sheet has."""
    return tuple(_lines(result, hands, penalties))


def rounds(lines: tuple[Line, ...]) -> tuple[Round, ...]:
    """The lines of the sixteen hands by wind round."""
    return tuple(
        Round(
            round_wind(first),
            tuple(seat_wind(seat, first) for seat in Seat),
            tuple(line for line in lines if line.number and first <= line.number < first + 4),
        )
        for first in range(1, HANDS_PER_SESSION + 1, 4)
    )


def _lines(
    result: SheetResult, hands: Mapping[int, Hand], penalties: Mapping[str, Penalty]
) -> Iterator[Line]:
    running: Payments = NO_PAYMENTS
    for line in result.lines:
        if line.hand is not None:
            main = next((part for part in line.parts if part.penalty is None), Part(NO_PAYMENTS))
            running = add_payments(running, main.payments)
            hand = hands.get(line.hand)
            cells = _cells(line.hand, main.payments, running, hand.winner if hand else "")
            yield Line(line.hand, _state(line, result), cells, hand)
        for part in line.parts:
            if part.penalty is not None:
                running = add_payments(running, part.payments)
                cells = _cells(line.hand or 1, part.payments, running)
                penalty = penalties[part.penalty.key]
                yield Line(line.hand, "penalty", cells, penalty=penalty)


def _state(line: EngineLine, result: SheetResult) -> str:
    if line.row is NoWin.MISSING:
        return "missing" if line.hand in result.gaps else "empty"
    return str(line.row) if isinstance(line.row, NoWin) else "win"


def _cells(
    number: int, payments: Payments, running: Payments, winner: str = ""
) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            seat_wind(seat, number),
            dealer(number) == seat,
            payments[seat],
            running[seat],
            seat.name == winner,
        )
        for seat in Seat
    )
