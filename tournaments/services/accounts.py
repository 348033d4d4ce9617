"""The first account of an empty house, and what people change in their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import record_event
from tournaments.models import Tournament
from tournaments.services.staff import make_account
from tournaments.services.tournaments import create_tournament


def has_accounts() -> bool:
    """True once somebody can log in."""
    return User.objects.exists()


@transaction.atomic
def found_house(
    *, username: str, name: str, password: str, tournament: Mapping[str, Any] | None
) -> tuple[User, Tournament | None]:
    """The organiser's account, which may do everything, and the first tournament.

    `tournament` holds the arguments of `create_tournament`; None where the tournament comes from a
    backup afterwards. Raises ValidationError by field, also (`founded`) where an account exists: of
    two visitors at once one wins.
    """
    # A row that every database has: two founders wait for each other here.
    list(ContentType.objects.select_for_update().filter(app_label="auth", model="user"))
    if has_accounts():
        raise ValidationError(_("An account exists already: log in with it."), code="founded")
    try:
        validate_password(password, User(username=username, first_name=name))
    except ValidationError as refused:
        raise ValidationError({"password": refused.error_list}) from refused
    user = make_account(username=username, name=name, password=password, superuser=True)
    record_event(scope="house", actor=user, verb="house.founded", target=user.get_username())
    return user, create_tournament(by=user, **tournament) if tournament is not None else None


@transaction.atomic
def rename_account(*, user: User, name: str) -> User:
    """Change the name that other people see. Raises ValidationError by field (name)."""
    before = user.get_full_name()
    user.first_name, user.last_name = name.strip(), ""
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as refused:
        raise ValidationError({"name": refused.messages}) from refused
    user.save(update_fields=["first_name", "last_name"])
    record_event(
        scope="house",
        actor=user,
        verb="account.renamed",
        target=user.get_username(),
        before=before,
        after=user.get_full_name(),
    )
    return user
