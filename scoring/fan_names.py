"""The names of fans on pages: in the reader's language, in English and in Chinese."""

from __future__ import annotations

import unicodedata

from django.utils.translation import get_language

from scoring.engine.mcr.catalogue import BY_NAME, CATALOGUE
from scoring.engine.mcr.fan import Fan


def fan_name(fan: Fan) -> str:
    """The name in the reader's language."""
    language = get_language() or "en"
    if language.startswith("fr"):
        return fan.names.fr
    return fan.names.zh if language.startswith("zh") else fan.en


def other_names(fan: Fan) -> tuple[tuple[str, str], ...]:
    """The English and the Chinese name with their languages, without the one `fan_name` gives."""
    own = fan_name(fan)
    named = (("en", fan.en), ("zh-Hans", fan.names.zh))
    return tuple((language, name) for language, name in named if name != own)


def search_text(fan: Fan) -> str:
    """Everything a fan can be searched by, folded: three languages, pinyin with and without tones.

    >>> "qing yi se" in search_text(BY_NAME["Full Flush"])
    True
    """
    names = (fan.en, fan.names.fr, fan.also_fr or "", fan.names.zh, fan.names.pinyin)
    text = " ".join(names).casefold()
    return f"{text} {_without_marks(text)}"


def _without_marks(text: str) -> str:
    parted = unicodedata.normalize("NFD", text)
    return "".join(letter for letter in parted if not unicodedata.combining(letter))


# How often fans counted in the 1,944 wins of 3,000 hands that the machine's players played among
# themselves (`python -m scoring.engine simulate --hands 3000 --seed 7`), the most frequent first.
_MOST_USED = (
    "All Chows",
    "Mixed Shifted Chows",
    "Closed Wait",
    "Self-Drawn",
    "Mixed Double Chow",
    "Mixed Straight",
    "Mixed Triple Chow",
    "One Voided Suit",
    "Concealed Hand",
    "Short Straight",
    "Lesser Honors and Knitted Tiles",
    "Edge Wait",
    "No Honors",
    "Pung of Terminals or Honors",
    "All Simples",
    "Pure Straight",
    "Fully Concealed Hand",
    "All Pungs",
    "Pure Shifted Chows",
    "Greater Honors and Knitted Tiles",
    "Dragon Pung",
    "Last Tile",
    "Knitted Straight",
    "Single Wait",
    "Two Terminal Chows",
    "Prevalent Wind",
    "Two Concealed Pungs",
    "Double Pung",
    "Pure Double Chow",
    "Seat Wind",
    "Seven Pairs",
    "Melded Kong",
    "Concealed Kong",
    "Half Flush",
    "Outside Hand",
    "All Types",
    "Tile Hog",
)
COMMON_FIRST: tuple[Fan, ...] = (
    *(BY_NAME[name] for name in _MOST_USED),
    *(fan for fan in reversed(CATALOGUE) if fan.en not in _MOST_USED),
)
"""Every fan: the frequent ones first, the others from small to large."""
