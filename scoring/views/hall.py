"""What the staff do for the hall: extra time, the screen, the prize-giving."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.clock import ScreenForm, TimeForm
from scoring.selectors.clock import read_clock
from scoring.selectors.prizes import held_final, read_coming
from scoring.services.clock import end_prizes, give_table_time, give_time, set_screen, show_prizes
from tournaments.gates import Access, open_tournament
from tournaments.models import Role


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Time, screen and prize-giving on one page; `?table=7` chooses a table."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    return _page(request, access, {})


@require_POST
def time(request: HttpRequest, slug: str) -> HttpResponse:
    """Give time to all tables or to one."""
    access = open_tournament(request.user, slug, need=Role.REFEREE)
    session = read_clock(access.tournament, timezone.now()).session
    if session is None:
        raise Http404
    form = TimeForm(session, request.POST)
    if not form.is_valid():
        return _page(request, access, {"time_form": form}, 422)
    data = form.cleaned_data
    given: dict[str, Any] = {
        "by": request.user,
        "minutes": data["minutes"],
        "reason": data["reason"],
    }
    try:
        if data["table"] is None:
            give_time(session=session, **given)
        else:
            give_table_time(table=data["table"], **given)
    except ValidationError as refused:
        form.refuse(refused)
        return _page(request, access, {"time_form": form}, 422)
    messages.success(request, _("The time is changed."))
    return redirect("hall", slug)


@require_POST
def screen(request: HttpRequest, slug: str) -> HttpResponse:
    """The look of the screen and the holding back."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    form = ScreenForm(request.POST)
    if not form.is_valid():
        return _page(request, access, {"screen_form": form}, 422)
    set_screen(
        by=request.user,
        tournament=access.tournament,
        theme=form.cleaned_data["hall_theme"],
        final_held=form.cleaned_data["final_held"],
    )
    messages.success(request, _set_sentence(form.cleaned_data["final_held"]))
    return redirect("hall", slug)


@require_POST
def prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """A step of the prize-giving: on by one place or a page, back by one, or its end."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    act, tournament = request.POST.get("do"), access.tournament
    try:
        if act == "end":
            end_prizes(by=request.user, tournament=tournament)
            messages.success(request, _("Everybody sees all results now."))
        else:
            places = {"back": -1, "page": read_coming(tournament).page}.get(act or "", 1)
            show_prizes(by=request.user, tournament=tournament, places=places)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
    return redirect(f"{reverse('hall', args=[slug])}#prizes")


def _set_sentence(final_held: bool) -> str:
    if final_held:
        return _("The screen is set. The last session is held back until the prize-giving.")
    return _("The screen is set. Each session is shown as soon as it is finished.")


def _page(
    request: HttpRequest, access: Access, more: dict[str, Any], status: int = 200
) -> HttpResponse:
    clock = read_clock(access.tournament, timezone.now())
    tournament = access.tournament
    context: dict[str, Any] = {
        "access": access,
        "tab": "desk",
        "clock": clock,
        "held": held_final(tournament),
        "coming": read_coming(tournament) if access.is_organiser else None,
        "screen_form": ScreenForm(
            initial={"hall_theme": tournament.hall_theme, "final_held": tournament.final_held}
        ),
    }
    if clock.session is not None:
        asked = request.GET.get("table", "")
        number = int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 6 else 0
        table = clock.session.tables.filter(number=number).first()
        context["time_form"] = TimeForm(clock.session, initial={"minutes": 5, "table": table})
    return render(request, "scoring/hall.html", context | more, status=status)
