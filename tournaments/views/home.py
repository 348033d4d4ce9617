"""The first page: all tournaments; and a further one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from tournaments.forms.tournaments import NewTournamentForm
from tournaments.gates import may_found_tournaments
from tournaments.selectors.tournaments import shelves
from tournaments.services.accounts import has_accounts
from tournaments.services.tournaments import create_tournament


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Running, coming and past tournaments; an empty house leads to its welcome."""
    if not has_accounts():
        return redirect("welcome")
    context = {
        "tab": "home",
        "shelves": shelves(timezone.now()),
        "may_found": may_found_tournaments(request.user),
    }
    return render(request, "tournaments/home.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tournament_new(request: HttpRequest) -> HttpResponse:
    """A further tournament, from a ready-made programme."""
    user = request.user
    if not isinstance(user, User) or not may_found_tournaments(user):
        raise PermissionDenied
    form = NewTournamentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = create_tournament(by=user, **form.arguments())
        except ValidationError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("%(name)s is there: now its players.") % {"name": made})
            return redirect("entries", made.slug)
    return render(request, "tournaments/new.html", {"tab": "home", "form": form})
