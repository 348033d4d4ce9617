"""A recorded hand, step by step; and the form that gives a hand its record."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.engine.rotation import Wind
from scoring.explained import explain
from scoring.forms.records import RecordForm
from scoring.models import Hand
from scoring.selectors.replays import replay_step
from scoring.selectors.rules import tournament_rules
from scoring.selectors.tables import TableSheet
from scoring.services.hands import StaleHand
from scoring.services.records import attach_record
from scoring.views.hand import open_hand
from tournaments.gates import Access
from tournaments.models import Role

VIEWS: dict[str, Wind | None] = {"open": None, **{wind.name.lower(): wind for wind in Wind}}


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """`?step=12&view=east`; a POST attaches a record. Who may not see the hand gets 404."""
    need = Role.SCORER if request.method == "POST" else None
    access, sheet, found = open_hand(request, slug, number, table, hand, need=need)
    if request.method == "POST":
        return _attach(request, access, sheet, found)
    if not found.record:
        if not access.is_staff:
            raise Http404
        return _empty(request, access, sheet, found, RecordForm())
    return _step(request, access, sheet, found)


def _step(request: HttpRequest, access: Access, sheet: TableSheet, hand: Hand) -> HttpResponse:
    asked, seen_by = request.GET.get("step", ""), request.GET.get("view", "open")
    if seen_by not in VIEWS or (asked and not _is_number(asked)):
        raise Http404
    step = replay_step(access, sheet, hand, int(asked or 0), VIEWS[seen_by])
    context = _context(access, sheet, hand) | {"step": step, "views": VIEWS}
    if step.win is not None:
        explained = explain(step.win.hand, tournament_rules(sheet.tournament))
        context |= {"explained": explained, "waits": explained.waits, "tiles": step.win.hand}
    part = request.headers.get("HX-Request") == "true"
    answer = render(request, f"scoring/{'_replay' if part else 'replay'}.html", context)
    patch_vary_headers(answer, ["HX-Request"])
    return answer


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 5


def _attach(request: HttpRequest, access: Access, sheet: TableSheet, hand: Hand) -> HttpResponse:
    """Store the record, or say what it breaks with everything typed kept."""
    form = RecordForm(request.POST, request.FILES)
    if form.is_valid():
        try:
            attach_record(by=request.user, hand=hand, record=form.cleaned_data["record"])
        except StaleHand as stale:
            form.add_error(None, ValidationError(stale.messages))
        except ValidationError as refused:
            form.add_error("record", ValidationError(refused.messages))
        else:
            messages.success(request, _("The record is proved and stored."))
            place = (access.tournament.slug, sheet.session.number, sheet.table.number, hand.number)
            return redirect("hand_replay", *place)
    return _empty(request, access, sheet, hand, form, status=422)


def _empty(
    request: HttpRequest,
    access: Access,
    sheet: TableSheet,
    hand: Hand,
    form: RecordForm,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page of a hand without a record: staff can give it one."""
    context = _context(access, sheet, hand) | {"form": form}
    return render(request, "scoring/replay_empty.html", context, status=status)


def _context(access: Access, sheet: TableSheet, hand: Hand) -> dict[str, Any]:
    return {"access": access, "tab": "desk", "view": sheet, "hand": hand}
