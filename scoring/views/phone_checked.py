"""Fans and tiles on the phone of a table: the same fields as beside the sheet, one hand."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from scoring.forms.hand import HandForm, hand_form
from scoring.selectors.phone import read_phone
from scoring.selectors.tables import table_sheet
from scoring.views.hand_preview import preview
from scoring.views.phone import at_table
from scoring.views.phone_form import checked_page
from tournaments.gates import TableAccess


@require_GET
@at_table
def show(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The form of the next hand with its fans and tiles."""
    phone = read_phone(table_sheet(access.table), timezone.now())
    if phone.mode != "enter":
        raise Http404
    form = hand_form(phone.hand, access.tournament, None, phone.version)
    return checked_page(request, access, form)


@require_GET
@at_table
def payments(request: HttpRequest, access: TableAccess, hand: int) -> HttpResponse:
    """What everybody would pay for what is typed so far."""
    view = table_sheet(access.table)
    form = HandForm(hand, access.tournament, request.GET)
    context = {"payments": preview(view, form), "form": form}
    return render(request, "scoring/_payments.html", context)
