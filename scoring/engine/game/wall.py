"""The wall: building it, breaking it by dice, dealing, drawing from the front and the back.

A wall as built is four rows of tiles, those of East, South, West and North. Each lists its stacks
from the right end (seen by the player who built it) to the left, the upper tile of a stack first.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random
from typing import Protocol, TypeAlias, TypeVar

from scoring.engine.bags import BITS, Bag
from scoring.engine.rotation import Wind
from scoring.engine.rules import Break, Rules
from scoring.engine.tiles import COPIES, FLOWERS, PLAY_TILES, TILES, Tile

Rows: TypeAlias = tuple[tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...], tuple[Tile, ...]]
Dice: TypeAlias = tuple[int, int]

FULL_SET: tuple[Tile, ...] = (*(tile for tile in PLAY_TILES for _ in range(COPIES)), *FLOWERS)
"""The 144 tiles of a game."""

UNITS: tuple[Bag, ...] = tuple(1 << BITS * kind for kind in range(len(TILES)))
"""The bag that holds one tile of a kind, flowers included."""

_STACK = 2
_Item = TypeVar("_Item")
_WINDS = tuple(Wind)


def bag_of(tiles: Iterable[int]) -> Bag:
    """The bag of some tiles, flowers included."""
    return sum([UNITS[tile] for tile in tiles])


class Wall(Protocol):
    """What is left to draw. `seat` matters only where each player has a wall of their own."""

    def left(self, seat: Wind) -> int:
        """How many tiles `seat` could still draw."""

    def replacements_left(self, seat: Wind) -> int:
        """How many flowers and kongs of `seat` could still be replaced."""

    def next_tile(self, seat: Wind) -> Tile:
        """The tile that `seat` would draw; there must be one."""

    def next_replacement(self, seat: Wind) -> Tile:
        """The tile that would replace a flower or a kong of `seat`; there must be one."""

    def draw(self, seat: Wind) -> Wall:
        """The wall without `next_tile`."""

    def replace(self, seat: Wind) -> Wall:
        """The wall without `next_replacement`."""

    def standing(self) -> tuple[int, ...]:
        """The places, in `WallPlan.order`, of the tiles that are left."""

    def remaining(self) -> tuple[Tile, ...]:
        """All tiles that are left."""


@dataclass(frozen=True, slots=True)
class SharedWall:
    """One wall for all, in the order of drawing; `front` and `back` count the tiles taken.

    The upper tile of a stack goes first at both ends, so the first replacement is the last but
    one of `tiles`.

    >>> wall = SharedWall(TILES[:4])
    >>> wall.next_replacement(Wind.EAST), wall.replace(Wind.EAST).next_replacement(Wind.EAST)
    (Tile('3m'), Tile('4m'))
    """

    tiles: tuple[Tile, ...]
    front: int = 0
    back: int = 0

    def left(self, seat: Wind) -> int:
        """How many tiles are left, whoever asks."""
        return len(self.tiles) - self.front - self.back

    def replacements_left(self, seat: Wind) -> int:
        """As many as there are tiles: the last one is played."""
        return self.left(seat)

    def next_tile(self, seat: Wind) -> Tile:
        """The next tile at the front; the lower one of a stack whose upper one went to the back."""
        last_is_lower = self.back % _STACK and self.left(seat) == 1
        return self.tiles[-self.back if last_is_lower else self.front]

    def next_replacement(self, seat: Wind) -> Tile:
        """The next tile at the back."""
        if self.left(seat) == 1:
            return self.next_tile(seat)
        return self.tiles[-1 - (self.back ^ 1)]

    def draw(self, seat: Wind) -> SharedWall:
        """The wall with one tile less at the front."""
        return SharedWall(self.tiles, self.front + 1, self.back)

    def replace(self, seat: Wind) -> SharedWall:
        """The wall with one tile less at the back."""
        return SharedWall(self.tiles, self.front, self.back + 1)

    def standing(self) -> tuple[int, ...]:
        """Places from front to back; of the last stack perhaps the lower tile only."""
        end = len(self.tiles) - self.back
        if self.back % _STACK and self.front < end:
            return (*range(self.front, end - 1), end)
        return tuple(range(self.front, end))

    def remaining(self) -> tuple[Tile, ...]:
        """The tiles left, from front to back."""
        return tuple(self.tiles[place] for place in self.standing())


@dataclass(frozen=True, slots=True)
class OwnWalls:
    """A wall for each player, drawn from one end, replacements too; `taken` counts each."""

    rows: Rows
    taken: tuple[int, int, int, int] = (0, 0, 0, 0)

    def left(self, seat: Wind) -> int:
        """How many tiles the wall of `seat` has left."""
        return len(self.rows[seat]) - self.taken[seat]

    def replacements_left(self, seat: Wind) -> int:
        """As many as there are tiles."""
        return self.left(seat)

    def next_tile(self, seat: Wind) -> Tile:
        """The next tile of the wall of `seat`."""
        return self.rows[seat][self.taken[seat]]

    def next_replacement(self, seat: Wind) -> Tile:
        """The same tile: there is no back."""
        return self.next_tile(seat)

    def draw(self, seat: Wind) -> OwnWalls:
        """The walls with one tile less in that of `seat`."""
        east, south, west, north = (taken + (seat == wind) for wind, taken in enumerate(self.taken))
        return OwnWalls(self.rows, (east, south, west, north))

    def replace(self, seat: Wind) -> OwnWalls:
        """As `draw`."""
        return self.draw(seat)

    def standing(self) -> tuple[int, ...]:
        """Places in the four walls one after another."""
        starts = accumulate((len(row) for row in self.rows), initial=0)
        return tuple(
            start + place
            for start, row, taken in zip(starts, self.rows, self.taken, strict=False)
            for place in range(taken, len(row))
        )

    def remaining(self) -> tuple[Tile, ...]:
        """The tiles left in the four walls."""
        tiles = _joined(self.rows)
        return tuple(tiles[place] for place in self.standing())


@dataclass(frozen=True, slots=True)
class Dealt:
    """The hands of East, South, West and North, and the wall after the deal.

    `first` plays first; `last_tile` is the last that player was dealt, None where it is drawn.
    """

    hands: tuple[Bag, Bag, Bag, Bag]
    wall: Wall
    last_tile: Tile | None
    first: Wind = Wind.EAST


class WallPlan(Protocol):
    """How the tiles are set up, broken and dealt: what differs between ways to play."""

    @property
    def name(self) -> str:
        """The word that records use for it."""

    def build(self, random: Random) -> Rows:
        """Four shuffled rows."""

    def fault(self, rows: Rows) -> str | None:
        """The code of what is wrong with rows that somebody wrote down."""

    def thrower(self, dice: tuple[Dice, ...], rules: Rules) -> Wind | None:
        """Who throws the dice next; None when the wall can be broken."""

    def order(self, rows: Rows, dice: tuple[Dice, ...]) -> tuple[int, ...]:
        """Where the tiles of the wall stand, in drawing order: places in the rows put together."""

    def deal(self, rows: Rows, dice: tuple[Dice, ...]) -> Dealt:
        """Break the wall by the dice thrown, and deal."""


@dataclass(frozen=True, slots=True)
class SquareWall:
    """The wall at a table: 144 tiles, broken by dice (WMO Green Book 2006, chapter 2)."""

    name: str = "square"

    def build(self, random: Random) -> Rows:
        """Shuffle the full set into four rows of eighteen stacks."""
        return _in_rows(_shuffled(FULL_SET, random))

    def fault(self, rows: Rows) -> str | None:
        """`wrong_row_length` or `not_a_full_set`."""
        if {len(row) for row in rows} != {len(FULL_SET) // 4}:
            return "wrong_row_length"
        return None if bag_of(_joined(rows)) == bag_of(FULL_SET) else "not_a_full_set"

    def thrower(self, dice: tuple[Dice, ...], rules: Rules) -> Wind | None:
        """East first; with two throws, then the owner of the wall that East's throw names."""
        if not dice:
            return Wind.EAST
        if rules.wall_break is Break.TWO_THROWS and len(dice) == 1:
            return wall_named(dice[0])
        return None

    def order(self, rows: Rows, dice: tuple[Dice, ...]) -> tuple[int, ...]:
        """To the left from the breach, round the table."""
        return _to_the_left([range(36 * wind, 36 * wind + 36) for wind in _WINDS], dice)

    def deal(self, rows: Rows, dice: tuple[Dice, ...]) -> Dealt:
        """Three times four tiles each; then East the first and the fifth, the others one each."""
        tiles = drawing_order(rows, dice)
        hands = [0, 0, 0, 0]
        for turn in range(12):
            hands[turn % 4] += bag_of(tiles[4 * turn : 4 * turn + 4])
        for turn in range(5):
            hands[turn % 4] += UNITS[tiles[48 + turn]]
        east, south, west, north = hands
        return Dealt((east, south, west, north), SharedWall(tiles, front=53), tiles[52])


@dataclass(frozen=True, slots=True)
class DuplicateWalls:
    """Four walls for four players, as in duplicate play: nothing is thrown, East draws first."""

    name: str = "duplicate"

    def build(self, random: Random) -> Rows:
        """Shuffle the 136 tiles without flowers into four rows of 34."""
        return _in_rows(_shuffled(FULL_SET[: -len(FLOWERS)], random))

    def fault(self, rows: Rows) -> str | None:
        """`wrong_row_length` or `not_a_full_set`; the rows have 34 tiles, or 36 with flowers."""
        tiles = _joined(rows)
        if {len(row) for row in rows} not in ({34}, {36}):
            return "wrong_row_length"
        return None if bag_of(tiles) == bag_of(FULL_SET[: len(tiles)]) else "not_a_full_set"

    def thrower(self, dice: tuple[Dice, ...], rules: Rules) -> Wind | None:
        """Nobody."""
        return None

    def order(self, rows: Rows, dice: tuple[Dice, ...]) -> tuple[int, ...]:
        """As written."""
        return tuple(range(sum(len(row) for row in rows)))

    def deal(self, rows: Rows, dice: tuple[Dice, ...]) -> Dealt:
        """The first thirteen tiles of each wall."""
        east, south, west, north = (bag_of(row[:13]) for row in rows)
        return Dealt((east, south, west, north), OwnWalls(rows, (13, 13, 13, 13)), None)


def wall_named(dice: Dice) -> Wind:
    """Whose wall a throw names: the players are counted from East = 1 in the order of play.

    >>> wall_named((2, 6)).name
    'NORTH'
    """
    return _WINDS[(sum(dice) - 1) % 4]


def stacks_counted(dice: tuple[Dice, ...]) -> int:
    """How many stacks are counted from the right end of the wall that was named."""
    return sum(sum(throw) for throw in dice)


def breach(dice: tuple[Dice, ...]) -> tuple[Wind, int]:
    """Whose wall the deal starts in, and before which of its stacks (0: the rightmost).

    >>> breach(((6, 5), (6, 6)))  # 23 stacks from the right of West's wall
    (<Wind.SOUTH: 1>, 5)
    """
    walls, stack = divmod(stacks_counted(dice), 18)
    return _WINDS[(wall_named(dice[0]) - walls) % 4], stack


def drawing_order(rows: Rows, dice: tuple[Dice, ...]) -> tuple[Tile, ...]:
    """All tiles in the order of drawing: to the left from the breach, wall after wall.

    To the left of a player's wall stands that of the player before.
    """
    return _to_the_left(rows, dice)


def _to_the_left(rows: Sequence[Sequence[_Item]], dice: tuple[Dice, ...]) -> tuple[_Item, ...]:
    wind, stack = breach(dice)
    round_table = [item for step in range(4) for item in rows[(wind - step) % 4]]
    return (*round_table[_STACK * stack :], *round_table[: _STACK * stack])


def _shuffled(tiles: Iterable[Tile], random: Random) -> list[Tile]:
    mixed = list(tiles)
    random.shuffle(mixed)
    return mixed


def _in_rows(tiles: list[Tile]) -> Rows:
    size = len(tiles) // 4
    east, south, west, north = (tuple(tiles[i * size : (i + 1) * size]) for i in range(4))
    return east, south, west, north


def _joined(rows: Rows) -> list[Tile]:
    return [tile for row in rows for tile in row]
