"""The question that every screen of a hall asks all the time, answered before anything else."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags

from scoring.selectors.public import standings_mark

STANDINGS = re.compile(r"/api/v1/tournaments/(?P<slug>[-a-zA-Z0-9_]+)/standings/(?:teams/)?")
PUBLIC = re.compile(r"(?:session=[0-9]+)?")


def etag_of(mark: str) -> str:
    """The mark as a header has it."""
    return f'"{mark}"'


class UnchangedStandings:
    """Middleware: 304 at once to whoever has the present public standings; all else goes on.

    It stands before sessions and the resolving of addresses: the answer has no content and is the
    same for everybody, so nothing of them is needed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The short answer, or the way on."""
        known = request.META.get("HTTP_IF_NONE_MATCH")
        if known and request.method == "GET" and (asked := STANDINGS.fullmatch(request.path_info)):
            mark = self._mark(request, asked["slug"])
            if mark and etag_of(mark) in parse_etags(known):
                headers = {"ETag": etag_of(mark), "Cache-Control": "private, no-cache"}
                return HttpResponse(status=304, headers=headers)
        return self.get_response(request)

    @staticmethod
    def _mark(request: HttpRequest, slug: str) -> str | None:
        """The mark; None for whatever else than the public view is asked."""
        return standings_mark(slug) if PUBLIC.fullmatch(request.META["QUERY_STRING"]) else None
