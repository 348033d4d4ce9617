"""Giving and revoking penalties by the tournament's book."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.services import Actor, record_event
from scoring.engine.penalties import (
    DeadHand,
    Payee,
    PenaltyBook,
    PenaltyError,
    PenaltyRule,
    Sanction,
    Scope,
    ladder_step,
    parse_sanction,
    penalty_payments,
)
from scoring.engine.penalty_books import find_rule
from scoring.engine.rotation import Seat
from scoring.models import Penalty
from scoring.selectors.referee import fouls
from scoring.sentences import refusal
from scoring.services.locks import (
    lock_table,
    lock_tournament,
    place_of,
    require_reason,
    require_referee,
    require_started,
    sheet_of,
    touch,
)
from scoring.services.results import recompute
from scoring.services.standings import publish_standings
from tournaments.gates import roles_of
from tournaments.models import Entry, Occupant, Role, Session, Table, Tournament

REASON_NEEDED = gettext_lazy("Say why: this penalty rests on the referee's judgement.")
BLAMED = {
    "unknown_penalty": "code",
    "amount_not_in_book": "amount",
    "no_such_sanction": "effect",
    "offended_missing": "to_entry",
    "offended_not_expected": "to_entry",
    "offended_is_offender": "to_entry",
}


@transaction.atomic
def give_penalty(
    *,
    by: Actor,
    session: Session,
    entry: Entry,
    code: str,
    hand: int | None = None,
    amount: int | None = None,
    to_entry: Entry | None = None,
    dead_hand: bool | None = None,
    effect: str | None = None,
    reason: str = "",
) -> Penalty:
    """Give an entry a penalty of the tournament's book in a session.

    Left out, `amount` is the book's only one, the next step of its ladder, or nothing beside a dead
    hand that may stand alone; `dead_hand` and `effect` are what the book says. A reason is needed
    for what the referee judges, and on a closed table; its results and the standings follow.
    Raises ValidationError for whatever the book does not know.
    """
    table, wide = _lock(session, entry)
    rule = _rule(wide.tournament, code)
    given_amount = _amount(rule, wide, entry, amount, dead_hand)
    each = _each_opponent(rule, entry, given_amount, to_entry, table)
    given_effect = _effect(rule, effect, given_amount)
    _require_right(by, wide, given_effect)
    closed = table is not None and sheet_of(table).closed_at is not None
    penalty = Penalty(
        session=wide,
        entry=entry,
        hand=hand,
        code=rule.code,
        amount=given_amount,
        each_opponent=each,
        to_entry=to_entry,
        dead_hand=_dead_hand(rule, dead_hand),
        effect=given_effect,
        reason=_reason(rule, reason, closed=closed),
        given_by=by if by is not None and by.is_authenticated else None,
        given_at=timezone.now(),
    )
    penalty.full_clean(exclude=["session", "entry", "to_entry", "given_by"])
    penalty.save()
    if given_effect == Penalty.Effect.DISQUALIFIED:
        Entry.objects.filter(pk=entry.pk).update(state=Entry.State.DISQUALIFIED, playing=False)
    _after(by, penalty, table, "penalty.given", after=_figures(penalty), reason=penalty.reason)
    return penalty


@transaction.atomic
def revoke_penalty(*, by: Actor, penalty: Penalty, reason: str) -> Penalty:
    """Take a penalty back, with a reason; it stays in the history."""
    table, session = _lock(penalty.session, penalty.entry)
    locked = Penalty.objects.select_for_update(of=("self",)).get(pk=penalty.pk)
    if locked.revoked_at is not None:
        raise ValidationError(_("This penalty is revoked already."), code="revoked_already")
    _require_right(by, session, locked.effect)
    locked.session = session
    locked.revoked_reason = require_reason(reason)
    locked.revoked_at = timezone.now()
    locked.save(update_fields=["revoked_at", "revoked_reason"])
    if locked.effect == Penalty.Effect.DISQUALIFIED and not _disqualified(locked.entry):
        replaced = locked.entry.replaced_by.filter(playing=True).exists()
        state = Entry.State.WITHDRAWN if replaced else Entry.State.ACTIVE
        Entry.objects.filter(pk=locked.entry_id).update(state=state, playing=not replaced)
    _after(by, locked, table, "penalty.revoked", before=_figures(locked), reason=reason)
    return locked


@transaction.atomic
def note_appeal(*, by: Actor, penalty: Penalty, text: str) -> Penalty:
    """Write down what is said against a penalty; an empty text takes the note away."""
    lock_tournament(penalty.session.tournament_id)
    locked = (
        Penalty.objects.select_for_update(of=("self",)).select_related("session").get(pk=penalty.pk)
    )
    before, locked.appeal = locked.appeal, text.strip()
    locked.full_clean(exclude=["session", "entry", "to_entry", "given_by"])
    locked.save(update_fields=["appeal"])
    record_event(
        scope=locked.session.tournament.scope,
        actor=by,
        verb="penalty.appealed",
        target=f"session {locked.session.number} {locked.code}",
        before=before,
        after=locked.appeal,
    )
    return locked


def _lock(session: Session, entry: Entry) -> tuple[Table | None, Session]:
    """Lock the tournament and the table where the entry sits; None where it sits nowhere."""
    tournament = lock_tournament(session.tournament_id)
    if entry.tournament_id != tournament.pk:
        raise ValidationError(_("This player is not in the tournament."), code="other_tournament")
    seat = (
        Occupant.objects.filter(session=session, entry=entry)
        .select_related("seat__table__session")
        .first()
    )
    if seat is None:
        fresh = Session.objects.get(pk=session.pk)
        fresh.tournament = tournament
        return None, fresh
    table = lock_table(seat.seat.table)
    return table, table.session


def _require_right(by: Actor, session: Session, effect: str) -> None:
    """Penalties need a session that runs; a disqualification needs a referee."""
    require_started(session)
    require_referee(by, session)
    if effect != Penalty.Effect.DISQUALIFIED or by is None:
        return
    if Role.REFEREE not in roles_of(by, session.tournament):
        raise PermissionDenied(_("Only a referee disqualifies."))


def _rule(tournament: Tournament, code: str) -> PenaltyRule:
    try:
        return find_rule(PenaltyBook(tournament.penalty_book), code)
    except PenaltyError as error:
        raise _blamed(error) from error


def _blamed(error: PenaltyError) -> ValidationError:
    return refusal(error, BLAMED.get(error.code))


def _reason(rule: PenaltyRule, reason: str, *, closed: bool) -> str:
    """The reason without blanks around it; what the referee judges is never without one."""
    if rule.is_judgement and not reason.strip():
        raise ValidationError(
            {"reason": ValidationError(str(REASON_NEEDED), code="reason_required")}
        )
    return require_reason(reason) if closed else reason.strip()


def _amount(
    rule: PenaltyRule, session: Session, entry: Entry, given: int | None, dead_hand: bool | None
) -> int:
    """The points: as given, else as the book says; none at all only beside a dead hand."""
    alone = rule.or_dead_hand and bool(dead_hand)
    if given is None and rule.ladder:
        return ladder_step(rule, earlier_offences(rule, session, entry))
    if given is None and not alone and rule.lowest != rule.highest:
        raise _amount_missing(rule)
    if given == 0 and rule.or_dead_hand and not alone:
        raise _amount_missing(rule)
    if given is None:
        return 0 if alone else rule.lowest
    return given


def _amount_missing(rule: PenaltyRule) -> ValidationError:
    text = (
        _("%(penalty)s costs %(allowed)s points, or a dead hand: choose.")
        if rule.or_dead_hand
        else _("%(penalty)s costs %(allowed)s points: choose.")
    )
    named = {"penalty": rule.code, "allowed": ", ".join(map(str, rule.amounts))}
    return ValidationError({"amount": ValidationError(text % named, code="amount_missing")})


def earlier_offences(rule: PenaltyRule, session: Session, entry: Entry) -> int:
    """How often the entry offended before, as long as the book remembers it.

    Fouls of the ladder count together, whichever they are: per player, from the session's start.
    """
    if rule.ladder:
        return fouls(session, entry)
    earlier = Penalty.objects.filter(entry=entry, code=rule.code, revoked_at=None)
    if rule.counted_over is not Scope.TOURNAMENT:
        earlier = earlier.filter(session=session)
    return earlier.count()


def _each_opponent(
    rule: PenaltyRule, entry: Entry, amount: int, to_entry: Entry | None, table: Table | None
) -> int:
    """What each of the others gets; the engine refuses what the book does not know."""
    seats = {} if table is None else _seats(table)
    offender = seats.get(entry.pk, Seat.A)
    offended = None if to_entry is None else seats.get(to_entry.pk)
    if to_entry is not None and offended is None:
        text = _("%(name)s does not sit at this table.") % {"name": to_entry.player}
        raise ValidationError({"to_entry": ValidationError(text, code="sits_elsewhere")})
    try:
        payments = penalty_payments(rule, offender=offender, amount=amount, offended=offended)
    except PenaltyError as error:
        raise _blamed(error) from error
    if rule.paid_to is not Payee.EACH_OPPONENT:
        return 0
    return payments[(offender + 1) % 4]


def _seats(table: Table) -> dict[int, Seat]:
    rows = Occupant.objects.filter(seat__table=table).values_list("entry_id", "seat__letter")
    return {entry: Seat[letter] for entry, letter in rows}


def _dead_hand(rule: PenaltyRule, given: bool | None) -> bool:
    if rule.dead_hand is DeadHand.OPTIONAL:
        return bool(given)
    fixed = rule.dead_hand is DeadHand.YES
    if given is not None and given != fixed:
        text = (
            _("%(penalty)s always makes a dead hand.")
            if fixed
            else _("%(penalty)s makes no dead hand.")
        )
        error = ValidationError(text % {"penalty": rule.code}, code="dead_hand")
        raise ValidationError({"dead_hand": error})
    return fixed


def _effect(rule: PenaltyRule, given: str | None, amount: int) -> str:
    """The effect to store: the book's; what was asked for must be something the book knows."""
    if given:
        try:
            sanction = parse_sanction(given)
        except PenaltyError as error:
            raise _blamed(error) from error
        if sanction not in rule.sanctions:
            text = _("%(penalty)s does not lead to that.") % {"penalty": rule.code}
            raise ValidationError({"effect": ValidationError(text, code="effect_not_in_book")})
    if rule.effect is not None:
        return str(rule.effect)
    return str(Sanction.WARNING) if rule.ladder and amount == 0 else ""


def _disqualified(entry: Entry) -> bool:
    return Penalty.objects.filter(
        entry=entry, effect=Penalty.Effect.DISQUALIFIED, revoked_at=None
    ).exists()


def _figures(penalty: Penalty) -> dict[str, Any]:
    return {
        "entry": penalty.entry.number,
        "code": penalty.code,
        "amount": penalty.amount,
        "each_opponent": penalty.each_opponent,
        "to_entry": penalty.to_entry.number if penalty.to_entry else None,
        "dead_hand": penalty.dead_hand,
        "effect": penalty.effect,
    }


def _after(
    by: Actor,
    penalty: Penalty,
    table: Table | None,
    verb: str,
    *,
    reason: str,
    before: Any = None,
    after: Any = None,
) -> None:
    """The event, the table's next version, and results where the table is closed."""
    session = penalty.session
    record_event(
        scope=session.tournament.scope,
        actor=by,
        verb=verb,
        target=place_of(table, penalty.hand) if table else f"session {session.number}",
        reason=reason,
        before=before,
        after=after,
    )
    if table is not None:
        touch(table)
        if sheet_of(table).closed_at is not None:
            recompute(by=by, table=table, reason=reason)
            return
    if penalty.effect == Penalty.Effect.DISQUALIFIED:
        publish_standings(by=by, tournament=session.tournament, reason=reason)
