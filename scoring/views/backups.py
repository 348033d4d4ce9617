"""Backups: the list, work under way, one more now, a rehearsal; restoring on this machine."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from journal import jobs
from scoring.exports.backups import backup_files, read_backup
from scoring.services.backups import restore_backup, start_backup
from scoring.services.rehearsal import make_rehearsal
from scoring.views.imports import read_in
from tournaments.gates import open_tournament
from tournaments.models import Role, Tournament


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """The backups of a tournament and the work that is not done, for its organisers."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    context = {
        "access": access,
        "tab": "desk",
        "jobs": jobs.unsettled(access.tournament.scope),
        "files": backup_files(access.tournament),
    }
    return render(request, "scoring/backups.html", context)


@require_POST
def make(request: HttpRequest, slug: str) -> HttpResponse:
    """Write a backup now; the job's page says when it is there."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    job = start_backup(by=request.user, tournament=access.tournament)
    return redirect("job", slug, job.pk)


@require_safe
def download(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """One backup file."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    content = read_backup(access.tournament, name)
    if content is None:
        raise Http404
    return HttpResponse(
        content,
        content_type="application/json",
        headers={
            "Content-Disposition": f'attachment; filename="{slug}-{name}"',
            "Cache-Control": "private, no-store",
        },
    )


@require_POST
def rehearse(request: HttpRequest, slug: str) -> HttpResponse:
    """A copy to try things out in."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    if access.tournament.kind == Tournament.Kind.REHEARSAL:
        messages.error(request, _("This is a rehearsal already."))
        return redirect("backups", slug)
    made = make_rehearsal(by=request.user, tournament=access.tournament)
    messages.success(request, _("This is the rehearsal: nothing here touches the tournament."))
    return redirect("desk", made.slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def restore(request: HttpRequest) -> HttpResponse:
    """Read a backup in on this machine; for the owner of the installation."""
    if not request.user.is_superuser:
        raise PermissionDenied
    return read_in(
        request,
        lambda document: restore_backup(by=request.user, document=document),
        template="scoring/restore.html",
        done=("desk", _("%(name)s is restored.")),
        refused=_("Nothing was restored: the backup has faults."),
    )
