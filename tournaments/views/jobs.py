"""A job's progress, its file, and the buttons to cancel or repeat it."""

from __future__ import annotations

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from journal import jobs
from journal.models import Job
from tournaments.gates import Access, open_tournament
from tournaments.models import Role


def _open(request: HttpRequest, slug: str, job: int) -> tuple[Access, Job]:
    access = open_tournament(request.user, slug, need=Role.SCORER)
    return access, get_object_or_404(Job, pk=job, scope=access.tournament.scope)


@require_safe
def show(request: HttpRequest, slug: str, job: int) -> HttpResponse:
    """The job's page; htmx asks for the progress part alone until the job has ended."""
    access, row = _open(request, slug, job)
    row = jobs.look_after(row)
    context = {"access": access, "tab": "papers", "job": row}
    part = request.headers.get("HX-Request") == "true"
    return render(request, "tournaments/_job.html" if part else "tournaments/job.html", context)


@require_safe
def file(request: HttpRequest, slug: str, job: int) -> FileResponse:
    """The file that a finished job made."""
    _access, row = _open(request, slug, job)
    if row.state != Job.State.DONE or not isinstance(row.result, dict) or "file" not in row.result:
        raise Http404
    return FileResponse(default_storage.open(row.result["file"]), filename=row.result["name"])


@require_POST
def cancel(request: HttpRequest, slug: str, job: int) -> HttpResponse:
    """Cancel a job that waits or runs."""
    _access, row = _open(request, slug, job)
    jobs.cancel(row)
    return redirect("job", slug, row.pk)


@require_POST
def repeat(request: HttpRequest, slug: str, job: int) -> HttpResponse:
    """Start the same work again."""
    _access, row = _open(request, slug, job)
    return redirect("job", slug, jobs.repeat(row, by=request.user).pk)
