"""Starting a session and taking the start back, finishing and approving it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from journal.services import Actor, record_event
from scoring.models import Penalty
from scoring.selectors.doubts import READY
from scoring.selectors.starts import start_stays
from scoring.selectors.tables import TableSheet, table_sheets
from scoring.services.backups import start_backup
from scoring.services.locks import lock_tournament
from scoring.services.standings import publish_standings
from tournaments.models import Session, Tournament
from tournaments.selectors.links import live_links

State = Session.State


@transaction.atomic
def start_session(*, by: Actor, session: Session, at: dt.datetime | None = None) -> Session:
    """Begin a published session; its time counts from now, or from `at`.

    Within the hour before the programme's start it is only made ready: its time counts from there.
    Raises ValidationError: not published, no seats, tables without four different players.
    """
    locked = _lock(session, State.PUBLISHED, _("Session %(number)s is not published."))
    sheets = _sheets(locked)
    if not sheets:
        raise ValidationError(
            _("Session %(number)s has no seats: draw the seating first.")
            % {"number": locked.number},
            code="no_seats",
        )
    short = [view.table.number for view in sheets if not view.is_seated]
    if short:
        raise ValidationError(
            ngettext(
                "Table %(tables)s has not four players.",
                "Tables %(tables)s have not four players.",
                len(short),
            )
            % {"tables": _listed(short)},
            code="not_four_players",
        )
    early = locked.starts_at - (now := at or timezone.now())
    locked.began_at = None if dt.timedelta(0) <= early <= READY else now
    locked.save(update_fields=["began_at"])
    return _move(by, locked, State.RUNNING, "session.started")


@transaction.atomic
def take_back_start(*, by: Actor, session: Session) -> Session:
    """Make a session that was started by mistake published again, as if nobody had started it.

    Raises ValidationError: not running (`wrong_state`), something entered since (`entered`).
    """
    locked = _lock(session, State.RUNNING, _("Session %(number)s is not running."))
    penalties = Penalty.objects.filter(session=locked, revoked_at=None)
    if entered := start_stays(_sheets(locked), live_links(locked), penalties):
        text = _("The start of session %(number)s stays.") % {"number": locked.number}
        raise ValidationError(f"{text} {entered}", code="entered")
    locked.began_at = None
    locked.save(update_fields=["began_at"])
    return _move(by, locked, State.PUBLISHED, "session.start_taken_back")


@transaction.atomic
def finish_session(*, by: Actor, session: Session) -> Session:
    """End a running session whose tables are all closed; names the tables that are not."""
    locked = _lock(session, State.RUNNING, _("Session %(number)s is not running."))
    unfinished = [view.table.number for view in _sheets(locked) if not view.is_closed]
    if unfinished:
        raise ValidationError(
            ngettext(
                "Table %(tables)s is not closed.",
                "Tables %(tables)s are not closed.",
                len(unfinished),
            )
            % {"tables": _listed(unfinished)},
            code="tables_open",
        )
    moved = _move(by, locked, State.FINISHED, "session.finished")
    publish_standings(by=by, tournament=locked.tournament)
    return moved


@transaction.atomic
def approve_session(*, by: Actor, session: Session) -> Session:
    """Say that the results of a finished session stand; a backup is written then."""
    locked = _lock(session, State.FINISHED, _("Session %(number)s is not finished."))
    moved = _move(by, locked, State.APPROVED, "session.approved")
    if locked.tournament.kind != Tournament.Kind.DEMONSTRATION:
        start_backup(by=by, tournament=locked.tournament, why=f"session-{locked.number}")
    return moved


def _lock(session: Session, state: str, otherwise: str) -> Session:
    """The session with its tournament locked; refused unless it is in `state`."""
    tournament = lock_tournament(session.tournament_id)
    locked = Session.objects.get(pk=session.pk)
    locked.tournament = tournament
    if locked.state != state:
        raise ValidationError(otherwise % {"number": locked.number}, code="wrong_state")
    return locked


def _sheets(session: Session) -> list[TableSheet]:
    return table_sheets(session.tables.all())


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _move(by: Actor, session: Session, state: str, verb: str) -> Session:
    before, session.state = session.state, state
    session.save(update_fields=["state"])
    record_event(
        scope=session.tournament.scope,
        actor=by,
        verb=verb,
        target=f"session {session.number}",
        before=before,
        after=state,
    )
    return session
