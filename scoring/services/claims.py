"""Settling disputed claims."""

from __future__ import annotations

from dataclasses import replace

from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor
from scoring.engine.settle import claim_problems
from scoring.models import Hand
from scoring.sentences import sentence
from scoring.services.checking import Deal
from scoring.services.hands import put_hand
from scoring.services.locks import lock_table, require_reason
from tournaments.gates import roles_of
from tournaments.models import Role


@transaction.atomic
def settle_claim(*, by: Actor, hand: Hand, points: int, reason: str) -> Hand:
    """What the referee decides about a disputed hand: its points with flowers, 0 for no win.

    The tiles, the call and the count stay with the hand. Raises PermissionDenied for less than a
    referee, ValidationError without a reason, for points no hand can have, and for a hand that is
    not disputed (any more).
    """
    table = lock_table(hand.table)
    if by is not None and Role.REFEREE not in roles_of(by, table.session.tournament):
        raise PermissionDenied(_("A referee has to settle a disputed claim."))
    standing = Hand.objects.filter(table=table, number=hand.number, voided_at=None).first()
    if standing is None or standing.pk != hand.pk or not standing.disputed:
        raise ValidationError(
            _("Hand %(hand)s is not disputed any more.") % {"hand": hand.number},
            code="not_disputed",
        )
    _check(points, standing, reason)
    deal = Deal(Hand.Kind.DRAWN) if points == 0 else replace(Deal.of(standing), points=points)
    kept = {"settled_reason": reason.strip()}
    if points:
        names = ("depth", "counted", "engine_version", "note")
        kept |= {name: getattr(standing, name) for name in names}
    return put_hand(
        by=by,
        table=table,
        number=standing.number,
        last=standing,
        deal=deal,
        kept=kept,
        reason=reason.strip(),
        verb="hand.settled",
    )


def _check(points: int, hand: Hand, reason: str) -> None:
    """Raise ValidationError for points and reason, both at once."""
    errors: dict[str, list[ValidationError]] = {}
    for problem in claim_problems(points, hand.flowers) if points else ():
        errors["points"] = [ValidationError(sentence(problem), code=problem.code)]
    try:
        require_reason(reason)
    except ValidationError as missing:
        errors |= missing.error_dict
    if errors:
        raise ValidationError({field: list(found) for field, found in errors.items()})
