"""The only doors to a tournament for pages and API.

A stranger is told that there is nothing (404); a person of the staff whose role is too low is
told so (403). A phone at a table has no account: its link opens that table and nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils.crypto import constant_time_compare

from journal.services import Device

from .models import Entry, Role, Session, Staff, Table, TableLink, Tournament
from .tokens import COOKIE, COOKIE_SALT, COOKIE_SECONDS, player_token, token_number

Visitor = User | AnonymousUser
ENDED = (Session.State.FINISHED, Session.State.APPROVED)

# A role with what it includes.
INCLUDES: dict[Role, frozenset[Role]] = {
    Role.ORGANISER: frozenset(Role),
    Role.REFEREE: frozenset({Role.REFEREE, Role.SCORER, Role.OBSERVER}),
    Role.SCORER: frozenset({Role.SCORER, Role.OBSERVER}),
    Role.OBSERVER: frozenset({Role.OBSERVER}),
}


@dataclass(frozen=True, slots=True)
class Access:
    """An open tournament and what this person may do there."""

    tournament: Tournament
    user: Visitor
    roles: frozenset[Role]

    def may(self, role: Role) -> bool:
        """True when one of the person's roles includes `role`."""
        return role in self.roles

    @property
    def is_organiser(self) -> bool:
        """True for an organiser, for templates."""
        return Role.ORGANISER in self.roles

    @property
    def is_referee(self) -> bool:
        """True for a referee or organiser, for templates."""
        return Role.REFEREE in self.roles

    @property
    def is_scorer(self) -> bool:
        """True for whoever may enter hands, for templates."""
        return Role.SCORER in self.roles

    @property
    def is_staff(self) -> bool:
        """True for any role, for templates."""
        return bool(self.roles)


def roles_of(user: Visitor | Device, tournament: Tournament) -> frozenset[Role]:
    """All that the person's roles in the tournament include; everything for a superuser."""
    if not user.is_authenticated:
        return frozenset()
    if getattr(user, "is_superuser", False):
        return frozenset(Role)
    held = tournament.staff.filter(user_id=user.pk).values_list("role", flat=True)
    return frozenset().union(*(INCLUDES[Role(role)] for role in held))


def may_found_tournaments(user: Visitor) -> bool:
    """True for whoever organises a tournament already, and for a superuser."""
    if not user.is_authenticated:
        return False
    if getattr(user, "is_superuser", False):
        return True
    return Staff.objects.filter(user_id=user.pk, role=Role.ORGANISER).exists()


def open_tournament(user: Visitor, slug: str, *, need: Role | None = None) -> Access:
    """Open a tournament for somebody who needs a role there, or for everybody (`need=None`).

    Raises Http404 where there is no such tournament or a stranger asks for a staff page, and
    PermissionDenied where the person's roles do not include `need`.
    """
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        raise Http404
    roles = roles_of(user, tournament)
    if need is not None and need not in roles:
        if not roles:
            raise Http404
        raise PermissionDenied
    return Access(tournament, user, roles)


def open_session(
    user: Visitor, slug: str, number: int, *, need: Role | None = None
) -> tuple[Access, Session]:
    """Open one session; a draft is hidden from everybody but the staff."""
    access = open_tournament(user, slug, need=need)
    session = access.tournament.sessions.filter(number=number).first()
    if session is None or not (session.is_public or access.is_staff):
        raise Http404
    return access, session


def open_table(
    user: Visitor, slug: str, number: int, table: int, *, need: Role | None = None
) -> tuple[Access, Table]:
    """Open one table of a session, by both numbers; with `open_session`'s refusals."""
    access, session = open_session(user, slug, number, need=need)
    found = session.tables.filter(number=table).first()
    if found is None:
        raise Http404
    return access, found


class LinkEnded(Exception):
    """A table's or player's link that opens nothing (any more).

    `code` is `own` (a player's), `unknown`, `draft` (the seats are not published), `revoked` or
    `over` (the session is finished); `table` is None for an unknown one.
    """

    def __init__(self, code: str, table: Table | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.table = table


@dataclass(frozen=True, slots=True)
class TableAccess:
    """What a phone may do: everything its link says, which is one table of one session."""

    link: TableLink
    table: Table

    @property
    def session(self) -> Session:
        """The session of the table."""
        return self.table.session

    @property
    def tournament(self) -> Tournament:
        """The tournament of the table."""
        return self.table.session.tournament

    @property
    def device(self) -> Device:
        """How the journal names this phone."""
        return Device(f"table {self.table.number}, phone")


def open_link(key: str) -> TableAccess:
    """Open the table of a link's key. Raises LinkEnded."""
    link = (
        TableLink.objects.select_related("table__session__tournament").filter(key=key).first()
        if key
        else None
    )
    if link is None:
        raise LinkEnded("unknown")
    if link.revoked_at is not None:
        raise LinkEnded("revoked", link.table)
    if not link.table.session.is_public:
        raise LinkEnded("draft", link.table)
    if link.table.session.state in ENDED:
        raise LinkEnded("over", link.table)
    return TableAccess(link, link.table)


def open_table_link(request: HttpRequest, slug: str) -> TableAccess:
    """Open the table whose link this phone was given, by its cookie. Raises LinkEnded.

    A link of another tournament opens nothing here.
    """
    key = request.get_signed_cookie(COOKIE, default="", salt=COOKIE_SALT, max_age=COOKIE_SECONDS)
    access = open_link(key or "")
    if access.tournament.slug != slug:
        raise LinkEnded("unknown")
    return access


def open_player_link(slug: str, token: str) -> Entry:
    """The player whose own link this is. Raises LinkEnded, also once the code was renewed."""
    entries = Entry.objects.select_related("tournament", "player")
    entry = entries.filter(tournament__slug=slug, number=token_number(token)).first()
    if entry is None or not constant_time_compare(player_token(entry), token):
        raise LinkEnded("own")
    return entry
