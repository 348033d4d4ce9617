"""Names as keys: how people are ordered, searched and recognised, the same on every database."""

from __future__ import annotations

import unicodedata

# Letters that Unicode does not take apart into a letter and an accent.
_LETTERS = str.maketrans(
    {
        "ł": "l",
        "ø": "o",
        "đ": "d",
        "ð": "d",
        "þ": "th",
        "æ": "ae",
        "œ": "oe",
        "ı": "i",
        "ħ": "h",
        "ŧ": "t",
        "ŋ": "n",
    }
)
_APOSTROPHES = "'’‘ʼ`´"
KEY_LENGTH = 260


def tidy(text: str) -> str:
    """The text in composed letters, without control characters and doubled spaces."""
    kept = (" " if unicodedata.category(sign) == "Cc" else sign for sign in text)
    return " ".join(unicodedata.normalize("NFC", "".join(kept)).split())


def _is_accent(letter: str) -> bool:
    return "\u0300" <= letter <= "\u036f"


def fold(text: str) -> str:
    """The text without case, accents, apostrophes and doubled spaces; hyphens become spaces.

    >>> fold("Łukasik  Weißhaupt-Nováčková")
    'lukasik weisshaupt novackova'
    >>> fold("O’Neill") == fold("ONEILL")
    True
    """
    apart = unicodedata.normalize("NFKD", text.casefold())
    plain = "".join(letter for letter in apart if not _is_accent(letter)).translate(_LETTERS)
    kept = "".join(
        letter if letter.isalnum() or unicodedata.category(letter).startswith("M") else " "
        for letter in plain
        if letter not in _APOSTROPHES
    )
    return unicodedata.normalize("NFC", " ".join(kept.split()))


def sort_key(first_name: str, last_name: str) -> str:
    """The key that lists of people are ordered by: last name first.

    >>> sort_key("Zofia", "Łukasik")
    'lukasik zofia'
    """
    return fold(f"{last_name} {first_name}")[:KEY_LENGTH]


def same_name_key(first_name: str, last_name: str) -> tuple[str, ...]:
    """What two spellings of one person's name share, whichever part comes first.

    >>> same_name_key("Jan van der", "Berg") == same_name_key("Jan", "van der Berg")
    True
    """
    return tuple(sorted(fold(f"{first_name} {last_name}").split()))


def split_name(text: str) -> tuple[str, str]:
    """First and last name out of one cell.

    A comma separates last from first; words in capitals are the last name; otherwise it begins
    at the first small word (van, de …), or is the last word.

    >>> split_name("Köhler, Lena"), split_name("KÖHLER Lena"), split_name("Jan van der Berg")
    (('Lena', 'Köhler'), ('Lena', 'KÖHLER'), ('Jan', 'van der Berg'))
    """
    last, comma, first = (part.strip() for part in text.partition(","))
    if comma:
        return (first, last) if last else ("", first)
    words = text.split()
    capitals = [word for word in words if len(word) > 1 and word.isupper() and word.isalpha()]
    if capitals and len(capitals) < len(words):
        return " ".join(word for word in words if word not in capitals), " ".join(capitals)
    small = [place for place, word in enumerate(words) if place and word[0].islower()]
    cut = min(small[0] if small else len(words), len(words) - 1)
    return " ".join(words[:cut]), " ".join(words[cut:])
