"""EMA numbers: eight digits as text, of which the first two name the issuing organisation."""

from __future__ import annotations

import re

# The organisations that are known, by the countries' IOC codes. The list is not complete:
# an unknown prefix is worth a warning and never a refusal; guests have numbers too.
PREFIXES: dict[str, str] = {
    "01": "AUT",
    "02": "BEL",
    "03": "DEN",
    "04": "FRA",
    "05": "GER",
    "06": "HUN",
    "07": "ITA",
    "08": "NED",
    "09": "SWE",
    "10": "ESP",
    "11": "GBR",
    "12": "POR",
    "14": "FIN",
    "15": "RUS",
    "16": "SUI",
    "17": "SVK",
    "19": "POL",
}


def tidy_number(text: str) -> str:
    """The number without spaces and dots, its lost leading zero put back.

    A spreadsheet that took the number for a figure gives seven digits, or a tail of `.0`. What is
    no number comes back as it was.

    >>> tidy_number("4010012"), tidy_number("04 01 00 12"), tidy_number("4010012.0")
    ('04010012', '04010012', '04010012')
    """
    digits = re.sub(r"\.0$", "", text.strip())
    digits = re.sub(r"[\s.\-  ]", "", digits)
    return digits.zfill(8) if re.fullmatch(r"[0-9]{7}", digits) else digits


def is_number(text: str) -> bool:
    """True for eight digits, as the federation writes them."""
    return re.fullmatch(r"[0-9]{8}", text) is not None


def has_known_prefix(number: str) -> bool:
    """True where the organisation that issued the number is known."""
    return number[:2] in PREFIXES
