"""The standings: for everybody, by players, teams and sessions, refreshed while they are open."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from players.names import fold
from scoring.selectors.public import (
    PublicResults,
    last_correction,
    last_version,
    public_results,
    staff_results,
    standings_stamp,
    tables_now,
)
from scoring.selectors.standings import StandingRow
from tournaments.gates import Access, open_tournament

LEADERS = 6


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; `view=teams`, `session=n`, for the staff `view=live`; `q` finds a player."""
    access = open_tournament(request.user, slug)
    return render(request, "scoring/standings.html", _context(request, access))


@require_safe
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """The page's content alone for who has an older one; 204 or 304 where nothing is new."""
    stamp = standings_stamp(slug)
    if stamp is None:
        raise Http404
    tag = f'"{stamp}-{get_language()}"'
    if request.GET.get("have") == stamp:
        return HttpResponse(status=204)
    if request.headers.get("If-None-Match") == tag:
        return HttpResponse(status=304)
    access = open_tournament(request.user, slug)
    response = render(request, "scoring/_standings.html", _context(request, access))
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response


@require_safe
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """The first places, for the tournament's overview."""
    access = open_tournament(request.user, slug)
    results = public_results(access.tournament)
    context = {"access": access, "rows": results.rows[:LEADERS], "results": results}
    return render(request, "scoring/_leaders.html", context)


def _context(request: HttpRequest, access: Access) -> dict[str, Any]:
    view = request.GET.get("view", "players")
    results = _results(access, view)
    session = _session(request, results)
    rows = results.rows if session is None else results.session_rows(session)
    query = " ".join(request.GET.get("q", "").split())[:80]
    return {
        "access": access,
        "tab": "standings",
        "results": results,
        "view": "session" if session is not None else view,
        "number": session,
        "rows": _found(rows, query),
        "teams": results.team_rows if view == "teams" else [],
        "query": query,
        "me": request.GET.get("me", ""),
        "now": tables_now(results.coming) if session is None and view != "teams" else {},
        "last": last_version(access.tournament, results.through),
        "correction": last_correction(access.tournament, results.through),
        "stamp": standings_stamp(access.tournament.slug),
    }


def _results(access: Access, view: str) -> PublicResults:
    """What may be seen: everything closed only on the staff's own view."""
    if view == "live":
        if not access.is_staff:
            raise PermissionDenied
        return staff_results(access.tournament)
    if view not in ("players", "teams") or (view == "teams" and not access.tournament.has_teams):
        raise Http404
    return public_results(access.tournament)


def _session(request: HttpRequest, results: PublicResults) -> int | None:
    """The session asked for; one that is not shown is not there."""
    asked = request.GET.get("session", "")
    if not asked:
        return None
    number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
    if number not in results.numbers:
        raise Http404
    return number


def _found(rows: list[StandingRow], query: str) -> list[StandingRow]:
    """The rows whose public name has the words, or whose start number it is."""
    wanted = fold(query)
    if not wanted:
        return rows
    return [
        row
        for row in rows
        if wanted in fold(row.entry.player.public_name) or wanted == str(row.entry.number)
    ]
