"""What a row of the catalogue of fans says."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.engine.rules import Profile, Rules


class Why(Enum):
    """Why a fan is not counted beside another.

    NAMED: the rule book names it as not added. CONTAINED: it is always part of the other.
    SAME_PUNGS: a pung counts for one of the two only. ONE_WAIT: the winning tile is read in one
    place. OTHER_READING: the same tiles have it when they are read in another way. PROFILE: one of
    the two profiles does not add it. INSTEAD: the profile counts another fan in its place.
    ACCOUNT_ONCE: its sets are already joined by other fans.
    SEVERAL_WAITS: the hand waits for more than one kind of tile.
    """

    NAMED = "named"
    CONTAINED = "contained"
    SAME_PUNGS = "same_pungs"
    ONE_WAIT = "one_wait"
    OTHER_READING = "other_reading"
    PROFILE = "profile"
    INSTEAD = "instead"
    ACCOUNT_ONCE = "account_once"
    SEVERAL_WAITS = "several_waits"


class When(Enum):
    """Under which rules a row leaves a fan out."""

    ALWAYS = "always"
    WMO = "wmo"
    CN = "cn"
    KONGS_NOT_ADDED = "kongs_not_added"

    def holds(self, rules: Rules) -> bool:
        """Whether it does under `rules`."""
        if self is When.KONGS_NOT_ADDED:
            return not rules.adds_concealed_kongs
        return self is When.ALWAYS or self.value == rules.profile.value


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A fan that another leaves out.

    It is left out whole, but for SAME_PUNGS (the pungs of the other fan only) and `one` (once).
    """

    fan: str
    why: Why
    when: When = When.ALWAYS
    one: bool = False


@dataclass(frozen=True, slots=True)
class Names:
    """The names of a fan beside the English one."""

    fr: str
    zh: str
    pinyin: str


@dataclass(frozen=True, slots=True, repr=False)
class Fan:
    """A scoring element: number in the 2006 book, names, points, definition, what it leaves out.

    `number_1998` is its number in the Chinese rules of 1998 where that differs, `points_cn` its
    points in Chinese practice likewise.
    """

    number: int
    en: str
    names: Names
    points_wmo: int
    definition: str
    leaves_out: tuple[LeftOut, ...] = ()
    number_1998: int | None = None
    points_cn: int | None = None
    also_fr: str | None = None

    def __repr__(self) -> str:
        return f"<Fan {self.number} {self.en}>"

    def points(self, profile: Profile) -> int:
        """The points of one such fan."""
        if profile is Profile.CN and self.points_cn is not None:
            return self.points_cn
        return self.points_wmo


def named(*fans: str) -> tuple[LeftOut, ...]:
    """Fans that the rule book names as not added."""
    return tuple(LeftOut(fan, Why.NAMED) for fan in fans)


def contained(*fans: str) -> tuple[LeftOut, ...]:
    """Fans that are always part of this one."""
    return tuple(LeftOut(fan, Why.CONTAINED) for fan in fans)


def same_pungs(fan: str) -> tuple[LeftOut, ...]:
    """A fan that the pungs of this one do not count for as well."""
    return (LeftOut(fan, Why.SAME_PUNGS),)


def one_wait(*fans: str) -> tuple[LeftOut, ...]:
    """Other readings of the place of the winning tile."""
    return tuple(LeftOut(fan, Why.ONE_WAIT) for fan in fans)


def other_reading(*fans: str) -> tuple[LeftOut, ...]:
    """Fans that the same tiles can only have when they are read in another way."""
    return tuple(LeftOut(fan, Why.OTHER_READING) for fan in fans)


def practice(fan: str) -> tuple[LeftOut, ...]:
    """A fan that Chinese practice does not add."""
    return (LeftOut(fan, Why.PROFILE, When.CN),)


def book(fan: str) -> tuple[LeftOut, ...]:
    """A fan that the 2006 rule book does not add."""
    return (LeftOut(fan, Why.NAMED, When.WMO),)


def one_in_practice(fan: str) -> tuple[LeftOut, ...]:
    """A fan of which Chinese practice leaves out one."""
    return (LeftOut(fan, Why.PROFILE, When.CN, one=True),)


def self_drawn_in_practice() -> tuple[LeftOut, ...]:
    """Chinese practice counts Self-Drawn instead of Fully Concealed Hand."""
    return (LeftOut("Fully Concealed Hand", Why.INSTEAD, When.CN),)


def kongs(*fans: str) -> tuple[LeftOut, ...]:
    """Fans of concealed kongs, where the rules count the concealed pungs instead."""
    return tuple(LeftOut(fan, Why.INSTEAD, When.KONGS_NOT_ADDED) for fan in fans)
