"""The question that every screen of a hall asks all the time, answered before anything else."""

from __future__ import annotations

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.http import parse_etags

from scoring.selectors.public import standings_mark

PART = re.compile(r"/t/(?P<slug>[-a-zA-Z0-9_]+)/standings/part/")
STANDINGS = re.compile(r"/api/v1/tournaments/(?P<slug>[-a-zA-Z0-9_]+)/standings/(?:teams/)?")
PUBLIC = re.compile(r"(?:session=[0-9]+)?")


def etag_of(mark: str) -> str:
    """The mark as a header has it."""
    return f'"{mark}"'


class UnchangedStandings:
    """Middleware: 304 or 204 at once to whoever has the present public standings; all else goes on.

    Programs have the mark as an ETag, pages in the address. It stands before sessions and the
    resolving of addresses: the answer has no content and is the same for everybody, so nothing of
    them is needed.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """The short answer, or the way on."""
        if request.method == "GET":
            answer = _page(request) or _program(request)
            if answer is not None:
                return answer
        return self.get_response(request)


def _page(request: HttpRequest) -> HttpResponse | None:
    """The answer to an open page that is up to date."""
    asked = PART.fullmatch(request.path_info)
    if asked and request.GET.get("have", "") == standings_mark(asked["slug"]):
        return HttpResponse(status=204)
    return None


def _program(request: HttpRequest) -> HttpResponse | None:
    """The answer to a program whose ETag is the present one; only the public view has one."""
    known = request.META.get("HTTP_IF_NONE_MATCH")
    asked = STANDINGS.fullmatch(request.path_info)
    if not (known and asked and PUBLIC.fullmatch(request.META["QUERY_STRING"])):
        return None
    mark = standings_mark(asked["slug"])
    if mark is None or etag_of(mark) not in parse_etags(known):
        return None
    headers = {"ETag": etag_of(mark), "Cache-Control": "private, no-cache"}
    return HttpResponse(status=304, headers=headers)
