"""Substitutions with all that the rules make of them: seats, penalties, results.

Locks as everywhere: the tournament first, then the table.
"""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor
from scoring.engine.penalties import PenaltyBook
from scoring.engine.penalty_books import disqualifying_rule, lateness_rule
from scoring.models import Penalty
from scoring.selectors.desk import current_session
from scoring.selectors.happenings import (
    BACK,
    ILL,
    KINDS,
    LATEST,
    NO_SHOW,
    PLAYED,
    Case,
    Effect,
    Happening,
    read_scene,
)
from scoring.selectors.substitutions import effect_of, returning
from scoring.services.locks import (
    lock_table,
    lock_tournament,
    require_reason,
    require_referee,
    sheet_of,
    touch,
)
from scoring.services.penalties import give_penalty, revoke_penalty
from scoring.services.results import recompute
from tournaments.gates import roles_of
from tournaments.models import Entry, Occupant, Role, Session, Table
from tournaments.services.entries import change_entry
from tournaments.services.stand_ins import come_back, leave_seat, take_over, take_seat
from tournaments.services.substitutes import replace_no_show


@transaction.atomic
def substitute(
    *, by: Actor, happening: Happening, reason: str = "", counts_for_ranking: bool = False
) -> Entry:
    """Do what the rules say of a happening: the seat, the penalty, the sessions to come.

    A closed table needs a reason; its result and the standings follow. `counts_for_ranking` is
    asked for a no-show only. Returns the substitute's entry. Raises ValidationError with every
    problem of `effect_of`, by field where one is to blame; PermissionDenied for less than a
    referee.
    """
    if happening.kind not in KINDS or happening.kind == BACK:
        raise ValueError(f"{happening.kind!r} is no substitution")
    happening = _locked(by, happening)
    stand_in = _required(happening)
    effect = effect_of(happening)
    if effect.problems:
        raise ValidationError(list(effect.problems), code="not_possible")
    if happening.kind == NO_SHOW:
        return _replace(by, effect, stand_in, reason, counts_for_ranking)
    seat = effect.scene.seat
    assert seat is not None
    table = lock_table(seat.seat.table)
    reason = require_reason(reason) if _is_closed(table) else reason.strip()
    _penalise(by, happening, reason)
    take_seat(
        by=by,
        occupant=seat,
        substitute=stand_in,
        case=happening.kind,
        from_hand=happening.from_hand if happening.is_during else 1,
        reason=reason,
    )
    if happening.strips_name and happening.kind in ILL:
        change_entry(by=by, entry=happening.entry, name_stripped=True)
    if happening.leaves_place:
        take_over(
            by=by,
            entry=happening.entry,
            substitute=stand_in,
            seats=effect.ahead,
            case=Case.ABSENT if happening.kind == Case.DISQUALIFIED else Case.ILL_BEFORE,
        )
    _follow(by, table, reason)
    return stand_in


@transaction.atomic
def replace_absent(
    *, by: Actor, entry: Entry, stand_in: Entry, counts_for_ranking: bool, reason: str = ""
) -> Entry:
    """Give away the place of somebody who did not come, from the session that runs or is next on.

    Before any seat is published the substitute takes part in the next draw instead. Returns the
    substitute's entry; raises like `substitute`.
    """
    session = current_session(list(entry.tournament.sessions.exclude(state=Session.State.DRAFT)))
    if session is None:
        return replace_no_show(
            by=by, entry=entry, substitute=stand_in, counts_for_ranking=counts_for_ranking
        )
    return substitute(
        by=by,
        happening=Happening(session, entry, NO_SHOW, substitute=stand_in),
        reason=reason,
        counts_for_ranking=counts_for_ranking,
    )


def _replace(
    by: Actor, effect: Effect, stand_in: Entry, reason: str, counts_for_ranking: bool
) -> Entry:
    """A no-show's place: where play has begun the session is missed, every other seat goes over."""
    seat = effect.scene.seat
    free = [] if seat is None or effect.scene.begun else [seat]
    missed = lock_table(seat.seat.table) if seat is not None and effect.scene.begun else None
    if seat is not None and missed is not None:
        reason = require_reason(reason) if _is_closed(missed) else reason.strip()
        take_seat(by=by, occupant=seat, substitute=stand_in, case=Case.ABSENT, reason=reason)
    replaced = replace_no_show(
        by=by,
        entry=effect.happening.entry,
        substitute=stand_in,
        counts_for_ranking=counts_for_ranking,
        seats=[*free, *effect.ahead],
    )
    if missed is not None:
        _follow(by, missed, reason)
    return replaced


@transaction.atomic
def bring_back(*, by: Actor, happening: Happening, reason: str = "") -> tuple[Occupant, ...]:
    """Somebody who was replaced is here again; the seats given back, none where all are lost.

    A seat is given back only while no hand of its table has begun; who is up to fifteen minutes
    late gets the penalty for it. A session that is lost stays with the substitute. Raises
    ValidationError (not_away) for somebody who has the place.
    """
    happening = _locked(by, happening)
    effect = effect_of(happening)
    if effect.problems:
        raise ValidationError(list(effect.problems), code="not_away")
    scene = read_scene(happening.session, happening.entry)
    seats, _lost = returning(happening, scene)
    here = [row for row in seats if row.session_id == happening.session.pk]
    for row in here:
        lock_table(row.seat.table)
    _take_back_lost_session(by, happening, here)
    come_back(by=by, entry=happening.entry, seats=seats, reason=reason)
    if here and effect.penalty is not None:
        give_penalty(
            by=by,
            session=happening.session,
            entry=happening.entry,
            code=effect.penalty.code,
            reason=reason or _("%(minutes)s minutes late") % {"minutes": happening.minutes},
        )
    return seats


@transaction.atomic
def undo_stand_in(*, by: Actor, occupant: Occupant, reason: str) -> None:
    """Take back a substitution that was entered by mistake, with a reason.

    The result of a closed table follows; a name left out for illness goes to the EMA again. A
    penalty given with it is revoked by its own button.
    """
    session = _session_of(by, occupant.session)
    table = lock_table(occupant.seat.table)
    reason = require_reason(reason)
    require_referee(by, session)
    absent, was_ill = occupant.stands_for, occupant.case in ILL
    leave_seat(by=by, occupant=occupant, reason=reason)
    still_ill = Occupant.objects.filter(stands_for=absent, case__in=ILL)
    if absent is not None and was_ill and not still_ill.exists():
        change_entry(by=by, entry=absent, name_stripped=False)
    _follow(by, table, reason)


def _locked(by: Actor, happening: Happening) -> Happening:
    """The happening with fresh rows; the tournament's row is locked first."""
    session = _session_of(by, happening.session)
    entry = (
        session.tournament.entries.select_related("player", "team")
        .filter(pk=happening.entry.pk)
        .first()
    )
    if entry is None:
        raise ValidationError(_("This player is not in the tournament."), code="other_tournament")
    return replace(happening, session=session, entry=entry)


def _session_of(by: Actor, session: Session) -> Session:
    tournament = lock_tournament(session.tournament_id)
    if by is not None and Role.REFEREE not in roles_of(by, tournament):
        raise PermissionDenied(_("Only a referee substitutes."))
    fresh = Session.objects.get(pk=session.pk)
    fresh.tournament = tournament
    return fresh


def _required(happening: Happening) -> Entry:
    if happening.substitute is None:
        error = ValidationError(_("Choose who sits down."), code="substitute_missing")
        raise ValidationError({"substitute": error})
    return happening.substitute


def _is_closed(table: Table) -> bool:
    return sheet_of(table).closed_at is not None


def _penalise(by: Actor, happening: Happening, reason: str) -> None:
    """The lost session of a late player, or the disqualification; once."""
    book = PenaltyBook(happening.session.tournament.penalty_book)
    if happening.kind == Case.LATE:
        rule = lateness_rule(book, LATEST + 1)
    elif happening.kind == Case.DISQUALIFIED:
        rule = disqualifying_rule(book)
    else:
        return
    assert rule is not None
    standing = Penalty.objects.filter(
        entry=happening.entry, session=happening.session, code=rule.code, revoked_at=None
    )
    if not standing.exists():
        give_penalty(
            by=by, session=happening.session, entry=happening.entry, code=rule.code, reason=reason
        )


def _take_back_lost_session(by: Actor, happening: Happening, here: list[Occupant]) -> None:
    """Who gets the seat back has not lost the session."""
    if not here or happening.session.state not in PLAYED:
        return
    lost = Penalty.objects.filter(
        entry=happening.entry,
        session=happening.session,
        effect=Penalty.Effect.SESSION_LOST,
        revoked_at=None,
    )
    for penalty in lost:
        revoke_penalty(by=by, penalty=penalty, reason=_("the seat was given back"))


def _follow(by: Actor, table: Table, reason: str) -> None:
    """The table's next version; results and standings where it is closed."""
    touch(table)
    if _is_closed(table):
        recompute(by=by, table=table, reason=reason)
