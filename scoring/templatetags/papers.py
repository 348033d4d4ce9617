"""How text fits on paper."""

from __future__ import annotations

import unicodedata

from django import template

from tournaments.templatetags.qv import HANZI, wind_name

register = template.Library()


def text_width(text: str) -> int:
    """The width of a text in half ems: hanzi and kana take two, marks above letters none.

    >>> text_width("Łukasik"), text_width("赵文博")
    (7, 6)
    """
    return sum(
        0 if unicodedata.combining(letter) else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )


@register.filter
def fit(text: str, steps: str) -> str:
    """The class `fit0`, `fit1` … by the first step that is wide enough for the text.

    >>> fit("Weißhaupt", "8,16"), fit("A" * 40, "8,16")
    ('fit1', 'fit2')
    """
    widths = [int(step) for step in steps.split(",")]
    width = text_width(text)
    return f"fit{sum(width > step for step in widths)}"


@register.filter
def hanzi(wind: int) -> str:
    """The hanzi of a wind alone, for the cells of a score sheet."""
    return HANZI[wind]


@register.filter
def wind_word(wind: int) -> str:
    """The word for a wind."""
    return wind_name(wind)


@register.filter
def add_length(length: float, more: float) -> str:
    """A length plus another, in hundredths: what `add` does for whole numbers only."""
    return f"{length + float(more):.2f}"
