"""A hand at one moment, as an immutable value that shares what did not change."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import TypeAlias

from scoring.engine.bags import BITS, Bag
from scoring.engine.game.ruleset import Ruleset, Verdict
from scoring.engine.game.wall import Dice, Rows, Wall
from scoring.engine.hand import Hand
from scoring.engine.melds import Meld
from scoring.engine.rotation import Wind
from scoring.engine.settle import NO_PAYMENTS, Payments, add_payments
from scoring.engine.tiles import PLAY_KINDS, TILES, Tile

PLAY_MASK: Bag = (1 << BITS * PLAY_KINDS) - 1
"""The bits of a bag that are not flowers."""

WINDS = tuple(Wind)
AFTER: tuple[Wind, ...] = (*WINDS[1:], WINDS[0])
"""Who comes after each wind in the order of play."""


class Phase(Enum):
    """What is due next. `GameState.seat` is the player it concerns."""

    THROW = "throw"  # seat throws the dice
    DEAL = "deal"
    OPENING = "opening"  # seat exposes the flowers of the deal
    DRAW = "draw"  # seat draws from the wall
    TURN = "turn"  # seat has a tile more and discards, declares a kong or wins
    REPLACE = "replace"  # seat draws a replacement
    ROB = "rob"  # seat has added a tile to a pung, the others may win on it
    ANSWER = "answer"  # seat has discarded, the others may claim
    OVER = "over"


class Origin(Enum):
    """Where the tile came from that made a hand one tile longer."""

    DEAL = "deal"
    WALL = "wall"
    KONG = "kong"  # the replacement of a kong
    FLOWER = "flower"  # the replacement of a flower
    CLAIM = "claim"


@dataclass(frozen=True, slots=True)
class Discarded:
    """A tile on the floor, and who claimed it."""

    tile: Tile
    claimed_by: Wind | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """What lies before one player. `hand` are the concealed tiles, flowers not exposed included."""

    hand: Bag = 0
    melds: tuple[Meld, ...] = ()
    flowers: tuple[Tile, ...] = ()
    discards: tuple[Discarded, ...] = ()
    dead: bool = False

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """The concealed tiles in their order."""
        return tiles_of(self.hand)

    def held(self, tile: int) -> int:
        """How many of a kind are in the hand."""
        return self.hand >> BITS * tile & 15


Players: TypeAlias = tuple[Player, Player, Player, Player]


@dataclass(frozen=True, slots=True)
class Setup:
    """What a hand starts from: the rules, the wind of the round and the tiles as built."""

    ruleset: Ruleset
    rows: Rows
    round_wind: Wind = Wind.EAST


@dataclass(frozen=True, slots=True)
class Win:
    """How the hand was won; `discarder` is None on a self-draw."""

    seat: Wind
    discarder: Wind | None
    hand: Hand
    verdict: Verdict
    payments: Payments


@dataclass(frozen=True, slots=True)
class Drawn:
    """Nobody won; `reason` is `wall_exhausted` or `flower_not_replaced`."""

    reason: str


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty that was given; `code` is empty for a dead hand that the book has no row for."""

    seat: Wind
    code: str
    dead: bool
    flowers_lost: bool
    payments: Payments


@dataclass(frozen=True, slots=True)
class GameState:
    """A hand at one moment.

    `tile` is the tile just drawn, discarded or added to a pung; `origin` says where the tile of
    the player at turn came from, or will come from while a replacement is due. `seen` is everything
    visible to all: discards and exposed melds. While `opening`, flowers of the deal are replaced,
    and `tile` and `origin` are about the hand of `first`, whose turn comes next.
    """

    setup: Setup
    phase: Phase
    seat: Wind = Wind.EAST
    players: Players = (Player(), Player(), Player(), Player())
    wall: Wall | None = None
    dice: tuple[Dice, ...] = ()
    tile: Tile | None = None
    origin: Origin = Origin.DEAL
    seen: Bag = 0
    opening: bool = False
    penalties: tuple[Given, ...] = ()
    end: Win | Drawn | None = None
    first: Wind = Wind.EAST

    @property
    def over(self) -> bool:
        """True when the hand was won or drawn."""
        return self.phase is Phase.OVER

    @property
    def is_last_tile(self) -> bool:
        """True when nobody can draw after the discard of `seat`: the wall's last tile is out."""
        return self.wall is not None and not self.wall.left(AFTER[self.seat])

    @property
    def scores(self) -> Payments:
        """What East, South, West and North receive so far, penalties included."""
        won = self.end.payments if isinstance(self.end, Win) else NO_PAYMENTS
        return add_payments(won, *(given.payments for given in self.penalties))


@lru_cache(maxsize=4096)
def tiles_of(bag: Bag) -> tuple[Tile, ...]:
    """The tiles of a bag in their order, flowers included."""
    return tuple(tile for tile in TILES for _ in range(bag >> BITS * tile & 15))
