"""Files for the organisers: the document, the backup, the EMA results."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.exports.document import write_document
from scoring.exports.ema import ema_csv, ema_workbook, fill_template
from scoring.forms.exports import TemplateForm
from scoring.selectors.document import backup_document, tournament_document
from scoring.selectors.ema import EmaReport, ema_report
from tournaments.gates import Access, open_tournament
from tournaments.models import Role

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
CSV = "text/csv; charset=utf-8"
JSON = "application/json"


def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Downloads, the weight and the base ranks; a posted template comes back filled."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    report = ema_report(access.tournament)
    form = TemplateForm(request.POST or None, request.FILES or None)
    if request.method == "POST" and form.is_valid():
        try:
            content = fill_template(report, form.cleaned_data["template"].read())
        except ValidationError as refused:
            form.add_error("template", refused)
        else:
            return _file(content, XLSX, _name(access, report, "ema.xlsx"))
    context = {"access": access, "tab": "exports", "report": report, "form": form}
    return render(request, "scoring/exports.html", context, status=422 if form.errors else 200)


@require_safe
def download(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One file. EMA files are refused while a result is missing, unless `provisional` is asked."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    if name == "tournament.json":
        text = write_document(tournament_document(access.tournament))
        return _file(text.encode(), JSON, f"{slug}.json")
    if name == "backup.json":
        text = write_document(backup_document(access.tournament))
        return _file(text.encode(), JSON, f"{slug}-backup.json")
    if name not in ("ema.xlsx", "ema.csv"):
        raise Http404
    report = ema_report(access.tournament)
    if report.is_provisional and "provisional" not in request.GET:
        context = {"access": access, "tab": "exports", "report": report, "form": TemplateForm()}
        return render(request, "scoring/exports.html", context, status=409)
    if name == "ema.csv":
        return _file(ema_csv(report), CSV, _name(access, report, name))
    return _file(ema_workbook(report), XLSX, _name(access, report, name))


def _name(access: Access, report: EmaReport, name: str) -> str:
    mark = "provisional-" if report.is_provisional else ""
    return f"{access.tournament.slug}-{mark}{name}"


def _file(content: bytes, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=kind,
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "private, no-store",
        },
    )
