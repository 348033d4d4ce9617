"""The health page for load balancers: database, Redis and worker, each with its state."""

from __future__ import annotations

import threading
import time

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from config.celery import app

BROKER_ERRORS = (OperationalError, RedisError, OSError)
# Everybody may ask, and a worker that is away takes its time: so long an answer is told again.
REMEMBERED = 2.0  # seconds


class Watch:
    """The three states as they were at most two seconds ago; who asks meanwhile waits for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._states: dict[str, str] = {}
        self._until = 0.0

    def states(self) -> dict[str, str]:
        """The state of each part by its name."""
        with self._lock:
            if time.monotonic() >= self._until:
                self._states = {"database": _database(), "redis": _redis(), "worker": _worker()}
                self._until = time.monotonic() + REMEMBERED
            return self._states

    def forget(self) -> None:
        """Look anew at the next question."""
        self._until = 0.0


watch = Watch()


def health(request: HttpRequest) -> JsonResponse:
    """200 while hands can be stored (the database answers), else 503.

    Redis and the worker are told beside it: without them jobs wait and pages go on.
    """
    states = watch.states()
    status = 200 if states["database"] == "ok" else 503
    answer = JsonResponse(states, status=status)
    answer["Cache-Control"] = "no-store"
    return answer


def _database() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return "down"
    return "ok"


def _redis() -> str:
    if settings.JOBS != "celery":
        return "not used"
    try:
        with app.connection_for_read(connect_timeout=0.5) as broker:
            broker.ensure_connection(max_retries=1, timeout=0.5)
    except BROKER_ERRORS:
        return "down"
    return "ok"


def _worker() -> str:
    if settings.JOBS != "celery":
        return "not used"
    try:
        # One worker that answers is enough; without the limit every call would take the whole time.
        # A connection of its own: one from the pool may be that to a Redis that was restarted.
        with app.connection_for_read(connect_timeout=0.5) as broker:
            answers = app.control.broadcast(
                "ping", reply=True, timeout=1.5, limit=1, connection=broker
            )
    except BROKER_ERRORS:
        return "unknown"
    return "ok" if answers else "down"
