"""The numbers of the tables of a hall as text: "1-8, 10-18"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

HIGHEST_TABLE = 999
_PART = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?")


def parse_table_numbers(text: str) -> tuple[int, ...]:
    """The tables that the text names, in its order; nothing for an empty text.

    Raises ValidationError naming the part that cannot be read, is out of range, runs backwards or
    comes twice.

    >>> parse_table_numbers("1-3, 10")
    (1, 2, 3, 10)
    """
    numbers: list[int] = []
    for part in filter(None, (piece.strip() for piece in re.split(r"[,;\n]", text))):
        numbers.extend(_numbers_of(part))
    twice = next((number for number in numbers if numbers.count(number) > 1), None)
    if twice is not None:
        raise ValidationError(
            _("Table %(table)s stands there twice."), code="table_twice", params={"table": twice}
        )
    return tuple(numbers)


def format_table_numbers(numbers: Sequence[int]) -> str:
    """The shortest text that parses to `numbers`.

    >>> format_table_numbers([1, 2, 3, 10, 5])
    '1-3, 10, 5'
    """
    runs = groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0])
    parts = []
    for _key, run in runs:
        found = [number for _place, number in run]
        parts.append(str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}")
    return ", ".join(parts)


def _numbers_of(part: str) -> range:
    read = _PART.fullmatch(part)
    if read is None:
        raise ValidationError(
            _("“%(part)s” is no table number and no range like 1-8."),
            code="not_a_range",
            params={"part": part},
        )
    first, last = int(read[1]), int(read[2] or read[1])
    if first < 1 or max(first, last) > HIGHEST_TABLE:
        raise ValidationError(
            _("“%(part)s”: tables have numbers from 1 to %(most)s."),
            code="out_of_range",
            params={"part": part, "most": HIGHEST_TABLE},
        )
    if last < first:
        raise ValidationError(
            _("“%(part)s” runs backwards."), code="backwards", params={"part": part}
        )
    return range(first, last + 1)
