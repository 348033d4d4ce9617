"""Fans of single pungs and kongs, and of pungs that join."""

from __future__ import annotations

from scoring.engine.bags import UNITS, Bag
from scoring.engine.mcr.registry import CONCEALED_PUNGS, HONOR_PUNGS, SINGLE_PUNGS, pung_fan, pungs
from scoring.engine.mcr.view import DRAGONS, TERMINALS, WINDS, ReadingView
from scoring.engine.rotation import Wind
from scoring.engine.tiles import SUITED_KINDS

_COUNTED_ALONE = TERMINALS | WINDS


@pung_fan("Big Four Winds", HONOR_PUNGS)
def big_four_winds(reading: ReadingView) -> Bag:
    """Pungs of all four winds."""
    winds = reading.pungs & WINDS
    return winds if winds == WINDS else 0


@pung_fan("Big Three Dragons", HONOR_PUNGS)
def big_three_dragons(reading: ReadingView) -> Bag:
    """Pungs of all three dragons."""
    dragons = reading.pungs & DRAGONS
    return dragons if dragons == DRAGONS else 0


@pung_fan("Little Four Winds", HONOR_PUNGS)
def little_four_winds(reading: ReadingView) -> Bag:
    """Pungs of three winds and a pair of the fourth."""
    winds = reading.pungs & WINDS
    return winds if winds | reading.pair == WINDS else 0


@pung_fan("Little Three Dragons", HONOR_PUNGS)
def little_three_dragons(reading: ReadingView) -> Bag:
    """Pungs of two dragons and a pair of the third."""
    dragons = reading.pungs & DRAGONS
    return dragons if dragons | reading.pair == DRAGONS else 0


@pung_fan("Four Concealed Pungs", CONCEALED_PUNGS)
def four_concealed_pungs(reading: ReadingView) -> Bag:
    """Four concealed pungs or kongs."""
    return _exactly(4, reading.concealed_pungs)


@pung_fan("Three Concealed Pungs", CONCEALED_PUNGS)
def three_concealed_pungs(reading: ReadingView) -> Bag:
    """Three concealed pungs or kongs."""
    return _exactly(3, reading.concealed_pungs)


@pung_fan("Two Concealed Pungs", CONCEALED_PUNGS)
def two_concealed_pungs(reading: ReadingView) -> Bag:
    """Two concealed pungs or kongs."""
    return _exactly(2, reading.concealed_pungs)


@pung_fan("Big Three Winds", HONOR_PUNGS)
def big_three_winds(reading: ReadingView) -> Bag:
    """Pungs of three winds."""
    return _exactly(3, reading.pungs & WINDS)


@pung_fan("Two Dragon Pungs", HONOR_PUNGS)
def two_dragon_pungs(reading: ReadingView) -> Bag:
    """Pungs of two dragons."""
    return _exactly(2, reading.pungs & DRAGONS)


@pung_fan("Dragon Pung", HONOR_PUNGS)
def dragon_pung(reading: ReadingView) -> Bag:
    """A pung of a dragon."""
    return _exactly(1, reading.pungs & DRAGONS)


@pung_fan("Prevalent Wind", HONOR_PUNGS)
def prevalent_wind(reading: ReadingView) -> Bag:
    """A pung of the wind of the round."""
    return reading.pungs & _wind(reading.hand.hand.round_wind)


@pung_fan("Seat Wind", HONOR_PUNGS)
def seat_wind(reading: ReadingView) -> Bag:
    """A pung of the player's own wind."""
    return reading.pungs & _wind(reading.hand.hand.seat_wind)


@pung_fan("Pung of Terminals or Honors", SINGLE_PUNGS)
def pung_of_terminals_or_honors(reading: ReadingView) -> Bag:
    """Pungs of ones, nines and winds; each counts."""
    return reading.pungs & _COUNTED_ALONE


def _exactly(count: int, sets: Bag) -> Bag:
    return sets if sets.bit_count() == count else 0


def _wind(wind: Wind | None) -> Bag:
    return 0 if wind is None else UNITS[SUITED_KINDS + wind]


@pungs(4, "Four Pure Shifted Pungs")
def four_pure_shifted_pungs(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Four in a row in one suit."""
    return ranks[0] + 3 == ranks[1] + 2 == ranks[2] + 1 == ranks[3] and len({*suits}) == 1


@pungs(3, "Pure Shifted Pungs")
def pure_shifted_pungs(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Three in a row in one suit."""
    return ranks[0] + 2 == ranks[1] + 1 == ranks[2] and len({*suits}) == 1


@pungs(3, "Triple Pung")
def triple_pung(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """The same rank in the three suits."""
    return ranks[0] == ranks[1] == ranks[2] and len({*suits}) == 3


@pungs(3, "Mixed Shifted Pungs")
def mixed_shifted_pungs(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """Three in a row in the three suits."""
    return ranks[0] + 2 == ranks[1] + 1 == ranks[2] and len({*suits}) == 3


@pungs(2, "Double Pung")
def double_pung(ranks: tuple[int, ...], suits: tuple[int, ...]) -> bool:
    """The same rank in two suits."""
    return ranks[0] == ranks[1] and suits[0] != suits[1]
