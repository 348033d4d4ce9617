"""Days as the reader's language writes them."""

from __future__ import annotations

import datetime as dt

from babel import Locale
from babel.dates import format_interval, format_skeleton
from django.core.exceptions import ValidationError
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

FIRST_YEAR, LAST_YEAR = 1990, 2190


def check_year(day: dt.date) -> None:
    """Refuse years that a clock of some zone would push out of the calendar.

    Raises ValidationError (`year`).
    """
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValidationError(_("That is not a year of this game."), code="year")


def date_range(first: dt.date, last: dt.date) -> str:
    """The days of an event, as short as can be: 10–11 Oct 2026."""
    return str(format_interval(first, last, "yMMMMd", locale=_locale()))


def long_day(day: dt.date) -> str:
    """A day of a programme with its weekday: Saturday 10 October."""
    return str(format_skeleton("MMMMEEEEd", day, locale=_locale()))


def _locale() -> Locale:
    """The reader's locale; in English the day stands before the month, as in all of Europe."""
    language = get_language() or "en"
    return Locale.parse("en_GB" if language == "en" else language.replace("-", "_"))
