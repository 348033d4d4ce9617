"""All ways to read a winning hand, and the tiles a hand waits for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.engine.bags import UNITS, Bag, bag_of, tiles_in
from scoring.engine.hand import HAND_SIZE, Hand
from scoring.engine.melds import Meld, MeldKind
from scoring.engine.shapes import Form, Shape, shapes, waiting_kinds
from scoring.engine.tiles import COPIES, TILES, Tile


@dataclass(frozen=True, slots=True)
class HandSet:
    """A chow, a pung or a kong of a reading; `melded` says whether it was declared open."""

    tiles: tuple[Tile, ...]
    melded: bool = False

    @property
    def is_chow(self) -> bool:
        """True for three tiles in a row."""
        return self.tiles[0] != self.tiles[1]

    @property
    def is_kong(self) -> bool:
        """True for four of a kind declared as a kong."""
        return len(self.tiles) == COPIES

    @property
    def first(self) -> Tile:
        """The tile that names the set: the lowest of a chow, the one of a pung or kong."""
        return min(self.tiles)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a hand: its sets, its pair, and the tiles that lie in neither.

    The loose tiles are the nine of a Knitted Straight, or all fourteen of the forms without sets.
    """

    form: Form
    sets: tuple[HandSet, ...]
    pair: Tile | None
    loose: tuple[Tile, ...] = ()

    @property
    def chows(self) -> tuple[HandSet, ...]:
        """The chows, concealed ones first."""
        return tuple(one for one in self.sets if one.is_chow)

    @property
    def pungs(self) -> tuple[HandSet, ...]:
        """The pungs and kongs, concealed pungs first."""
        return tuple(one for one in self.sets if not one.is_chow)


def readings(hand: Hand) -> tuple[Reading, ...]:
    """Every way to read `hand` as a win; empty when it does not win.

    >>> from scoring.engine.notation import parse_tiles
    >>> *concealed, win = parse_tiles("111222333m 99s EEE")
    >>> [len(reading.chows) for reading in readings(Hand(tuple(concealed), win))]
    [3, 0]
    """
    bag = bag_of(hand.concealed) + UNITS[hand.win]
    return tuple(reading_of(shape, bag, hand.melds) for shape in shapes(bag, len(hand.melds)))


def reading_of(shape: Shape, bag: Bag, melds: Iterable[Meld]) -> Reading:
    """The reading that parts the concealed tiles `bag` by `shape`."""
    form, chows, pungs, pair = shape
    own = [HandSet((TILES[first], TILES[first + 1], TILES[first + 2])) for first in tiles_in(chows)]
    own += [HandSet((tile,) * 3) for tile in tiles_in(pungs)]
    loose = bag - chows * 0x111 - 3 * pungs - 2 * pair
    return Reading(
        form,
        (*own, *(_set_of(meld) for meld in melds)),
        next(iter(tiles_in(pair)), None),
        tiles_in(loose),
    )


def _set_of(meld: Meld) -> HandSet:
    return HandSet(tuple(sorted(meld.tiles)), melded=meld.kind is not MeldKind.CONCEALED_KONG)


def waits(concealed: Iterable[Tile], melds: int = 0) -> tuple[Tile, ...]:
    """The tiles that complete concealed tiles beside a number of melds, by their shape.

    A tile of which all four are among the concealed ones cannot come and is left out. Nothing is
    waited for when the tiles are not one short of a hand.

    >>> from scoring.engine.notation import parse_tiles
    >>> " ".join(tile.text for tile in waits(parse_tiles("1112345678999m")))
    '1m 2m 3m 4m 5m 6m 7m 8m 9m'
    """
    tiles = tuple(concealed)
    if len(tiles) != HAND_SIZE - 1 - 3 * melds:
        return ()
    bag = bag_of(tiles)
    return tuple(
        tile for tile in tiles_in(waiting_kinds(bag, melds)) if bag >> 4 * tile & 15 < COPIES
    )


def hand_waits(hand: Hand) -> tuple[Tile, ...]:
    """What `hand` waited for before it was won."""
    return waits(hand.concealed, len(hand.melds))


def reachable(hand: Hand) -> Iterator[Tile]:
    """The waits of which the player does not hold all four in concealed tiles and melds."""
    held = (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles))
    return (tile for tile in hand_waits(hand) if held.count(tile) < COPIES)
