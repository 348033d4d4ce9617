"""Strict readers of environment variables: nonsense is refused, never guessed at.

Every name that is read anywhere stands in `.env.example`.
"""

from __future__ import annotations

import os
from collections.abc import Collection

from django.core.exceptions import ImproperlyConfigured

_YES, _NO = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def text(name: str, default: str | None = None) -> str:
    """The value of `name`; without it `default`, and without that ImproperlyConfigured."""
    value = os.environ.get(name, "").strip()
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"{name} is not set")
    return default


def choice(name: str, default: str, allowed: Collection[str]) -> str:
    """One of the `allowed` words."""
    value = text(name, default)
    if value not in allowed:
        raise ImproperlyConfigured(
            f"{name}={value!r}: expected one of {', '.join(sorted(allowed))}"
        )
    return value


def flag(name: str, *, default: bool) -> bool:
    """A yes or no: 1/0, true/false, yes/no, on/off in any case."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value not in _YES | _NO:
        raise ImproperlyConfigured(f"{name}={value!r}: expected yes or no")
    return value in _YES


def integer(name: str, default: int, *, least: int = 0) -> int:
    """A whole number of at least `least`."""
    value = text(name, str(default))
    try:
        number = int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name}={value!r}: expected a whole number") from None
    if number < least:
        raise ImproperlyConfigured(f"{name}={value!r}: expected at least {least}")
    return number


def words(name: str, default: str | None = None) -> list[str]:
    """A list separated by commas, without empty parts."""
    found = [part.strip() for part in text(name, default).split(",") if part.strip()]
    if not found and default is None:
        raise ImproperlyConfigured(f"{name} is empty")
    return found
