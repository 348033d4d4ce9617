"""The desk, and the steps of a session."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from scoring.selectors.desk import read_desk
from scoring.selectors.penalties import infractions
from scoring.services.sessions import approve_session, finish_session, start_session
from tournaments.gates import open_session, open_tournament
from tournaments.models import Role


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The desk; htmx gets the desk alone, or 204 while nothing has changed."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    desk = read_desk(access.tournament, timezone.now())
    fragment = request.headers.get("HX-Request") == "true"
    if fragment and request.GET.get("version") == desk.version:
        return HttpResponse(status=204)
    context = {
        "access": access,
        "tab": "desk",
        "desk": desk,
        "infractions": infractions(access.tournament),
    }
    return render(request, "scoring/_desk.html" if fragment else "scoring/desk.html", context)


@require_POST
def start(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start a published session."""
    return _step(request, slug, number, start_session)


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
