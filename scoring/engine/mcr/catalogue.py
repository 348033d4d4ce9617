"""The catalogue of fans: every row by its number and by its name."""

from __future__ import annotations

from scoring.engine.mcr import rows_4_to_1, rows_16_to_6, rows_88_to_24
from scoring.engine.mcr.fan import Fan

CATALOGUE: tuple[Fan, ...] = (*rows_88_to_24.ROWS, *rows_16_to_6.ROWS, *rows_4_to_1.ROWS)
"""The 81 fans in the order of the 2006 book; the one of two unlike kongs (82) among those of 6."""

BY_NUMBER: dict[int, Fan] = {fan.number: fan for fan in CATALOGUE}
BY_NAME: dict[str, Fan] = {fan.en: fan for fan in CATALOGUE}

CHICKEN_HAND = BY_NAME["Chicken Hand"]
FLOWER_TILES = BY_NAME["Flower Tiles"]


def number_of(name: str) -> int:
    """The number of a fan in the 2006 book, by its English name; KeyError for any other.

    >>> number_of("Chicken Hand")
    43
    """
    return BY_NAME[name].number
