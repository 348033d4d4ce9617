"""Locks, taken in one order: tournament, then table; and who may change what is finished."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied, ValidationError
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


def lock_table(table: Table) -> Table:
    """The table with its session and tournament; the tournament is locked first."""
    tournament = lock_tournament(table.session.tournament_id)
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
