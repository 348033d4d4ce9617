"""Who sits where in each of the sixteen hands of a session.

Seats A, B, C, D are the players who start East, South, West and North. They turn after each wind
round by a fixed table (WMO Green Book 2006, appendix 4), and the deal passes after every hand.
"""

from __future__ import annotations

from enum import IntEnum

HANDS_PER_SESSION = 16


class Wind(IntEnum):
    """East, South, West, North in the order of play."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """`E`, `S`, `W` or `N`."""
        return "ESWN"[self]


class Seat(IntEnum):
    """The four players of a table, named for the whole session by the wind they start with."""

    A = 0
    B = 1
    C = 2
    D = 3


# Who sits East, South, West, North in each wind round.
ROUND_SEATS: tuple[tuple[Seat, Seat, Seat, Seat], ...] = (
    (Seat.A, Seat.B, Seat.C, Seat.D),
    (Seat.B, Seat.A, Seat.D, Seat.C),
    (Seat.C, Seat.D, Seat.B, Seat.A),
    (Seat.D, Seat.C, Seat.A, Seat.B),
)


def check_hand_number(hand: int) -> None:
    """Raise ValueError unless `hand` is one of the hands 1 to 16 of a session."""
    if not 1 <= hand <= HANDS_PER_SESSION:
        raise ValueError(f"a session has hands 1 to {HANDS_PER_SESSION}, not {hand}")


def round_wind(hand: int) -> Wind:
    """The prevalent wind of hand 1 to 16.

    >>> round_wind(5).name
    'SOUTH'
    """
    check_hand_number(hand)
    return Wind((hand - 1) // 4)


def round_seats(hand: int) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats at East, South, West and North of the table in the wind round of `hand`.

    The places stay for four hands; the deal moves, so after the first hand of a round the player
    at the East place has another seat wind.
    """
    return ROUND_SEATS[round_wind(hand)]


def dealer(hand: int) -> Seat:
    """The seat that deals (is East) in hand 1 to 16.

    >>> [dealer(hand).name for hand in (1, 5, 9, 13)]
    ['A', 'B', 'C', 'D']
    """
    return round_seats(hand)[(hand - 1) % 4]


def seat_wind(seat: Seat, hand: int) -> Wind:
    """The seat wind of `seat` in hand 1 to 16.

    >>> seat_wind(Seat.A, 2).name
    'NORTH'
    """
    place = round_seats(hand).index(seat)
    return Wind((place - (hand - 1) % 4) % 4)


def seats_by_wind(hand: int) -> tuple[Seat, Seat, Seat, Seat]:
    """The seats that are East, South, West and North in hand 1 to 16, in that order."""
    places, turn = round_seats(hand), (hand - 1) % 4
    return (places[turn], places[(turn + 1) % 4], places[(turn + 2) % 4], places[(turn + 3) % 4])
