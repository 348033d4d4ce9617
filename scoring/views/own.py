"""A player's own link, from the programme: to confirm a result, else the way to the own page."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.forms.phone import CloseForm
from scoring.selectors.phone import Phone, read_phone
from scoring.selectors.tables import table_sheet
from scoring.services.phone import confirm_table
from scoring.views.table_page import INVALID
from tournaments.gates import LinkEnded, open_player_link
from tournaments.models import Entry, Occupant, Session
from tournaments.views.link_ended import link_ended


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str, token: str) -> HttpResponse:
    """The totals of the player's table once all hands are in; posting confirms them."""
    try:
        entry = open_player_link(slug, token)
    except LinkEnded as ended:
        return link_ended(request, ended)
    found = _waiting(entry)
    if found is None:
        return redirect("entry", entry.tournament.slug, entry.number)
    seat, phone = found
    refused: list[str] = []
    form = CloseForm(request.POST)
    if request.method == "POST" and form.is_valid():
        try:
            confirm_table(
                table=phone.view.table,
                version=form.cleaned_data["version"],
                seat=seat,
                by_what="link",
            )
        except ValidationError as error:
            refused = error.messages
            seat, phone = _waiting(entry) or found
        else:
            return redirect("entry", entry.tournament.slug, entry.number)
    context = {
        "tournament": entry.tournament,
        "entry": entry,
        "phone": phone,
        "view": phone.view,
        "refused": refused,
    }
    answer = render(
        request, "scoring/own_confirm.html", context, status=INVALID if refused else 200
    )
    answer["Cache-Control"] = "no-store"
    answer["Referrer-Policy"] = "no-referrer"
    return answer


def _waiting(entry: Entry) -> tuple[str, Phone] | None:
    """The seat and the table that wait for this player's word; None while none does."""
    sits = (
        Occupant.objects.filter(entry=entry, session__state=Session.State.RUNNING)
        .select_related("seat__table__session__tournament")
        .first()
    )
    if sits is None:
        return None
    phone = read_phone(table_sheet(sits.seat.table), timezone.now())
    now_there = phone.view.seat_of(sits.seat.letter).entry
    if phone.mode != "confirm" or not phone.asks_code or now_there != entry:
        return None
    return sits.seat.letter, phone
