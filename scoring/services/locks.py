"""Locks, taken in one order: tournament, then table; and who may change what is finished.

A tournament is held while a hand of an open table is written, and locked for everything else.
"""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import connection
from django.db.models import F
from django.utils.translation import gettext as _

from journal.services import Actor
from scoring.models import Sheet
from tournaments.gates import roles_of
from tournaments.models import Role, Session, Table, Tournament

DONE = (Session.State.FINISHED, Session.State.APPROVED)
NOT_STARTED = (Session.State.DRAFT, Session.State.PUBLISHED)


def lock_tournament(tournament_id: int) -> Tournament:
    """The tournament's row, locked until the transaction ends."""
    return Tournament.objects.select_for_update().get(pk=tournament_id)


def hold_tournament(tournament_id: int) -> Tournament:
    """The tournament's row as it is until the transaction ends: others may hold it too, and who
    locks it waits for all of them. Where one writer at a time is all there is, it is locked."""
    if connection.vendor != "postgresql":
        return lock_tournament(tournament_id)
    found = Tournament.objects.raw(
        f'SELECT * FROM "{Tournament._meta.db_table}" WHERE "id" = %s FOR SHARE', [tournament_id]
    )
    return found[0]


def lock_table(table: Table) -> Table:
    """The table with its session and tournament; the tournament is locked first."""
    return _lock_table(table, lock_tournament(table.session.tournament_id))


def lock_table_alone(table: Table) -> Table:
    """The same for what changes nothing but this table: other tables are written meanwhile.

    The first hand of all freezes the tournament's rules and therefore locks it.
    """
    begun = table.session.tournament.rules_frozen_at is not None
    take = hold_tournament if begun else lock_tournament
    return _lock_table(table, take(table.session.tournament_id))


def _lock_table(table: Table, tournament: Tournament) -> Table:
    locked = (
        Table.objects.select_for_update(of=("self",)).select_related("session").get(pk=table.pk)
    )
    locked.session.tournament = tournament
    return locked


def sheet_of(table: Table) -> Sheet:
    """The table's sheet; made at its first use. Its `table` is the one given."""
    sheet = Sheet.objects.get_or_create(table=table)[0]
    sheet.table = table
    return sheet


def touch(table: Table) -> None:
    """Count a change of the table, for pages that poll."""
    Table.objects.filter(pk=table.pk).update(version=F("version") + 1)


def place_of(table: Table, hand: int | None = None) -> str:
    """How the journal names a table or one of its hands."""
    name = f"session {table.session.number} table {table.number}"
    return name if hand is None else f"{name} hand {hand}"


def require_started(session: Session) -> None:
    """Refuse to write results of a session that has not begun."""
    if session.state in NOT_STARTED:
        raise ValidationError(
            _("Session %(number)s has not been started.") % {"number": session.number},
            code="session_not_started",
        )


def require_reason(reason: str) -> str:
    """The reason without blanks around it; refuse an empty one."""
    stripped = reason.strip()
    if not stripped:
        raise ValidationError(
            {"reason": ValidationError(_("Say why it is changed."), code="reason_required")}
        )
    return stripped


def require_referee(by: Actor, session: Session) -> None:
    """Only a referee changes what belongs to a finished session; None is the program itself."""
    if by is None or session.state not in DONE:
        return
    if Role.REFEREE not in roles_of(by, session.tournament):
        raise PermissionDenied(_("Session is finished: a referee has to correct it."))


def require_open(table: Table, sheet: Sheet) -> None:
    """Refuse a plain change of a closed table."""
    if sheet.closed_at is not None:
        raise ValidationError(
            _("Table %(table)s is closed: a change needs a reason.") % {"table": table.number},
            code="table_closed",
        )
