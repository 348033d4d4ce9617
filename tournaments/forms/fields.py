"""Fields that several forms of this app share."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone

from tournaments.dates import check_year
from tournaments.table_numbers import format_table_numbers, parse_table_numbers


class DayInput(forms.DateInput):
    """The browser's own field for a day."""

    input_type = "date"

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(format="%Y-%m-%d", **kwargs)


class DayField(forms.DateField):
    """A day of a tournament, in a year that any calendar can count from."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=DayInput, validators=[check_year], **kwargs)


class LocalTimeField(forms.DateTimeField):
    """A moment typed by the clock of the hall; `zone` is set by the form.

    A time that the hall's clock never shows, or shows twice, is refused.
    """

    zone: zoneinfo.ZoneInfo

    def __init__(self, **kwargs: Any) -> None:
        attrs = {"type": "datetime-local"}
        widget = forms.DateTimeInput(attrs=attrs, format="%Y-%m-%dT%H:%M")
        super().__init__(widget=widget, validators=[check_year], **kwargs)

    def to_python(self, value: Any) -> dt.datetime | None:
        """The moment meant by the text."""
        with timezone.override(self.zone):
            return super().to_python(value)

    def prepare_value(self, value: Any) -> Any:
        """The hall's own time of a moment."""
        with timezone.override(self.zone):
            return super().prepare_value(value)


class TableNumbersField(forms.CharField):
    """Numbers of tables as text, "1-8, 10-18"; the value is a list."""

    def to_python(self, value: Any) -> Any:
        """The numbers, in the order typed."""
        try:
            return list(parse_table_numbers(super().to_python(value) or ""))
        except ValidationError as refused:
            raise ValidationError(refused.message, refused.code, refused.params) from refused

    def prepare_value(self, value: Any) -> Any:
        """The numbers as text again."""
        return format_table_numbers(value) if isinstance(value, list | tuple) else value
