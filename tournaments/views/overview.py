"""The public page of a tournament."""

from __future__ import annotations

import datetime as dt

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournaments.gates import open_tournament
from tournaments.selectors.overview import (
    country_counts,
    last_played,
    public_draw,
    session_of_now,
)
from tournaments.selectors.programme import days, slot
from tournaments.selectors.staff import referee_names


@require_safe
def overview(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, place and days, the search for one's seat, the programme, and what is played now."""
    access = open_tournament(request.user, slug)
    tournament = access.tournament
    sessions = list(tournament.sessions.order_by("number"))
    current = session_of_now(sessions)
    now_slot = slot(current, tournament.zone) if current else None
    countries = country_counts(tournament)
    context = {
        "access": access,
        "tab": "overview",
        "days": days(sessions, tournament.zone),
        "sessions": sessions,
        "now": now_slot,
        "ends": current.ends_at.astimezone(tournament.zone) if current else None,
        "now_tables": current.tables.count() if current else 0,
        "minutes_left": _minutes_left(current.ends_at) if current else 0,
        "played": last_played(sessions),
        "countries": countries,
        "players": tournament.entries.filter(playing=True).count(),
        "referees": referee_names(tournament),
        "draw": public_draw(tournament),
    }
    return render(request, "tournaments/overview.html", context)


def _minutes_left(ends: dt.datetime) -> int:
    """Whole minutes until a moment, rounded up; 0 once it is over."""
    seconds = (ends - timezone.now()).total_seconds()
    return max(0, -int(-seconds // 60))
