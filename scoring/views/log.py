"""Corrections for everybody, and the event log for the staff."""

from __future__ import annotations

import json
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from journal.models import Event
from players.exports import table_csv
from scoring.selectors.corrections import read_corrections
from scoring.selectors.log import LogFilter, events_of, log_lines, verbs_of
from scoring.services.announcements import announce as announce_results
from tournaments.gates import Access, open_tournament
from tournaments.models import Role, Session

PAGE = 100
COLUMNS = ("time", "person", "verb", "target", "reason", "before", "after")


@require_safe
def corrections(request: HttpRequest, slug: str) -> HttpResponse:
    """What was corrected since the last announcement; `all=1` lists everything."""
    access = open_tournament(request.user, slug)
    every = request.GET.get("all") == "1"
    found = read_corrections(access.tournament, every=every)
    context = {"access": access, "tab": "standings", "found": found, "every": every}
    if access.is_scorer:
        context["sessions"] = access.tournament.sessions.exclude(state=Session.State.DRAFT)
    return render(request, "scoring/corrections.html", context)


@require_POST
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """The results were announced."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    try:
        announce_results(by=request.user, tournament=access.tournament)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    else:
        messages.success(request, _("From now on corrections are listed anew."))
    return redirect("corrections", slug)


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The event log, narrowed by session, table, verb and person."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    wanted = _filter(request)
    events = events_of(access.tournament, wanted, payments=access.is_organiser)
    page = Paginator(events, PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context: dict[str, Any] = {
        "access": access,
        "tab": "desk",
        "page": page,
        "lines": log_lines(access.tournament, page),
        "wanted": wanted,
        "groups": verbs_of(access.tournament),
        "query": query.urlencode(),
    }
    return render(request, "scoring/log.html", context)


@require_safe
def export(request: HttpRequest, slug: str) -> HttpResponse:
    """The same events as CSV, the oldest first."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    events = events_of(access.tournament, _filter(request), payments=access.is_organiser)
    table = [COLUMNS, *(_cells(access, event) for event in events.reverse())]
    return HttpResponse(
        table_csv(table),
        content_type="text/csv; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{slug}-events.csv"',
            "Cache-Control": "private, no-store",
        },
    )


def _cells(access: Access, event: Event) -> list[str]:
    at = event.at.astimezone(access.tournament.zone).isoformat(timespec="seconds")
    return [
        at,
        event.actor_name,
        event.verb,
        event.target,
        event.reason,
        _text(event.before),
        _text(event.after),
    ]


def _text(value: Any) -> str:
    """A value of the journal as text, the same from every database."""
    if value is None:
        return ""
    return (
        value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, sort_keys=True)
    )


def _filter(request: HttpRequest) -> LogFilter:
    def number(name: str) -> int | None:
        text = request.GET.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None

    return LogFilter(
        session=number("session"),
        table=number("table"),
        verb=request.GET.get("verb", "")[:60],
        person=" ".join(request.GET.get("person", "").split())[:80],
    )
