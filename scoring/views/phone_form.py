"""The phone's form with fans and tiles, empty or as it was refused."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.engine.rotation import seat_wind
from scoring.forms.hand import DEPTHS, FAN_VALUES, HandForm
from scoring.models import Hand
from scoring.selectors.phone import read_phone
from scoring.selectors.tables import table_sheet
from scoring.views.hand_preview import preview
from tournaments.gates import TableAccess

CHECKED = [(depth.value, depth.label) for depth in DEPTHS if depth != Hand.Depth.POINTS]
"""Fans, then tiles."""


def checked_page(
    request: HttpRequest, access: TableAccess, form: HandForm, status: int = 200
) -> HttpResponse:
    """Winner, discarder, and fans or tiles; with the payments of what is typed."""
    view = table_sheet(access.table)
    phone = read_phone(view, timezone.now())
    found = (preview(view, form) if form.is_bound else None) or {}
    context = {
        "tournament": access.tournament,
        "phone": phone,
        "view": view,
        "number": form.number,
        "seats": [(seat, seat_wind(seat.seat, form.number)) for seat in view.by_wind(form.number)],
        "form": form,
        "depths": CHECKED[1:] if phone.asked == Hand.Depth.TILES else CHECKED,
        "fan_values": FAN_VALUES,
        "payments": {} if found.get("faults") else found,
    }
    answer = render(request, "scoring/phone_checked.html", context, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
