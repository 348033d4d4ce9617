"""Reading a whole tournament in from its document."""

from __future__ import annotations

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
from scoring.services.document import import_document
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
    form = DocumentForm(request.POST or None, request.FILES or None)
    faults: tuple[Fault, ...] = ()
    if request.method == "POST" and form.is_valid():
        try:
            document = read_document(form.cleaned_data["document"].read())
            imported = import_document(by=user, document=document, reason="imported on the page")
        except DocumentError as refused:
            faults = refused.faults
            form.add_error("document", _("Nothing was imported: the document has faults."))
        else:
            for note in imported.notes:
                messages.info(request, note)
            messages.success(request, _("%(name)s is imported.") % {"name": imported.tournament})
            return redirect("tournament", imported.tournament.slug)
    context = {
        "tab": "home",
        "form": form,
        "faults": faults[:SHOWN_FAULTS],
        "more": max(0, len(faults) - SHOWN_FAULTS),
    }
    return render(request, "scoring/import.html", context, status=422 if form.errors else 200)
