"""What the people at a table do on its phone besides entering hands: undo, end, confirm."""

from __future__ import annotations

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from journal.services import Device, record_event
from scoring.models import Hand, Sheet
from scoring.selectors.states import table_ends_at
from scoring.selectors.tables import table_sheet
from scoring.services.hands import StaleHand, clear_hand
from scoring.services.locks import lock_table, place_of, require_open, require_started, sheet_of
from scoring.services.sheets import close_table, set_last_hand
from tournaments.models import Entry, Table, TableLink, Tournament
from tournaments.selectors.seating import current_occupants

MOST_WRONG = 5
WRONG_PAUSE = dt.timedelta(minutes=5)


@transaction.atomic
def undo_hand(
    *, by: Device, table: Table, number: int, version: int = 0, client_key: str = ""
) -> bool:
    """Take the last hand of an open table away; False where it is gone already.

    The hand is named by the key it was sent under, or by its version. Sending it twice is the same
    as once. Raises StaleHand when another value stands, ValidationError (`not_the_last`).
    """
    locked = lock_table(table)
    require_open(locked, sheet_of(locked))
    rows = Hand.objects.filter(table=locked, number=number)
    named = rows.filter(client_key=client_key) if client_key else rows.filter(version=version)
    undone = named.first()
    if undone is None or undone.voided_at is not None:
        standing = rows.filter(voided_at=None).first()
        if standing is not None:
            raise StaleHand(number, standing, None)
        return False
    if table_sheet(locked).last_played != number:
        raise ValidationError(_("Only the last hand can be undone here."), code="not_the_last")
    clear_hand(by=by, table=locked, number=number, version=undone.version)
    return True


@transaction.atomic
def end_after(*, by: Device, table: Table, last_hand: int) -> Sheet:
    """Say after time is over which hand was the last; 16 takes it back.

    Raises ValidationError: time is not over (`time_left`), and as `set_last_hand` does.
    """
    locked = lock_table(table)
    if timezone.now() < table_ends_at(locked):
        raise ValidationError(_("Time is not over yet."), code="time_left")
    return set_last_hand(by=by, table=locked, last_hand=last_hand)


def confirm_by_code(*, link: TableLink, version: int, seat: str, code: str) -> Sheet:
    """A player of the table confirms its totals by code; then the table closes itself.

    Five wrong codes make the table wait for five minutes. Raises ValidationError: `wrong_code`,
    `too_many`, and as `confirm_table` does.
    """
    entry = current_occupants(link.table).get(seat)
    if entry is None:
        raise ValidationError({"seat": ValidationError(_("Who are you?"), code="who")})
    refused = _try_code(link, entry, code)
    if refused is not None:
        raise ValidationError({"code": refused})
    return confirm_table(table=link.table, version=version, seat=seat, by_what="code")


@transaction.atomic
def confirm_table(*, table: Table, version: int, seat: str, by_what: str) -> Sheet:
    """Write who confirmed the totals and close the table, if everything adds up.

    `version` is the table's as the page showed it: nobody confirms what they have not seen.
    Raises ValidationError: `changed`, `nobody_there`, and as `close_table` does.
    """
    locked = _ready(table, version)
    entry = current_occupants(locked).get(seat)
    if entry is None:
        raise ValidationError(_("Nobody sits there."), code="nobody_there")
    by = Device(f"table {locked.number}, {entry.player.full_name}"[:150])
    sheet = sheet_of(locked)
    sheet.confirmed_at, sheet.confirmed_seat = timezone.now(), seat
    sheet.save(update_fields=["confirmed_at", "confirmed_seat"])
    record_event(
        scope=locked.session.tournament.scope,
        actor=by,
        verb="table.confirmed",
        target=place_of(locked),
        after={"seat": seat, "entry": entry.number, "by": by_what},
    )
    return close_table(by=by, table=locked)


@transaction.atomic
def close_unconfirmed(*, by: Device, table: Table, version: int) -> Sheet:
    """Close a table from its phone where the tournament asks nobody to confirm.

    Raises ValidationError: `code_needed`, and as `confirm_table` does.
    """
    locked = _ready(table, version)
    if locked.session.tournament.confirm_by != Tournament.ConfirmBy.OFF:
        raise ValidationError(_("A second person has to confirm."), code="code_needed")
    return close_table(by=by, table=locked)


def _ready(table: Table, version: int) -> Table:
    """The table, locked, as the page showed it."""
    locked = lock_table(table)
    require_open(locked, sheet_of(locked))
    require_started(locked.session)
    if locked.version != version:
        raise ValidationError(
            _("The sheet has changed meanwhile: look at the totals again."), code="changed"
        )
    return locked


@transaction.atomic
def _try_code(link: TableLink, entry: Entry, code: str) -> ValidationError | None:
    """Compare a code and count the wrong ones, one at a time; None where it is right.

    It returns what is wrong instead of raising it, so that the count is kept.
    """
    locked = TableLink.objects.select_for_update().get(pk=link.pk)
    now = timezone.now()
    paused = locked.wrong_at is not None and now - locked.wrong_at < WRONG_PAUSE
    if paused and locked.wrong_codes >= MOST_WRONG:
        return ValidationError(
            _("Too many wrong codes: wait five minutes, or call the desk."), code="too_many"
        )
    if constant_time_compare(entry.code, code):
        return None
    locked.wrong_codes = locked.wrong_codes + 1 if paused else 1
    locked.wrong_at = now
    locked.save(update_fields=["wrong_codes", "wrong_at"])
    return ValidationError(
        _("This is not the code of %(name)s. It stands on the programme.")
        % {"name": entry.player.public_name},
        code="wrong_code",
    )
