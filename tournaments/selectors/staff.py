"""Who is on the staff of a tournament."""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import User

from journal.services import Actor
from tournaments.models import Role, Staff, Tournament


@dataclass(frozen=True, slots=True)
class Member:
    """A person with all roles held in one tournament."""

    user: User
    roles: tuple[Role, ...]


def members(tournament: Tournament) -> list[Member]:
    """Everybody on the staff, by log-in name."""
    roles: dict[User, list[Role]] = {}
    for row in tournament.staff.select_related("user").order_by("user__username", "role"):
        roles.setdefault(row.user, []).append(Role(row.role))
    return [Member(user, tuple(held)) for user, held in roles.items()]


def may_give_password(by: Actor, tournament: Tournament, user: User) -> bool:
    """Whether `by` may give this person of the staff a new password.

    The owner of the installation may; an organiser where all that the account opens is organised
    by the same person anyhow, so that nobody gets into another's tournament by it.
    """
    if not tournament.staff.filter(user=user).exists():
        return False
    if getattr(by, "is_superuser", False):
        return True
    if not isinstance(by, User) or user.is_superuser:
        return False
    own = Staff.objects.filter(user=by, role=Role.ORGANISER).values("tournament")
    return not Staff.objects.filter(user=user).exclude(tournament__in=own).exists()


def referee_names(tournament: Tournament) -> list[str]:
    """The referees as everybody may know them: those who gave a name, by it."""
    rows = tournament.staff.filter(role=Role.REFEREE).select_related("user")
    return sorted(filter(None, (row.user.get_full_name() for row in rows)))
