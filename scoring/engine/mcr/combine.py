"""From the fans that a reading has to those that are counted: the highest legal total."""

from __future__ import annotations

from typing import NamedTuple

from scoring.engine.bags import ONES, SUIT_BITS, tiles_in
from scoring.engine.mcr.catalogue import CHICKEN_HAND
from scoring.engine.mcr.found import reading_fans
from scoring.engine.mcr.joins import (
    CHOW_SELECTIONS,
    NO_CHOICE,
    PUNGS,
    Selection,
    best_selections,
)
from scoring.engine.mcr.nonrepeat import NonRepeat
from scoring.engine.mcr.registry import ALL_CHOWS, WAITS
from scoring.engine.mcr.view import ReadingView

_CHICKEN = CHICKEN_HAND.number
SUITED = ONES & ((1 << 3 * SUIT_BITS) - 1)


class Count(NamedTuple):
    """One way to count a reading: the points, the fans counted and all that were looked at.

    Fans are numbers, repeated where they count more than once. Flowers are not among them.
    """

    points: int
    counted: list[int]
    found: list[int]


def counts(reading: ReadingView, of_hand: list[int], tables: NonRepeat) -> list[Count]:
    """Every choice of the reading's fans that is worth looking at, counted."""
    found = of_hand + reading_fans(reading, tables)
    return [count(found + chosen, tables) for chosen in choices(reading)]


def choices(reading: ReadingView) -> list[list[int]]:
    """The fans of which some exclude others, in each way that may be best.

    They are the fans that join chows, those that join pungs, and the one place of the winning
    tile that makes a fan of the only wait.
    """
    waits = [[number] for number, has in WAITS if has(reading)] or [[]]
    return [
        [*chows.fans, *pungs.fans, *wait]
        for chows in chow_selections(reading)
        for pungs in pung_selections(reading)
        for wait in waits
    ]


def chow_selections(reading: ReadingView) -> tuple[Selection, ...]:
    """The best selections of the chows of a reading; fans of all chows and the pair among them."""
    selections = CHOW_SELECTIONS.get(reading.chows, NO_CHOICE)
    if not reading.pungs:
        for number, has in ALL_CHOWS:
            if has(reading):
                selections += (Selection(0, (number,)),)
    return selections


def pung_selections(reading: ReadingView) -> tuple[Selection, ...]:
    """The best selections of the pungs of a reading."""
    suited = reading.pungs & SUITED
    if not suited & (suited - 1):
        return NO_CHOICE
    kinds = tiles_in(suited)
    return best_selections(PUNGS.of(kinds), len(kinds))


def count(found: list[int], tables: NonRepeat) -> Count:
    """Leave out of `found` what its fans leave out, and add the rest up."""
    present = _without_replaced(found, tables) if tables.replaces else found
    removes, points = tables.removes, tables.points
    removed = 0
    for number in present:
        removed |= removes[number]
    counted = [number for number in present if not removed >> number & 1] or [_CHICKEN]
    return Count(sum([points[number] for number in counted]), counted, found)


def _without_replaced(found: list[int], tables: NonRepeat) -> list[int]:
    """`found` without the fans that others stand in for, which then leave nothing out either."""
    instead = tables.instead
    replaced = 0
    for number in found:
        replaced |= instead[number]
    if replaced:
        found = [number for number in found if not replaced >> number & 1]
    for number, other in tables.one.items():
        if number in found and other in found:
            found = found.copy()
            found.remove(other)
    return found
