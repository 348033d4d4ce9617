"""Sets that were declared before the win: claimed chows, pungs and kongs, and concealed kongs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, IntEnum

from scoring.engine.errors import NotationError
from scoring.engine.notation import format_tiles, parse_tiles
from scoring.engine.tiles import Tile


class MeldKind(Enum):
    """What was declared; the values are the words of the JSON format."""

    CHOW = "chow"
    PUNG = "pung"
    MELDED_KONG = "melded_kong"
    ADDED_KONG = "added_kong"
    CONCEALED_KONG = "concealed_kong"


KONGS = frozenset({MeldKind.MELDED_KONG, MeldKind.ADDED_KONG, MeldKind.CONCEALED_KONG})


class Source(IntEnum):
    """Whose discard was claimed, seen from the player."""

    LEFT = 1
    OPPOSITE = 2
    RIGHT = 3


@dataclass(frozen=True, slots=True)
class Meld:
    """A declared set. `source` is None for a concealed kong, or where nobody wrote it down."""

    kind: MeldKind
    tiles: tuple[Tile, ...]
    source: Source | None = None

    @property
    def is_kong(self) -> bool:
        """True for the three kinds of kong."""
        return self.kind in KONGS

    @property
    def is_concealed(self) -> bool:
        """True for a concealed kong, which leaves the hand concealed."""
        return self.kind is MeldKind.CONCEALED_KONG


def meld_faults(meld: Meld) -> Iterator[str]:
    """The codes of everything that is wrong with a meld by itself."""
    yield from _shape_faults(meld)
    if meld.is_concealed and meld.source is not None:
        yield "concealed_kong_with_source"
    if meld.kind is MeldKind.CHOW and meld.source not in (None, Source.LEFT):
        yield "chow_not_from_left"


def _shape_faults(meld: Meld) -> Iterator[str]:
    tiles = sorted(meld.tiles)
    if any(tile.is_flower for tile in tiles):
        yield "flower_in_meld"
    elif len(tiles) != (4 if meld.is_kong else 3):
        yield "wrong_meld_size"
    elif meld.kind is not MeldKind.CHOW:
        if len(set(tiles)) != 1:
            yield "unequal_tiles_in_meld"
    elif any(tile.is_honor for tile in tiles):
        yield "chow_of_honors"
    elif tiles[0].suit != tiles[2].suit or [tile - tiles[0] for tile in tiles] != [0, 1, 2]:
        yield "not_a_chow"


_MELD = re.compile(r"\[([^\[\],]*)(?:,([1-7]))?\]")
_ADDED = 4  # added to a pung from source n - 4


def parse_meld(text: str) -> Meld:
    """Read `[123m,1]`, `[EEE,2]`, `[EEEE,3]` (melded), `[EEEE,7]` (added), `[EEEE]` (concealed).

    The number is the source: 1 left, 2 opposite, 3 right; 5, 6, 7 the same for an added kong.
    Three tiles may stand without a number, the source is then unknown.

    >>> parse_meld("[EEEE,7]").kind.value, parse_meld("[EEEE,7]").source.name
    ('added_kong', 'RIGHT')
    """
    match = _MELD.fullmatch(text)
    if match is None:
        raise NotationError("not_a_meld", text=text)
    tiles, number = parse_tiles(match[1]), int(match[2] or 0)
    added = number > _ADDED
    if number == _ADDED or (added and len(tiles) != 4):
        raise NotationError("not_a_source", text=text, source=number)
    source = Source(number - _ADDED if added else number) if number else None
    return Meld(_kind(tiles, number), tiles, source)


def format_meld(meld: Meld) -> str:
    """The form that `parse_meld` reads.

    >>> format_meld(parse_meld("[3m1m2m,1]"))
    '[312m,1]'
    """
    number = int(meld.source or 0)
    if meld.kind is MeldKind.ADDED_KONG:
        number += _ADDED if number else 0
    return f"[{format_tiles(meld.tiles)}{f',{number}' if number else ''}]"


def _kind(tiles: tuple[Tile, ...], number: int) -> MeldKind:
    if len(tiles) == 4:
        if number > _ADDED:
            return MeldKind.ADDED_KONG
        return MeldKind.MELDED_KONG if number else MeldKind.CONCEALED_KONG
    return MeldKind.PUNG if len(set(tiles)) == 1 else MeldKind.CHOW
