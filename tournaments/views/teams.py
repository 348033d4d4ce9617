"""Teams: who they are, and who plays for which."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from tournaments.forms.entries import TeamForm
from tournaments.gates import Access, open_tournament
from tournaments.models import Entry, Role, Team
from tournaments.selectors.entries import entries_of, team_sizes, usual_size
from tournaments.services import teams as service


@require_safe
def show(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody sees the teams; organisers name them and put people into them."""
    access = open_tournament(request.user, slug)
    return _page(request, access)


def _page(
    request: HttpRequest,
    access: Access,
    form: TeamForm | None = None,
    changing: tuple[Team, TeamForm] | None = None,
) -> HttpResponse:
    """The page; `changing` is the team whose change was refused, with what was typed."""
    sizes = team_sizes(access.tournament)
    usual = usual_size(sizes)
    entries = list(entries_of(access.tournament)) if access.is_organiser else []
    context = {
        "access": access,
        "tab": "teams",
        "sizes": sizes,
        "usual": usual,
        "unequal": [item for item in sizes if item.size != usual],
        "loose": sum(entry.playing and entry.team_id is None for entry in entries),
        "entries": entries,
        "form": form or TeamForm(),
        "changing": changing,
    }
    return render(request, "tournaments/teams.html", context)


def _organise(request: HttpRequest, slug: str) -> Access:
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    if not access.tournament.has_teams:
        raise Http404
    return access


@require_POST
def add(request: HttpRequest, slug: str) -> HttpResponse:
    """A new team."""
    access = _organise(request, slug)
    form = TeamForm(request.POST)
    if form.is_valid():
        try:
            service.create_team(by=request.user, tournament=access.tournament, **form.cleaned_data)
        except ValidationError as refused:
            form.refuse(refused)
        else:
            return redirect("teams", slug)
    return _page(request, access, form)


@require_POST
def change(request: HttpRequest, slug: str, team: int) -> HttpResponse:
    """Rename or renumber a team, or delete it when it is empty."""
    access = _organise(request, slug)
    row = get_object_or_404(access.tournament.teams, pk=team)
    form = TeamForm(request.POST)
    try:
        if "delete" in request.POST:
            service.delete_team(by=request.user, team=row)
            return redirect("teams", slug)
        if form.is_valid():
            number = form.cleaned_data["number"] or row.number
            name = form.cleaned_data["name"]
            service.change_team(by=request.user, team=row, name=name, number=number)
            return redirect("teams", slug)
    except ValidationError as refused:
        form.refuse(refused)
    return _page(request, access, changing=(row, form))


@require_POST
def assign(request: HttpRequest, slug: str) -> HttpResponse:
    """Put everybody into the team that stands beside the name."""
    access = _organise(request, slug)
    teams = {str(team.pk): team for team in access.tournament.teams.all()}
    wanted: dict[Entry, Team | None] = {}
    for entry in entries_of(access.tournament):
        given = request.POST.get(f"team-{entry.pk}")
        if given is not None and (given == "" or given in teams):
            wanted[entry] = teams.get(given)
    moved = service.assign_teams(by=request.user, tournament=access.tournament, teams=wanted)
    told = ngettext("%s player changed team.", "%s players changed team.", len(moved))
    messages.success(request, told % len(moved) if moved else _("Nobody changed team."))
    return redirect("teams", slug)
