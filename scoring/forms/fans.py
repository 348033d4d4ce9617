"""Called fans as form fields: a box to tick, or a number where a fan can count several times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.engine.mcr.catalogue import BY_NUMBER, FLOWER_TILES
from scoring.engine.mcr.claim import MOST
from scoring.engine.mcr.fan import Fan
from scoring.engine.rules import Profile
from scoring.fan_names import COMMON_FIRST, fan_name, other_names, search_text


@dataclass(frozen=True, slots=True)
class FanRow:
    """One fan of the list: what it says, and how often it is called."""

    fan: Fan
    points: int
    most: int
    count: int

    @property
    def number(self) -> int:
        """Its number in the book, which the form sends."""
        return self.fan.number

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return fan_name(self.fan)

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """The English and the Chinese name, with their languages."""
        return other_names(self.fan)

    @property
    def search(self) -> str:
        """What a search looks at."""
        return search_text(self.fan)


def fan_rows(called: Mapping[str, int], profile: Profile) -> list[FanRow]:
    """Every fan but flowers, which have a field of their own; the most used first."""
    return [
        FanRow(fan, fan.points(profile), MOST.get(fan.en, 1), called.get(fan.en, 0))
        for fan in COMMON_FIRST
        if fan != FLOWER_TILES
    ]


class FansWidget(forms.Widget):
    """Reads `fan` (numbers of ticked boxes) and `fan_73` (how often); the page draws them."""

    def value_from_datadict(self, data: Any, files: Any, name: str) -> dict[str, str]:
        """What was sent, by the number of the fan as text."""
        ticked = data.getlist("fan") if hasattr(data, "getlist") else []
        sent = {number: "1" for number in ticked if number}
        for fan in BY_NUMBER.values():
            value = data.get(f"fan_{fan.number}", "")
            if value not in ("", "0"):
                sent[str(fan.number)] = value
        return sent

    def value_omitted_from_data(self, data: Any, files: Any, name: str) -> bool:
        """Boxes that are not ticked are not sent: nothing is ever omitted."""
        return False


class FansField(forms.Field):
    """Fans by their English names with how often each was called; empty for none."""

    widget = FansWidget

    def clean(self, value: Any) -> dict[str, int]:
        """The names and counts; refuse numbers that no fan has."""
        called: dict[str, int] = {}
        for number, count in (value or {}).items():
            fan = BY_NUMBER.get(int(number)) if number.isdecimal() else None
            if fan is None or not count.isdecimal():
                raise ValidationError(_("These fans cannot be read."), code="unknown_fan")
            called[fan.en] = int(count)
        return called

    def called(self, value: Any) -> dict[str, int]:
        """The same for drawing the page again: what cannot be read is left out."""
        try:
            return self.clean(value)
        except ValidationError:
            return {}
