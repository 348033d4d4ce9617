"""Seeded kills of a server while the phones of a hall send hands.

Acknowledged is what a whole 2xx answer says. What was not acknowledged is sent again under the
same key once the server is back, as phones do.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.hall.phone import HANDS, Caller, Phone, Sent, until_answered

FEWEST, MOST = 4, 12
"""A kill comes after so many acknowledged hands, drawn from the seed."""
LATEST = 0.06
"""Seconds after that at most, drawn too, so that kills meet every moment of a request."""


def needed_hands(kills: int) -> int:
    """Hands that are surely still being sent when the last kill comes."""
    return kills * (MOST + 1)


@dataclass
class Day:
    """What the phones did: hands that were acknowledged, those of them that were left without an
    answer at first, and how many of these the server said it had already."""

    hall: dict[str, Any]
    seed: int
    port: int
    acknowledged: list[Sent] = field(default_factory=list)
    unanswered: set[Sent] = field(default_factory=set)
    already: int = 0
    wrong: list[str] = field(default_factory=list)
    changed: threading.Condition = field(default_factory=threading.Condition)

    @property
    def hands(self) -> list[Sent]:
        """Every hand of the hall as it was played, in order."""
        phones = (self.phone(desk, Caller(self.port)) for desk in self.hall["desks"])
        return sorted(phone.hand(number) for phone in phones for number in range(1, HANDS + 1))

    def phone(self, desk: dict[str, Any], caller: Caller) -> Phone:
        """The phone of one table in one session."""
        return Phone(self.hall["slug"], desk, self.seed, caller)

    def play_table(self, table: int) -> None:
        """One table plays all its sessions; what goes wrong is kept."""
        caller = Caller(self.port)
        try:
            for desk in self.hall["desks"]:
                if desk["table"] == table:
                    self._play(self.phone(desk, caller))
        except Exception as fault:
            self.wrong.append(f"table {table}: {fault!r}")
        finally:
            caller.close()

    def _play(self, phone: Phone) -> None:
        until_answered(lambda: (phone.open(), phone.beat())[1], _wait)
        for number in range(1, HANDS + 1):
            hand = phone.hand(number)
            answer = until_answered(
                lambda hand=hand: phone.send(hand), lambda hand=hand: self._wait_to_repeat(hand)
            )
            if not answer.acknowledges:
                self.wrong.append(f"{hand}: {answer.status} {answer.content[:200]!r}")
                continue
            with self.changed:
                self.already += answer.json()["already"]
                self.acknowledged.append(hand)
                self.changed.notify_all()
        until_answered(phone.confirm, _wait)

    def _wait_to_repeat(self, hand: Sent) -> None:
        with self.changed:
            self.unanswered.add(hand)
        _wait()

    def wait_for(self, count: int, threads: list[threading.Thread]) -> None:
        """Wait until so many hands are acknowledged in all."""
        with self.changed:
            while len(self.acknowledged) < count:
                assert any(thread.is_alive() for thread in threads), self.wrong
                self.changed.wait(timeout=1)


def _wait() -> None:
    """What a phone waits before it tries again (the page's script waits longer)."""
    time.sleep(0.1)


def moments(seed: int, kills: int) -> Iterator[tuple[int, float]]:
    """For each kill after how many more acknowledged hands it comes, and how long after that."""
    random = Random(seed)
    for _kill in range(kills):
        yield random.randint(FEWEST, MOST), random.uniform(0, LATEST)


def play_through_kills(
    hall: dict[str, Any],
    *,
    port: int,
    seed: int,
    kills: int,
    kill: Callable[[], None],
    start: Callable[[], None],
) -> Day:
    """Let all tables play on a running server that is killed and started again so often."""
    assert HANDS * len(hall["desks"]) > needed_hands(kills), "the hall would be done before the end"
    day = Day(hall, seed, port)
    threads = [
        threading.Thread(target=day.play_table, args=(table,), daemon=True)
        for table in range(1, hall["tables"] + 1)
    ]
    for thread in threads:
        thread.start()
    for more, later in moments(seed, kills):
        day.wait_for(len(day.acknowledged) + more, threads)
        time.sleep(later)
        kill()
        start()
    for thread in threads:
        thread.join(timeout=300)
        assert not thread.is_alive(), day.wrong
    return day


def check_day(day: Day, stored: dict[str, Any], rebuilt: str) -> None:
    """Every hand is there, once, as it was sent; so is its event; the figures rebuild equal."""
    assert day.wrong == []
    assert sorted(day.acknowledged) == day.hands
    assert [Sent(*row) for row in stored["hands"]] == day.hands
    assert stored["recorded"] == sorted(
        f"session {hand.session} table {hand.table} hand {hand.number}" for hand in day.hands
    )
    assert stored["closed"] == len(day.hall["desks"])
    assert rebuilt == "All figures are the same.\n"
