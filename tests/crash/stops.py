"""Middleware for a server under test that dies at one moment of storing a hand.

It writes `stopped` beside the database first, with what stood in the database as this process saw
it, and then kills itself as a crash would.
"""

from __future__ import annotations

import os
import signal
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase

from scoring.models import Hand

Answering = Callable[[HttpRequest], HttpResponse]


def die() -> None:
    """Say how many hands this connection sees, and end at once."""
    (settings.VAR / "stopped").write_text(f"{Hand.objects.count()} hands")
    os.kill(os.getpid(), signal.SIGKILL)


class Stop(ABC):
    """Meets the posts of hands alone."""

    def __init__(self, get_response: Answering) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The answer, unless it is a hand's."""
        if request.method == "POST" and "/hands/" in request.path_info:
            return self.stop(request)
        return self.get_response(request)

    @abstractmethod
    def stop(self, request: HttpRequest) -> HttpResponseBase:
        """Never answers wholly."""


class BeforeCommit(Stop):
    """Everything is written; the transaction would be committed now."""

    def stop(self, request: HttpRequest) -> HttpResponseBase:
        """Die where this thread's connection commits."""
        connection._commit = die  # type: ignore[method-assign]
        return self.get_response(request)


class BeforeTheAnswer(Stop):
    """The hand is committed; nobody has been told."""

    def stop(self, request: HttpRequest) -> HttpResponseBase:
        """Die with the answer in hand."""
        self.get_response(request)
        die()
        raise AssertionError("unreachable")


class InsideTheAnswer(Stop):
    """Half of the answer has been sent."""

    def stop(self, request: HttpRequest) -> HttpResponseBase:
        """Promise the whole answer and die after half of it."""
        whole = self.get_response(request)
        headers = dict(whole.items()) | {"Content-Length": str(len(whole.content))}
        return StreamingHttpResponse(
            _half(whole.content), status=whole.status_code, headers=headers
        )


def _half(content: bytes) -> Iterator[bytes]:
    yield content[: len(content) // 2]
    time.sleep(0.5)  # the server's other thread sends it meanwhile
    die()
