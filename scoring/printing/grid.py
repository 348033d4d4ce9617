"""The grid of a score sheet as a drawing.

It is the same on every sheet but for its words. As a table it would have 350 cells, and a sheet
would take twice as long to lay out; as a drawing it is four paths and its words.
All lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from scoring.engine.rotation import Seat, Wind, dealer, round_seats, seat_wind

WIDTH, HAND = 192.0, 11.0
COLUMN = (WIDTH - HAND) / 4
WIND, SIGN = 7.0, 12.0  # the cell of the wind; the columns + and −; the total takes the rest
HEAD_ROW, ROUND_ROW, HAND_ROW, FOOT_ROW = 4.5, 6.8, 9.1, 9.6
ROUND_HEIGHT = ROUND_ROW + 4 * HAND_ROW
FOOT_LINES = 4
HEIGHT = HEAD_ROW + 4 * ROUND_HEIGHT + FOOT_LINES * FOOT_ROW


@dataclass(frozen=True, slots=True)
class Mark:
    """A wind or a number in the middle of its cell."""

    x: float
    y: float
    value: int


@dataclass(frozen=True, slots=True)
class Column:
    """The words over a player's columns: where + and − and the total stand."""

    plus: float
    minus: float
    total: float


@dataclass(frozen=True, slots=True)
class Grid:
    """What the drawing holds: areas and lines as path data, and where each word stands.

    `winds` are the seat winds of who does not deal, `dealers` the cells of East; `moves` the
    place that each player takes in a round, `rounds` the wind of each round, `foot` the heights
    of the lines under the hands.
    """

    width: float
    height: float
    grey: str
    black: str
    thin: str
    thick: str
    columns: tuple[Column, ...]
    rounds: tuple[Mark, ...]
    moves: tuple[Mark, ...]
    hands: tuple[Mark, ...]
    winds: tuple[Mark, ...]
    dealers: tuple[Mark, ...]
    foot: tuple[float, ...]


@lru_cache(maxsize=1)
def sheet_grid() -> Grid:
    """The grid of every score sheet, after the rotation of the seats."""
    cells = [_wind_mark(seat, hand) for hand in range(1, 17) for seat in Seat]
    dealers = tuple(mark for mark in cells if mark.value == Wind.EAST)
    return Grid(
        width=WIDTH,
        height=HEIGHT,
        grey="".join(_area(0, _round_top(wind), WIDTH, ROUND_ROW) for wind in Wind),
        black="".join(_wind_area(mark) for mark in dealers),
        thin=_thin_lines(),
        thick=_thick_lines(),
        columns=tuple(_column(seat) for seat in Seat),
        rounds=tuple(Mark(HAND / 2, _round_top(wind) + ROUND_ROW / 2, wind) for wind in Wind),
        moves=tuple(_move(seat, wind) for wind in Wind for seat in Seat),
        hands=tuple(Mark(HAND / 2, _hand_top(hand) + HAND_ROW / 2, hand) for hand in range(1, 17)),
        winds=tuple(mark for mark in cells if mark.value != Wind.EAST),
        dealers=dealers,
        foot=tuple(_foot_top(line) + FOOT_ROW / 2 for line in range(FOOT_LINES)),
    )


def _left(seat: Seat) -> float:
    return HAND + seat * COLUMN


def _round_top(wind: Wind) -> float:
    return HEAD_ROW + wind * ROUND_HEIGHT


def _hand_top(hand: int) -> float:
    rounds, turn = divmod(hand - 1, 4)
    return _round_top(Wind(rounds)) + ROUND_ROW + turn * HAND_ROW


def _foot_top(line: int) -> float:
    return HEAD_ROW + 4 * ROUND_HEIGHT + line * FOOT_ROW


def _column(seat: Seat) -> Column:
    left = _left(seat) + WIND
    rest = COLUMN - WIND - 2 * SIGN
    return Column(left + SIGN / 2, left + 1.5 * SIGN, left + 2 * SIGN + rest / 2)


def _move(seat: Seat, wind: Wind) -> Mark:
    place = round_seats(4 * wind + 1).index(seat)
    return Mark(_left(seat) + 1.5, _round_top(wind) + ROUND_ROW / 2, place)


def _wind_mark(seat: Seat, hand: int) -> Mark:
    wind = seat_wind(seat, hand)
    assert (wind == Wind.EAST) == (dealer(hand) == seat)
    return Mark(_left(seat) + WIND / 2, _hand_top(hand) + HAND_ROW / 2, wind)


def _wind_area(mark: Mark) -> str:
    return _area(mark.x - WIND / 2, mark.y - HAND_ROW / 2, WIND, HAND_ROW)


def _thin_lines() -> str:
    """Under every hand and foot line, and between the columns where hands are written."""
    across = [_hand_top(hand) + HAND_ROW for hand in range(1, 17) if hand % 4]
    across += [_foot_top(line) for line in range(1, FOOT_LINES)]
    lines = [_across(y) for y in across]
    for x in _inner_columns():
        lines.append(_down(x, 0, HEAD_ROW))
        lines += [
            _down(x, _round_top(wind) + ROUND_ROW, _round_top(wind) + ROUND_HEIGHT) for wind in Wind
        ]
    return "".join(lines)


def _inner_columns() -> Iterable[float]:
    for seat in Seat:
        for offset in (WIND, WIND + SIGN, WIND + 2 * SIGN):
            yield _left(seat) + offset


def _thick_lines() -> str:
    """Around each round, between the players, and above what is added up."""
    across = [top for wind in Wind for top in (_round_top(wind), _round_top(wind) + ROUND_ROW)]
    lines = [_across(y) for y in (*across, _foot_top(0))]
    lines += [_down(_left(seat), 0, HEIGHT) for seat in Seat]
    return "".join(lines) + _area(0, 0, WIDTH, HEIGHT)


def _across(y: float) -> str:
    return f"M0 {y:.2f}H{WIDTH:.2f}"


def _down(x: float, top: float, bottom: float) -> str:
    return f"M{x:.2f} {top:.2f}V{bottom:.2f}"


def _area(x: float, y: float, width: float, height: float) -> str:
    return f"M{x:.2f} {y:.2f}h{width:.2f}v{height:.2f}h-{width:.2f}z"
