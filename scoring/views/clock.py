"""The screen of the hall: for everybody, without a log-in."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from scoring.selectors.clock import HallClock, read_clock
from tournaments.gates import open_tournament
from tournaments.models import Tournament

TIME_HEADER = "Server-Time"


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The whole screen; `theme=light` or `dark` goes before the tournament's setting."""
    access = open_tournament(request.user, slug)
    clock = read_clock(access.tournament, timezone.now())
    theme = _theme(request, access.tournament)
    return _answer(request, "scoring/clock.html", clock, {"access": access, "theme": theme})


@require_safe
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """The screen's content for who has an older one; 204 and the time where nothing is new."""
    access = open_tournament(request.user, slug)
    clock = read_clock(access.tournament, timezone.now())
    if request.GET.get("have") == _tag(clock):
        return HttpResponse(status=204, headers={TIME_HEADER: _milliseconds(clock.now)})
    return _answer(request, "scoring/_clock.html", clock, {"access": access})


def _answer(
    request: HttpRequest, template: str, clock: HallClock, more: dict[str, Any]
) -> HttpResponse:
    context = {"tab": "clock", "clock": clock, "tag": _tag(clock)} | more
    for name in ("now", "until", "ends", "gong"):
        moment = getattr(clock, name)
        context[f"{name}_ms"] = _milliseconds(moment) if moment else ""
    context["starts_ms"] = _milliseconds(clock.session.begins_at) if clock.session else ""
    response = render(request, template, context)
    response[TIME_HEADER] = _milliseconds(clock.now)
    response["Cache-Control"] = "private, no-cache"
    return response


def _tag(clock: HallClock) -> str:
    return f"{clock.version}-{get_language()}"


def _milliseconds(moment: dt.datetime) -> str:
    """A moment as browsers count: it knows no zones and no clock changes."""
    return str(int(moment.timestamp() * 1000))


def _theme(request: HttpRequest, tournament: Tournament) -> str:
    """light or dark; empty for what the screen itself prefers."""
    asked = request.GET.get("theme") or tournament.hall_theme
    return asked if asked in (Tournament.Theme.LIGHT, Tournament.Theme.DARK) else ""
