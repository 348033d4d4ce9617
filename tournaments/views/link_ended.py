"""What a phone is told whose link opens nothing (any more)."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from tournaments.gates import LinkEnded

GONE, MISSING = 410, 404


def link_ended(request: HttpRequest, ended: LinkEnded) -> HttpResponse:
    """The page in plain words, or the same as JSON for the script of the phone's page."""
    title, text = _words(ended)
    status = GONE if ended.code in ("revoked", "over") else MISSING
    if request.headers.get("Accept") == "application/json":
        return JsonResponse({"code": ended.code, "message": f"{title} {text}"}, status=status)
    shown = ended.table if ended.code == "over" else None
    context = {"title": title, "text": text, "table": shown, "ended": ended}
    return render(request, "tournaments/link_ended.html", context, status=status)


def _words(ended: LinkEnded) -> tuple[str, str]:
    if ended.code == "over" and ended.table is not None:
        named = {"session": ended.table.session.number}
        return (
            _("Session %(session)s is finished.") % named,
            _("Nothing can be entered at its tables any more. What is wrong, the desk corrects."),
        )
    if ended.code == "revoked":
        return (
            _("This link has ended."),
            _("Ask the desk for the new code of your table."),
        )
    if ended.code == "draft":
        return (
            _("This link opens later."),
            _("It works once the organiser publishes the seating."),
        )
    if ended.code == "own":
        return (
            _("This link is not one of ours, or it has ended."),
            _("Ask the desk for a new programme with your code."),
        )
    return (
        _("This link opens no table."),
        _("Scan the code on the score sheet of your table again."),
    )
