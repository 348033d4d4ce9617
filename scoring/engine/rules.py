"""Which rules a tournament plays: one immutable value, read by the whole engine.

The options and their examples stand in the rules page; the first value of each is the default of
the profile that the World Mahjong Organization's rule book describes.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any, Self

from scoring.engine.errors import EngineError


class Profile(Enum):
    """The two ways of counting: the 2006 rule book, or Chinese calculator practice (1998)."""

    WMO = "wmo"
    CN = "cn"


class ExhaustedWait(Enum):
    """Whether a tile is still waited for when the winner holds all four of it.

    SHAPE: yes. CONCEALED: no when all four are concealed. OWN: no when all four are anywhere in
    the winner's hand.
    """

    SHAPE = "shape"
    CONCEALED = "concealed"
    OWN = "own"


class Break(Enum):
    """How many throws of two dice say where the wall is broken."""

    TWO_THROWS = "two_throws"
    ONE_THROW = "one_throw"


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a tournament.

    `knitted_body_wait`: a Knitted Straight won on a kind that its nine tiles also have may count
    its wait. `lesser_with_knitted_straight`: Lesser Honors and Knitted Tiles with all nine knitted
    tiles also counts Knitted Straight (24 in all) or not (12). `kongs_add_concealed`: concealed
    kongs are counted beside Three and Four Kongs; None means as the profile says.
    `wall_break` and `keep_flowers` (a flower may be held) concern the play of a hand.
    """

    profile: Profile = Profile.WMO
    exhausted_wait: ExhaustedWait = ExhaustedWait.SHAPE
    knitted_body_wait: bool = True
    lesser_with_knitted_straight: bool = True
    kongs_add_concealed: bool | None = None
    wall_break: Break = Break.TWO_THROWS
    keep_flowers: bool = False

    @property
    def adds_concealed_kongs(self) -> bool:
        """`kongs_add_concealed`, with the profile's own answer where it is None."""
        if self.kongs_add_concealed is None:
            return self.profile is Profile.WMO
        return self.kongs_add_concealed

    def with_settings(self, settings: Mapping[str, str]) -> Self:
        """These rules with some settings changed, given by the words of the rules page.

        Raises EngineError with code `unknown_setting` or `unknown_setting_value`.

        >>> Rules().with_settings({"exhausted_wait": "own"}).exhausted_wait.name
        'OWN'
        """
        changes: dict[str, Any] = {}
        for name, word in settings.items():
            if name not in SETTINGS:
                raise EngineError("unknown_setting", name=name, known=tuple(SETTINGS))
            field, words = SETTINGS[name]
            if word not in words:
                raise EngineError(
                    "unknown_setting_value", name=name, value=word, known=tuple(words)
                )
            changes[field] = words[word]
        return replace(self, **changes)

    def settings(self) -> dict[str, str]:
        """The words of every setting, such as a tournament document stores them.

        >>> Rules().settings()["lesser_with_knitted_straight"]
        '24'
        """
        return {
            name: _word(words, getattr(self, field)) for name, (field, words) in SETTINGS.items()
        }


_YES_NO: Mapping[str, object] = {"no": False, "yes": True}


def _words(kind: type[Enum]) -> dict[str, object]:
    return {member.value: member for member in kind}


# Setting -> the field of Rules and the value each word stands for.
SETTINGS: Mapping[str, tuple[str, Mapping[str, object]]] = {
    "profile": ("profile", _words(Profile)),
    "exhausted_wait": ("exhausted_wait", _words(ExhaustedWait)),
    "knitted_body_wait": ("knitted_body_wait", {"count": True, "no": False}),
    "lesser_with_knitted_straight": (
        "lesser_with_knitted_straight",
        {"24": True, "12": False},
    ),
    "kongs_add_concealed": (
        "kongs_add_concealed",
        {"profile": None, **_YES_NO},
    ),
    "break": ("wall_break", _words(Break)),
    "keep_flowers": ("keep_flowers", _YES_NO),
}


def _word(words: Mapping[str, object], value: object) -> str:
    return next(word for word, meaning in words.items() if meaning is value)
