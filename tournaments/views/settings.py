"""The settings of a tournament."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from tournaments.forms.tournaments import SettingsForm
from tournaments.gates import open_tournament
from tournaments.models import Role
from tournaments.services.tournaments import change_settings


@require_http_methods(["GET", "HEAD", "POST"])
def settings(request: HttpRequest, slug: str) -> HttpResponse:
    """All settings on one page; what a counted hand has frozen is shown and stays."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    form = SettingsForm(request.POST or None, tournament=access.tournament)
    if request.method == "POST" and form.is_valid():
        try:
            change_settings(by=request.user, tournament=access.tournament, changes=form.changes())
        except ValidationError as refused:
            form.refuse(refused)
        else:
            messages.success(request, _("The settings are saved."))
            return redirect("settings", slug)
    context = {"access": access, "tab": "settings", "section": "settings", "form": form}
    return render(request, "tournaments/settings.html", context)
