"""Which fans a hand and its readings have, before any of them leaves out another.

A fan is a number, repeated where the hand has it more than once. The functions of the fans are
asked by families, so that a hand is asked only for what it can have.
"""

from __future__ import annotations

from itertools import chain

from scoring.engine.bags import Bag
from scoring.engine.mcr import fans_sets, fans_tiles, fans_win  # noqa: F401 - they enter their fans
from scoring.engine.mcr.nonrepeat import NonRepeat
from scoring.engine.mcr.registry import (
    ANY_TILES,
    CONCEALED_PUNGS,
    COUNTED,
    FOUR_SETS,
    HONOR_PUNGS,
    NO_CHOWS,
    NO_PUNGS,
    ON_DISCARD,
    OTHER_FORMS,
    SELF_DRAWN,
    SINGLE_PUNGS,
    WITH_HONORS,
    WITH_KONGS,
    WITHOUT_HONORS,
)
from scoring.engine.mcr.view import HandView, ReadingView
from scoring.engine.shapes import HONORS, Form

# What a hand is asked for: by honours, self-draw, kongs.
_OF_HAND = {
    (honors, self_drawn, kongs): tuple(
        chain(
            ANY_TILES,
            WITH_HONORS if honors else WITHOUT_HONORS,
            SELF_DRAWN if self_drawn else ON_DISCARD,
            WITH_KONGS if kongs else (),
        )
    )
    for honors in (False, True)
    for self_drawn in (False, True)
    for kongs in (False, True)
}


def hand_fans(hand: HandView) -> list[int]:
    """The fans of the hand however it is read."""
    family = _OF_HAND[hand.kinds & HONORS != 0, hand.self_drawn, hand.kongs != 0]
    found = [number for number, has in family if has(hand)]
    for number, times in COUNTED:
        found += [number] * times(hand)
    return found


def reading_fans(reading: ReadingView, tables: NonRepeat) -> list[int]:
    """The fans of a reading that never exclude each other."""
    family = FOUR_SETS if reading.form is Form.STANDARD else OTHER_FORMS
    found = [number for number, has in family if has(reading)]
    if reading.pungs:
        if not reading.chows and reading.form is Form.STANDARD:
            found += [number for number, has in NO_CHOWS if has(reading)]
        found += pung_fans(reading, tables)
    else:
        found += [number for number, has in NO_PUNGS if has(reading)]
    return found


def pung_fans(reading: ReadingView, tables: NonRepeat) -> list[int]:
    """The fans of single pungs; a pung that counts for one of them does not count alone as well."""
    found = []
    taken: Bag = 0
    if reading.pungs & HONORS:
        for number, pungs_of in HONOR_PUNGS:
            pungs = pungs_of(reading)
            if pungs:
                found.append(number)
                if number in tables.takes_pungs:
                    taken |= pungs
    if reading.concealed_pungs:
        found += [number for number, pungs_of in CONCEALED_PUNGS if pungs_of(reading)]
    for number, pungs_of in SINGLE_PUNGS:
        found += [number] * (pungs_of(reading) & ~taken).bit_count()
    return found
