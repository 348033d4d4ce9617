"""Importing people: a file, its preview, the confirmation."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from players.forms import ConfirmForm, UploadForm, pack_rows
from players.gates import people_page
from players.importing.preview import LABELS, cells_of, fields_of
from players.importing.rows import PersonRow, check_rows
from players.selectors import Match, match_people
from players.services import Imported, import_people

FIELDS = [name for name in LABELS if name not in ("team", "start_number")]


@require_http_methods(["GET", "HEAD", "POST"])
@people_page
def show(request: HttpRequest) -> HttpResponse:
    """The form for a file; its preview; and, once confirmed, the import itself."""
    if "rows" in request.POST:
        return _confirm(request)
    form = UploadForm(request.POST or None, request.FILES or None)
    if form.is_valid():
        return _preview(request, check_rows(form.rows))
    return _ask(request, form)


def _ask(request: HttpRequest, form: UploadForm | ConfirmForm) -> HttpResponse:
    """The first step, with what was wrong."""
    errors = list(form.errors.get("rows", []))
    upload = form if isinstance(form, UploadForm) else UploadForm()
    context = {"tab": "players", "form": upload, "errors": errors}
    return render(request, "players/import.html", context)


def _preview(request: HttpRequest, rows: list[PersonRow]) -> HttpResponse:
    matches = match_people(rows)
    context = {"tab": "players", **preview_context(matches, FIELDS)}
    return render(request, "players/import_preview.html", context)


def preview_context(matches: list[Match], known: list[str]) -> dict[str, object]:
    """What the preview shows: those of the `known` columns that the file has, lines with their
    cells, counts, the signed rows."""
    fields = [name for name in fields_of([match.row for match in matches]) if name in known]
    return {
        "labels": [LABELS[name] for name in fields],
        "lines": [(match, cells_of(match.row, fields)) for match in matches],
        "faulty": [match for match in matches if match.problems],
        "counts": {
            status: sum(match.status == status for match in matches)
            for status in ("new", "changed", "known", "problem")
        },
        "good": sum(not match.problems for match in matches),
        "packed": pack_rows([match.row for match in matches]),
    }


def _confirm(request: HttpRequest) -> HttpResponse:
    form = ConfirmForm(request.POST)
    if not form.is_valid():
        return _ask(request, form)
    matches = match_people(form.checked)
    if [match.row.line for match in matches if match.problems] != form.faulty:
        messages.warning(request, _("Something has changed meanwhile: look at the rows again."))
        return _preview(request, form.checked)
    done = import_people(
        by=request.user, rows=form.checked, left_out=form.cleaned_data["leave_out"]
    )
    messages.success(request, imported_sentence(done))
    return redirect("players")


def imported_sentence(done: Imported) -> str:
    """What an import did, in one sentence."""
    if not done.added and not done.changed and not done.left_out:
        return _("Everybody in the file was known already; nothing was changed.")
    parts = [
        ngettext("%s person added", "%s people added", done.added) % done.added,
        ngettext("%s changed", "%s changed", done.changed) % done.changed,
        ngettext("%s row left out", "%s rows left out", len(done.left_out)) % len(done.left_out),
    ]
    return ", ".join(parts) + "."
