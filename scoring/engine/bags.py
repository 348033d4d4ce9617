"""Tiles in a bag: how many of each kind, as one number with four bits a kind.

Adding bags adds counts, shifting moves a suit, and a mask asks about all kinds at once: this is
what makes the engine fast. The lowest four bits count the first tile, the next four the second.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from scoring.engine.tiles import PLAY_KINDS, PLAY_TILES, Tile

Bag: TypeAlias = int

BITS = 4
SUIT_BITS = 9 * BITS
SUIT_MASK = (1 << SUIT_BITS) - 1
HONOR_SHIFT = 3 * SUIT_BITS

UNITS: tuple[Bag, ...] = tuple(1 << BITS * kind for kind in range(PLAY_KINDS))
"""The bag that holds one tile of a kind."""

ONES: Bag = sum(UNITS)
FOURS: Bag = 4 * ONES


def bag_of(tiles: Iterable[int]) -> Bag:
    """The bag of some tiles.

    >>> hex(bag_of(PLAY_TILES[i] for i in (0, 0, 2)))
    '0x102'
    """
    return sum([UNITS[tile] for tile in tiles])


def kinds_of(bag: Bag) -> Bag:
    """One tile of each kind in `bag` (no kind more than seven times)."""
    return (bag | bag >> 1 | bag >> 2) & ONES


def count_in(bag: Bag, tile: int) -> int:
    """How many of a kind are in a bag."""
    return bag >> BITS * tile & 15


def tiles_in(bag: Bag) -> tuple[Tile, ...]:
    """The tiles of a bag in their order.

    >>> tiles_in(0x102)
    (Tile('1m'), Tile('1m'), Tile('3m'))
    """
    tiles = []
    while bag:
        kind = (bag & -bag).bit_length() - 1 >> 2  # the lowest kind that is there
        tiles += [PLAY_TILES[kind]] * (bag >> BITS * kind & 15)
        bag &= -1 << BITS * (kind + 1)
    return tuple(tiles)
