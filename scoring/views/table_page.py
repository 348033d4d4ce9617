"""What the page of a table is made of: the way in, the panel beside the sheet, the answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from scoring.engine.errors import Problem
from scoring.engine.rotation import HANDS_PER_SESSION, round_wind, seat_wind
from scoring.forms.hand import DEPTHS, FAN_VALUES, HandForm, hand_form
from scoring.forms.play import (
    AllTotalsForm,
    PenaltyForm,
    ReasonForm,
    TotalsForm,
)
from scoring.models import Penalty
from scoring.selectors.penalties import infractions, penalty_groups
from scoring.selectors.states import table_state
from scoring.selectors.tables import TableSheet, table_sheet
from scoring.sentences import sentence
from scoring.services.checking import Deal
from scoring.services.hands import StaleHand
from scoring.views.hand_preview import form_data, preview
from tournaments.gates import Access, open_table
from tournaments.models import Role, Table

OF_THE_PAGE = frozenset({"csrfmiddlewaretoken", "place", "version", "key", "sure"})
"""What the page itself puts into a form of a hand."""
INVALID = 422
STALE = 409


@dataclass(frozen=True, slots=True)
class Place:
    """An opened table and the way back to it."""

    request: HttpRequest
    access: Access
    table: Table

    @property
    def is_htmx(self) -> bool:
        """True when only the fragment is asked for."""
        return self.request.headers.get("HX-Request") == "true"

    def url(self, query: str = "") -> str:
        """The address of the table's page."""
        number = self.table.session.number
        path = reverse("table", args=[self.access.tournament.slug, number, self.table.number])
        return f"{path}?{query}" if query else path


def open_place(
    request: HttpRequest, slug: str, number: int, table: int, need: Role = Role.SCORER
) -> Place:
    """A table for somebody of the staff; 404 where there is none."""
    return Place(request, *open_table(request.user, slug, number, table, need=need))


def done(place: Place, said: str) -> HttpResponse:
    """The page after a change: the fragment for htmx, else the way back."""
    if not place.is_htmx:
        messages.success(place.request, said)
        return redirect(place.url())
    place.table.refresh_from_db(fields=["version"])
    view = table_sheet(place.table)
    return page(place, view, said=said, **default_panel(view))


def again(
    place: Place, *, form: Any, panel: str, status: int = INVALID, **more: Any
) -> HttpResponse:
    """The page with a form that was refused."""
    view = table_sheet(place.table)
    hand = more.pop("hand", None)
    context = {"panel": panel, "form": form, **more}
    if hand is not None:
        context |= hand_context(view, hand)
    if isinstance(form, HandForm):
        payments = preview(view, form) or {}
        context["payments"] = {} if payments.get("faults") else payments  # the fields say them
    return page(place, view, status=INVALID, **context)


def conflict(place: Place, stale: StaleHand) -> HttpResponse:
    """Both values, and the question which one to keep."""
    view = table_sheet(place.table)
    return page(
        place,
        view,
        status=STALE,
        panel="conflict",
        stale=stale,
        standing=Deal.of(stale.standing) if stale.standing else None,
        given=stale.given,
        standing_version=stale.standing.version if stale.standing else 0,
        typed=typed_fields(place.request.POST),
        new_key=uuid4().hex,
        **hand_context(view, stale.number),
    )


def typed_fields(post: QueryDict) -> list[tuple[str, str]]:
    """All that a form of a hand was filled with, fans and tiles too, to be sent once more."""
    typed = [(name, value) for name, values in post.lists() for value in values]
    return [(name, value) for name, value in typed if name not in OF_THE_PAGE]


def page(place: Place, view: TableSheet, status: int = 200, **more: Any) -> HttpResponse:
    template = "scoring/_table.html" if place.is_htmx else "scoring/table.html"
    context = table_context(place, view) | more
    return render(place.request, template, context, status=status)


def table_context(place: Place, view: TableSheet) -> dict[str, Any]:
    numbers = list(view.session.tables.values_list("number", flat=True))
    index = numbers.index(view.table.number)
    return {
        "access": place.access,
        "tab": "desk",
        "view": view,
        "state": table_state(view, timezone.now()),
        "names": {seat.letter: seat for seat in view.seats},
        "infractions": infractions(view.tournament),
        "before": numbers[index - 1] if index else None,
        "after": numbers[index + 1] if index + 1 < len(numbers) else None,
        "problems": [sentence(problem) for problem in open_problems(view)],
        "url": place.url(),
    }


def open_problems(view: TableSheet) -> list[Problem]:
    """What keeps the table open and is a fault: hands still to come are none."""
    if view.has_totals_only:
        return []
    return [
        problem
        for problem in view.result.problems
        if problem.code != "no_hand_played" and problem.params.get("hand") not in view.tail
    ]


def asked_panel(place: Place, view: TableSheet) -> dict[str, Any]:
    """What stands beside the sheet, as the address asks."""
    query = place.request.GET
    text = query.get("hand", "")
    asked = int(text) if text.isdecimal() and 1 <= int(text) <= HANDS_PER_SESSION else None
    if query.get("do") == "penalty":
        return {"panel": "penalty", "form": penalty_form(view, hand=_blamed_hand(view, asked))}
    if asked:
        panel = "clear" if query.get("do") == "clear" else "hand"
        return hand_panel(view, asked, panel)
    if query.get("do") == "totals":
        names = AllTotalsForm.total_names
        initial = dict(zip(names, view.rows.totals, strict=True)) if view.rows.totals else {}
        return {"panel": "totals", "form": AllTotalsForm(initial=initial)}
    if query.get("revoke", "").isdecimal():
        found = own_penalty(place, view, int(query["revoke"]))
        return {"panel": "revoke", "form": ReasonForm(), "penalty": found}
    return default_panel(view)


def _blamed_hand(view: TableSheet, asked: int | None) -> int | None:
    """The hand that is open beside the sheet, else the last one entered: it has just been played.

    Nothing entered yet: the first.
    """
    return asked or view.last_played or view.next_hand


def default_panel(view: TableSheet) -> dict[str, Any]:
    """The first missing hand; the form to close when there is none; the result when closed."""
    if view.is_closed:
        return {"panel": "closed", "form": ReasonForm()}
    if view.next_hand is None:
        return {"panel": "close", "form": TotalsForm()}
    return hand_panel(view, view.next_hand, "hand")


def hand_panel(view: TableSheet, number: int, panel: str) -> dict[str, Any]:
    version = view.version_of(number)
    if panel == "clear":
        form: Any = ReasonForm(initial={"version": version})
        return {"panel": panel, "form": form, **hand_context(view, number)}
    form = hand_form(number, view.tournament, view.hands.get(number), version)
    bound = HandForm(number, view.tournament, form_data(form))
    return {
        "panel": panel,
        "form": form,
        "payments": preview(view, bound) if version else None,
        **hand_context(view, number),
    }


def hand_context(view: TableSheet, number: int) -> dict[str, Any]:
    if not 1 <= number <= HANDS_PER_SESSION:
        raise Http404
    return {
        "number": number,
        "round": round_wind(number),
        "in_round": (number - 1) % 4 + 1,
        "dealer": view.dealer(number),
        "seats": [(seat, seat_wind(seat.seat, number)) for seat in view.seats],
        "version": view.version_of(number),
        "depths": [(depth.value, depth.label) for depth in DEPTHS],
        "fan_values": FAN_VALUES,
    }


def penalty_form(view: TableSheet, data: Any = None, *, hand: int | None = None) -> PenaltyForm:
    """The form of a penalty; `hand` is where it most likely belongs."""
    names = {seat.letter: seat.name for seat in view.seats}
    return PenaltyForm(penalty_groups(view.tournament), names, data, initial={"hand": hand})


def own_penalty(place: Place, view: TableSheet, pk: int) -> Penalty:
    """A standing penalty of this table; 404 for any other."""
    found = next((one for one in view.penalties if one.pk == pk), None)
    if found is None:
        raise Http404
    found.session = place.table.session
    return found


def fitting(form: Any, error: ValidationError) -> ValidationError:
    """The error with its fields where the form has them, else as plain sentences."""
    if hasattr(error, "error_dict") and set(error.error_dict) <= set(form.fields):
        return error
    return ValidationError(error.messages)
