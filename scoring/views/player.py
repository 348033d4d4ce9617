"""The public page of a player."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from scoring.selectors.players import player_page
from scoring.selectors.public import who_is
from scoring.views.chart import place_chart
from tournaments.gates import open_tournament


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Where the player sits next, the place, and every session."""
    access = open_tournament(request.user, slug)
    entry = who_is(access.tournament, number)
    if entry is None:
        raise Http404
    entry.tournament = access.tournament
    page = player_page(entry)
    numbers = [game.session.number for game in page.games]
    minutes = None
    if page.next is not None:
        minutes = round((page.next.session.starts_at - timezone.now()).total_seconds() / 60)
    context = {
        "access": access,
        "tab": "standings",
        "page": page,
        "minutes": minutes if minutes is not None and 0 < minutes <= 120 else None,
        "chart": place_chart(page.places, numbers, page.ranked) if len(page.places) > 1 else None,
    }
    return render(request, "scoring/player.html", context)
