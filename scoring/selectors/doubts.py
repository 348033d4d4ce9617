"""What is unusual about starting a session now, so that a slip of the finger starts nothing."""

from __future__ import annotations

import datetime as dt

from django.utils.dateformat import format as date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.standings import OVER
from tournaments.models import Session
from tournaments.selectors.entries import missing_names

READY = dt.timedelta(hours=1)
"""So long before the programme's time a session is made ready; before that it starts at once."""
NAMED = 5


def start_doubts(session: Session, now: dt.datetime) -> tuple[str, ...]:
    """Sentences to be confirmed; none where nothing is unusual, or where it cannot start anyway."""
    if session.state != Session.State.PUBLISHED:
        return ()
    return tuple(text for text in (_missing(session), _early(session, now)) if text)


def _missing(session: Session) -> str:
    """Who has not arrived; asked until the first session is over."""
    first = session.tournament.sessions.order_by("number").first()
    missing = missing_names(session.tournament) if first and first.state not in OVER else ()
    if not missing:
        return ""
    names = ", ".join(missing[:NAMED]) + (" …" if len(missing) > NAMED else "")
    text = ngettext(
        "%(count)s person is not ticked as arrived: %(names)s.",
        "%(count)s people are not ticked as arrived: %(names)s.",
        len(missing),
    )
    return text % {"count": len(missing), "names": names}


def _early(session: Session, now: dt.datetime) -> str:
    """That the programme's time is more than an hour away."""
    if session.starts_at - now <= READY:
        return ""
    local = session.starts_at.astimezone(session.tournament.zone)
    text = _("By the programme it begins on %(day)s at %(time)s; its time would run from now on.")
    return text % {"day": date_format(local, "l j F"), "time": date_format(local, "H:i")}
