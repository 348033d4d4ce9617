"""Where the functions that recognise fans are entered, one a fan, grouped by what they look at."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from scoring.engine.bags import Bag
from scoring.engine.mcr.catalogue import number_of

if TYPE_CHECKING:
    from scoring.engine.mcr.view import HandView, ReadingView

# How often the whole hand has the fan (True is once).
HandFan: TypeAlias = "Callable[[HandView], int]"
# Whether a reading of the hand has the fan.
ReadingFan: TypeAlias = "Callable[[ReadingView], bool]"
# The pungs and kongs of which the fan is made, none when it is not there.
PungFan: TypeAlias = "Callable[[ReadingView], Bag]"
# Whether sets of these ascending first ranks, in these suits, join to the fan.
JoinFan: TypeAlias = "Callable[[tuple[int, ...], tuple[int, ...]], bool]"

HandFans: TypeAlias = list[tuple[int, HandFan]]
ReadingFans: TypeAlias = list[tuple[int, ReadingFan]]
PungFans: TypeAlias = list[tuple[int, PungFan]]

# Families, so that a hand is asked only for what it can have.
ANY_TILES: HandFans = []
WITH_HONORS: HandFans = []
WITHOUT_HONORS: HandFans = []
SELF_DRAWN: HandFans = []
ON_DISCARD: HandFans = []
WITH_KONGS: HandFans = []
COUNTED: HandFans = []
FOUR_SETS: ReadingFans = []
NO_CHOWS: ReadingFans = []
NO_PUNGS: ReadingFans = []
OTHER_FORMS: ReadingFans = []
WAITS: ReadingFans = []
ALL_CHOWS: ReadingFans = []
HONOR_PUNGS: PungFans = []
CONCEALED_PUNGS: PungFans = []
SINGLE_PUNGS: PungFans = []
CHOW_JOINS: list[tuple[int, int, JoinFan]] = []
PUNG_JOINS: list[tuple[int, int, JoinFan]] = []


def hand_fan(name: str, *families: HandFans) -> Callable[[HandFan], HandFan]:
    """A fan of the hand however it is read: of its tiles, its kongs, or the way it was won."""

    def enter(function: HandFan) -> HandFan:
        for family in families:
            family.append((number_of(name), function))
        return function

    return enter


def reading_fan(name: str, family: ReadingFans) -> Callable[[ReadingFan], ReadingFan]:
    """A fan of one reading of the hand."""

    def enter(function: ReadingFan) -> ReadingFan:
        family.append((number_of(name), function))
        return function

    return enter


def pung_fan(name: str, family: PungFans) -> Callable[[PungFan], PungFan]:
    """A fan of some pungs or kongs of a reading."""

    def enter(function: PungFan) -> PungFan:
        family.append((number_of(name), function))
        return function

    return enter


def chows(size: int, name: str) -> Callable[[JoinFan], JoinFan]:
    """A fan that joins `size` chows, given by the ranks of their first tiles and their suits."""

    def enter(function: JoinFan) -> JoinFan:
        CHOW_JOINS.append((number_of(name), size, function))
        return function

    return enter


def pungs(size: int, name: str) -> Callable[[JoinFan], JoinFan]:
    """A fan that joins `size` suited pungs or kongs, given by their ranks and suits."""

    def enter(function: JoinFan) -> JoinFan:
        PUNG_JOINS.append((number_of(name), size, function))
        return function

    return enter
