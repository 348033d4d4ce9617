"""Where people sit, for everybody; drawing lots and publishing, for the organiser."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.seating import APART, DrawForm, SeatingFileForm
from tournaments.gates import Access, open_session, open_tournament
from tournaments.models import Draw, Role, Session
from tournaments.selectors.draws import draft_numbers
from tournaments.selectors.figures import seating_figures
from tournaments.selectors.programme import days
from tournaments.selectors.seating import matching, places, seats_of, session_tables
from tournaments.services.seating import (
    draw_seating,
    import_seating,
    publish_session,
    publish_sessions,
    unpublish_session,
)

MOST_FOUND = 12
MOST_DRAWS = 8


@require_safe
def seating(request: HttpRequest, slug: str) -> HttpResponse:
    """All sessions that anybody may see, and the search "Where do I sit?"."""
    return _page(request, open_tournament(request.user, slug))


@require_safe
def session_seating(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One session by player and by table; a draft for the staff only, marked as one."""
    access, session = open_session(request.user, slug, number)
    shown = _visible(access)
    context = {
        "access": access,
        "tab": "seating",
        "session": session,
        "slot": days([session], access.tournament.zone)[0].slots[0],
        "sessions": shown,
        "places": places(session),
        "tables": session_tables(session),
    }
    return render(request, "tournaments/session_seating.html", context)


@require_POST
def seating_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Draw lots for the chosen drafts."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    form = DrawForm(request.POST, drafts=draft_numbers(access.tournament))
    if form.is_valid():
        try:
            made = draw_seating(
                by=request.user,
                tournament=access.tournament,
                sessions=form.cleaned_data["sessions"],
                seed=form.cleaned_data["seed"],
                apart=form.groups(),
            )
        except ValidationError as refused:
            form.refuse(refused)
        else:
            sentence = _("Lots are drawn with seed %(seed)s. The seats are hidden until published.")
            messages.success(request, sentence % {"seed": made.seed})
            return redirect("seating", slug)
    return _page(request, access, draw_form=form)


@require_POST
def seating_import(request: HttpRequest, slug: str) -> HttpResponse:
    """Take the seats of drafts from a file."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    form = SeatingFileForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            seated = import_seating(
                by=request.user,
                tournament=access.tournament,
                sessions=form.cleaned_data["file"],
            )
        except ValidationError as refused:
            form.add_error("file", refused)
        else:
            numbers = ", ".join(str(session.number) for session in seated)
            messages.success(
                request, _("Sessions from the file: %(numbers)s.") % {"numbers": numbers}
            )
            return redirect("seating", slug)
    return _page(request, access, file_form=form)


@require_POST
def seating_publish(request: HttpRequest, slug: str) -> HttpResponse:
    """Publish every draft that has seats."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    try:
        published = publish_sessions(by=request.user, tournament=access.tournament)
    except ValidationError as refused:
        return _refused(request, access, refused)
    _say_published(request, slug, [session.number for session in published])
    return redirect("seating", slug)


@require_POST
def session_publish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Publish one session."""
    access, session = open_session(request.user, slug, number, need=Role.ORGANISER)
    try:
        publish_session(by=request.user, session=session)
    except ValidationError as refused:
        return _refused(request, access, refused)
    _say_published(request, slug, [number])
    return redirect("seating", slug)


@require_POST
def session_unpublish(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take one session back to a draft."""
    access, session = open_session(request.user, slug, number, need=Role.ORGANISER)
    try:
        unpublish_session(by=request.user, session=session)
    except ValidationError as refused:
        return _refused(request, access, refused)
    messages.success(request, _("Session %(number)s is a draft again.") % {"number": number})
    return redirect("seating", slug)


def _refused(request: HttpRequest, access: Access, refused: ValidationError) -> HttpResponse:
    for sentence in refused.messages:
        messages.error(request, sentence)
    return redirect("seating", access.tournament.slug)


def _say_published(request: HttpRequest, slug: str, numbers: list[int]) -> None:
    """Say who sees the seats now, and what is done with them next."""
    said = ngettext(
        "Session %(numbers)s is published: everybody sees its seats.",
        "Sessions %(numbers)s are published: everybody sees their seats.",
        len(numbers),
    )
    said %= {"numbers": ", ".join(map(str, numbers))}
    papers = f"{reverse('papers', args=[slug])}#session-{numbers[0]}"
    link = format_html('<a href="{}">{}</a>', papers, _("Print the papers"))
    messages.success(request, format_html("{} {}", said, link))


def _visible(access: Access) -> list[Session]:
    """The sessions with seats that this person may see."""
    rows = access.tournament.sessions.filter(tables__isnull=False).distinct().order_by("number")
    return [session for session in rows if session.is_public or access.is_staff]


def _page(request: HttpRequest, access: Access, **forms: Any) -> HttpResponse:
    shown, query = _visible(access), request.GET.get("q", "").strip()[:80]
    context: dict[str, Any] = {
        "access": access,
        "tab": "seating",
        "days": days(shown, access.tournament.zone),
        "query": query,
        "found": _found(access, query) if query else [],
    }
    if access.is_organiser:
        context |= _organiser_part(access, shown) | forms
    return render(request, "tournaments/seating.html", context)


def _found(access: Access, query: str) -> list[Any]:
    entries = access.tournament.entries.filter(playing=True).select_related("player", "team")
    meant = matching(entries, query)[:MOST_FOUND]
    seats = seats_of(access.tournament, meant)
    return [(entry, seats[entry.pk]) for entry in meant]


def _organiser_part(access: Access, shown: list[Session]) -> dict[str, Any]:
    """What only the organiser sees: drawing, publishing, the figures and the draws so far."""
    tournament = access.tournament
    drafts = draft_numbers(tournament)
    players = tournament.entries.filter(playing=True).count()
    draws = list(tournament.draws.all()[:MOST_DRAWS])
    return {
        "drafts": drafts,
        "seated_drafts": [one for one in shown if not one.is_public],
        "players": players,
        "missing": -players % 4,
        "figures": seating_figures(tournament),
        "draws": [(draw, _wishes(draw)) for draw in draws],
        "draw_form": DrawForm(drafts=drafts, last=draws[0] if draws else None),
        "file_form": SeatingFileForm(),
    }


def _wishes(draw: Draw) -> list[Any]:
    """Who was kept apart in a draw: without that the seed does not repeat it."""
    return [APART[kind] for kind in draw.figures.get("apart", []) if kind in APART]
