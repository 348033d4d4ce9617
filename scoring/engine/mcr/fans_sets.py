"""Fans of a whole reading: the special shapes, and patterns that run through all its sets."""

from __future__ import annotations

from scoring.engine.bags import UNITS
from scoring.engine.mcr.registry import FOUR_SETS, NO_CHOWS, NO_PUNGS, OTHER_FORMS, reading_fan
from scoring.engine.mcr.view import ReadingView, ranks
from scoring.engine.shapes import HONORS, KNITTED, Form

_SEVEN_IN_A_ROW = 2 * sum(UNITS[:7])
_SEVEN_SHIFTED = frozenset(
    _SEVEN_IN_A_ROW * UNITS[9 * suit + first] for suit in range(3) for first in range(3)
)
# Chows by their first tile; their four bits count up to four of them.
_CHOWS_WITH_END = 15 * ranks(1, 7)
_CHOWS_WITH_FIVE = 15 * ranks(3, 4, 5)
_SIMPLES = ranks(2, 3, 4, 5, 6, 7, 8)
_EVENS, _FIVES = ranks(2, 4, 6, 8), ranks(5)


@reading_fan("Seven Shifted Pairs", OTHER_FORMS)
def seven_shifted_pairs(reading: ReadingView) -> bool:
    """Seven pairs in a row in one suit."""
    return reading.form is Form.SEVEN_PAIRS and reading.hand.bag in _SEVEN_SHIFTED


@reading_fan("Seven Pairs", OTHER_FORMS)
def seven_pairs(reading: ReadingView) -> bool:
    """Seven pairs."""
    return reading.form is Form.SEVEN_PAIRS


@reading_fan("Thirteen Orphans", OTHER_FORMS)
def thirteen_orphans(reading: ReadingView) -> bool:
    """One of each terminal and honour, and one more."""
    return reading.form is Form.THIRTEEN_ORPHANS


@reading_fan("Greater Honors and Knitted Tiles", OTHER_FORMS)
def greater_honors_and_knitted_tiles(reading: ReadingView) -> bool:
    """All seven honours and seven knitted tiles."""
    return reading.form is Form.KNITTED_AND_HONORS and reading.hand.kinds & HONORS == HONORS


@reading_fan("Lesser Honors and Knitted Tiles", OTHER_FORMS)
def lesser_honors_and_knitted_tiles(reading: ReadingView) -> bool:
    """Five or six honours and eight or nine knitted tiles."""
    return reading.form is Form.KNITTED_AND_HONORS and reading.hand.kinds & HONORS != HONORS


@reading_fan("Knitted Straight", OTHER_FORMS)
def knitted_straight(reading: ReadingView) -> bool:
    """1-4-7, 2-5-8 and 3-6-9 in three suits, with a set and a pair or among honours."""
    if reading.form is Form.KNITTED_AND_HONORS:
        suited = reading.hand.kinds & ~HONORS
        return reading.hand.rules.lesser_with_knitted_straight and suited in KNITTED
    return reading.form is Form.KNITTED_STRAIGHT


@reading_fan("All Even Pungs", NO_CHOWS)
def all_even_pungs(reading: ReadingView) -> bool:
    """Pungs and pair of 2, 4, 6 and 8."""
    return not (reading.pungs | reading.pair) & ~_EVENS


@reading_fan("All Fives", FOUR_SETS)
def all_fives(reading: ReadingView) -> bool:
    """A five in every set and in the pair."""
    return not (reading.pungs | reading.pair) & ~_FIVES and not reading.chows & ~_CHOWS_WITH_FIVE


@reading_fan("All Pungs", NO_CHOWS)
def all_pungs(reading: ReadingView) -> bool:
    """Four pungs and a pair."""
    return True


@reading_fan("Outside Hand", FOUR_SETS)
def outside_hand(reading: ReadingView) -> bool:
    """A terminal or an honour in every set and in the pair."""
    return not (reading.pungs | reading.pair) & _SIMPLES and not reading.chows & ~_CHOWS_WITH_END


@reading_fan("All Chows", NO_PUNGS)
def all_chows(reading: ReadingView) -> bool:
    """Four chows and a suited pair; a Knitted Straight is three chows."""
    return reading.pair != 0 and not reading.pair & HONORS
