"""How a table stands: one mark and one short text, the same on the desk and on its sheet."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.tables import TableSheet
from tournaments.models import Session, Table


@dataclass(frozen=True, slots=True)
class State:
    """A mark (act, wait, over, play, done) and what it says."""

    mark: str
    text: str


def counted_to(session: Session, now: dt.datetime) -> dt.datetime:
    """What is counted down to at `now`: the end while it is played, else the start."""
    begun = session.state == Session.State.RUNNING and now >= session.begins_at
    return session.ends_at if begun else session.begins_at


def table_ends_at(table: Table) -> dt.datetime:
    """When the time of a table is over, with what was given to it alone."""
    return table.session.ends_at + dt.timedelta(minutes=table.extra_minutes)


def minutes_over(view: TableSheet, now: dt.datetime) -> int:
    """Whole minutes since the time of an open table was over; 0 while it is not."""
    if view.is_closed or view.session.state != Session.State.RUNNING:
        return 0
    return max(0, int((now - table_ends_at(view.table)).total_seconds() // 60))


def table_state(view: TableSheet, now: dt.datetime) -> State:
    """How the table stands at `now`."""
    if view.is_closed:
        return State("done", _("Closed"))
    if not view.is_seated:
        return State("act", _("A seat is empty"))
    if any(problem.code == "disputed_claim" for problem in view.result.problems):
        return State("act", _("Disputed"))
    gaps = view.result.gaps
    if gaps:
        text = ngettext("Hand %(hands)s is missing", "Hands %(hands)s are missing", len(gaps))
        return State("act", text % {"hands": ", ".join(map(str, gaps))})
    if view.is_complete:
        return State("wait", _("To be confirmed") if view.asks_code else _("Ready to close"))
    if view.session.state != Session.State.RUNNING:
        return State("play", _("Not started"))
    if now > table_ends_at(view.table):
        named = {"hand": view.next_hand, "minutes": minutes_over(view, now)}
        return State("over", _("Hand %(hand)s, %(minutes)s min over") % named)
    return State("play", _("Hand %(hand)s") % {"hand": view.next_hand})
