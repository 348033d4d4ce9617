"""The standings: for everybody, by players, teams and sessions, refreshed while they are open."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from players.names import fold
from scoring.selectors.public import (
    PublicResults,
    last_correction,
    last_version,
    public_results,
    staff_results,
    standings_mark,
    tables_now,
)
from scoring.selectors.shared import Shared
from scoring.selectors.standings import StandingRow
from tournaments.gates import Access, open_tournament

LEADERS = 6
_written: Shared[str] = Shared()


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The page; `view=teams`, `session=n`, for the staff `view=live`; `q` finds a player and `me`
    is one's own start number."""
    access = open_tournament(request.user, slug)
    context = {"access": access, "tab": "standings", "content": _content(request, access)}
    return render(request, "scoring/standings.html", context)


@require_safe
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """The page's content alone; who `have`s the present one is answered before (`api.polling`)."""
    content = _content(request, open_tournament(request.user, slug))
    return HttpResponse(content, headers={"Cache-Control": "private, no-cache"})


@require_safe
def leaders(request: HttpRequest, slug: str) -> HttpResponse:
    """The first places, for the tournament's overview."""
    access = open_tournament(request.user, slug)
    results = public_results(access.tournament)
    context = {"access": access, "rows": results.rows[:LEADERS], "results": results}
    return render(request, "scoring/_leaders.html", context)


def _content(request: HttpRequest, access: Access) -> str:
    """The standings as HTML, the same for everybody but the staff and whoever looks for a name.

    The mark is read before the results: at worst a page asks once too often.
    """
    slug = access.tournament.slug
    mark = standings_mark(slug) or ""
    asked = (request.GET.get("view", "players"), request.GET.get("session", ""))
    query = " ".join(request.GET.get("q", "").split())[:80]

    def written() -> str:
        return render_to_string("scoring/_standings.html", _context(access, asked, query, mark))

    if query or access.is_staff:
        content = written()
    else:
        content = _written.answer((slug, get_language(), *asked), mark, written).value
    return _with_own_line(content, request.GET.get("me", ""))


def _with_own_line(content: str, me: str) -> str:
    """The line of this start number marked, also when the page asks again."""
    line = f'<tr data-entry="{me}">'
    if not (me.isascii() and me.isdigit()) or line not in content:
        return mark_safe(content)  # rendered by the template
    content = content.replace(line, f'<tr data-entry="{me}" class="me">')
    return mark_safe(content.replace("?have=", f"?me={me}&amp;have=", 1))  # digits alone


def _context(access: Access, asked: tuple[str, str], query: str, mark: str) -> dict[str, Any]:
    view = asked[0]
    results = _results(access, view)
    session = _session(asked[1], results)
    rows = results.rows if session is None else results.session_rows(session)
    return {
        "access": access,
        "results": results,
        "view": "session" if session is not None else view,
        "number": session,
        "rows": _found(rows, query),
        "teams": results.team_rows if view == "teams" else [],
        "query": query,
        "now": tables_now(results.coming) if session is None and view != "teams" else {},
        "last": last_version(access.tournament, results.through),
        "correction": last_correction(access.tournament, results.through),
        "mark": mark,
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


def _session(asked: str, results: PublicResults) -> int | None:
    """The session asked for; one that is not shown is not there."""
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
