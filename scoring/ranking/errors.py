"""The one error of the ranking: a code and its parameters, never prose."""

from __future__ import annotations

from typing import Any


class RankingError(ValueError):
    """Figures that cannot be ranked; `code` is a stable snake_case word, `params` plain values."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code, params)
        self.code = code
        self.params = params

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{self.code}({named})"
