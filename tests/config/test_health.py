"""The health page: what it says, and that asking often costs no more than asking once."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.db import DatabaseError

from config import health

PARTS = ("_database", "_redis", "_worker")


@pytest.fixture(autouse=True)
def _looked_at_anew() -> Iterator[None]:
    health.watch.forget()
    yield
    health.watch.forget()


@pytest.fixture
def looks(monkeypatch) -> list[str]:
    """Which parts were looked at; all are well."""
    seen: list[str] = []
    for part in PARTS:
        monkeypatch.setattr(health, part, lambda part=part: seen.append(part) or "ok")
    return seen


@pytest.fixture
def clock(monkeypatch) -> list[float]:
    """The time, in seconds; a test moves it."""
    now = [1000.0]
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_two_seconds_of_questions_are_one_look(client, looks, clock):
    for at in (1000.0, 1001.0, 1001.9):
        clock[0] = at
        answer = client.get("/health/")
        assert answer.json() == {"database": "ok", "redis": "ok", "worker": "ok"}
        assert answer["Cache-Control"] == "no-store"
    assert looks == [*PARTS]
    clock[0] = 1002.0
    client.get("/health/")
    assert looks == [*PARTS, *PARTS]


@pytest.mark.django_db
def test_a_laptop_has_neither_redis_nor_worker(client):
    answer = client.get("/health/")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "redis": "not used", "worker": "not used"}


def test_without_its_database_the_server_is_taken_out(client, monkeypatch):
    def away():
        raise DatabaseError

    monkeypatch.setattr(health.connection, "cursor", away)
    answer = client.get("/health/")
    assert (answer.status_code, answer.json()["database"]) == (503, "down")
