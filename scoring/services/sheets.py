"""Closing tables, time-over, four totals, and opening a table again."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from journal.services import Actor, record_event
from scoring.engine.rotation import HANDS_PER_SESSION
from scoring.engine.sheet import totals_problems, typed_problems
from scoring.models import Sheet, TableResult
from scoring.selectors.results import sheet_penalties
from scoring.selectors.tables import TableSheet, table_sheet
from scoring.sentences import refuse_all, sentence
from scoring.services.locks import (
    DONE,
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
from scoring.services.standings import publish_standings
from tournaments.gates import roles_of
from tournaments.models import Role, Table

# What nobody can win in sixteen hands: 16 self-drawn wins of 400 points give 19 584.
LARGEST_TOTAL = 20_000


@transaction.atomic
def close_table(
    *,
    by: Actor,
    table: Table,
    typed: Sequence[int | None] = (),
    totals: Sequence[int] | None = None,
    reason: str = "",
) -> Sheet:
    """Close a table: scores, table points and the next standings.

    `typed` are the totals read from the paper as a check (None where not typed); `totals` stand
    for a sheet without hands. Raises ValidationError: closed already, hands missing (each is
    named), typed totals that differ (fields `total_a` to `total_d`).
    """
    locked = lock_table(table)
    sheet = sheet_of(locked)
    if sheet.closed_at is not None:
        raise ValidationError(
            _("Table %(table)s is closed already.") % {"table": locked.number},
            code="closed_already",
        )
    require_started(locked.session)
    if totals is not None:
        set_totals(by=by, table=locked, totals=totals, reason=reason)
    view = table_sheet(locked)
    if typed and view.is_complete:
        _check_typed(view, typed)
    sheet.refresh_from_db()
    sheet.closed_at = timezone.now()
    sheet.closed_by = by if by is not None and by.is_authenticated else None
    sheet.save()
    _record(by, locked, "table.closed", after=list(view.totals), reason=reason)
    touch(locked)
    recompute(by=by, table=locked)
    return sheet


@transaction.atomic
def reopen_table(*, by: Actor, table: Table, reason: str) -> Sheet:
    """Open a closed table of a running session again; its results are taken back."""
    locked = lock_table(table)
    sheet = sheet_of(locked)
    if sheet.closed_at is None:
        raise ValidationError(
            _("Table %(table)s is open.") % {"table": locked.number}, code="open_already"
        )
    if locked.session.state in DONE:
        raise ValidationError(
            _("Session %(number)s is finished: correct its hands one by one.")
            % {"number": locked.session.number},
            code="session_finished",
        )
    reason = require_reason(reason)
    TableResult.objects.filter(table=locked).delete()
    sheet.closed_at = sheet.closed_by = sheet.confirmed_at = None
    sheet.confirmed_seat = ""
    sheet.save(update_fields=["closed_at", "closed_by", "confirmed_at", "confirmed_seat"])
    _record(by, locked, "table.reopened", reason=reason)
    touch(locked)
    publish_standings(by=by, tournament=locked.session.tournament, reason=reason)
    return sheet


@transaction.atomic
def set_last_hand(*, by: Actor, table: Table, last_hand: int) -> Sheet:
    """Say that time was over after `last_hand`: later hands count as not played.

    16 takes it back. Raises ValidationError where a later hand is entered or the table is closed.
    """
    locked = lock_table(table)
    sheet = sheet_of(locked)
    require_open(locked, sheet)
    require_started(locked.session)
    if not 1 <= last_hand <= HANDS_PER_SESSION:
        raise ValidationError(
            {"last_hand": ValidationError(_("A session has hands 1 to 16."), code="hand_number")}
        )
    later = [hand for hand in table_sheet(locked).hands if hand > last_hand]
    if later:
        raise ValidationError(
            {
                "last_hand": ValidationError(
                    _("Hand %(hand)s is entered.") % {"hand": later[0]}, code="hand_entered"
                )
            }
        )
    before, sheet.last_hand = sheet.last_hand, last_hand
    sheet.save(update_fields=["last_hand"])
    _record(by, locked, "table.last_hand", before=before, after=last_hand)
    touch(locked)
    return sheet


@transaction.atomic
def set_totals(*, by: Actor, table: Table, totals: Sequence[int] | None, reason: str = "") -> Sheet:
    """Give a table without hands the four totals of its paper; None takes them away.

    Penalties are included in the totals. Totals whose sum is not what the penalties leave are
    taken from a referee with a reason only. On a closed table the reason is always needed, and
    results and standings follow.
    """
    locked = lock_table(table)
    sheet = sheet_of(locked)
    require_started(locked.session)
    closed = sheet.closed_at is not None
    if closed:
        require_referee(by, locked.session)
        reason = require_reason(reason)
    if totals is None:
        require_open(locked, sheet)
    else:
        _check_totals(by, table_sheet(locked), totals, reason)
    before, sheet.totals = sheet.totals, None if totals is None else list(totals)
    sheet.override_reason = reason if totals is not None else ""
    sheet.full_clean(exclude=["table", "closed_by"])
    sheet.save()
    _record(by, locked, "table.totals", before=before, after=sheet.totals, reason=reason)
    touch(locked)
    if closed:
        recompute(by=by, table=locked, reason=reason)
    return sheet


def _check_typed(view: TableSheet, typed: Sequence[int | None]) -> None:
    """Refuse totals from paper that differ from what the hands give."""
    errors = {
        f"total_{problem.params['seat'].lower()}": ValidationError(
            sentence(problem), code=problem.code
        )
        for problem in typed_problems(view.totals, typed)
        if "seat" in problem.params
    }
    if errors:
        raise ValidationError({field: [error] for field, error in errors.items()})


def _check_totals(by: Actor, view: TableSheet, totals: Sequence[int], reason: str) -> None:
    if view.hands:
        raise ValidationError(
            _("Hands are entered at this table: the totals follow from them."), code="hands_stand"
        )
    if any(abs(total) > LARGEST_TOTAL for total in totals):
        raise ValidationError(
            _("No total of a session is beyond %(most)s points.") % {"most": LARGEST_TOTAL},
            code="total_out_of_range",
        )
    problems = totals_problems(totals, sheet_penalties(view.rows))
    unbalanced = all(problem.code == "totals_do_not_balance" for problem in problems)
    if problems and not (unbalanced and reason.strip() and _may_override(by, view)):
        if unbalanced:
            _refuse_by_penalties(view, totals)
        refuse_all(problems)


def _refuse_by_penalties(view: TableSheet, totals: Sequence[int]) -> None:
    """Say in whose total a penalty is missing that is paid to nobody; nothing where there is none.

    The totals of a paper are often added up before the desk gave a penalty.
    """
    rows = zip(view.penalties, sheet_penalties(view.rows), strict=True)
    lost = [(one, -sum(paid.payments)) for one, paid in rows if sum(paid.payments)]
    if not lost:
        return
    said = [
        _("%(code)s of %(name)s (−%(points)s)")
        % {"code": one.code, "name": one.entry.player.full_name, "points": points}
        for one, points in lost
    ]
    text = ngettext(
        "The four totals sum to %(sum)s; they have to sum to −%(lost)s: %(penalties)s belongs in "
        "that player's total.",
        "The four totals sum to %(sum)s; they have to sum to −%(lost)s: %(penalties)s belong in "
        "those players' totals.",
        len(lost),
    )
    named = {"sum": sum(totals), "lost": sum(points for _one, points in lost)}
    raise ValidationError(
        text % (named | {"penalties": ", ".join(said)}), code="totals_do_not_balance"
    )


def _may_override(by: Actor, view: TableSheet) -> bool:
    """A referee may let totals stand that do not add up; so may the program itself."""
    return by is None or Role.REFEREE in roles_of(by, view.tournament)


def _record(
    by: Actor,
    table: Table,
    verb: str,
    *,
    before: object = None,
    after: object = None,
    reason: str = "",
) -> None:
    record_event(
        scope=table.session.tournament.scope,
        actor=by,
        verb=verb,
        target=place_of(table),
        reason=reason,
        before=before,
        after=after,
    )
