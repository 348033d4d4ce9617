"""Who may see people's data: the organiser of any tournament."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.models import AnonymousUser, User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponseBase

View = Callable[..., HttpResponseBase]


def keeps_people(user: User | AnonymousUser) -> bool:
    """True for whoever organises a tournament, and for superusers.

    Roles belong to the app above this one; the account itself knows them.
    """
    if not isinstance(user, User) or not user.is_active:
        return False
    return user.is_superuser or user.tournament_roles.filter(role="organiser").exists()


def people_page(view: View) -> View:
    """Open the page to organisers; ask strangers to log in, refuse everybody else."""

    @wraps(view)
    def opened(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        if not keeps_people(request.user):
            raise PermissionDenied
        return view(request, *args, **kwargs)

    return opened
