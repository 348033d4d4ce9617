"""The referee's page: find a player, give a penalty, look after those that were given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.engine.penalties import PenaltyBook
from scoring.engine.penalty_books import lateness_codes
from scoring.forms.referee import GivePenaltyForm, NoteForm
from scoring.models import Penalty
from scoring.selectors.desk import current_session
from scoring.selectors.happenings import Case, Happening
from scoring.selectors.penalties import infractions, penalty_groups
from scoring.selectors.referee import Offender, given_penalties, read_offender
from scoring.selectors.substitutions import effect_of
from scoring.services.penalties import give_penalty, note_appeal, revoke_penalty
from tournaments.gates import Access, open_tournament
from tournaments.models import Entry, Role, Session
from tournaments.selectors.entries import find_entries

SHOWN = 12


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The list; `q` finds players, `who` opens the form, `session` another session's."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    session = _session(request, access)
    entry = _asked(request, access)
    if entry is None or session is None:
        return _page(request, access, session, {})
    offender = read_offender(session, entry, timezone.now())
    form = GivePenaltyForm(
        penalty_groups(access.tournament),
        offender,
        request.POST or None,
        initial=_initial(request, offender),
    )
    context: dict[str, Any] = {"offender": offender, "form": form}
    if not form.is_bound or not form.is_valid():
        return _page(request, access, session, context, 422 if form.is_bound else 200)
    disqualifies = form.cleaned_data["code"] == offender.disqualifying.code
    if disqualifies and not form.cleaned_data["confirmed"]:
        effect = effect_of(Happening(session, entry, Case.DISQUALIFIED, from_hand=16))
        return _page(request, access, session, context | {"effect": effect})
    try:
        given = _give(request, offender, form.cleaned_data)
    except ValidationError as refused:
        form.refuse(refused)
        return _page(request, access, session, context, 422)
    named = {"code": given.code, "name": entry.player.full_name, "points": given.amount}
    said = _("%(code)s for %(name)s: −%(points)s.") if given.amount else _("%(code)s for %(name)s.")
    messages.success(request, said % named)
    return redirect("referee", slug)


@require_POST
def revoke(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take a penalty back, with a reason."""
    return _on_penalty(
        request,
        slug,
        pk,
        "revoke",
        lambda penalty, text: revoke_penalty(by=request.user, penalty=penalty, reason=text),
    )


@require_POST
def appeal(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Note what is said against a penalty."""
    return _on_penalty(
        request,
        slug,
        pk,
        "appeal",
        lambda penalty, text: note_appeal(by=request.user, penalty=penalty, text=text),
    )


def _on_penalty(
    request: HttpRequest, slug: str, pk: int, what: str, act: Callable[[Penalty, str], object]
) -> HttpResponse:
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    penalty = get_object_or_404(Penalty, pk=pk, session__tournament=access.tournament)
    form = NoteForm(request.POST)
    if form.is_valid():
        try:
            act(penalty, form.cleaned_data["text"])
        except ValidationError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("Stored."))
            return redirect("referee", slug)
    context = {"note": form, "note_on": pk, "note_what": what}
    return _page(request, access, _session(request, access), context, 422)


def _give(request: HttpRequest, offender: Offender, data: dict[str, Any]) -> Penalty:
    return give_penalty(
        by=request.user,
        session=offender.session,
        entry=offender.entry,
        code=data["code"],
        hand=data["hand"],
        amount=data["amount"],
        to_entry=data["to_entry"],
        dead_hand=data["dead_hand"] or None,
        reason=data["reason"],
    )


def _initial(request: HttpRequest, offender: Offender) -> dict[str, Any]:
    """The code asked for by a button; the hand that is being played, unless it is lateness."""
    code = request.GET.get("code", "")
    late = lateness_codes(PenaltyBook(offender.session.tournament.penalty_book))
    return {"code": code, "hand": None if code in late else offender.hand}


def _session(request: HttpRequest, access: Access) -> Session | None:
    """The session asked for, else the one that is going on; its tournament is this one."""
    published = access.tournament.sessions.exclude(state=Session.State.DRAFT)
    asked = request.GET.get("session", "")
    if asked:
        if not (asked.isascii() and asked.isdigit() and len(asked) < 6):
            raise Http404
        session: Session | None = get_object_or_404(published, number=int(asked))
    else:
        session = current_session(list(published))
    if session is not None:
        session.tournament = access.tournament
    return session


def _asked(request: HttpRequest, access: Access) -> Entry | None:
    number = request.GET.get("who", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise Http404
    return get_object_or_404(access.tournament.entries.select_related("player"), number=int(number))


def _page(
    request: HttpRequest,
    access: Access,
    session: Session | None,
    context: dict[str, Any],
    status: int = 200,
) -> HttpResponse:
    query = " ".join(request.GET.get("q", "").split())[:80]
    shared = {
        "access": access,
        "tab": "referee",
        "session": session,
        "infractions": infractions(access.tournament),
        "query": query,
        "found": list(find_entries(access.tournament, query=query)[:SHOWN]) if query else [],
        "penalties": [] if "offender" in context else given_penalties(access.tournament),
    }
    return render(request, "scoring/referee.html", shared | context, status=status)
