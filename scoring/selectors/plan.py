"""What comes after all that is to do, by the programme."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.utils.dateformat import format as format_date
from django.utils.translation import gettext as _

from scoring.selectors.standings import OVER
from scoring.selectors.todos import is_held_back
from tournaments.models import Session

State = Session.State


def plan_of(sessions: Sequence[Session], session: Session, now: dt.datetime) -> str:
    """One sentence; empty once every session is approved. `session` is the current one."""
    if session.state == State.DRAFT:
        return _("Then publish the seats, print the papers and start: %(session)s.") % {
            "session": _begins(session, now)
        }
    if session.state == State.PUBLISHED:
        return _("By the programme: %(session)s.") % {"session": _begins(session, now)}
    if session.state == State.RUNNING:
        coming = [one for one in sessions if one.number > session.number and one.state not in OVER]
        return _after_play(sessions, session, coming, now)
    if session.state == State.FINISHED:
        return _the_end(sessions, session)
    return ""


def _after_play(
    sessions: Sequence[Session], session: Session, coming: Sequence[Session], now: dt.datetime
) -> str:
    """The next session, or what follows the last."""
    if not coming:
        return _the_end(sessions, session)
    named = {"session": _begins(coming[0], now)}
    if coming[0].state == State.DRAFT:
        return _("By the programme: %(session)s. Its seating is not published yet.") % named
    return _("By the programme: %(session)s.") % named


def _the_end(sessions: Sequence[Session], session: Session) -> str:
    """What follows the last session."""
    named = {"number": session.number}
    if is_held_back(sessions, session):
        text = _("Once session %(number)s is approved: the prize-giving, then the exports.")
        return text % named
    return _("Once session %(number)s is approved: the exports.") % named


def _begins(session: Session, now: dt.datetime) -> str:
    """The session with its time in the hall, and its day unless it is today."""
    zone = session.tournament.zone
    local = session.starts_at.astimezone(zone)
    today = local.date() == now.astimezone(zone).date()
    at = format_date(local, "H:i" if today else "l H:i")
    return _("session %(number)s, %(at)s") % {"number": session.number, "at": at}
