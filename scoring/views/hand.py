"""The page of one hand: what was called beside what it counts, and the referee's ruling."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from scoring.engine.errors import EngineError
from scoring.engine.hand import WinMode
from scoring.engine.hand_json import hand_from_json
from scoring.engine.mcr.catalogue import BY_NAME
from scoring.engine.version import ENGINE_VERSION
from scoring.explained import explain
from scoring.forms.ruling import RulingForm
from scoring.models import Hand
from scoring.selectors.hand import compared, is_public, may_see_count
from scoring.selectors.rules import tournament_rules
from scoring.selectors.tables import TableSheet, table_sheet
from scoring.services.claims import settle_claim
from scoring.views.table import save_hand
from tournaments.gates import Access, open_table
from tournaments.models import Role


@require_http_methods(["GET", "HEAD", "POST"])
def at(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """The hand for the staff, and for everybody once it is public; a POST stores the hand."""
    if request.method == "POST":
        return save_hand(request, slug, number, table, hand)
    access, view, found = open_hand(request, slug, number, table, hand)
    return _page(request, access, view, found)


@require_POST
def settle(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Store a referee's ruling."""
    access, view, found = open_hand(request, slug, number, table, hand, need=Role.REFEREE)
    form = RulingForm(found, request.POST)
    if form.is_valid():
        try:
            settle_claim(
                by=request.user,
                hand=found,
                points=form.decided,
                reason=form.cleaned_data["reason"],
            )
        except ValidationError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("Hand %(hand)s is settled.") % {"hand": hand})
            return redirect("table", slug, number, table)
    return _page(request, access, view, found, refused=form)


def open_hand(
    request: HttpRequest,
    slug: str,
    number: int,
    table: int,
    hand: int,
    *,
    need: Role | None = None,
) -> tuple[Access, TableSheet, Hand]:
    """The hand that stands; 404 where there is none or it may not be seen."""
    access, found = open_table(request.user, slug, number, table, need=need)
    view = table_sheet(found)
    if hand not in view.hands or not (access.is_staff or is_public(view)):
        raise Http404
    view.hands[hand].table = found
    return access, view, view.hands[hand]


def _page(
    request: HttpRequest,
    access: Access,
    view: TableSheet,
    hand: Hand,
    *,
    refused: RulingForm | None = None,
) -> HttpResponse:
    counts = may_see_count(access, view, hand)
    context: dict[str, Any] = {
        "access": access,
        "tab": "desk",
        "view": view,
        "hand": hand,
        "winner": _name(access, view, hand.winner),
        "discarder": _name(access, view, hand.discarder),
        "counts": counts,
        "compared": compared(hand) if counts else (),
        "called": [(BY_NAME[name], count) for name, count in _called(hand)],
        **_tiles(view, hand, counts),
    }
    if hand.disputed and access.is_referee:
        context["form"] = refused or RulingForm(hand)
    return render(request, "scoring/hand.html", context, status=422 if refused else 200)


def _called(hand: Hand) -> list[tuple[str, int]]:
    """The called fans that the catalogue knows, in the order they were stored."""
    return [(name, count) for name, count in (hand.fans or {}).items() if name in BY_NAME]


def _tiles(view: TableSheet, hand: Hand, counts: bool) -> dict[str, Any]:
    """The tiles and, where they may be told, the fans with their reasons."""
    if hand.tiles is None:
        return {}
    try:
        tiles = hand_from_json(hand.tiles)
        shown: dict[str, Any] = {"tiles": tiles, "self_drawn": WinMode.SELF_DRAWN in tiles.mode}
        if counts:
            shown["explained"] = explain(tiles, tournament_rules(view.tournament))
            shown["recounted"] = hand.engine_version != ENGINE_VERSION
    except EngineError:
        return {}
    return shown


def _name(access: Access, view: TableSheet, letter: str) -> str:
    """Who sits there: staff see the full name, everybody else the public one."""
    if not letter:
        return ""
    entry = view.seat_of(letter).entry
    if entry is None:
        return "—"
    return entry.player.full_name if access.is_staff else entry.player.public_name
