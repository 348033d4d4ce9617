"""Which tiles complete a hand: four sets and a pair, and the five special shapes.

A table of all complete suits (about twenty thousand, each with every way to part it) is built
when the module is imported; reading a hand is then four look-ups. The table also knows suits with
five of a kind, because a wait may by its shape want a tile that cannot come.
"""

from __future__ import annotations

from enum import Enum
from itertools import permutations
from typing import TypeAlias

from scoring.engine.bags import (
    BITS,
    HONOR_SHIFT,
    ONES,
    SUIT_BITS,
    SUIT_MASK,
    UNITS,
    Bag,
    bag_of,
    kinds_of,
)
from scoring.engine.tiles import PLAY_TILES, SUITED_KINDS


class Form(Enum):
    """The ways in which fourteen tiles can win."""

    STANDARD = "standard"
    SEVEN_PAIRS = "seven_pairs"
    THIRTEEN_ORPHANS = "thirteen_orphans"
    KNITTED_STRAIGHT = "knitted_straight"
    KNITTED_AND_HONORS = "knitted_and_honors"


# Chows (by their first tile), pungs and pair (by their tile) of one way to part the tiles.
Parts: TypeAlias = tuple[Bag, Bag, Bag]
Shape: TypeAlias = tuple[Form, Bag, Bag, Bag]

HONORS: Bag = bag_of(range(SUITED_KINDS, len(PLAY_TILES)))
ORPHANS: Bag = HONORS | bag_of(tile for tile in PLAY_TILES if tile.is_terminal)
KNITTED: tuple[Bag, ...] = tuple(
    bag_of(9 * suit + start + step for suit, start in enumerate(starts) for step in (0, 3, 6))
    for starts in permutations(range(3))
)
"""1-4-7, 2-5-8 and 3-6-9 of three suits, in each of the six ways."""

_SUITED: Bag = (1 << HONOR_SHIFT) - 1
_NO_PARTS: tuple[Parts, ...] = ()


def _suit_sets() -> list[Parts]:
    """The sets of one suit: tiles, then the chow or the pung as a part."""
    chows = [(0x111 << BITS * first, UNITS[first], 0) for first in range(7)]
    return chows + [(3 * UNITS[rank], 0, UNITS[rank]) for rank in range(9)]


def _honor_sets() -> list[Parts]:
    return [(3 * UNITS[kind], 0, UNITS[kind]) for kind in range(7)]


def _complete(sets: list[Parts], pairs: int) -> dict[Bag, tuple[Parts, ...]]:
    """Every bag of up to four `sets` and at most one of the first `pairs` kinds as a pair."""
    room, full = 2 * ONES, 8 * ONES  # a kind with more than five tiles runs into its highest bit
    level = [(0, 0, 0, 0)]
    bodies = list(level)
    for _ in range(4):
        level = [
            (bag + tiles, chows + chow, pungs + pung, index)
            for bag, chows, pungs, start in level
            for index, (tiles, chow, pung) in enumerate(sets[start:], start)
            if not (bag + tiles + room) & full
        ]
        bodies += level
    eyes = [(2 * unit, unit) for unit in UNITS[:pairs]]
    table: dict[Bag, tuple[Parts, ...]] = {}
    for bag, chows, pungs, _ in bodies:
        table[bag] = (*table.get(bag, _NO_PARTS), (chows, pungs, 0))
        for tiles, pair in eyes:
            whole = bag + tiles
            if not (whole + room) & full:
                table[whole] = (*table.get(whole, _NO_PARTS), (chows, pungs, pair))
    return table


_SUITS = _complete(_suit_sets(), pairs=9)
_HONOR_PARTS = {
    bag: tuple((0, pungs << HONOR_SHIFT, pair << HONOR_SHIFT) for _, pungs, pair in parts)
    for bag, parts in _complete(_honor_sets(), pairs=7).items()
}


def standard_parts(bag: Bag) -> list[Parts]:
    """Every way to part `bag` into sets and exactly one pair."""
    first = _SUITS.get(bag & SUIT_MASK)
    second = _SUITS.get(bag >> SUIT_BITS & SUIT_MASK)
    third = _SUITS.get(bag >> 2 * SUIT_BITS & SUIT_MASK)
    honors = _HONOR_PARTS.get(bag >> HONOR_SHIFT)
    if first is None or second is None or third is None or honors is None:
        return []
    found = [
        (
            chows0 | chows1 << SUIT_BITS | chows2 << 2 * SUIT_BITS,
            pungs0 | pungs1 << SUIT_BITS | pungs2 << 2 * SUIT_BITS | pungs3,
            pair0 | pair1 << SUIT_BITS | pair2 << 2 * SUIT_BITS | pair3,
        )
        for chows0, pungs0, pair0 in first
        for chows1, pungs1, pair1 in second
        for chows2, pungs2, pair2 in third
        for _, pungs3, pair3 in honors
    ]
    pair = found[0][2]
    return found if pair and not pair & (pair - 1) else []


def shapes(bag: Bag, melds: int) -> list[Shape]:
    """Every way in which the concealed tiles `bag`, beside `melds` melds, complete a hand."""
    found = [(Form.STANDARD, *parts) for parts in standard_parts(bag)]
    if melds > 1:
        return found
    kinds = kinds_of(bag)
    if (kinds & _SUITED).bit_count() >= 9:
        for body in KNITTED:
            if kinds & body == body:
                found += [(Form.KNITTED_STRAIGHT, *parts) for parts in standard_parts(bag - body)]
    if not melds:
        found += [(form, 0, 0, 0) for form in _special_forms(bag, kinds)]
    return found


def _special_forms(bag: Bag, kinds: Bag) -> list[Form]:
    """The forms without sets that fourteen concealed tiles have."""
    if not bag & ONES:
        return [Form.SEVEN_PAIRS]
    if kinds == ORPHANS:
        return [Form.THIRTEEN_ORPHANS]
    if bag == kinds and any(not kinds & _SUITED & ~body for body in KNITTED):
        return [Form.KNITTED_AND_HONORS]
    return []


def waiting_kinds(bag: Bag, melds: int) -> Bag:
    """The kinds that complete the concealed tiles `bag` of a hand that lacks its last tile.

    By shape alone: a kind of which all four are held is among them.
    """
    found = _standard_waits(bag)
    if melds > 1:
        return found
    kinds = kinds_of(bag)
    if (kinds & _SUITED).bit_count() >= 8:
        found |= _knitted_waits(bag, kinds)
    return found if melds else found | _special_waits(bag, kinds)


def _standard_waits(bag: Bag) -> Bag:
    """The kinds that leave all groups (three suits, honours) complete with one pair in all."""
    groups = (
        bag & SUIT_MASK,
        bag >> SUIT_BITS & SUIT_MASK,
        bag >> 2 * SUIT_BITS & SUIT_MASK,
        bag >> HONOR_SHIFT,
    )
    wanting = [number for number in range(4) if groups[number] not in _TABLES[number]]
    # The tiles of a group: sixteen leaves one when divided by fifteen.
    with_pair = [number for number in range(4) if groups[number] % 15 % 3 == 2]
    if not wanting:  # one of two pairs grows to a set
        wanting = with_pair
    elif len(wanting) > 1 or len([number for number in with_pair if number not in wanting]) > 1:
        return 0
    found = 0
    for number in wanting:
        group, table = groups[number], _TABLES[number]
        added = sum([unit for unit in _GROUP_UNITS[number] if group + unit in table])
        found |= added << number * SUIT_BITS
    return found


_TABLES = (_SUITS, _SUITS, _SUITS, _HONOR_PARTS)
_GROUP_UNITS = (UNITS[:9], UNITS[:9], UNITS[:9], UNITS[:7])


def _knitted_waits(bag: Bag, kinds: Bag) -> Bag:
    """The waits of a Knitted Straight: one of its nine tiles, or the set and the pair beside."""
    found = 0
    for body in KNITTED:
        missing = body & ~kinds
        if not missing:
            found |= _standard_waits(bag - body)
        elif not missing & (missing - 1) and standard_parts(bag - (body & kinds)):
            found |= missing
    return found


def _special_waits(bag: Bag, kinds: Bag) -> Bag:
    """The waits of thirteen concealed tiles for the forms without sets."""
    odd = bag & ONES
    if not odd & (odd - 1):
        return odd
    missing = ORPHANS & ~kinds
    if not kinds & ~ORPHANS and not missing & (missing - 1):
        return missing or ORPHANS
    if bag != kinds:
        return 0
    found = 0
    for body in KNITTED:
        if not kinds & _SUITED & ~body:
            found |= (body | HONORS) & ~kinds
    return found
