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
_EAST_ASIAN = ("CJK ", "HIRAGANA ", "KATAKANA", "HANGUL ", "BOPOMOFO ", "IDEOGRAPHIC ")
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


def is_east_asian(first_name: str, last_name: str) -> bool:
    """True for a name in Chinese, Japanese or Korean writing alone: the family name stands first.

    >>> is_east_asian("文博", "赵"), is_east_asian("", "はなこ"), is_east_asian("Anna", "赵")
    (True, True, False)
    """
    letters = [letter for letter in first_name + last_name if letter.isalpha()]
    return bool(letters) and all(
        unicodedata.name(letter, "").startswith(_EAST_ASIAN) for letter in letters
    )


def full_name(first_name: str, last_name: str) -> str:
    """The whole name in the order in which it is said.

    >>> full_name("Zofia", "Łukasik"), full_name("文博", "赵")
    ('Zofia Łukasik', '赵文博')
    """
    if is_east_asian(first_name, last_name):
        return f"{last_name}{first_name}"
    return f"{first_name} {last_name}".strip()


def initials(first_name: str, last_name: str) -> tuple[str, str]:
    """What is left of the first and the last name of somebody who shows no more.

    A Chinese given name often is one character: none of it is shown.

    >>> initials("Zofia", "Łukasik"), initials("博", "赵")
    (('Z.', 'Ł.'), ('', '赵○'))
    """
    if is_east_asian(first_name, last_name):
        return "", f"{last_name[:1]}○"
    return first_name[:1] and f"{first_name[0]}.", last_name[:1] and f"{last_name[0]}."


def sort_key(first_name: str, last_name: str) -> str:
    """The key that lists of people are ordered by: last name first.

    >>> sort_key("Zofia", "Łukasik")
    'lukasik zofia'
    """
    between = "" if is_east_asian(first_name, last_name) else " "
    return fold(f"{last_name}{between}{first_name}")[:KEY_LENGTH]


def same_name_key(first_name: str, last_name: str) -> tuple[str, ...]:
    """What two spellings of one person's name share, whichever part comes first.

    >>> same_name_key("Jan van der", "Berg") == same_name_key("Jan", "van der Berg")
    True
    >>> same_name_key("文博", "赵") == same_name_key("", "赵文博")
    True
    """
    return tuple(sorted(fold(full_name(first_name, last_name)).split()))


def split_name(text: str) -> tuple[str, str]:
    """First and last name out of one cell.

    A comma separates last from first; words in capitals are the last name; otherwise it begins
    at the first small word (van, de …), or is the last word. Of words in Chinese, Japanese or
    Korean writing it is the first.

    >>> split_name("Köhler, Lena"), split_name("KÖHLER Lena"), split_name("Jan van der Berg")
    (('Lena', 'Köhler'), ('Lena', 'KÖHLER'), ('Jan', 'van der Berg'))
    >>> split_name("赵 文博"), split_name("赵文博")
    (('文博', '赵'), ('', '赵文博'))
    """
    last, comma, first = (part.strip() for part in text.partition(","))
    if comma:
        return (first, last) if last else ("", first)
    words = text.split()
    if len(words) > 1 and is_east_asian("", text):
        return "".join(words[1:]), words[0]
    capitals = [word for word in words if len(word) > 1 and word.isupper() and word.isalpha()]
    if capitals and len(capitals) < len(words):
        return " ".join(word for word in words if word not in capitals), " ".join(capitals)
    small = [place for place, word in enumerate(words) if place and word[0].islower()]
    cut = min(small[0] if small else len(words), len(words) - 1)
    return " ".join(words[:cut]), " ".join(words[cut:])
