"""The result of a closed table: a row for everybody who sat there."""

from __future__ import annotations

from journal.services import Actor
from scoring.engine.rotation import Seat
from scoring.models import TableResult
from scoring.ranking.table_points import SeatCase, SeatCredit, seat_credits
from scoring.selectors.tables import SeatView, TableSheet, seat_case, table_sheet
from scoring.sentences import refuse_all
from scoring.services.standings import publish_standings
from tournaments.models import Table


def write_results(table: Table) -> TableSheet:
    """Write a row for each person of the table, in place of those that stood.

    Scores are those of the sheet; table points are exact twelfths. A player who lost the session,
    fell ill or was disqualified in it, and their substitute, get what MERS regulations chapter 4
    gives. Raises ValidationError with every problem while the sheet has one.
    """
    view = table_sheet(table)
    if not view.has_totals_only:
        refuse_all(view.result.problems)
    cases = [seat_case(view, seat) for seat in view.seats]
    TableResult.objects.filter(table=table).delete()
    rows = [
        row
        for seat, case, credit in zip(
            view.seats, cases, seat_credits(view.totals, cases), strict=True
        )
        for row in _rows(view, seat, case, credit)
    ]
    for row in rows:
        row.full_clean(exclude=["table", "entry"])
    TableResult.objects.bulk_create(rows)
    return view


def recompute(*, by: Actor, table: Table, reason: str) -> None:
    """After a change of a closed table: its results again, and the next standings."""
    write_results(table)
    publish_standings(by=by, tournament=table.session.tournament, reason=reason)


def _rows(
    view: TableSheet, seat: SeatView, case: SeatCase, credit: SeatCredit
) -> list[TableResult]:
    """The player's row and, where somebody took over, a row for the last who sat there.

    Whoever came in later never has a ranking result; a substitute from hand 1 has one if the
    organiser said so.
    """
    score = view.totals[Seat[seat.letter]]
    player = TableResult(
        table=view.table,
        seat=seat.letter,
        entry=seat.first,
        score=score if case is SeatCase.NORMAL else credit.player_score,
        table_points=credit.player_points,
        counts=seat.first.counts_for_ranking,
    )
    if len(seat.occupants) == 1:
        return [player]
    stand_in = TableResult(
        table=view.table,
        seat=seat.letter,
        entry=seat.entry,
        score=score,
        table_points=credit.substitute_points or 0,
        counts=False,
    )
    return [player, stand_in]
