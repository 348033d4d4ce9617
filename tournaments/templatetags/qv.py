"""How winds, points, scores, places, states and tiles are written on every page and paper."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.countries import country_name
from players.gates import keeps_people
from scoring.engine.rotation import Wind
from tournaments.dates import date_range, long_day

register = template.Library()
register.simple_tag(date_range)
register.filter(long_day)

HANZI = "東南西北"
MINUS = "−"

# Shape first, colour second: every mark can be read in black and white.
_SHAPES = {
    "act": '<path d="M7 1 13 7 7 13 1 7Z" fill="currentColor"/>',
    "wait": '<circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" stroke-width="1.6"/>'
    '<path d="M7 1.5a5.5 5.5 0 0 1 0 11Z" fill="currentColor"/>',
    "over": '<path d="M2.5 1.5h9L7 7l4.5 5.5h-9L7 7Z" fill="currentColor"/>',
    "play": '<circle cx="7" cy="7" r="5.2" fill="none" stroke="currentColor" stroke-width="1.6"/>',
    "done": '<path d="M2.2 7.4 5.6 10.8 11.8 3.6" fill="none" stroke="currentColor" '
    'stroke-width="2"/>',
}


def wind_name(wind: int) -> str:
    """The word for a wind, 0 East to 3 North, in the reader's language."""
    return (_("East"), _("South"), _("West"), _("North"))[wind]


def wind_letter(wind: int) -> str:
    """The letter for a wind in the reader's language."""
    return (
        pgettext("letter of a wind", "E"),
        pgettext("letter of a wind", "S"),
        pgettext("letter of a wind", "W"),
        pgettext("letter of a wind", "N"),
    )[wind]


@register.simple_tag
def wind(value: Wind | int, form: str = "word", dealer: bool = False) -> SafeString:
    """A wind as hanzi with its word (`word`), its letter (`letter`), or for screen readers only
    (`hanzi`)."""
    number = int(value)
    mark = format_html(
        '<span class="w{}" aria-hidden="true" lang="zh-Hant">{}</span>',
        " dealer" if dealer else "",
        HANZI[number],
    )
    if form == "hanzi":
        return format_html('{}<span class="sr">{}</span>', mark, wind_name(number))
    text = wind_letter(number) if form == "letter" else wind_name(number)
    return format_html('<span class="wl">{} {}</span>', mark, text)


@register.filter
def signed(value: int | None) -> str:
    """A score with its sign, always: +48, 0, −32 with a true minus."""
    if value is None:
        return ""
    if value == 0:
        return "0"
    return f"+{value}" if value > 0 else f"{MINUS}{-value}"


@register.filter
def points_text(twelfths: int | None) -> str:
    """Table points as plain text: 21, 8 1/3."""
    if twelfths is None:
        return ""
    whole, rest = divmod(int(twelfths), 12)
    if not rest:
        return str(whole)
    part = Fraction(rest, 12)
    text = f"{part.numerator}/{part.denominator}"
    return f"{whole} {text}" if whole else text


@register.filter
def table_points(twelfths: int | None) -> SafeString:
    """Table points with a slot of its own for the fraction, two decimals in the title."""
    if twelfths is None:
        return SafeString("")
    whole, rest = divmod(int(twelfths), 12)
    part = Fraction(rest, 12)
    return format_html(
        '<span class="tp" title="{}"><span>{}</span>{}<span class="fr">{}</span></span>',
        f"{int(twelfths) / 12:.2f}",
        whole if whole or not rest else "",
        " " if whole and rest else "",  # not seen, but "1 1/2" must not be read out as "11/2"
        f"{part.numerator}/{part.denominator}" if rest else "",
    )


@register.simple_tag
def state_mark(kind: str, text: str) -> SafeString:
    """A state: shape, word and colour. Kinds: act, wait, over, play, done."""
    shape = mark_safe(_SHAPES[kind])
    return format_html(
        '<span class="st {}"><svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">'
        "{}</svg>{}</span>",
        kind,
        shape,
        text,
    )


@register.filter
def country(code: str) -> str:
    """A country's name in the reader's language."""
    return country_name(code)


@register.filter
def item(mapping: Any, key: Any) -> Any:
    """`mapping[key]` in a template, or nothing."""
    return mapping.get(key)


@register.filter
def may_see_people(user: Any) -> bool:
    """True for those whom the pages of people are open to: nobody else is led there."""
    return keeps_people(user)
