"""A session of sixteen hands: who sits where, and what everybody has won so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine.errors import IllegalAction
from scoring.engine.game.state import Drawn, GameState, Win
from scoring.engine.rotation import HANDS_PER_SESSION, Seat, Wind, round_wind, seats_by_wind
from scoring.engine.settle import NO_PAYMENTS, Payments, add_payments
from scoring.engine.tiles import WINDS, Tile


def seats_drawn(drawn: Sequence[Tile]) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats of four players who drew wind tiles, in the order in which the players drew.

    East starts as A. Raises IllegalAction `not_the_four_winds`.

    >>> from scoring.engine.notation import parse_tiles
    >>> [seat.name for seat in seats_drawn(parse_tiles("WENS"))]
    ['C', 'A', 'D', 'B']
    """
    if sorted(drawn) != list(WINDS):
        raise IllegalAction("not_the_four_winds", tiles=tuple(tile.text for tile in drawn))
    one, two, three, four = (Seat(tile - WINDS[0]) for tile in drawn)
    return one, two, three, four


@dataclass(frozen=True, slots=True)
class SessionState:
    """A session before its hand `number`, 17 when it is over.

    `totals` are the scores of seats A to D, `hands` what each hand added to them.
    """

    number: int = 1
    hands: tuple[Payments, ...] = ()
    totals: Payments = NO_PAYMENTS

    @property
    def over(self) -> bool:
        """True after the sixteenth hand."""
        return self.number > HANDS_PER_SESSION

    @property
    def round_wind(self) -> Wind:
        """The wind of the round of the next hand."""
        return round_wind(self.number)

    @property
    def seats(self) -> tuple[Seat, Seat, Seat, Seat]:
        """The seats that are East, South, West and North in the next hand."""
        return seats_by_wind(self.number)

    def after(self, last: GameState) -> SessionState:
        """The session after a hand that ended in `last`: the deal passes, whoever won.

        Raises IllegalAction `session_is_over`, `hand_not_finished`, `wrong_round_wind`.
        """
        if self.over:
            raise IllegalAction("session_is_over")
        if not isinstance(last.end, Win | Drawn):
            raise IllegalAction("hand_not_finished")
        if last.setup.round_wind is not self.round_wind:
            raise IllegalAction("wrong_round_wind", round=self.round_wind.letter)
        scores = by_seat(last.scores, self.seats)
        return SessionState(
            self.number + 1, (*self.hands, scores), add_payments(self.totals, scores)
        )


@dataclass(frozen=True, slots=True)
class HandResult:
    """A finished hand as a score sheet has it, by seat.

    `points` counts flowers and is 0 for a drawn hand; `payments` are those of the win alone;
    `penalties` are seat, code of the book's row, and what all seats receive.
    """

    number: int
    winner: Seat | None
    discarder: Seat | None
    points: int
    flowers: int
    payments: Payments
    penalties: tuple[tuple[Seat, str, Payments], ...]


def hand_result(number: int, last: GameState) -> HandResult:
    """What hand `number` of a session, which ended in `last`, adds to the score sheet."""
    seats = seats_by_wind(number)
    won = last.end if isinstance(last.end, Win) else None
    return HandResult(
        number=number,
        winner=seats[won.seat] if won else None,
        discarder=None if won is None or won.discarder is None else seats[won.discarder],
        points=won.verdict.total if won else 0,
        flowers=won.hand.flower_count if won else 0,
        payments=by_seat(won.payments, seats) if won else NO_PAYMENTS,
        penalties=tuple(
            (seats[given.seat], given.code, by_seat(given.payments, seats))
            for given in last.penalties
        ),
    )


def by_seat(scores: Payments, seats: tuple[Seat, Seat, Seat, Seat]) -> Payments:
    """Scores by wind as scores of seats A to D."""
    a, b, c, d = (scores[seats.index(seat)] for seat in Seat)
    return a, b, c, d
