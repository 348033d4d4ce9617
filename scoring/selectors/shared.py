"""Answers that are the same for everybody, worked out once for all who ask."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Kept(Generic[T]):
    """An answer with the mark under which it was worked out."""

    mark: str
    value: T


class Shared(Generic[T]):
    """The last answer to each question, kept while the mark of what it depends on is the same.

    Whoever asks while the next answer is being worked out gets the last one with its own mark, so
    that nobody waits and the next question brings the new one; only the first answer is waited for.
    `most` questions are kept in this process.
    """

    def __init__(self, most: int = 100) -> None:
        self._most = most
        self._answers: dict[Hashable, Kept[T]] = {}
        self._locks: dict[Hashable, threading.Lock] = {}
        self._door = threading.Lock()

    def answer(self, question: Hashable, mark: str, work: Callable[[], T]) -> Kept[T]:
        """The answer; `work` is called when there is none under this mark. It reads after the mark
        was read: what changes meanwhile changes the mark too."""
        with self._door:
            if len(self._locks) >= self._most and question not in self._locks:
                self._locks.clear()
                self._answers.clear()
            lock = self._locks.setdefault(question, threading.Lock())
            kept = self._answers.get(question)
        if kept is not None and kept.mark == mark:
            return kept
        if not lock.acquire(blocking=kept is None):
            assert kept is not None
            return kept
        try:
            kept = self._answers.get(question)
            if kept is None or kept.mark != mark:
                kept = self._answers[question] = Kept(mark, work())
            return kept
        finally:
            lock.release()
