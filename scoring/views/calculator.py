"""The public calculator: what a hand is worth, and why. The address carries the hand."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.engine.errors import NotAWin
from scoring.engine.hand import WinMode
from scoring.explained import explain, payments, waiting
from scoring.forms.calculator import CalculatorForm
from scoring.sentences import sentence


@require_safe
def show(request: HttpRequest) -> HttpResponse:
    """The empty form, or the hand of the address with all that follows from it."""
    asked = "hand" in request.GET
    form = CalculatorForm(request.GET if asked else None)
    context: dict[str, Any] = {"form": form, "tab": "calculator"}
    if asked and form.is_valid():
        context |= _answer(form)
        context["address"] = request.build_absolute_uri()
    return render(request, "scoring/calculator.html", context)


def _answer(form: CalculatorForm) -> dict[str, Any]:
    """What the hand counts, or what thirteen tiles wait for."""
    if form.waiting is not None:
        found = waiting(form.waiting, form.rules)
        return {"hand": form.waiting, "waits": found, "thirteen": True}
    assert form.counted is not None
    hand = form.counted
    self_drawn = WinMode.SELF_DRAWN in hand.mode
    try:
        explained = explain(hand, form.rules)
    except NotAWin as error:
        return {"hand": hand, "no_win": sentence(error), "self_drawn": self_drawn}
    return {
        "hand": hand,
        "explained": explained,
        "waits": explained.waits,
        "payments": payments(explained),
        "self_drawn": self_drawn,
    }
