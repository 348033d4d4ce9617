"""The phone at a table: no account, one table, made for one thumb.

Every form works without JavaScript. The page's script sends the same forms and asks for JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from scoring.forms.hand import FAN_VALUES, HandForm, hand_form
from scoring.forms.phone import CloseForm, ConfirmForm, UndoForm
from scoring.forms.play import LastHandForm
from scoring.models import Hand
from scoring.selectors.phone import (
    Phone,
    phone_setup,
    phone_state,
    place_of_table,
    plain_hand,
    read_phone,
)
from scoring.selectors.tables import table_sheet
from scoring.services.checking import Deal
from scoring.services.hands import StaleHand, record_hand
from scoring.services.phone import (
    close_unconfirmed,
    confirm_by_code,
    end_after,
    undo_hand,
)
from scoring.views.phone_form import checked_page
from scoring.views.table_page import INVALID, STALE, fitting, typed_fields
from tournaments.gates import LinkEnded, TableAccess, open_table_link
from tournaments.services.links import hear_from
from tournaments.views.link_ended import link_ended

View = Callable[..., HttpResponse]


def at_table(view: View) -> View:
    """Open the table of this phone's link; say plainly why where it opens nothing."""

    @wraps(view)
    def opened(request: HttpRequest, slug: str, **more: Any) -> HttpResponse:
        try:
            access = open_table_link(request, slug)
        except LinkEnded as ended:
            return link_ended(request, ended)
        if request.method == "POST" and request.POST.get("place") != place_of_table(access.table):
            return _other_table(request, access)
        return view(request, access, **more)

    return opened


@require_safe
@at_table
def show(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The next hand, and below it the totals that everybody checks together."""
    hear_from(link=access.link)
    return _page(request, access)


@require_POST
@at_table
def save(request: HttpRequest, access: TableAccess, hand: int) -> HttpResponse:
    """Store a hand."""
    form = HandForm(hand, access.tournament, request.POST)
    if not form.is_valid():
        return _refused(request, access, form)
    deal, key = form.deal(), form.cleaned_data["key"] or None
    known = key is not None and Hand.objects.filter(client_key=key).exists()
    try:
        stored = record_hand(
            by=access.device,
            table=access.table,
            number=hand,
            version=form.cleaned_data["version"],
            kind=deal.kind,
            winner=deal.winner,
            discarder=deal.discarder,
            points=deal.points,
            flowers=deal.flowers,
            fans=deal.fans,
            tiles=deal.tiles,
            client_key=key,
        )
    except StaleHand as stale:
        return _conflict(request, access, stale)
    except ValidationError as error:
        form.add_error(None, fitting(form, error))
        return _refused(request, access, form)
    already = known or stored.client_key != key
    said = _("Hand %(hand)s is already stored.") if already else _("Hand %(hand)s is stored.")
    return _done(request, access, said % {"hand": hand}, already=already)


@require_POST
@at_table
def undo(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Take the last hand away."""
    form = UndoForm(request.POST)
    if not form.is_valid():
        return _refused(request, access, form)
    number = form.cleaned_data["number"]
    try:
        undo_hand(
            by=access.device,
            table=access.table,
            number=number,
            version=form.cleaned_data["version"] or 0,
            client_key=form.cleaned_data["key"],
        )
    except StaleHand as stale:
        return _conflict(request, access, stale)
    except ValidationError as error:
        form.add_error(None, fitting(form, error))
        return _refused(request, access, form)
    return _done(request, access, _("Hand %(hand)s is undone.") % {"hand": number})


@require_POST
@at_table
def beat(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """The phone is there and holds `unsent` entries; it gets what has changed since `version`."""
    held = request.POST.get("unsent", "")
    hear_from(link=access.link, unsent=int(held) if held.isdecimal() and len(held) < 4 else None)
    phone = _read(access)
    known = f"{request.POST.get('version')} {request.POST.get('mode')}"
    if known == f"{access.table.version} {phone.mode}":
        return HttpResponse(status=204)
    return JsonResponse({"state": phone_state(phone)})


@require_POST
@at_table
def last_hand(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Time is over: say which hand was the last, or that play went on."""
    form = LastHandForm(request.POST)
    return _attempt(
        request,
        access,
        form,
        lambda data: end_after(by=access.device, table=access.table, last_hand=data["last_hand"]),
    )


@require_POST
@at_table
def confirm(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """A second person confirms the totals by code; the table closes itself."""
    return _attempt(
        request,
        access,
        ConfirmForm(request.POST),
        lambda data: confirm_by_code(
            link=access.link, version=data["version"], seat=data["seat"], code=data["code"]
        ),
    )


@require_POST
@at_table
def close(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """Close the table where nobody has to confirm."""
    return _attempt(
        request,
        access,
        CloseForm(request.POST),
        lambda data: close_unconfirmed(
            by=access.device, table=access.table, version=data["version"]
        ),
    )


def _attempt(
    request: HttpRequest, access: TableAccess, form: Any, act: Callable[[dict[str, Any]], object]
) -> HttpResponse:
    """Do what a form asks; a refusal comes back in the form."""
    if form.is_valid():
        try:
            act(form.cleaned_data)
        except ValidationError as error:
            form.add_error(None, fitting(form, error))
        else:
            return redirect("phone", access.tournament.slug)
    return _refused(request, access, form)


def _read(access: TableAccess) -> Phone:
    return read_phone(table_sheet(access.table), timezone.now())


def _wants_json(request: HttpRequest) -> bool:
    return request.headers.get("Accept") == "application/json"


def _done(
    request: HttpRequest, access: TableAccess, said: str, *, already: bool = False
) -> HttpResponse:
    if not _wants_json(request):
        messages.success(request, said)
        return redirect("phone", access.tournament.slug)
    access.table.refresh_from_db(fields=["version"])
    answer = {"stored": True, "already": already, "message": said}
    return JsonResponse(answer | {"state": phone_state(_read(access))})


def _refused(request: HttpRequest, access: TableAccess, form: Any) -> HttpResponse:
    """What is wrong, with everything that was typed."""
    if not _wants_json(request):
        if isinstance(form, HandForm) and form.shown_depth != Hand.Depth.POINTS:
            return checked_page(request, access, form, INVALID)
        return _page(request, access, form=form, status=INVALID)
    said = " ".join(text for texts in form.errors.values() for text in texts)
    answer = {"code": "refused", "message": said, "state": phone_state(_read(access))}
    return JsonResponse(answer, status=INVALID)


def _conflict(request: HttpRequest, access: TableAccess, stale: StaleHand) -> HttpResponse:
    """Both values of a hand, and the question which one stands."""
    standing = stale.standing
    if _wants_json(request):
        answer = {
            "code": "stale",
            "message": " ".join(stale.messages),
            "standing": plain_hand(standing) if standing else None,
            "state": phone_state(_read(access)),
        }
        return JsonResponse(answer, status=STALE)
    more = {
        "stale": stale,
        "standing": Deal.of(standing) if standing else None,
        "standing_version": standing.version if standing else 0,
        "typed": typed_fields(request.POST),
        "new_key": uuid4().hex,
    }
    return _page(request, access, status=STALE, **more)


def _other_table(request: HttpRequest, access: TableAccess) -> HttpResponse:
    """This browser has been given to another table since the page was opened."""
    said = _("This phone now belongs to table %(table)s: open the page again.")
    said %= {"table": access.table.number}
    if _wants_json(request):
        return JsonResponse({"code": "other_table", "message": said}, status=STALE)
    messages.error(request, said)
    return _page(request, access, status=STALE)


def _page(
    request: HttpRequest, access: TableAccess, status: int = 200, **more: Any
) -> HttpResponse:
    view = table_sheet(access.table)
    phone = read_phone(view, timezone.now())
    context: dict[str, Any] = {
        "tournament": access.tournament,
        "phone": phone,
        "view": view,
        "names": {seat.letter: seat for seat in phone.seats},
        "setup": phone_setup(phone),
        "state": phone_state(phone),
        "fan_values": FAN_VALUES,
    }
    form = more.pop("form", None)
    if isinstance(form, HandForm):
        context["form"] = form
    elif isinstance(form, ConfirmForm):
        context["confirm"] = form
    elif form is not None:
        context["refused"] = [text for texts in form.errors.values() for text in texts]
    context.setdefault("form", hand_form(phone.hand, access.tournament, None, phone.version))
    context.setdefault("confirm", ConfirmForm(initial={"version": view.table.version}))
    answer = render(request, "scoring/phone.html", context | more, status=status)
    answer["Cache-Control"] = "no-store"
    return answer
