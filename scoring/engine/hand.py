"""A winning hand as it lies on the table, and everything that can be wrong with it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Flag
from typing import Any

from scoring.engine.errors import InvalidHand
from scoring.engine.melds import Meld, meld_faults
from scoring.engine.rotation import Wind
from scoring.engine.tiles import COPIES, FLOWERS, Tile

HAND_SIZE = 14
MOST_MELDS = 4


class WinMode(Flag):
    """How the winning tile came. DISCARD, the win on a discard, is the absence of all others.

    REPLACEMENT is the tile drawn after a kong (a tile drawn after a flower is SELF_DRAWN only),
    ROBBING the tile another player adds to a pung, LAST_WALL_TILE the last tile of the wall or
    the discard after it, LAST_OF_ITS_KIND a tile whose three others are visible to everybody (not
    needed where the melds of the hand itself show all three).
    """

    DISCARD = 0
    SELF_DRAWN = 1
    REPLACEMENT = 2
    ROBBING = 4
    LAST_WALL_TILE = 8
    LAST_OF_ITS_KIND = 16


@dataclass(frozen=True, slots=True)
class Hand:
    """A claimed win.

    `concealed` leaves out the winning tile and all melds. A wind is None where it is not known;
    it then counts for nothing. `flowers` are a count, or the tiles themselves.
    """

    concealed: tuple[Tile, ...]
    win: Tile
    melds: tuple[Meld, ...] = ()
    mode: WinMode = WinMode.DISCARD
    seat_wind: Wind | None = None
    round_wind: Wind | None = None
    flowers: int | tuple[Tile, ...] = 0

    @property
    def flower_count(self) -> int:
        """How many flowers were exposed."""
        return self.flowers if isinstance(self.flowers, int) else len(self.flowers)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile: concealed, melded, and the winning tile last."""
        melded = (tile for meld in self.melds for tile in meld.tiles)
        return (*self.concealed, *melded, self.win)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong: a code and the values its sentence needs."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


def hand_problems(hand: Hand) -> tuple[Problem, ...]:
    """Everything that keeps `hand` from existing at a table, all at once; empty when it can.

    >>> from scoring.engine.notation import parse_tiles
    >>> *concealed, win = parse_tiles("11111m 234s 55p")
    >>> [problem.code for problem in hand_problems(Hand(tuple(concealed), win))]
    ['wrong_tile_count', 'five_of_a_kind']
    """
    return tuple(problem for check in _CHECKS for problem in check(hand))


def check_hand(hand: Hand) -> None:
    """Raise InvalidHand with the first problem of `hand`, if it has any."""
    for problem in hand_problems(hand):
        raise InvalidHand(problem.code, **problem.params)


def _count_problems(hand: Hand) -> Iterator[Problem]:
    if len(hand.melds) > MOST_MELDS:
        yield Problem("too_many_melds", {"count": len(hand.melds), "limit": MOST_MELDS})
    count = len(hand.concealed) + 3 * len(hand.melds) + 1
    if count != HAND_SIZE:
        yield Problem("wrong_tile_count", {"count": count, "expected": HAND_SIZE})


def _kind_problems(hand: Hand) -> Iterator[Problem]:
    for tile in _distinct_flowers((*hand.concealed, hand.win)):
        yield Problem("flower_in_hand", {"tile": tile.text})
    for tile, count in sorted(Counter(hand.tiles).items()):
        if count > COPIES and not tile.is_flower:
            yield Problem("five_of_a_kind", {"tile": tile.text, "count": count})


def _distinct_flowers(tiles: Iterable[Tile]) -> list[Tile]:
    return sorted({tile for tile in tiles if tile.is_flower})


def _meld_problems(hand: Hand) -> Iterator[Problem]:
    for number, meld in enumerate(hand.melds, 1):
        for code in meld_faults(meld):
            yield Problem(code, {"meld": number})


def _mode_problems(hand: Hand) -> Iterator[Problem]:
    for unwanted, code in _CONFLICTS:
        if unwanted in hand.mode:
            yield Problem(code)
    if WinMode.REPLACEMENT in hand.mode:
        if WinMode.SELF_DRAWN not in hand.mode:
            yield Problem("replacement_not_self_drawn")
        if not any(meld.is_kong for meld in hand.melds):
            yield Problem("replacement_without_kong")
    if WinMode.LAST_OF_ITS_KIND in hand.mode and hand.win in hand.concealed:
        yield Problem("last_of_its_kind_held", {"tile": hand.win.text})


# A robbed kong is another player's tile, and no kong may be made when no tile is left to replace
# it. That the robbed tile is the last of its kind is always true and counts nothing.
_CONFLICTS = (
    (WinMode.ROBBING | WinMode.SELF_DRAWN, "robbing_self_drawn"),
    (WinMode.ROBBING | WinMode.REPLACEMENT, "robbing_replacement"),
    (WinMode.ROBBING | WinMode.LAST_WALL_TILE, "robbing_last_wall_tile"),
)


def _robbed_problems(hand: Hand) -> Iterator[Problem]:
    """The robbed player holds a pung of the winning tile, so the winner can hold no other."""
    if WinMode.ROBBING in hand.mode and hand.win in hand.tiles[:-1]:
        yield Problem("robbed_tile_held", {"tile": hand.win.text})


def _flower_problems(hand: Hand) -> Iterator[Problem]:
    if not 0 <= hand.flower_count <= len(FLOWERS):
        yield Problem("flower_count", {"count": hand.flower_count, "limit": len(FLOWERS)})
    if isinstance(hand.flowers, int):
        return
    if not all(tile.is_flower for tile in hand.flowers):
        yield Problem("not_a_flower")
    if len(set(hand.flowers)) != len(hand.flowers):
        yield Problem("flower_twice")


_CHECKS: tuple[Callable[[Hand], Iterator[Problem]], ...] = (
    _count_problems,
    _kind_problems,
    _meld_problems,
    _mode_problems,
    _robbed_problems,
    _flower_problems,
)
