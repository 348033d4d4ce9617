"""The programme: start and length of each session."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.sessions import SessionForm
from tournaments.gates import Access, open_session, open_tournament
from tournaments.models import Role, Session
from tournaments.selectors.programme import days, programme_remarks
from tournaments.services.sessions import MOVABLE, add_session, change_session, remove_session

PAUSE = dt.timedelta(minutes=15)


@require_http_methods(["GET", "HEAD", "POST"])
def sessions(request: HttpRequest, slug: str) -> HttpResponse:
    """All sessions by day; POST adds one at the end."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    form = _new_form(access, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = add_session(by=request.user, tournament=access.tournament, **form.cleaned_data)
        except ValidationError as refused:
            form.refuse(refused)
        else:
            _say(request, _("Session %(number)s is added."), made)
            return redirect("sessions", slug)
    return _page(request, access, form)


@require_POST
def session_change(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Move one session or change its length."""
    access, session = open_session(request.user, slug, number, need=Role.ORGANISER)
    form = _form(access, session, request.POST)
    if form.is_valid():
        try:
            change_session(by=request.user, session=session, **form.cleaned_data)
        except ValidationError as refused:
            form.refuse(refused)
        else:
            _say(request, _("Session %(number)s is saved."), session)
            return redirect("sessions", slug)
    return _page(request, access, _new_form(access), {session.number: form})


@require_POST
def session_remove(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Take a draft off the programme."""
    access, session = open_session(request.user, slug, number, need=Role.ORGANISER)
    try:
        remove_session(by=request.user, session=session)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    else:
        _say(request, _("Session %(number)s is removed."), session)
    return redirect("sessions", access.tournament.slug)


def _form(access: Access, session: Session, data: Any = None) -> SessionForm:
    return SessionForm(
        data,
        zone=access.tournament.zone,
        prefix=f"s{session.number}",
        initial={"starts_at": session.starts_at, "minutes": session.minutes},
    )


def _new_form(access: Access, data: Any = None) -> SessionForm:
    """A form that proposes a session after the last one, as long as that."""
    tournament = access.tournament
    last = tournament.sessions.order_by("number").last()
    if last is None:
        nine = dt.datetime.combine(tournament.start_date, dt.time(9, 30), tzinfo=tournament.zone)
        initial: dict[str, Any] = {"starts_at": nine, "minutes": 120}
    else:
        ends = last.starts_at + dt.timedelta(minutes=last.minutes)
        initial = {"starts_at": ends + PAUSE, "minutes": last.minutes}
    return SessionForm(data, zone=tournament.zone, prefix="new", initial=initial)


def _page(
    request: HttpRequest,
    access: Access,
    form: SessionForm,
    open_forms: dict[int, SessionForm] | None = None,
) -> HttpResponse:
    rows = list(access.tournament.sessions.order_by("number"))
    opened = open_forms or {}
    forms = {
        session.number: opened.get(session.number) or _form(access, session)
        for session in rows
        if session.state in MOVABLE
    }
    context = {
        "access": access,
        "tab": "settings",
        "section": "sessions",
        "days": days(rows, access.tournament.zone),
        "forms": forms,
        "form": form,
        "remarks": programme_remarks(access.tournament),
    }
    return render(request, "tournaments/sessions.html", context)


def _say(request: HttpRequest, sentence: str, session: Session) -> None:
    messages.success(request, sentence % {"number": session.number})
