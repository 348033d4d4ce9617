"""From the fans that a reading has to those that are counted: the highest legal total."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from scoring.engine.bags import ONES, SUIT_BITS, Bag, tiles_in
from scoring.engine.mcr import fans_sets, fans_tiles, fans_win  # noqa: F401 - they enter their fans
from scoring.engine.mcr.catalogue import CHICKEN_HAND, number_of
from scoring.engine.mcr.joins import (
    CHOW_SELECTIONS,
    NO_CHOICE,
    Selection,
    best_selections,
    known_pung_joins,
)
from scoring.engine.mcr.nonrepeat import NonRepeat
from scoring.engine.mcr.registry import (
    ALL_CHOWS,
    ANY_READING,
    ANY_TILES,
    FOUR_SETS,
    ON_DISCARD,
    OTHER_FORMS,
    PUNG_FANS,
    SELF_DRAWN,
    WAITS,
    WITH_HONORS,
    WITH_KONGS,
    WITHOUT_HONORS,
    HandFans,
)
from scoring.engine.mcr.view import HandView, ReadingView
from scoring.engine.shapes import HONORS, Form

_PUNG_ALONE = number_of("Pung of Terminals or Honors")
_CHICKEN = CHICKEN_HAND.number
SUITED = ONES & ((1 << 3 * SUIT_BITS) - 1)


class Count(NamedTuple):
    """One way to count a reading: the points, the fans counted and all that were looked at.

    Fans are numbers, repeated where they count more than once. Flowers are not among them.
    """

    points: int
    counted: tuple[int, ...]
    found: tuple[int, ...]


def hand_fans(hand: HandView) -> list[int]:
    """The fans of the hand however it is read."""
    found = []
    for family in _families(hand):
        for number, times in family:
            count = times(hand)
            if count:
                found += [number] * count
    return found


def _families(hand: HandView) -> Iterator[HandFans]:
    """The families of fans that the hand can have."""
    yield ANY_TILES
    yield WITH_HONORS if hand.kinds & HONORS else WITHOUT_HONORS
    yield SELF_DRAWN if hand.self_drawn else ON_DISCARD
    if hand.kongs:
        yield WITH_KONGS


def reading_fans(reading: ReadingView, tables: NonRepeat) -> list[int]:
    """The fans of a reading that never exclude each other."""
    family = FOUR_SETS if reading.form is Form.STANDARD else OTHER_FORMS
    found = [number for number, has in family if has(reading)]
    found += [number for number, has in ANY_READING if has(reading)]
    if reading.pungs:
        taken: Bag = 0
        for number, pungs_of in PUNG_FANS:
            pungs = pungs_of(reading)
            if pungs:
                if number == _PUNG_ALONE:
                    found += [number] * (pungs & ~taken).bit_count()
                    continue
                found.append(number)
                if number in tables.takes_pungs:
                    taken |= pungs
    return found


def choices(reading: ReadingView) -> Iterator[list[int]]:
    """The fans of which some exclude others, in each way that may be best.

    They are the fans that join chows, those that join pungs, and the one place of the winning
    tile that makes a fan of the only wait.
    """
    waits = [[number] for number, has in WAITS if has(reading)] or [[]]
    for chows in chow_selections(reading):
        for pungs in pung_selections(reading):
            for wait in waits:
                yield [*chows.fans, *pungs.fans, *wait]


def chow_selections(reading: ReadingView) -> tuple[Selection, ...]:
    """The best selections of the chows of a reading; fans of all chows and the pair among them."""
    selections = CHOW_SELECTIONS.get(reading.chows, NO_CHOICE)
    for number, has in ALL_CHOWS:
        if has(reading):
            selections += (Selection(0, (number,)),)
    return selections


def pung_selections(reading: ReadingView) -> tuple[Selection, ...]:
    """The best selections of the pungs of a reading."""
    kinds = tiles_in(reading.pungs & SUITED)
    if len(kinds) < 2:
        return NO_CHOICE
    return best_selections(known_pung_joins(kinds), len(kinds))


def counts(reading: ReadingView, of_hand: list[int], tables: NonRepeat) -> list[Count]:
    """Every choice of the reading's fans that is worth looking at, counted."""
    found = of_hand + reading_fans(reading, tables)
    return [count(found + chosen, tables) for chosen in choices(reading)]


def count(found: list[int], tables: NonRepeat) -> Count:
    """Leave out of `found` what its fans leave out, and add the rest up."""
    seen = tuple(found)
    if tables.replaces:
        found = _without_replaced(found, tables)
    removed = 0
    for number in found:
        removed |= tables.removes[number]
    counted = [number for number in found if not removed >> number & 1]
    if not counted:
        counted = [_CHICKEN]
    points = tables.points
    return Count(sum([points[number] for number in counted]), tuple(counted), seen)


def _without_replaced(found: list[int], tables: NonRepeat) -> list[int]:
    """`found` without the fans that others stand in for, which then leave nothing out either."""
    replaced = 0
    for number in found:
        replaced |= tables.instead[number]
    if replaced:
        found = [number for number in found if not replaced >> number & 1]
    for number, other in tables.one.items():
        if number in found and other in found:
            found = found.copy()
            found.remove(other)
    return found
