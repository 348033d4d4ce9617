"""Which sets each counted fan is made of, and why the others are not counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from scoring.engine.bags import FOURS, UNITS, Bag, tiles_in
from scoring.engine.mcr.catalogue import BY_NUMBER, number_of
from scoring.engine.mcr.combine import SUITED, Count
from scoring.engine.mcr.fan import Fan, Why
from scoring.engine.mcr.joins import CHOWS, PUNGS, Join, acyclic_selections
from scoring.engine.mcr.nonrepeat import NonRepeat
from scoring.engine.mcr.registry import CONCEALED_PUNGS, HONOR_PUNGS, SINGLE_PUNGS
from scoring.engine.mcr.view import EDGE, MIDDLE, ReadingView, sole_wait
from scoring.engine.tiles import TILES, Tile

Tiles: TypeAlias = tuple[Tile, ...]
# The sets of one instance of a fan; none means that the whole hand has it.
MadeOf: TypeAlias = tuple[Tiles, ...]

_PUNG_ALONE = number_of("Pung of Terminals or Honors")
_TILE_HOG = number_of("Tile Hog")
_WAITS = tuple(number_of(name) for name in ("Edge Wait", "Closed Wait", "Single Wait"))
_PUNGS_OF = dict((*HONOR_PUNGS, *CONCEALED_PUNGS, *SINGLE_PUNGS))


@dataclass(frozen=True, slots=True)
class CountedFan:
    """A fan that counts: how often, its points each time, and the sets of each instance.

    `sets` is empty where the hand as a whole has the fan.
    """

    fan: Fan
    count: int
    points: int
    sets: tuple[MadeOf, ...]


@dataclass(frozen=True, slots=True)
class DroppedFan:
    """A fan that the hand has and does not count: why, and because of which other fan."""

    fan: Fan
    why: Why
    by: Fan | None = None
    sets: MadeOf = ()


class JoinedSets(NamedTuple):
    """Sets of one kind, all fans that join some of them, and those that are counted."""

    sets: list[Tiles]
    joins: list[Join]
    chosen: tuple[Join, ...]

    def members(self, join: Join) -> MadeOf:
        """The sets that a fan joins."""
        return tuple([one for place, one in enumerate(self.sets) if join.members >> place & 1])


def joined_sets(reading: ReadingView, count: Count) -> tuple[JoinedSets, JoinedSets]:
    """The chows of a reading and its suited pungs, with a selection that gives `count`."""
    chows, pungs = tiles_in(reading.chows), tiles_in(reading.pungs & SUITED)
    return (
        _joined([TILES[first : first + 3] for first in chows], CHOWS.of(chows), count),
        _joined([_pung(reading, tile) for tile in pungs], PUNGS.of(pungs), count),
    )


def _joined(sets: list[Tiles], joins: list[Join], count: Count) -> JoinedSets:
    """Find the legal selection whose fans are those that were looked at for `count`."""
    possible = {join.fan for join in joins}
    wanted = sorted([fan for fan in count.found if fan in possible])
    chosen = next(
        chosen
        for chosen in acyclic_selections(joins, len(sets))
        if sorted([join.fan for join in chosen]) == wanted
    )
    return JoinedSets(sets, joins, chosen)


def counted_fans(
    reading: ReadingView, count: Count, joined: Iterable[JoinedSets], tables: NonRepeat
) -> tuple[CountedFan, ...]:
    """The fans of `count` in the order of the rule book."""
    made: dict[int, list[MadeOf]] = {}
    for group in joined:
        for join in group.chosen:
            made.setdefault(join.fan, []).append(group.members(join))
    return tuple(
        CountedFan(
            BY_NUMBER[number],
            times,
            tables.points[number],
            tuple(made.get(number) or _own_sets(reading, number, tables))[:times],
        )
        for number, times in sorted(Counter(count.counted).items())
    )


def _own_sets(reading: ReadingView, number: int, tables: NonRepeat) -> Iterator[MadeOf]:
    """The sets of each instance of a fan that does not join."""
    if number == _TILE_HOG:
        for tile in tiles_in((reading.hand.tiles & FOURS) >> 2):
            yield ((tile,) * 4,)
    elif number == _PUNG_ALONE:
        pungs = _PUNGS_OF[number](reading) & ~_taken(reading, tables)
        for tile in tiles_in(pungs):
            yield (_pung(reading, tile),)
    elif number in _PUNGS_OF:
        yield tuple(_pung(reading, tile) for tile in tiles_in(_PUNGS_OF[number](reading)))
    elif number in _WAITS:
        yield (_waiting_set(reading, number),)


def _pung(reading: ReadingView, tile: Tile) -> Tiles:
    return (tile,) * (4 if reading.hand.kongs & UNITS[tile] else 3)


def _taken(reading: ReadingView, tables: NonRepeat) -> Bag:
    """The pungs that other fans use up."""
    taken = 0
    for number in tables.takes_pungs:
        taken |= _PUNGS_OF[number](reading)
    return taken


def _waiting_set(reading: ReadingView, number: int) -> Tiles:
    """The chow or the pair that the winning tile completed."""
    win = reading.hand.hand.win
    if number == _WAITS[2]:
        return (win, win)
    places = (EDGE, MIDDLE)[_WAITS.index(number)][win] & reading.own_chows
    first = tiles_in(places)[0]
    return TILES[first : first + 3]


def dropped_fans(
    reading: ReadingView, count: Count, joined: Iterable[JoinedSets], tables: NonRepeat
) -> tuple[DroppedFan, ...]:
    """The fans that the reading has and that are not counted, in the order of the rule book."""
    dropped = [
        *_left_out(count, tables),
        *_used_pungs(reading, tables),
        *_joined_already(joined),
        *_several_waits(reading),
    ]
    return tuple(sorted(dropped, key=lambda one: one.fan.number))


def _left_out(count: Count, tables: NonRepeat) -> Iterator[DroppedFan]:
    """Fans that another one leaves out."""
    for number, times in (Counter(count.found) - Counter(count.counted)).items():
        by, why = tables.reason(number, count.found)
        for _ in range(times):
            yield DroppedFan(BY_NUMBER[number], why, BY_NUMBER[by])


def _used_pungs(reading: ReadingView, tables: NonRepeat) -> Iterator[DroppedFan]:
    """Pungs that count for another fan of single pungs."""
    alone = _PUNGS_OF[_PUNG_ALONE](reading)
    for number in sorted(tables.takes_pungs):
        for tile in tiles_in(_PUNGS_OF[number](reading) & alone):
            alone &= ~UNITS[tile]
            pung = (_pung(reading, tile),)
            yield DroppedFan(BY_NUMBER[_PUNG_ALONE], Why.SAME_PUNGS, BY_NUMBER[number], pung)


def _joined_already(joined: Iterable[JoinedSets]) -> Iterator[DroppedFan]:
    """Joining fans outside the selection: their sets are joined by others."""
    for group in joined:
        for join in group.joins:
            if join not in group.chosen:
                fan = BY_NUMBER[join.fan]
                yield DroppedFan(fan, Why.ACCOUNT_ONCE, sets=group.members(join))


def _several_waits(reading: ReadingView) -> Iterator[DroppedFan]:
    """The wait fan that the place of the winning tile has, in a hand with other waits."""
    win = reading.hand.win
    places = (
        reading.own_chows & EDGE[win],
        reading.own_chows & MIDDLE[win],
        reading.pair & UNITS[win],
    )
    for number, place in zip(_WAITS, places, strict=True):
        if place and not sole_wait(reading.hand):
            fan = BY_NUMBER[number]
            yield DroppedFan(fan, Why.SEVERAL_WAITS, sets=(_waiting_set(reading, number),))
            return
