"""The staff of a tournament: who may do what."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.forms.staff import NewStaffForm, RolesForm
from tournaments.gates import Access, open_tournament
from tournaments.models import Role
from tournaments.selectors.staff import members
from tournaments.services.staff import create_staff_account, give_new_password, set_roles


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def staff(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody on the staff; POST adds a person. A first password is shown once, here."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    form = NewStaffForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            return _added(request, access, form)
        except ValidationError as refused:
            form.refuse(refused)
    return _page(request, access, form)


@require_POST
def staff_roles(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """Change the roles of one person of the staff."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    tournament = access.tournament
    person = _person(access, user)
    form = RolesForm(request.POST)
    if form.is_valid():
        try:
            set_roles(by=request.user, tournament=tournament, user=person, roles=form.chosen())
        except ValidationError as refused:
            messages.error(request, " ".join(refused.messages))
        else:
            messages.success(request, _("The roles of %(name)s are saved.") % {"name": person})
    return redirect("staff" if person != request.user else "tournament", slug)


@never_cache
@require_POST
def staff_password(request: HttpRequest, slug: str, user: int) -> HttpResponse:
    """A new password for one person of the staff, shown once, here."""
    access = open_tournament(request.user, slug, need=Role.ORGANISER)
    person = _person(access, user)
    try:
        password = give_new_password(by=request.user, tournament=access.tournament, user=person)
    except ValidationError as refused:
        messages.error(request, " ".join(refused.messages))
        return redirect("staff", slug)
    return _page(request, access, NewStaffForm(), forgot=(person, password))


def _person(access: Access, user: int) -> User:
    """Somebody of the staff."""
    people = User.objects.filter(tournament_roles__tournament=access.tournament)
    return get_object_or_404(people.distinct(), pk=user)


def _added(request: HttpRequest, access: Access, form: NewStaffForm) -> HttpResponse:
    """Give roles to the account of that name, or make one and show its first password."""
    given, tournament = form.cleaned_data, access.tournament
    known = User.objects.filter(username__iexact=given["username"].strip()).first()
    if known is not None:
        held = {Role(row.role) for row in tournament.staff.filter(user=known)}
        roles = held | form.chosen()
        set_roles(by=request.user, tournament=tournament, user=known, roles=roles)
        messages.success(request, _("%(name)s is on the staff.") % {"name": known})
        return redirect("staff", access.tournament.slug)
    user, password = create_staff_account(
        by=request.user,
        tournament=tournament,
        username=given["username"],
        name=given["name"],
        roles=form.chosen(),
    )
    return _page(request, access, NewStaffForm(), new=(user, password))


def _page(
    request: HttpRequest,
    access: Access,
    form: NewStaffForm,
    new: tuple[User, str] | None = None,
    forgot: tuple[User, str] | None = None,
) -> HttpResponse:
    rows = [
        (member, RolesForm(initial={"roles": member.roles}, auto_id=f"id_{member.user.pk}_%s"))
        for member in members(access.tournament)
    ]
    context = {
        "access": access,
        "tab": "settings",
        "section": "staff",
        "form": form,
        "rows": rows,
        "new": new,
        "forgot": forgot,
    }
    return render(request, "tournaments/staff.html", context)
