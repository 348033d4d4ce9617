"""Entering the people of a file: the people's preview, with teams and start numbers."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from players.forms import ConfirmForm, UploadForm
from players.importing.preview import LABELS
from players.importing.rows import PersonRow, check_rows
from players.selectors import Match, match_people
from players.views.importing import imported_sentence, preview_context
from tournaments.gates import Access, open_tournament
from tournaments.models import Role
from tournaments.selectors.entries import match_entries, new_teams
from tournaments.services.entry_import import EntriesImported, import_entries


@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The form for a file; its preview; and, once confirmed, the entries themselves."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    if "rows" in request.POST:
        return _confirm(request, access)
    form = UploadForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        return _preview(request, access, check_rows(form.rows))
    return _ask(request, access, form, [])


def _ask(request: HttpRequest, access: Access, form: UploadForm, errors: list[str]) -> HttpResponse:
    context = {"access": access, "tab": "entries", "form": form, "errors": errors}
    return render(request, "tournaments/import.html", context)


def _matches(access: Access, rows: list[PersonRow]) -> list[Match]:
    return match_entries(access.tournament, match_people(rows))


def _preview(request: HttpRequest, access: Access, rows: list[PersonRow]) -> HttpResponse:
    matches = _matches(access, rows)
    context = {
        "access": access,
        "tab": "entries",
        **preview_context(matches, list(LABELS)),
        "told": _told(access, [match.row for match in matches]),
    }
    return render(request, "tournaments/import_preview.html", context)


def _told(access: Access, rows: list[PersonRow]) -> list[str]:
    """What the reader should know of the teams in the file."""
    if not access.tournament.has_teams and any(row.team for row in rows):
        return [_("This tournament has no teams: the column of teams is left out.")]
    fresh = new_teams(access.tournament, rows)
    told = ngettext("A new team is made: %s.", "New teams are made: %s.", len(fresh))
    return [told % ", ".join(fresh)] if fresh else []


def _confirm(request: HttpRequest, access: Access) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _ask(
            request, access, UploadForm(), [str(error) for error in form.errors.get("rows", [])]
        )
    matches = _matches(access, form.checked)
    if [match.row.line for match in matches if match.problems] != form.faulty:
        messages.warning(request, _("Something has changed meanwhile: look at the rows again."))
        return _preview(request, access, form.checked)
    done = import_entries(
        by=request.user,
        tournament=access.tournament,
        rows=form.checked,
        left_out=form.cleaned_data["leave_out"],
    )
    messages.success(request, _entered_sentence(done))
    return redirect("entries", access.tournament.slug)


def _entered_sentence(done: EntriesImported) -> str:
    told = ngettext("%s player entered.", "%s players entered.", done.entered) % done.entered
    if done.moved:
        told += " " + ngettext("%s changed team.", "%s changed team.", done.moved) % done.moved
    return f"{told} {imported_sentence(done.people)}"
