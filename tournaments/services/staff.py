"""Who may do what in a tournament."""

from __future__ import annotations

import secrets
from collections.abc import Collection

from axes.utils import reset
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from tournaments.models import Role, Staff, Tournament
from tournaments.selectors.staff import may_give_password

# No letter or digit that is mistaken for another when it is read from paper.
READABLE = "abcdefghjkmnpqrstuvwxyz23456789"


@transaction.atomic
def set_roles(
    *, by: Actor, tournament: Tournament, user: User, roles: Collection[Role]
) -> list[Staff]:
    """Give the person exactly these roles; none takes them off the staff.

    Raises ValidationError (`last_organiser`) where nobody would be left to organise.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    held = {Role(row.role): row for row in tournament.staff.filter(user=user)}
    wanted = set(roles)
    if Role.ORGANISER in held and Role.ORGANISER not in wanted:
        _keep_an_organiser(tournament, user)
    if wanted == held.keys():
        return list(held.values())
    tournament.staff.filter(user=user, role__in=held.keys() - wanted).delete()
    Staff.objects.bulk_create(
        Staff(tournament=tournament, user=user, role=role) for role in sorted(wanted - held.keys())
    )
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="staff.changed",
        target=user.get_username(),
        before=sorted(held),
        after=sorted(wanted),
    )
    return list(tournament.staff.filter(user=user))


@transaction.atomic
def create_staff_account(
    *, by: Actor, tournament: Tournament, username: str, name: str, roles: Collection[Role]
) -> tuple[User, str]:
    """A new account with these roles, and its first password, which is told only now.

    Raises ValidationError for a name that is taken or cannot be one, or without any role.
    """
    if not roles:
        raise ValidationError({"roles": ValidationError(_("Choose a role."), code="required")})
    password = first_password()
    user = make_account(username=username, name=name, password=password)
    set_roles(by=by, tournament=tournament, user=user, roles=roles)
    return user, password


@transaction.atomic
def give_new_password(*, by: Actor, tournament: Tournament, user: User) -> str:
    """A new password for somebody of the staff who has forgotten it; it is told only now.

    The old one and every log-in by it end, waiting after wrong guesses too, and the first log-in
    asks for a password of one's own. The event does not hold the password.
    Raises ValidationError (`not_yours`) for an account that is not this organiser's to open.
    """
    Tournament.objects.select_for_update().get(pk=tournament.pk)
    if not may_give_password(by, tournament, user):
        text = _("%(name)s also works elsewhere: only the owner of this installation may do this.")
        raise ValidationError(text, code="not_yours", params={"name": user})
    password = first_password()
    user.set_password(password)
    user.last_login = None
    user.save(update_fields=["password", "last_login"])
    reset(username=user.get_username())
    record_event(
        scope=tournament.scope, actor=by, verb="staff.password_given", target=user.get_username()
    )
    return password


def make_account(*, username: str, name: str, password: str, superuser: bool = False) -> User:
    """Save an account; `name` is the person's whole name.

    Raises ValidationError by field (username, name).
    """
    user = User(
        username=User.normalize_username(username.strip()),
        first_name=name.strip(),
        is_superuser=superuser,
    )
    user.set_password(password)
    try:
        user.full_clean()
    except ValidationError as refused:
        errors = dict(refused.error_dict)
        if "first_name" in errors:
            errors["name"] = errors.pop("first_name")
        raise ValidationError(errors) from refused
    user.save()
    return user


def first_password() -> str:
    """A password that is easy to read out: three groups of four, about 59 bits."""
    letters = [secrets.choice(READABLE) for _place in range(12)]
    return "-".join("".join(letters[start : start + 4]) for start in (0, 4, 8))


def _keep_an_organiser(tournament: Tournament, leaving: User) -> None:
    others = tournament.staff.filter(role=Role.ORGANISER).exclude(user=leaving)
    if not others.filter(user__is_active=True).exists():
        raise ValidationError(
            {
                "roles": ValidationError(
                    _("The last organiser cannot leave: name another one first."),
                    code="last_organiser",
                )
            }
        )
