"""Recording, replacing and clearing hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from scoring.engine.rotation import HANDS_PER_SESSION, Seat
from scoring.engine.settle import claim_problems
from scoring.models import Hand
from scoring.selectors.tables import table_sheet
from scoring.sentences import refusal
from scoring.services.locks import (
    lock_table,
    place_of,
    require_open,
    require_reason,
    require_referee,
    require_started,
    sheet_of,
    touch,
)
from scoring.services.results import recompute
from tournaments.models import Table

BLAMED = {
    "flowers_out_of_range": "flowers",
    "below_minimum": "points",
    "points_above_limit": "points",
}


@dataclass(frozen=True, slots=True)
class Deal:
    """What a hand says: drawn, or who won, off whom (empty: self-drawn) and how many points.

    `fans` are those the winner called, by English name and count; `tiles` the hand as
    `scoring.engine.hand_json` writes it.
    """

    kind: str
    winner: str = ""
    discarder: str = ""
    points: int = 0
    flowers: int | None = None
    fans: Mapping[str, int] | None = None
    tiles: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, hand: Hand) -> Deal:
        """What a stored hand says."""
        return cls(
            hand.kind,
            hand.winner,
            hand.discarder,
            hand.points,
            hand.flowers,
            hand.fans,
            hand.tiles,
        )

    @property
    def said(self) -> dict[str, Any]:
        """The deal as the journal keeps it: fans and tiles only where they are known."""
        said = {
            "kind": self.kind,
            "winner": self.winner,
            "discarder": self.discarder,
            "points": self.points,
            "flowers": self.flowers,
        }
        known = {"fans": self.fans, "tiles": self.tiles}
        return said | {name: value for name, value in known.items() if value is not None}


class StaleHand(ValidationError):
    """The hand is not what the page had seen; `standing` (None: empty) and `given` are the two."""

    def __init__(self, number: int, standing: Hand | None, given: Deal | None) -> None:
        text = (
            _("Hand %(hand)s exists: replace it?") if standing else _("Hand %(hand)s was cleared.")
        )
        super().__init__(text % {"hand": number}, code="stale")
        self.number = number
        self.standing = standing
        self.given = given


@transaction.atomic
def record_hand(
    *,
    by: Actor,
    table: Table,
    number: int,
    version: int,
    kind: str,
    winner: str = "",
    discarder: str = "",
    points: int = 0,
    flowers: int | None = None,
    client_key: str | None = None,
) -> Hand:
    """Write a hand of an open table, or correct it; `version` is what the page saw (0: empty).

    Sending the same `client_key` with the same values again, or values that stand already, gives
    the stored hand. Raises StaleHand when another value stands, ValidationError for a hand that
    cannot be and for a closed table.
    """
    deal = Deal(kind, winner, discarder, points, flowers)
    locked = lock_table(table)
    known = _known(locked, number, deal, client_key)
    if known is not None:
        return known
    require_open(locked, sheet_of(locked))
    return _write(by, locked, number, version, deal, client_key, "")


@transaction.atomic
def replace_hand(
    *,
    by: Actor,
    table: Table,
    number: int,
    version: int,
    kind: str,
    reason: str,
    winner: str = "",
    discarder: str = "",
    points: int = 0,
    flowers: int | None = None,
    client_key: str | None = None,
) -> Hand:
    """Correct a hand of a closed table with a reason; results and standings follow.

    A hand that time-over had left unplayed can be added after the last one. Raises like
    `record_hand`; PermissionDenied for less than a referee once the session is finished.
    """
    deal = Deal(kind, winner, discarder, points, flowers)
    locked = lock_table(table)
    known = _known(locked, number, deal, client_key)
    if known is not None:
        return known
    require_referee(by, locked.session)
    reason = require_reason(reason)
    hand = _write(by, locked, number, version, deal, client_key, reason)
    sheet = sheet_of(locked)
    if number > sheet.last_hand:
        sheet.last_hand = number
        sheet.save(update_fields=["last_hand"])
    if sheet.closed_at is not None:
        recompute(by=by, table=locked, reason=reason)
    return hand


@transaction.atomic
def clear_hand(*, by: Actor, table: Table, number: int, version: int, reason: str = "") -> None:
    """Take a hand away. On a closed table only the last one, with a reason.

    The hand then counts as not played there. Raises StaleHand when another value stands.
    """
    locked = lock_table(table)
    sheet = sheet_of(locked)
    standing = Hand.objects.filter(table=locked, number=number, voided_at=None).first()
    if standing is None or standing.version != version:
        raise StaleHand(number, standing, None)
    if sheet.closed_at is not None:
        require_referee(by, locked.session)
        reason = require_reason(reason)
    _void(standing)
    _record(by, locked, number, "hand.cleared", before=standing, after=None, reason=reason)
    touch(locked)
    if sheet.closed_at is None:
        return
    if table_sheet(locked).last_played > number:
        raise ValidationError(
            _("Hand %(hand)s has later ones after it: replace it instead.") % {"hand": number},
            code="would_leave_a_gap",
        )
    sheet.last_hand = number - 1
    sheet.save(update_fields=["last_hand"])
    recompute(by=by, table=locked, reason=reason)


def check_deal(number: int, deal: Deal) -> None:
    """Raise ValidationError for a hand that no table can have had, field by field."""
    if not 1 <= number <= HANDS_PER_SESSION:
        raise ValidationError(_("A session has hands 1 to 16."), code="hand_number")
    if deal.kind == Hand.Kind.DRAWN:
        if deal != Deal(Hand.Kind.DRAWN):
            raise ValidationError(_("A drawn hand has no winner and no points."), code="drawn")
        return
    errors: dict[str, ValidationError] = {}
    seats = Seat.__members__
    if deal.winner not in seats:
        errors["winner"] = ValidationError(_("Who won?"), code="winner_missing")
    elif deal.winner == deal.discarder:
        errors["discarder"] = ValidationError(
            _("The winner cannot be the one who discarded."), code="winner_is_discarder"
        )
    if deal.discarder and deal.discarder not in seats:
        errors["discarder"] = ValidationError(_("Off whom?"), code="discarder_unknown")
    for problem in claim_problems(deal.points, deal.flowers):
        found = refusal(problem, BLAMED[problem.code])
        errors[BLAMED[problem.code]] = found.error_dict[BLAMED[problem.code]][0]
    if errors:
        raise ValidationError({field: [error] for field, error in errors.items()})


def _known(table: Table, number: int, deal: Deal, client_key: str | None) -> Hand | None:
    """The hand that was stored under this key before."""
    if not client_key:
        return None
    stored = Hand.objects.filter(client_key=client_key).first()
    if stored is None:
        return None
    if (stored.table_id, stored.number) != (table.pk, number):
        raise ValidationError(_("This form belongs to another hand."), code="key_used")
    if Deal.of(stored) != deal:
        standing = Hand.objects.filter(table=table, number=number, voided_at=None).first()
        raise StaleHand(number, standing, deal)
    return stored


def _write(
    by: Actor,
    table: Table,
    number: int,
    version: int,
    deal: Deal,
    client_key: str | None,
    reason: str,
) -> Hand:
    """Void what stands and write the new row, its event and the table's next version."""
    require_started(table.session)
    check_deal(number, deal)
    standing = Hand.objects.filter(table=table, number=number, voided_at=None).first()
    if standing is not None and Deal.of(standing) == deal:
        return standing
    if version != (standing.version if standing else 0):
        raise StaleHand(number, standing, deal)
    if sheet_of(table).totals is not None:
        raise ValidationError(
            _("This table has four totals only: take them away before entering hands."),
            code="totals_stand",
        )
    kept = {"client_key": client_key or None}
    return put_hand(by, table, number, standing, deal, kept=kept, reason=reason)


def put_hand(
    by: Actor,
    table: Table,
    number: int,
    standing: Hand | None,
    deal: Deal,
    *,
    kept: Mapping[str, Any],
    reason: str = "",
    verb: str = "",
) -> Hand:
    """Write one more row for this hand in place of what stands; `kept` are its further fields.

    The caller has locked the table and checked the deal.
    """
    if standing is not None:
        _void(standing)
    ever = Hand.objects.filter(table=table, number=number).aggregate(last=Max("version"))
    hand = Hand(
        table=table,
        number=number,
        version=(ever["last"] or 0) + 1,
        entered_by=by if by is not None and by.is_authenticated else None,
        entered_at=timezone.now(),
        **asdict(deal),
        **kept,
    )
    hand.full_clean(exclude=["table", "entered_by"])
    hand.save()
    freeze_rules(table)
    verb = verb or ("hand.replaced" if standing else "hand.recorded")
    _record(by, table, number, verb, before=standing, after=hand, reason=reason)
    touch(table)
    return hand


def _void(hand: Hand) -> None:
    hand.voided_at = timezone.now()
    hand.save(update_fields=["voided_at"])


def freeze_rules(table: Table) -> None:
    """From the first hand on the rules of the tournament stay as they are."""
    tournament = table.session.tournament
    if tournament.rules_frozen_at is None:
        tournament.rules_frozen_at = timezone.now()
        tournament.save(update_fields=["rules_frozen_at"])


def _record(
    by: Actor,
    table: Table,
    number: int,
    verb: str,
    *,
    before: Hand | None,
    after: Hand | None,
    reason: str,
) -> None:
    record_event(
        scope=table.session.tournament.scope,
        actor=by,
        verb=verb,
        target=place_of(table, number),
        reason=reason,
        before=None if before is None else Deal.of(before).said,
        after=None if after is None else Deal.of(after).said,
    )
