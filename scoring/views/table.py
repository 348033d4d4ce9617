"""The page of one table: its sheet, and beside it the hand to enter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.engine.rotation import HANDS_PER_SESSION
from scoring.forms.hand import HandForm
from scoring.forms.play import AllTotalsForm, LastHandForm, ReasonForm, TotalsForm
from scoring.models import Hand
from scoring.play_words import deal_words
from scoring.selectors.tables import TableSheet, table_sheet
from scoring.services.checking import Deal
from scoring.services.hands import StaleHand, clear_hand, record_hand, replace_hand
from scoring.services.penalties import give_penalty, revoke_penalty
from scoring.services.sheets import close_table, reopen_table, set_last_hand, set_totals
from scoring.views.hand_preview import preview
from scoring.views.table_page import (
    Place,
    again,
    asked_panel,
    conflict,
    done,
    fitting,
    open_place,
    own_penalty,
    page,
    penalty_form,
    table_context,
)
from tournaments.models import Role


@require_safe
def show(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet; `?hand=6`, `?do=penalty`, `?do=totals` or `?revoke=3` say what stands beside."""
    place = open_place(request, slug, number, table, Role.OBSERVER)
    view = table_sheet(place.table)
    return page(place, view, **asked_panel(place, view))


@require_safe
def live(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """The sheet alone, or 204 while the table is as the page has it."""
    place = open_place(request, slug, number, table, Role.OBSERVER)
    if request.GET.get("version") == str(place.table.version):
        return HttpResponse(status=204)
    view = table_sheet(place.table)
    return render(request, "scoring/_sheet.html", table_context(place, view))


@require_safe
def payments(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """What everybody would pay for what is typed so far, or what is wrong with it."""
    place = open_place(request, slug, number, table, Role.OBSERVER)
    if not 1 <= hand <= HANDS_PER_SESSION:
        raise Http404
    view = table_sheet(place.table)
    form = HandForm(hand, view.tournament, request.GET)
    return render(
        request, "scoring/_payments.html", {"payments": preview(view, form), "form": form}
    )


@require_POST
def save_hand(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Store a hand; a closed table asks for the reason."""
    place = open_place(request, slug, number, table)
    form = HandForm(hand, place.access.tournament, request.POST)
    if not form.is_valid():
        return again(place, form=form, hand=hand, panel="hand")
    try:
        said = _store(place, form)
    except StaleHand as stale:
        return conflict(place, stale)
    except ValidationError as error:
        form.add_error(None, fitting(form, error))
        return again(place, form=form, hand=hand, panel="hand")
    return done(place, said)


@require_POST
def clear(request: HttpRequest, slug: str, number: int, table: int, hand: int) -> HttpResponse:
    """Take a hand away."""
    place = open_place(request, slug, number, table)
    form = ReasonForm(request.POST)
    try:
        if form.is_valid():
            clear_hand(
                by=request.user,
                table=place.table,
                number=hand,
                version=form.cleaned_data["version"] or 0,
                reason=form.cleaned_data["reason"],
            )
            return done(place, _("Hand %(hand)s is cleared.") % {"hand": hand})
    except StaleHand as stale:
        return conflict(place, stale)
    except ValidationError as error:
        form.add_error(None, fitting(form, error))
    return again(place, form=form, hand=hand, panel="clear")


@require_POST
def penalty(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Give a penalty."""
    place = open_place(request, slug, number, table)
    view = table_sheet(place.table)
    form = penalty_form(view, request.POST)
    return _attempt(place, form, lambda data: _give(place, view, data), panel="penalty")


@require_POST
def revoke(request: HttpRequest, slug: str, number: int, table: int, pk: int) -> HttpResponse:
    """Take a penalty back, with a reason."""
    place = open_place(request, slug, number, table)
    found = own_penalty(place, table_sheet(place.table), pk)

    def act(data: dict[str, Any]) -> str:
        revoke_penalty(by=request.user, penalty=found, reason=data["reason"])
        return _("The penalty is revoked.")

    return _attempt(place, ReasonForm(request.POST), act, panel="revoke", penalty=found)


@require_POST
def last_hand(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Say after which hand time was over."""
    place = open_place(request, slug, number, table)

    def act(data: dict[str, Any]) -> str:
        set_last_hand(by=request.user, table=place.table, last_hand=data["last_hand"])
        return _("Hand %(hand)s was the last.") % {"hand": data["last_hand"]}

    return _attempt(place, LastHandForm(request.POST), act, panel="close")


@require_POST
def totals(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Four totals for a table without hands; they close it, or correct it when it is closed."""
    place = open_place(request, slug, number, table)
    form = AllTotalsForm(request.POST)

    def act(data: dict[str, Any]) -> str:
        given = [total for total in form.totals if total is not None]
        if table_sheet(place.table).is_closed:
            set_totals(by=request.user, table=place.table, totals=given, reason=data["reason"])
        else:
            close_table(by=request.user, table=place.table, totals=given, reason=data["reason"])
        return _("Table %(table)s is closed.") % {"table": table}

    return _attempt(place, form, act, panel="totals")


@require_POST
def close(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Close the table; totals read from the paper are compared first."""
    place = open_place(request, slug, number, table)
    form = TotalsForm(request.POST)

    def act(data: dict[str, Any]) -> str:
        close_table(by=request.user, table=place.table, typed=form.totals)
        return _("Table %(table)s is closed.") % {"table": table}

    return _attempt(place, form, act, panel="close")


@require_POST
def reopen(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """Open a closed table again, with a reason."""
    place = open_place(request, slug, number, table)

    def act(data: dict[str, Any]) -> str:
        reopen_table(by=request.user, table=place.table, reason=data["reason"])
        return _("Table %(table)s is open again.") % {"table": table}

    return _attempt(place, ReasonForm(request.POST), act, panel="closed")


def _attempt(
    place: Place, form: Any, act: Callable[[dict[str, Any]], str], *, panel: str, **context: Any
) -> HttpResponse:
    """Do what the form asks; refusals come back in the form with all that was typed."""
    if form.is_valid():
        try:
            return done(place, act(form.cleaned_data))
        except ValidationError as error:
            form.add_error(None, fitting(form, error))
    return again(place, form=form, panel=panel, **context)


def _store(place: Place, form: HandForm) -> str:
    """Store the hand; what has come of it, in words."""
    key = form.cleaned_data["key"] or None
    known = key is not None and Hand.objects.filter(client_key=key).exists()
    deal = form.deal()
    given: dict[str, Any] = {
        "by": place.request.user,
        "table": place.table,
        "number": form.number,
        "version": form.cleaned_data["version"],
        "kind": deal.kind,
        "winner": deal.winner,
        "discarder": deal.discarder,
        "points": deal.points,
        "flowers": deal.flowers,
        "fans": deal.fans,
        "tiles": deal.tiles,
        "client_key": key,
    }
    reason = form.cleaned_data["reason"]
    view = table_sheet(place.table)
    stored = replace_hand(reason=reason, **given) if view.is_closed else record_hand(**given)
    if known or stored.client_key != key:
        return _("Hand %(hand)s is already stored.") % {"hand": form.number}
    return _said(view, stored)


def _give(place: Place, view: TableSheet, data: dict[str, Any]) -> str:
    offender = view.seat_of(data["seat"])
    paid_to = view.seat_of(data["to_seat"]).entry if data["to_seat"] else None
    if offender.entry is None:
        raise ValidationError(_("Nobody sits there."), code="seat_empty")
    given = give_penalty(
        by=place.request.user,
        session=place.table.session,
        entry=offender.entry,
        code=data["code"],
        hand=data["hand"],
        amount=data["amount"],
        to_entry=paid_to,
        dead_hand=data["dead_hand"] or None,
        reason=data["reason"],
    )
    return _("%(code)s for %(name)s is stored.") % {"code": given.code, "name": offender.name}


def _said(before: TableSheet, stored: Hand) -> str:
    """That a hand is stored; of one that stood otherwise before, both in words."""
    named: dict[str, Any] = {"hand": stored.number}
    standing = before.hands.get(stored.number)
    if standing is not None:
        names = {seat.letter: seat.name for seat in before.seats}
        old, new = (deal_words(asdict(Deal.of(one)), names) for one in (standing, stored))
        if old != new:
            named |= {"old": old, "new": new}
            return _("Hand %(hand)s is corrected: %(new)s (before: %(old)s).") % named
    return _("Hand %(hand)s is stored.") % named
