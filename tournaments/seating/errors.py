"""The error family of seating: a code and its parameters, never prose.

The pages turn codes into translated sentences; this core only says what is wrong.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a request or of a schedule: a stable snake_case code and plain parameters."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


class SeatingError(ValueError):
    """A request that seating refuses; `code` and `params` are those of the first problem."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({named})" if named else self.code


def refuse_first(found: tuple[Problem, ...]) -> None:
    """Raise the first of `found` as a SeatingError; do nothing when there is none."""
    if found:
        raise SeatingError(found[0].code, **found[0].params)
