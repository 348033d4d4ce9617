"""Stand-ins: a seat of one session in somebody's place, a place until that person is back.

Whether hands have begun, and what the rules make of it, is asked by the services of scoring: here
a session that has been started is one that may have them.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from journal.services import Actor, record_event
from tournaments.models import Entry, Occupant

from .entries import lock, store, target_of
from .substitutes import from_the_bench, lock_tables, open_seats, touch_tables


def seat_name(occupant: Occupant) -> dict[str, object]:
    """How the journal names a seat."""
    return {
        "session": occupant.session.number,
        "table": occupant.seat.table.number,
        "seat": occupant.seat.letter,
    }


def _refuse_second_seat(seats: Sequence[Occupant], to: Entry) -> None:
    """Nobody sits twice in a session."""
    sessions = [occupant.session_id for occupant in seats]
    taken = Occupant.objects.filter(entry=to, session__in=sessions).select_related("session")
    if clash := taken.first():
        refused = ValidationError(
            _("%(name)s already has a seat in session %(session)s."),
            code="seated_already",
            params={"name": to.player.full_name, "session": clash.session.number},
        )
        raise ValidationError({"substitute": refused})


@transaction.atomic
def take_seat(
    *,
    by: Actor,
    occupant: Occupant,
    substitute: Entry,
    case: str,
    from_hand: int = 1,
    reason: str = "",
) -> Occupant:
    """A substitute of the bench sits in somebody's place, in this session alone.

    From hand 1 the substitute has the seat as if it were drawn so; from a later hand both stand
    there. Returns the substitute's row. Raises ValidationError: `substitute` (not_on_the_bench,
    seated_already), `from_hand` (hand_taken).
    """
    tournament = lock(occupant.session.tournament)
    lock_tables([occupant])
    occupant = _fresh(occupant)
    substitute = from_the_bench(tournament, substitute)
    _refuse_second_seat([occupant], substitute)
    absent = occupant.entry
    if from_hand <= occupant.from_hand:
        occupant.entry, occupant.stands_for, occupant.case = substitute, absent, case
        row = occupant
    else:
        row = Occupant(
            seat=occupant.seat,
            session=occupant.session,
            entry=substitute,
            from_hand=from_hand,
            stands_for=absent,
            case=case,
        )
        _refuse_taken_hand(row)
    row.full_clean(validate_unique=False, validate_constraints=False)
    row.save()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="seat.taken",
        target=target_of(absent),
        reason=reason,
        after=seat_name(row)
        | {"entry": target_of(substitute), "from_hand": row.from_hand, "case": case},
    )
    return row


def _refuse_taken_hand(row: Occupant) -> None:
    later = Occupant.objects.filter(seat=row.seat, from_hand__gte=row.from_hand)
    if later.exists():
        refused = ValidationError(_("Somebody has this seat from then on."), code="hand_taken")
        raise ValidationError({"from_hand": refused})


@transaction.atomic
def leave_seat(*, by: Actor, occupant: Occupant, reason: str = "") -> None:
    """A stand-in leaves the seat as if it had never been taken; it stays in the journal.

    Raises ValidationError (no_stand_in) for anybody else.
    """
    tournament = lock(occupant.session.tournament)
    lock_tables([occupant])
    occupant = _fresh(occupant)
    absent, substitute = occupant.stands_for, occupant.entry
    if absent is None:
        raise ValidationError(_("Nobody stands in for somebody here."), code="no_stand_in")
    before = seat_name(occupant) | {
        "entry": target_of(substitute),
        "from_hand": occupant.from_hand,
        "case": occupant.case,
    }
    seats = Occupant.objects.filter(session=occupant.session, entry=absent)
    if seats.exists():
        occupant.delete()
    else:
        occupant.entry, occupant.stands_for, occupant.case = absent, None, ""
        occupant.full_clean(validate_unique=False, validate_constraints=False)
        occupant.save()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="seat.given_back",
        target=target_of(absent),
        reason=reason,
        before=before,
    )


@transaction.atomic
def take_over(
    *, by: Actor, entry: Entry, substitute: Entry, seats: Sequence[Occupant], case: str
) -> Entry:
    """A substitute has somebody's place until that person is back: these seats and later draws.

    The substitute's results never count for the ranking. Whoever is not disqualified counts as
    withdrawn meanwhile. Raises ValidationError like `take_seat`.
    """
    tournament = lock(entry.tournament)
    lock_tables(seats)
    entry = tournament.entries.select_related("player", "team").get(pk=entry.pk)
    substitute = from_the_bench(tournament, substitute)
    _refuse_second_seat(seats, substitute)
    for occupant in seats:
        occupant.entry, occupant.stands_for, occupant.case = substitute, entry, case
        occupant.save()
    touch_tables(seats)
    before = {"state": entry.state, "playing": entry.playing}
    if entry.state == Entry.State.ACTIVE:
        entry.state = Entry.State.WITHDRAWN
    entry.playing = False
    entry.save()
    substitute.playing = True
    substitute.counts_for_ranking = False
    substitute.replaces = entry
    store(substitute)
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="place.taken_over",
        target=target_of(entry),
        before=before,
        after={
            "entry": target_of(substitute),
            "state": entry.state,
            "seats": [seat_name(occupant) for occupant in seats],
        },
    )
    return substitute


@transaction.atomic
def come_back(*, by: Actor, entry: Entry, seats: Sequence[Occupant], reason: str = "") -> Entry:
    """The person takes these seats back and plays again; the substitute goes to the bench.

    A session that the substitute has begun stays with the substitute, outside the ranking.
    """
    tournament = lock(entry.tournament)
    lock_tables(seats)
    entry = tournament.entries.select_related("player").get(pk=entry.pk)
    before = {"state": entry.state, "playing": entry.playing}
    for occupant in seats:
        occupant.entry, occupant.stands_for, occupant.case = entry, None, ""
        occupant.save()
    touch_tables(seats)
    for substitute in entry.replaced_by.filter(playing=True):
        substitute.playing = False
        substitute.counts_for_ranking = False
        substitute.replaces = None
        substitute.team = None
        store(substitute)
    entry.state, entry.playing, entry.arrived = Entry.State.ACTIVE, True, True
    entry.save()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="entry.came_back",
        target=target_of(entry),
        reason=reason,
        before=before,
        after={"state": entry.state, "seats": [seat_name(occupant) for occupant in seats]},
    )
    return entry


@transaction.atomic
def give_back_place(*, by: Actor, entry: Entry) -> Entry:
    """The person comes after all, before play: the seats of all sessions to come go back.

    Once a session has been started, scoring brings people back: it knows where hands have begun
    and who is late. Raises ValidationError (not_replaced).
    """
    tournament = lock(entry.tournament)
    entry = tournament.entries.select_related("player").get(pk=entry.pk)
    substitute = entry.replaced_by.filter(playing=True).first()
    if substitute is None:
        raise ValidationError(_("Nobody has taken over this place."), code="not_replaced")
    return come_back(by=by, entry=entry, seats=open_seats(substitute))


def _fresh(occupant: Occupant) -> Occupant:
    return Occupant.objects.select_related(
        "seat__table", "session__tournament", "entry__player", "stands_for__player"
    ).get(pk=occupant.pk)
