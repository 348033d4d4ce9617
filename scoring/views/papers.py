"""The papers page, each paper as PDF or for the browser's printer, and the pack of a session."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from scoring.printing.catalogue import NoSuchPaper, session_paper, tournament_paper
from scoring.printing.pdf import PACKAGES, PrintingUnavailable, can_print, to_pdf
from scoring.selectors.papers_page import papers_page
from scoring.services.papers import start_pack
from tournaments.gates import Access, open_session, open_tournament
from tournaments.hall import hall_address
from tournaments.models import Role
from tournaments.selectors.links import own_ways, table_link_paths


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """All papers, grouped by when they are needed, and what to print next."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    context = {
        "access": access,
        "tab": "papers",
        "can_print": can_print(),
        "packages": PACKAGES,
        "address": hall_address(request),
        "page": papers_page(access.tournament),
    }
    return render(request, "scoring/papers.html", context)


@require_safe
def of_tournament(request: HttpRequest, slug: str, name: str, form: str) -> HttpResponse:
    """A paper of the whole tournament."""
    access = open_tournament(request.user, slug, need=Role.OBSERVER)
    try:
        html = tournament_paper(
            access.tournament,
            name,
            address=hall_address(request),
            ways=own_ways(access.tournament) if access.is_scorer else {},
        )
    except NoSuchPaper:
        raise Http404 from None
    back = reverse("paper", args=[slug, name, "html"])
    return _answer(request, access, html, form, name=f"{slug}-{name}", browser=back)


@require_safe
def of_session(request: HttpRequest, slug: str, number: int, name: str, form: str) -> HttpResponse:
    """A paper of one session; `?table=7` is the one sheet of table 7."""
    access, session = open_session(request.user, slug, number, need=Role.OBSERVER)
    wanted = request.GET.get("table", "")
    table = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else None
    if wanted and table is None:
        raise Http404
    try:
        html = session_paper(
            access.tournament,
            session,
            name,
            table=table,
            address=hall_address(request),
            links=table_link_paths(session) if access.is_scorer else {},
        )
    except NoSuchPaper:
        raise Http404 from None
    back = reverse("session_paper", args=[slug, number, name, "html"])
    if table is not None:
        back += f"?table={table}"
    title = f"{slug}-session-{number}-{name}" + (f"-{table}" if table is not None else "")
    return _answer(request, access, html, form, name=title, browser=back)


@require_POST
def pack(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Start printing all papers of a session; the job's page shows how far it is."""
    access, session = open_session(request.user, slug, number, need=Role.SCORER)
    if not session.tables.exists():
        raise Http404
    if not can_print():
        return _unavailable(request, access, reverse("papers", args=[slug]))
    job = start_pack(
        by=request.user,
        tournament=access.tournament,
        session=session,
        address=hall_address(request),
    )
    return redirect("job", slug, job.pk)


def _answer(
    request: HttpRequest, access: Access, html: str, form: str, *, name: str, browser: str
) -> HttpResponse:
    if form == "html":
        return HttpResponse(html)
    if form != "pdf":
        raise Http404
    try:
        pdf = to_pdf(html)
    except PrintingUnavailable:
        return _unavailable(request, access, browser)
    disposition = f'inline; filename="{name}.pdf"'
    headers = {"Content-Disposition": disposition, "Cache-Control": "no-store"}
    return HttpResponse(pdf, content_type="application/pdf", headers=headers)


def _unavailable(request: HttpRequest, access: Access, browser: str) -> HttpResponse:
    context = {"access": access, "tab": "papers", "packages": PACKAGES, "browser": browser}
    return render(request, "scoring/papers_unavailable.html", context, status=503)
