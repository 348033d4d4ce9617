"""Forms of the programme."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm
from tournaments.forms.fields import LocalTimeField


class SessionForm(StyledForm):
    """When a session starts, by the clock of the hall, and how long it lasts."""

    starts_at = LocalTimeField(label=_("Start"))
    minutes = forms.IntegerField(label=_("Minutes"), min_value=10, max_value=600, initial=120)

    def __init__(self, *args: Any, zone: zoneinfo.ZoneInfo, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_at"].zone = zone  # type: ignore[attr-defined]
