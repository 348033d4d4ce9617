"""How a table stands: one mark and one short text, the same on the desk and on its sheet."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.tables import TableSheet
from tournaments.models import Session


@dataclass(frozen=True, slots=True)
class State:
    """A mark (act, wait, over, play, done) and what it says."""

    mark: str
    text: str


def ends_at(session: Session) -> dt.datetime:
    """When the time of a session is over."""
    return session.starts_at + dt.timedelta(minutes=session.minutes)


def table_state(view: TableSheet, now: dt.datetime) -> State:
    """How the table stands at `now`."""
    if view.is_closed:
        return State("done", _("Closed"))
    if not view.is_seated:
        return State("act", _("A seat is empty"))
    if any(problem.code == "disputed_claim" for problem in view.result.problems):
        return State("act", _("A claim is disputed"))
    gaps = view.result.gaps
    if gaps:
        text = ngettext("Hand %(hands)s is missing", "Hands %(hands)s are missing", len(gaps))
        return State("act", text % {"hands": ", ".join(map(str, gaps))})
    if view.is_complete:
        return State("wait", _("Ready to close"))
    if view.session.state != Session.State.RUNNING:
        return State("play", _("Not started"))
    if now > ends_at(view.session):
        return State("over", _("Hand %(hand)s, time over") % {"hand": view.next_hand})
    return State("play", _("Hand %(hand)s") % {"hand": view.next_hand})
