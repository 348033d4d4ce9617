"""Links of tables: the way in for a phone, and the organiser's page to print and end them."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournaments.gates import LinkEnded, open_link, open_session, open_table
from tournaments.hall import hall_address
from tournaments.models import Role
from tournaments.qr import qr_svg
from tournaments.selectors.links import tables_of_links
from tournaments.services.links import make_links, renew_link, revoke_link
from tournaments.tokens import COOKIE, COOKIE_SALT, COOKIE_SECONDS
from tournaments.views.link_ended import link_ended


@require_safe
def enter(request: HttpRequest, key: str) -> HttpResponse:
    """Exchange the key on paper for a cookie; the page of the table has a clean address."""
    try:
        access = open_link(key)
    except LinkEnded as ended:
        return link_ended(request, ended)
    path = reverse("phone", args=[access.tournament.slug])
    answer = redirect(path)
    answer["Referrer-Policy"] = "no-referrer"
    answer["Cache-Control"] = "no-store"
    answer.set_signed_cookie(
        COOKIE,
        access.link.key,
        salt=COOKIE_SALT,
        max_age=COOKIE_SECONDS,
        path=path,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return answer


@require_safe
def show(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The links of a session's tables as QR codes, to be shown or printed."""
    access, session = open_session(request.user, slug, number, need=Role.SCORER)
    if not session.is_public:
        raise Http404
    address = hall_address(request).rstrip("/")
    base = address or request.build_absolute_uri("/").rstrip("/")
    rows = [(one, qr_svg(base + one.path if one.link else "")) for one in tables_of_links(session)]
    context = {
        "access": access,
        "tab": "seating",
        "session": session,
        "rows": rows,
        "base": base,
        "reachable": bool(address),
        "lacking": any(one.link is None for one, _code in rows),
        "over": session.state in (session.State.FINISHED, session.State.APPROVED),
    }
    answer = render(request, "tournaments/links.html", context)
    answer["Cache-Control"] = "no-store"
    return answer


@require_POST
def make(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A link for every table that has none."""
    _access, session = open_session(request.user, slug, number, need=Role.ORGANISER)
    return _done(
        request,
        lambda: make_links(by=request.user, session=session),
        _("Every table has a link."),
        (slug, number),
    )


@require_POST
def renew(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """A new link; the old one ends."""
    _access, found = open_table(request.user, slug, number, table, need=Role.ORGANISER)
    said = _("Table %(table)s has a new link; the old one ended.") % {"table": table}
    return _done(request, lambda: renew_link(by=request.user, table=found), said, (slug, number))


@require_POST
def revoke(request: HttpRequest, slug: str, number: int, table: int) -> HttpResponse:
    """End a link, without a new one."""
    _access, found = open_table(request.user, slug, number, table, need=Role.ORGANISER)
    said = _("The link of table %(table)s ended.") % {"table": table}
    return _done(request, lambda: revoke_link(by=request.user, table=found), said, (slug, number))


def _done(
    request: HttpRequest, act: Callable[[], object], said: str, back: tuple[str, int]
) -> HttpResponse:
    try:
        act()
    except ValidationError as refused:
        for text in refused.messages:
            messages.error(request, text)
    else:
        messages.success(request, said)
    return redirect("table_links", *back)
