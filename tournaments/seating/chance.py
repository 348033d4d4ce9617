"""Seeded chance that gives the same numbers on every machine and in every Python.

Only `Random.random()` is promised to stay the same between Python versions, so every choice is
made from it; no acceptance rule calls `exp`, whose last digit depends on the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A stream of choices that its seed fixes."""

    __slots__ = ("random",)

    def __init__(self, seed: int) -> None:
        self.random = Random(seed).random  # repeatable, not secret

    def below(self, bound: int) -> int:
        """A whole number from 0 to `bound` - 1."""
        return int(self.random() * bound)

    def pick(self, items: Sequence[T]) -> T:
        """One of `items`."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a new order (Fisher and Yates)."""
        mixed = list(items)
        for last in range(len(mixed) - 1, 0, -1):
            other = self.below(last + 1)
            mixed[last], mixed[other] = mixed[other], mixed[last]
        return mixed
