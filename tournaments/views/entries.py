"""Who takes part: the list for the staff and for everybody, its ticks, and its files."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from players.exports import PEOPLE_HEADINGS, person_cells
from players.views.people import table_response
from tournaments.gates import Access, open_tournament
from tournaments.models import Entry, Role
from tournaments.selectors.entries import (
    Counts,
    count_entries,
    entries_of,
    find_entries,
    public_entries,
)
from tournaments.services.entries import set_all_arrived, set_arrived, set_paid

TICKS = {"arrived": Role.SCORER, "paid": Role.ORGANISER}
LEAVES = {"arrived": "absent", "paid": "unpaid"}
"""The filter whose list somebody leaves by being ticked."""


def find_entry(access: Access, number: int) -> Entry:
    """The entry under a start number, or 404."""
    entry = entries_of(access.tournament).filter(number=number).first()
    if entry is None:
        raise Http404
    return entry


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The staff's list with ticks and filters; for everybody else names, countries and clubs."""
    access = open_tournament(request.user, slug)
    return _staff_list(request, access) if access.is_staff else _public_list(request, access)


def _public_list(request: HttpRequest, access: Access) -> HttpResponse:
    context = {
        "access": access,
        "tab": "entries",
        "entries": list(public_entries(access.tournament)),
        "counts": count_entries(access.tournament),
    }
    return render(request, "tournaments/entries_public.html", context)


def _staff_list(request: HttpRequest, access: Access) -> HttpResponse:
    query, kind = request.GET.get("q", ""), request.GET.get("show", "")
    counts = count_entries(access.tournament)
    context = {
        "access": access,
        "tab": "entries",
        "entries": list(find_entries(access.tournament, query=query, kind=kind)),
        "counts": counts,
        "completion": completion_sentence(counts),
        "filters": _filters(access, counts),
        "query": query,
        "kind": kind,
    }
    return render(request, "tournaments/entries.html", context)


def _filters(access: Access, counts: Counts) -> list[tuple[str, str]]:
    """Names of the filters with their labels; who has paid is the organisers' business."""
    filters = [("", _("All")), ("absent", _("Not arrived"))]
    if access.is_organiser:
        filters.append(("unpaid", _("Not paid")))
    return [*filters, ("substitutes", _("Substitutes")), ("out", _("Out"))]


def completion_sentence(counts: Counts) -> str:
    """What it takes to fill the last table; empty where it is full."""
    sentence = {
        0: "",
        1: ngettext(
            "%s player: one substitute completes the tables.",
            "%s players: one substitute completes the tables.",
            counts.playing,
        ),
        2: ngettext(
            "%s player: two substitutes complete the tables.",
            "%s players: two substitutes complete the tables.",
            counts.playing,
        ),
        3: ngettext(
            "%s player: three substitutes complete the tables.",
            "%s players: three substitutes complete the tables.",
            counts.playing,
        ),
    }[counts.wanting]
    return sentence % counts.playing if sentence else ""


@require_POST
def tick(request: HttpRequest, slug: str, number: int, what: str) -> HttpResponse:
    """Tick somebody as arrived or paid; htmx gets the button alone, a plain form its page."""
    if what not in TICKS:
        raise Http404
    access = open_tournament(request.user, slug, need=TICKS[what])
    entry = find_entry(access, number)
    on = request.POST.get("on") == "1"
    back = "player" if request.GET.get("back") == "player" else ""
    if what == "arrived":
        entry = set_arrived(by=request.user, entry=entry, arrived=on)
    else:
        entry = set_paid(by=request.user, entry=entry, paid=on)
    if request.headers.get("HX-Request") == "true":
        context: dict[str, Any] = {
            "access": access,
            "entry": entry,
            "what": what,
            "on": on,
            "back": back,
        }
        if not back:
            listed = request.POST.get("listed", "")[:20]
            context |= {"oob": True, "listed": listed, "counts": count_entries(access.tournament)}
        response = render(request, "tournaments/_tick.html", context)
        if on and context.get("listed") == LEAVES[what]:
            response["HX-Retarget"] = f"#entry-{entry.number}"
            response["HX-Reswap"] = "delete"
        return response
    if back:
        return redirect("entry", slug, entry.number)
    return redirect(f"{reverse('entries', args=[slug])}#entry-{entry.number}")


@require_POST
def arrived(request: HttpRequest, slug: str) -> HttpResponse:
    """Tick everybody as arrived who plays."""
    access = open_tournament(request.user, slug, need=TICKS["arrived"])
    ticked = set_all_arrived(by=request.user, tournament=access.tournament)
    said = ngettext("%s person is ticked as arrived.", "%s people are ticked as arrived.", ticked)
    messages.success(request, said % ticked)
    return redirect("entries", slug)


@require_safe
def export(request: HttpRequest, slug: str, form: str) -> HttpResponse:
    """The entries as a file that the import reads again; e-mails for organisers only."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    private = access.is_organiser
    headings = ["Start number", *PEOPLE_HEADINGS, "Team", *(["E-mail"] if private else [])]
    table: list[list[str | int]] = [[*headings]]
    for entry in entries_of(access.tournament):
        table.append(_export_row(entry, private))
    return table_response(table, form, f"{slug}-players")


def _export_row(entry: Entry, private: bool) -> list[str | int]:
    team = entry.team.name if entry.team else ""
    email: list[str | int] = [entry.player.email] if private else []
    return [entry.number, *person_cells(entry.player), team, *email]
