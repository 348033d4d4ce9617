"""Everything that can happen at the table: one small value an action.

`seat` is the seat wind of the player who acts. A discard is answered by one action: the claim
that has priority, or the draw of the next player.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from scoring.engine.game.wall import Dice
from scoring.engine.rotation import Wind
from scoring.engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class Throw:
    """Throw two dice to break the wall."""

    seat: Wind
    dice: Dice


@dataclass(frozen=True, slots=True)
class Deal:
    """Break the wall and deal; `seat` is East."""

    seat: Wind = Wind.EAST


@dataclass(frozen=True, slots=True)
class Flower:
    """Expose a flower; the replacement is drawn by the next action."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class Keep:
    """Expose no more flowers before the first turn, where flowers may be kept."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw `tile` from the wall, or as the replacement of a flower or a kong."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """Discard a tile."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class Chow:
    """Claim the discard for a chow, named by its lowest tile."""

    seat: Wind
    first: Tile


@dataclass(frozen=True, slots=True)
class Pung:
    """Claim the discard for a pung."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class Kong:
    """Claim the discard for a (melded) kong."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class ConcealedKong:
    """Lay down four tiles of the hand as a concealed kong."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class AddedKong:
    """Add the fourth tile to an exposed pung; it may be robbed before the replacement."""

    seat: Wind
    tile: Tile


@dataclass(frozen=True, slots=True)
class Hu:
    """Win with the tile drawn, the discard or the tile of an added kong."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class Unclaimed:
    """Nobody wins on the last discard: the hand is drawn. `seat` is who would draw next."""

    seat: Wind


@dataclass(frozen=True, slots=True)
class FalseHu:
    """Call hu without a winning hand; `shown` when the tiles were exposed. The hand is dead."""

    seat: Wind
    shown: bool = True


@dataclass(frozen=True, slots=True)
class Foul:
    """A penalty by the book of the tournament, and a dead hand where it says so.

    `amount` is what the offender loses; `dead` is the referee's choice where the book leaves it;
    `offended` is who receives the points where the book pays one player.
    """

    seat: Wind
    code: str
    amount: int = 0
    dead: bool = False
    offended: Wind | None = None


Action: TypeAlias = (
    Throw
    | Deal
    | Flower
    | Keep
    | Draw
    | Discard
    | Chow
    | Pung
    | Kong
    | ConcealedKong
    | AddedKong
    | Hu
    | Unclaimed
    | FalseHu
    | Foul
)
"""One step of a hand."""

CLAIMS = (Chow, Pung, Kong, Hu)
"""The calls that compete for a discard."""
