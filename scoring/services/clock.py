"""Extra time, what the hall screen shows, and the prize-giving."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from scoring.selectors.prizes import places_shown
from scoring.services.locks import lock_table, lock_tournament, place_of, touch
from tournaments.models import Session, Table, Tournament

MOST_EXTRA = 120
OPEN = (Session.State.PUBLISHED, Session.State.RUNNING)


@transaction.atomic
def give_time(*, by: Actor, session: Session, minutes: int, reason: str = "") -> Session:
    """Give every table of a session more minutes; negative ones take some back.

    Raises ValidationError on `minutes` where the extra time would leave 0 to 120, and for a
    session that is over or a draft.
    """
    tournament = lock_tournament(session.tournament_id)
    locked = Session.objects.get(pk=session.pk)
    locked.tournament = tournament
    _require_open(locked)
    before = locked.extra_minutes
    locked.extra_minutes = _added(before, minutes)
    locked.save(update_fields=["extra_minutes"])
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="time.given",
        target=f"session {locked.number}",
        reason=reason.strip(),
        before=before,
        after=locked.extra_minutes,
    )
    return locked


@transaction.atomic
def give_table_time(*, by: Actor, table: Table, minutes: int, reason: str = "") -> Table:
    """Give one table more minutes of its own; negative ones take some back."""
    locked = lock_table(table)
    _require_open(locked.session)
    before = locked.extra_minutes
    locked.extra_minutes = _added(before, minutes)
    locked.save(update_fields=["extra_minutes"])
    touch(locked)
    record_event(
        scope=locked.session.tournament.scope,
        actor=by,
        verb="time.given",
        target=place_of(locked),
        reason=reason.strip(),
        before=before,
        after=locked.extra_minutes,
    )
    return locked


def _added(before: int, minutes: int) -> int:
    after = before + minutes
    if minutes == 0 or not 0 <= after <= MOST_EXTRA:
        text = _("Extra time is 0 to %(most)s minutes in all; now it is %(now)s.")
        error = ValidationError(text % {"most": MOST_EXTRA, "now": before}, code="extra_minutes")
        raise ValidationError({"minutes": error})
    return after


def _require_open(session: Session) -> None:
    if session.state not in OPEN:
        raise ValidationError(
            _("Session %(number)s is over, or not published yet.") % {"number": session.number},
            code="wrong_state",
        )


@transaction.atomic
def set_screen(*, by: Actor, tournament: Tournament, theme: str, final_held: bool) -> Tournament:
    """The colours of the hall screen, and whether the last session is held back."""
    locked = lock_tournament(tournament.pk)
    before = {"theme": locked.hall_theme, "final_held": locked.final_held}
    locked.hall_theme, locked.final_held = theme, final_held
    if not final_held:
        locked.prizes_shown = None
    locked.full_clean(validate_unique=False, validate_constraints=False)
    after = {"theme": theme, "final_held": final_held}
    if before == after:
        return locked
    locked.save(update_fields=["hall_theme", "final_held", "prizes_shown"])
    record_event(
        scope=locked.scope,
        actor=by,
        verb="screen.changed",
        target=locked.slug,
        before=before,
        after=after,
    )
    return locked


@transaction.atomic
def show_prizes(*, by: Actor, tournament: Tournament, places: int = 1) -> Tournament:
    """The next step of the prize-giving: nothing yet, then `places` more from the last place up.

    Minus one takes the last place off the screen again. Raises ValidationError unless the last
    session is finished and held back, and where the screen would stay as it is.
    """
    locked = lock_tournament(tournament.pk)
    before = locked.prizes_shown
    locked.prizes_shown = places_shown(locked, places)
    if locked.prizes_shown is None:
        raise ValidationError(
            _("The prize-giving needs a last session that is finished and held back."),
            code="not_held",
        )
    if locked.prizes_shown == before:
        raise ValidationError(_no_further(before), code="no_further")
    locked.save(update_fields=["prizes_shown"])
    record_event(
        scope=locked.scope,
        actor=by,
        verb="prizes.shown",
        target=locked.slug,
        before=before,
        after=locked.prizes_shown,
    )
    return locked


def _no_further(shown: int) -> str:
    return _("All places have been shown.") if shown else _("No place has been shown yet.")


@transaction.atomic
def end_prizes(*, by: Actor, tournament: Tournament) -> Tournament:
    """The prize-giving is over: everybody may see everything."""
    locked = lock_tournament(tournament.pk)
    before = {"final_held": locked.final_held, "prizes_shown": locked.prizes_shown}
    locked.final_held, locked.prizes_shown = False, None
    locked.save(update_fields=["final_held", "prizes_shown"])
    record_event(
        scope=locked.scope,
        actor=by,
        verb="prizes.ended",
        target=locked.slug,
        before=before,
        after={"final_held": False},
    )
    return locked
