"""Recording, replacing and clearing hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from scoring.models import Hand, Sheet
from scoring.selectors.tables import table_sheet
from scoring.services.checking import Checked, Deal, check_entry
from scoring.services.locks import (
    lock_table,
    lock_table_alone,
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
    fans: Mapping[str, int] | None = None,
    tiles: Mapping[str, Any] | None = None,
    client_key: str | None = None,
) -> Hand:
    """Write a hand of an open table, or correct it; `version` is what the page saw (0: empty).

    `fans` are those the winner called (English name: count), `tiles` the hand as
    `scoring.engine.hand_json` reads it; winds and self-draw follow from the table. `points` is the
    winner's claim and may be 0 where fans or, with help at the table, tiles give it. A claim above
    the engine's count is stored as disputed.
    Sending the same `client_key` with the same values again, or values that stand already, gives
    the stored hand. Raises StaleHand when another value stands, ValidationError for a hand that
    cannot be and for a closed table.
    """
    locked = lock_table_alone(table)
    given = Deal(kind, winner, discarder, points, flowers, fans, tiles)
    checked = check_entry(number, given, locked.session.tournament)
    written = _written(locked, number, client_key)
    known = _known(locked, number, checked.deal, written)
    if known is not None:
        return known
    sheet = sheet_of(locked)
    require_open(locked, sheet)
    return _write(sheet, number, by=by, version=version, checked=checked, written=written)


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
    fans: Mapping[str, int] | None = None,
    tiles: Mapping[str, Any] | None = None,
    client_key: str | None = None,
) -> Hand:
    """Correct a hand of a closed table with a reason; results and standings follow.

    A hand that time-over had left unplayed can be added after the last one. Raises like
    `record_hand`; PermissionDenied for less than a referee once the session is finished.
    """
    locked = lock_table(table)
    given = Deal(kind, winner, discarder, points, flowers, fans, tiles)
    checked = check_entry(number, given, locked.session.tournament)
    written = _written(locked, number, client_key)
    known = _known(locked, number, checked.deal, written)
    if known is not None:
        return known
    require_referee(by, locked.session)
    reason = require_reason(reason)
    sheet = sheet_of(locked)
    hand = _write(
        sheet, number, by=by, version=version, checked=checked, written=written, reason=reason
    )
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


@dataclass(frozen=True, slots=True)
class _Written:
    """What was written before under a key, and last for a hand number of a table."""

    key: str | None
    under_key: Hand | None
    last: Hand | None

    @property
    def standing(self) -> Hand | None:
        """The hand that stands; None where none was written or the last one was taken away."""
        return _standing(self.last)


def _written(table: Table, number: int, key: str | None) -> _Written:
    """Read it in one query: while a table is locked, the next writer waits."""
    here = Q(table=table, number=number)
    rows = list(Hand.objects.filter(here | Q(client_key=key) if key else here))
    of_hand = [row for row in rows if (row.table_id, row.number) == (table.pk, number)]
    return _Written(
        key or None,
        next((row for row in rows if key and row.client_key == key), None),
        max(of_hand, key=lambda row: row.version, default=None),
    )


def _standing(last: Hand | None) -> Hand | None:
    """The last row written for a hand, unless it was voided."""
    return last if last is not None and last.voided_at is None else None


def _known(table: Table, number: int, deal: Deal, written: _Written) -> Hand | None:
    """The hand that was stored under this key before."""
    stored = written.under_key
    if stored is None:
        return None
    if (stored.table_id, stored.number) != (table.pk, number):
        raise ValidationError(_("This form belongs to another hand."), code="key_used")
    if Deal.of(stored) != deal:
        raise StaleHand(number, written.standing, deal)
    return stored


def _write(
    sheet: Sheet,
    number: int,
    *,
    by: Actor,
    version: int,
    checked: Checked,
    written: _Written,
    reason: str = "",
) -> Hand:
    """Void what stands and write the new row, its event and the table's next version."""
    table, deal, standing = sheet.table, checked.deal, written.standing
    require_started(table.session)
    if standing is not None and Deal.of(standing) == deal:
        return standing
    if version != (standing.version if standing else 0):
        raise StaleHand(number, standing, deal)
    if sheet.totals is not None:
        raise ValidationError(
            _("This table has four totals only: take them away before entering hands."),
            code="totals_stand",
        )
    return put_hand(
        by=by,
        table=table,
        number=number,
        last=written.last,
        deal=deal,
        kept=checked.kept | {"client_key": written.key},
        reason=reason,
    )


def put_hand(
    *,
    by: Actor,
    table: Table,
    number: int,
    last: Hand | None,
    deal: Deal,
    kept: Mapping[str, Any],
    reason: str = "",
    verb: str = "",
) -> Hand:
    """Write one more row for this hand after the `last` one, which is voided where it stands.

    `kept` are its further fields. The caller has locked the table and checked the deal.
    """
    standing = _standing(last)
    if standing is not None:
        _void(standing)
    hand = Hand(
        table=table,
        number=number,
        version=last.version + 1 if last is not None else 1,
        entered_by=by if by is not None and by.is_authenticated else None,
        entered_at=timezone.now(),
        **asdict(deal),
        **kept,
    )
    # The database holds its constraints itself; asking it for each before would double the work.
    hand.full_clean(
        exclude=["table", "entered_by"], validate_unique=False, validate_constraints=False
    )
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
        before=None if before is None else _shown(before),
        after=None if after is None else _shown(after),
    )


def _shown(hand: Hand) -> dict[str, Any]:
    """The hand as the journal keeps it, with the count where it differs from the claim."""
    shown = Deal.of(hand).said
    if hand.counted is not None:
        shown["counted"] = hand.counted["total"]
    return shown | ({"disputed": True} if hand.disputed else {})
