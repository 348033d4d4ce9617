"""Fields that several inputs share."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from scoring.api.doors import LARGEST
from tournaments.dates import FIRST_YEAR, LAST_YEAR


def _sane(value: dt.date) -> None:
    """Years that no clock of any zone can push out of the calendar."""
    if not FIRST_YEAR <= value.year <= LAST_YEAR:
        raise serializers.ValidationError(_("That is not a year of this game."), code="year")


class Day(serializers.DateField):
    """A date, `2026-10-10`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[_sane], **options)


class Moment(serializers.DateTimeField):
    """A moment with its zone, `2026-10-10T09:00:00+02:00`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(validators=[_sane], **options)


class Whole(serializers.IntegerField):
    """A whole number that every database holds; no text, no fraction."""

    def __init__(self, *, least: int = 0, most: int = LARGEST, **options: Any) -> None:
        super().__init__(min_value=least, max_value=most, **options)

    def to_internal_value(self, data: Any) -> int:
        """The number as it came."""
        if isinstance(data, bool) or not isinstance(data, int):
            self.fail("invalid")
        return super().to_internal_value(data)


class ReasonIn(serializers.Serializer[Any]):
    """Why it is changed."""

    reason = serializers.CharField(max_length=300, help_text="Why; it stays in the journal.")


class MaybeReasonIn(serializers.Serializer[Any]):
    """Why it is changed, where that matters."""

    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")
