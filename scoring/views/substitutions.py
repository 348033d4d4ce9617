"""The substitution page: who, what happened, what the rules make of it, and only then the deed."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from players.models import Player
from players.services import save_player
from scoring.engine.penalties import PenaltyBook
from scoring.engine.penalty_books import lateness_rule
from scoring.forms.substitutions import A_LITTLE_LATE, SubstitutionForm, UndoForm
from scoring.selectors.desk import current_session
from scoring.selectors.happenings import BACK, NO_SHOW, OVER, Happening, read_scene, stand_ins
from scoring.selectors.referee import LATE_ASKED, minutes_since_start
from scoring.selectors.substitutions import effect_of
from scoring.services.substitutions import bring_back, substitute, undo_stand_in
from tournaments.gates import Access, open_tournament
from tournaments.models import Entry, Occupant, Role, Session, Table
from tournaments.selectors.entries import find_entries
from tournaments.services.substitutes import add_substitute

SHOWN = 12
FIRST_HAND = 1


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Find the player (`q`), ask (`who`), show the effects, and do it once they are confirmed."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    entry = _asked(request, access)
    if entry is None:
        return _search(request, access)
    session = _session(access)
    if session is None and request.GET.get("kind") == NO_SHOW:
        return redirect("entry_replace", slug, entry.number)
    form = SubstitutionForm(
        request.POST or None,
        initial=_initial(request, entry, session),
        tournament=access.tournament,
    )
    context: dict[str, Any] = {"entry": entry, "form": form}
    if not form.is_valid():
        return _page(request, access, context, 422 if form.is_bound else 200)
    if form.cleaned_data["kind"] == A_LITTLE_LATE:
        return redirect(_penalty_for_lateness(slug, entry, form.cleaned_data))
    happening = _happening(access, entry, form)
    if form.cleaned_data["confirmed"] and _done(request, access, happening, form):
        return redirect(_after(slug, happening))
    effect = effect_of(happening)
    context["effect"] = effect
    if happening.kind == BACK and effect.problems:
        context["late_at"] = _penalty_for_lateness(slug, entry, form.cleaned_data)
    return _page(request, access, context, 422 if form.errors else 200)


@require_POST
def undo(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """Take back a substitution that was a mistake."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    row = get_object_or_404(
        Occupant, pk=pk, session__tournament=access.tournament, stands_for__isnull=False
    )
    form = UndoForm(request.POST)
    if form.is_valid():
        try:
            undo_stand_in(by=request.user, occupant=row, reason=form.cleaned_data["reason"])
        except ValidationError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("The substitution is taken back."))
            return redirect("substitutions", slug)
    context = {"undoing": row, "undo_form": form}
    return _search(request, access, context, status=422)


def _penalty_for_lateness(slug: str, entry: Entry, data: dict[str, Any]) -> str:
    """The referee's page of somebody late, with the penalty that the minutes cost."""
    session = data["session"]
    asked = {"who": entry.number, "session": session.number}
    rule = lateness_rule(PenaltyBook(session.tournament.penalty_book), data["minutes"] or 0)
    if rule is not None:
        asked["code"] = rule.code
    return f"{reverse('referee', args=[slug])}?{urlencode(asked)}"


def _after(slug: str, happening: Happening) -> str:
    """The page again, with the one sheet to print."""
    page = reverse("substitutions", args=[slug])
    seat = read_scene(happening.session, happening.entry).seat
    if seat is None or happening.session.state in OVER:
        return page
    return f"{page}?sheet={happening.session.number}-{seat.seat.table.number}"


def _reprint(request: HttpRequest, access: Access) -> Table | None:
    """The table that `sheet=session-table` names."""
    asked = re.fullmatch(r"(\d{1,4})-(\d{1,4})", request.GET.get("sheet", ""), re.ASCII)
    if asked is None:
        return None
    return (
        Table.objects.filter(
            session__tournament=access.tournament,
            session__number=int(asked[1]),
            number=int(asked[2]),
        )
        .select_related("session")
        .first()
    )


def _asked(request: HttpRequest, access: Access) -> Entry | None:
    """The entry that `who` names; 404 for a number that nobody has."""
    number = request.GET.get("who", "")
    if not number:
        return None
    if not (number.isascii() and number.isdigit() and len(number) < 7):
        raise Http404
    return get_object_or_404(
        access.tournament.entries.select_related("player", "team"), number=int(number)
    )


def _session(access: Access) -> Session | None:
    """The session that is going on, or comes next."""
    published = access.tournament.sessions.exclude(state=Session.State.DRAFT)
    return current_session(list(published))


def _initial(request: HttpRequest, entry: Entry, session: Session | None) -> dict[str, Any]:
    """What is most likely: somebody who was replaced is back; minutes by the clock."""
    found: dict[str, Any] = {"session": session, "kind": request.GET.get("kind", "")}
    if session is None:
        return found
    scene = read_scene(session, entry)
    if scene.is_replaced or (scene.held and not entry.playing):
        found["kind"] = BACK
    late = minutes_since_start(session, timezone.now())
    if late and late <= LATE_ASKED:
        found["minutes"] = late
    return found


def _happening(access: Access, entry: Entry, form: SubstitutionForm) -> Happening:
    data = form.cleaned_data
    session = data["session"]
    session.tournament = access.tournament
    stand_in = data["substitute"]
    if stand_in is None and form.needs_substitute:
        stand_in = Entry(player=_new_person(form))
    return Happening(
        session=session,
        entry=entry,
        kind=data["kind"],
        substitute=stand_in if form.needs_substitute else None,
        from_hand=data["from_hand"] or FIRST_HAND,
        stays_away=data["stays_away"],
        minutes=data["minutes"],
        strips_name=data["strips_name"],
    )


def _new_person(form: SubstitutionForm) -> Player:
    """Somebody who is not saved yet, as the effects show them."""
    first, last = form.cleaned_data["first_name"], form.cleaned_data["last_name"]
    if not last:
        first, last = "", first or _("a new substitute")
    return Player(first_name=first, last_name=last)


def _done(
    request: HttpRequest, access: Access, happening: Happening, form: SubstitutionForm
) -> bool:
    """Do it; what is refused comes back in the form."""
    reason = form.cleaned_data["reason"]
    name = happening.entry.player.full_name
    try:
        if happening.kind == BACK:
            seats = bring_back(by=request.user, happening=happening, reason=reason)
            here = [row for row in seats if row.session_id == happening.session.pk]
            said = (
                _("%(name)s has the seat at table %(table)s back.")
                % {"name": name, "table": here[0].seat.table.number}
                if here
                else _("%(name)s plays again from the next session.") % {"name": name}
            )
        else:
            stand_in = _substitute(request, access, happening, form)
            said = _("%(substitute)s sits down for %(name)s.") % {
                "substitute": stand_in.player.full_name,
                "name": name,
            }
    except ValidationError as refused:
        form.refuse(refused)
        return False
    messages.success(request, said)
    return True


def _substitute(
    request: HttpRequest, access: Access, happening: Happening, form: SubstitutionForm
) -> Entry:
    """The substitution, with a new person on the bench where nobody was chosen; both or none."""
    data = form.cleaned_data
    with transaction.atomic():
        if data["substitute"] is None:
            happening = _with_new_substitute(request, access, happening, form)
        return substitute(
            by=request.user,
            happening=happening,
            reason=data["reason"],
            counts_for_ranking=data["counts_for_ranking"],
        )


def _with_new_substitute(
    request: HttpRequest, access: Access, happening: Happening, form: SubstitutionForm
) -> Happening:
    first, last = form.cleaned_data["first_name"], form.cleaned_data["last_name"]
    names = {"first_name": first, "last_name": last} if last else {"last_name": first}
    player = save_player(by=request.user, **names) if first or last else None
    made = add_substitute(by=request.user, tournament=access.tournament, player=player)
    return replace(happening, substitute=made)


def _search(
    request: HttpRequest, access: Access, more: dict[str, Any] | None = None, status: int = 200
) -> HttpResponse:
    query = " ".join(request.GET.get("q", "").split())[:80]
    found = list(find_entries(access.tournament, query=query)[:SHOWN]) if query else []
    context = {"query": query, "found": found, "reprint": _reprint(request, access)} | (more or {})
    if not query:
        context["missing"] = _missing(access)
    return _page(request, access, context, status)


def _missing(access: Access) -> list[Entry]:
    """Who has not arrived, until the first session is over: most likely one of them is meant."""
    first = access.tournament.sessions.order_by("number").first()
    if first is None or first.state in OVER:
        return []
    return list(find_entries(access.tournament, kind="absent").order_by("number")[:SHOWN])


def _page(
    request: HttpRequest, access: Access, context: dict[str, Any], status: int
) -> HttpResponse:
    shared = {"access": access, "tab": "desk", "stand_ins": stand_ins(access.tournament)}
    return render(request, "scoring/substitutions.html", shared | context, status=status)
