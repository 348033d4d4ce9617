"""Reading a whole tournament in from its document."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.exports.document import read_document
from scoring.forms.documents import DocumentForm
from scoring.services.document import Imported, import_document
from scoring.services.document_faults import DocumentError, Fault
from tournaments.gates import may_found_tournaments

SHOWN_FAULTS = 50


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest) -> HttpResponse:
    """The form, and every fault of a document that cannot be read in."""
    user = request.user
    if not isinstance(user, User) or not may_found_tournaments(user):
        raise PermissionDenied
    return read_in(
        request,
        lambda document: import_document(by=user, document=document, reason="imported on the page"),
        template="scoring/import.html",
        done=("tournament", _("%(name)s is imported.")),
        refused=_("Nothing was imported: the document has faults."),
    )


def read_in(
    request: HttpRequest,
    take: Callable[[dict[str, Any]], Imported],
    *,
    template: str,
    done: tuple[str, str],
    refused: str,
) -> HttpResponse:
    """The form for a document; posted, `take` reads it in and the page named in `done` follows."""
    form = DocumentForm(request.POST or None, request.FILES or None)
    faults: tuple[Fault, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            imported = take(read_document(form.cleaned_data["document"].read()))
        except DocumentError as error:
            faults = error.faults
            form.add_error("document", refused)
        else:
            for note in imported.notes:
                messages.info(request, note)
            page, sentence = done
            messages.success(request, sentence % {"name": imported.tournament})
            return redirect(page, imported.tournament.slug)
    context = {
        "tab": "home",
        "form": form,
        "faults": faults[:SHOWN_FAULTS],
        "more": max(0, len(faults) - SHOWN_FAULTS),
    }
    return render(request, template, context, status=422 if form.errors else 200)
