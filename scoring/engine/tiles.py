"""The 42 kinds of tile.

A tile is a small integer, cheap to copy and fast as an index: 0–8 characters, 9–17 bamboos,
18–26 dots, 27–30 winds, 31–33 dragons, 34–41 flowers. Everything below 34 is played; flowers are
only exposed. Text is read and written in `notation`.
"""

from __future__ import annotations

from enum import IntEnum

PLAY_KINDS = 34
TILE_KINDS = 42
COPIES = 4
SUITED_KINDS = 27
FIRST_DRAGON = 31

SUIT_LETTERS = "msp"
WIND_LETTERS = "ESWN"
DRAGON_LETTERS = "CFP"


class Suit(IntEnum):
    """The three suits, in the order in which tiles are sorted."""

    CHARACTERS = 0
    BAMBOOS = 1
    DOTS = 2


class Tile(int):
    """One kind of tile; equal to its number 0–41.

    >>> Tile(4), Tile(4).rank, Tile(4).suit.name
    (Tile('5m'), 5, 'CHARACTERS')
    """

    __slots__ = ()

    def __repr__(self) -> str:
        return f"Tile({self.text!r})"

    def __str__(self) -> str:
        return self.text

    @property
    def is_suited(self) -> bool:
        """True for characters, bamboos and dots."""
        return self < SUITED_KINDS

    @property
    def is_wind(self) -> bool:
        """True for the four winds."""
        return SUITED_KINDS <= self < FIRST_DRAGON

    @property
    def is_dragon(self) -> bool:
        """True for the three dragons."""
        return FIRST_DRAGON <= self < PLAY_KINDS

    @property
    def is_honor(self) -> bool:
        """True for winds and dragons."""
        return SUITED_KINDS <= self < PLAY_KINDS

    @property
    def is_flower(self) -> bool:
        """True for flowers and seasons, which are never part of a hand's sets."""
        return self >= PLAY_KINDS

    @property
    def is_terminal(self) -> bool:
        """True for the ones and nines of the suits."""
        return self < SUITED_KINDS and self % 9 in (0, 8)

    @property
    def suit(self) -> Suit:
        """The suit of a suited tile; ValueError for honours and flowers."""
        return Suit(self // 9)

    @property
    def rank(self) -> int:
        """1–9 in a suit; 1–4 for winds; 1–3 for dragons; 1–8 for flowers."""
        if self < SUITED_KINDS:
            return self % 9 + 1
        return self - _first_of_group(self) + 1

    @property
    def text(self) -> str:
        """The one written form: `5m`, `E`, `C`, `3f`."""
        return _TEXTS[self]

    @property
    def key(self) -> str:
        """A stable key for pictures and spoken names, such as `bamboo_3` or `dragon_red`."""
        return _KEYS[self]


def _first_of_group(tile: int) -> int:
    """The number of the first wind, dragon or flower."""
    if tile >= PLAY_KINDS:
        return PLAY_KINDS
    return FIRST_DRAGON if tile >= FIRST_DRAGON else SUITED_KINDS


_TEXTS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in SUIT_LETTERS for rank in range(1, 10)),
    *WIND_LETTERS,
    *DRAGON_LETTERS,
    *(f"{rank}f" for rank in range(1, 9)),
)

_KEYS: tuple[str, ...] = (
    *(f"{suit}_{rank}" for suit in ("character", "bamboo", "dot") for rank in range(1, 10)),
    *(f"wind_{name}" for name in ("east", "south", "west", "north")),
    *(f"dragon_{name}" for name in ("red", "green", "white")),
    *(f"flower_{name}" for name in ("plum", "orchid", "chrysanthemum", "bamboo")),
    *(f"season_{name}" for name in ("spring", "summer", "autumn", "winter")),
)

TILES: tuple[Tile, ...] = tuple(Tile(number) for number in range(TILE_KINDS))
"""Every kind, at its own number: `TILES[4]` is the five of characters."""

PLAY_TILES = TILES[:PLAY_KINDS]
FLOWERS = TILES[PLAY_KINDS:]
WINDS = TILES[SUITED_KINDS:FIRST_DRAGON]
DRAGONS = TILES[FIRST_DRAGON:PLAY_KINDS]
RED, GREEN, WHITE = DRAGONS
TILE_BY_TEXT = {tile.text: tile for tile in TILES}


def suited(suit: Suit | int, rank: int) -> Tile:
    """The tile of a suit and a rank 1–9.

    >>> suited(Suit.DOTS, 9)
    Tile('9p')
    """
    return TILES[9 * suit + rank - 1]
