"""The programme: when sessions start and how long they last."""

from __future__ import annotations

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from tournaments.models import Session, Tournament

# The hall's clock runs by these times, so a late start moves a running session too.
MOVABLE = (Session.State.DRAFT, Session.State.PUBLISHED, Session.State.RUNNING)


@transaction.atomic
def add_session(
    *, by: Actor, tournament: Tournament, starts_at: dt.datetime, minutes: int
) -> Session:
    """A draft session after all others.

    Raises ValidationError by field: outside the tournament's days, or before the last one ends.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    last = locked.sessions.order_by("number").last()
    session = Session(
        tournament=locked,
        number=last.number + 1 if last else 1,
        starts_at=starts_at.astimezone(dt.UTC),
        minutes=minutes,
    )
    _check(session)
    session.save()
    record_event(
        scope=locked.scope,
        actor=by,
        verb="session.added",
        target=f"session {session.number}",
        after=_shown(session),
    )
    return session


@transaction.atomic
def change_session(*, by: Actor, session: Session, starts_at: dt.datetime, minutes: int) -> Session:
    """Move a session that is not over, or change its length; a new start counts at once.

    Raises ValidationError by field, or (`over`) once it is finished.
    """
    locked = _locked(session)
    before = _shown(locked)
    # In UTC: adding minutes to a time of the hall would ignore that its clocks change.
    starts_at = starts_at.astimezone(dt.UTC)
    if locked.starts_at != starts_at:
        locked.starts_at, locked.began_at = starts_at, None
    locked.minutes = minutes
    if _shown(locked) == before:
        return locked
    if locked.state not in MOVABLE:
        raise ValidationError(
            _("Session %(number)s is over: its times stay."),
            code="over",
            params={"number": locked.number},
        )
    _check(locked)
    locked.save()
    record_event(
        scope=locked.tournament.scope,
        actor=by,
        verb="session.changed",
        target=f"session {locked.number}",
        before=before,
        after=_shown(locked),
    )
    return locked


@transaction.atomic
def remove_session(*, by: Actor, session: Session) -> None:
    """Take a draft off the programme; the drafts after it move up by one number.

    Raises ValidationError (`published`) for a session that anybody has seen, and
    (`published_after`) where one after it would change its number.
    """
    locked = _locked(session)
    later = locked.tournament.sessions.filter(number__gt=locked.number)
    if locked.state != Session.State.DRAFT:
        raise ValidationError(_("Only a draft can be removed."), code="published")
    if later.exclude(state=Session.State.DRAFT).exists():
        raise ValidationError(
            _("A later session is published: it would change its number."), code="published_after"
        )
    before = _shown(locked)
    locked.delete()
    for following in later.order_by("number"):
        following.number -= 1
        following.save(update_fields=["number"])
    record_event(
        scope=locked.tournament.scope,
        actor=by,
        verb="session.removed",
        target=f"session {locked.number}",
        before=before,
    )


def _locked(session: Session) -> Session:
    Tournament.objects.select_for_update().get(pk=session.tournament_id)
    return Session.objects.select_related("tournament").get(pk=session.pk)


def _shown(session: Session) -> dict[str, object]:
    return {
        "starts_at": session.starts_at.astimezone(dt.UTC).isoformat(),
        "minutes": session.minutes,
    }


def _check(session: Session) -> None:
    """Raise ValidationError unless the session lies on the tournament's days between the others."""
    session.full_clean(exclude=["tournament"])
    tournament = session.tournament
    day = session.starts_at.astimezone(tournament.zone).date()
    if not tournament.start_date <= day <= tournament.end_date:
        _refuse("starts_at", _("That is no day of the tournament."), "outside")
    others = tournament.sessions.exclude(pk=session.pk)
    before = others.filter(number__lt=session.number).order_by("number").last()
    after = others.filter(number__gt=session.number).order_by("number").first()
    if before and before.starts_at + dt.timedelta(minutes=before.minutes) > session.starts_at:
        _refuse("starts_at", _("The session before it has not ended by then."), "overlaps")
    if after and session.starts_at + dt.timedelta(minutes=session.minutes) > after.starts_at:
        _refuse("starts_at", _("The session after it begins before this one ends."), "overlaps")


def _refuse(field: str, sentence: str, code: str) -> None:
    raise ValidationError({field: ValidationError(sentence, code=code)})
