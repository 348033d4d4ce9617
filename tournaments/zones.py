"""Time zones that a hall can lie in."""

from __future__ import annotations

import zoneinfo
from functools import cache

_NO_PLACES = ("Etc/", "SystemV/", "posix/", "right/", "US/", "Brazil/", "Canada/", "Mexico/")


@cache
def zone_names() -> frozenset[str]:
    """All names that this machine can read."""
    return frozenset(zoneinfo.available_timezones())


@cache
def zone_choices() -> tuple[tuple[str, str], ...]:
    """Places of the world for a select field."""
    places = sorted(
        name for name in zone_names() if "/" in name and not name.startswith(_NO_PLACES)
    )
    return (*((name, name.replace("_", " ")) for name in places), ("UTC", "UTC"))
