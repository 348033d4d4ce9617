"""The one error family of the engine: a code and its parameters, never prose.

The pages turn codes into translated sentences in one place; the engine only says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a value, found without raising: all faults are told at once.

    `code` and `params` are what the matching `EngineError` would carry.
    """

    code: str
    params: Mapping[str, Any] = field(default_factory=dict, hash=False)


class EngineError(ValueError):
    """Something the engine refuses.

    `code` is a stable snake_case word; `params` are plain values (str, int, tuple) for the
    sentence.
    """

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({named})" if named else self.code


class NotationError(EngineError):
    """A text that cannot be read."""


class InvalidHand(EngineError):
    """A hand that cannot exist at a table."""


class NotAWin(EngineError):
    """A hand that exists and does not win."""


class IllegalAction(EngineError):
    """An action that the rules refuse in this state of the game."""
