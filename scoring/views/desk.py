"""The desk, and the steps of a session."""

from __future__ import annotations

from collections.abc import Callable
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.selectors.board import BoardFilter, board_filters
from scoring.selectors.desk import read_desk
from scoring.selectors.doubts import start_doubts
from scoring.services.sessions import (
    approve_session,
    finish_session,
    start_session,
    take_back_start,
)
from tournaments.gates import open_session, open_tournament
from tournaments.models import Role

LOOKS = ("board", "rows")
LOOK_COOKIE = "desk_look"
YEAR = 365 * 24 * 3600


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk; htmx gets the desk alone, or 204 while nothing has changed."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    desk = read_desk(access.tournament, timezone.now())
    fragment = request.headers.get("HX-Request") == "true"
    if fragment and request.GET.get("version") == desk.version:
        return HttpResponse(status=204)
    wanted = BoardFilter(
        show=request.GET.get("show", "")[:10], query=" ".join(request.GET.get("q", "").split())[:80]
    )
    look = _look(request)
    context = {
        "access": access,
        "tab": "desk",
        "desk": desk,
        "wanted": wanted,
        "cards": [card for card in desk.cards if wanted.keeps(card)],
        "filters": board_filters(desk.cards),
        "look": look,
        "kept": urlencode({"show": wanted.show, "q": wanted.query}),
    }
    answer = render(request, "scoring/_desk.html" if fragment else "scoring/desk.html", context)
    if request.GET.get("look") in LOOKS:
        answer.set_cookie(LOOK_COOKIE, look, max_age=YEAR, samesite="Lax", httponly=True)
    return answer


def _look(request: HttpRequest) -> str:
    """Board or rows: as asked, else as remembered."""
    asked = request.GET.get("look") or request.COOKIES.get(LOOK_COOKIE, "")
    return asked if asked in LOOKS else LOOKS[0]


@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start a published session; ask first (`sure`) where something about it is unusual."""
    access, session = open_session(request.user, slug, number, need=Role.REFEREE)
    doubts = start_doubts(session, timezone.now())
    if doubts and request.POST.get("sure") != "1":
        context = {"access": access, "tab": "desk", "session": session, "doubts": doubts}
        return render(request, "scoring/start.html", context)
    return _step(request, slug, number, start_session)


@require_POST
def take_back(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take the start of a session back in which nothing is entered yet."""
    return _step(request, slug, number, take_back_start)


@require_POST
def finish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Finish a session whose tables are all closed."""
    return _step(request, slug, number, finish_session)


@require_POST
def approve(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Approve a finished session."""
    return _step(request, slug, number, approve_session)


def _step(request: HttpRequest, slug: str, number: int, act: Callable[..., object]) -> HttpResponse:
    """One step of a session by a referee or organiser; a refusal is said on the desk."""
    _access, session = open_session(request.user, slug, number, need=Role.REFEREE)
    try:
        act(by=request.user, session=session)
    except ValidationError as error:
        for text in error.messages:
            messages.error(request, text)
    return redirect("desk", slug)
