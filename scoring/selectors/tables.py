"""A table as its page shows it: who sits where, what was entered, what follows from it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from scoring.engine.rotation import HANDS_PER_SESSION, Seat, dealer, seats_by_wind
from scoring.engine.settle import Payments
from scoring.engine.sheet import SheetResult, add_up
from scoring.models import Hand, Penalty
from scoring.ranking.table_points import LEFT_DURING, table_points
from scoring.selectors.results import (
    Sitter,
    TableRows,
    engine_sheet,
    load_tables,
    seat_cases,
)
from scoring.selectors.sheet_lines import Line, Round, rounds, sheet_lines
from tournaments.models import Entry, Session, Table, Tournament


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with everybody who sat there, the first first."""

    seat: Seat
    sitters: tuple[Sitter, ...]

    @property
    def letter(self) -> str:
        """A to D."""
        return self.seat.name

    @property
    def key(self) -> str:
        """The key that chooses this seat: 1 to 4."""
        return str(self.seat + 1)

    @property
    def entry(self) -> Entry | None:
        """Who sits there now."""
        return self.sitters[-1].entry if self.sitters else None

    @property
    def name(self) -> str:
        """The name of who sits there now, as staff see it."""
        return self.entry.player.full_name if self.entry else "—"

    @property
    def short(self) -> str:
        """The last name alone."""
        return self.entry.player.short_name if self.entry else "—"


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Everything a page says about one table; `hands` are those that stand, by number."""

    rows: TableRows
    seats: tuple[SeatView, ...]
    hands: dict[int, Hand]
    result: SheetResult
    lines: tuple[Line, ...]

    @property
    def table(self) -> Table:
        """The table itself."""
        return self.rows.table

    @property
    def session(self) -> Session:
        """The session of the table."""
        return self.rows.table.session

    @property
    def tournament(self) -> Tournament:
        """The tournament of the table."""
        return self.rows.table.session.tournament

    @property
    def penalties(self) -> tuple[Penalty, ...]:
        """The penalties that stand."""
        return self.rows.penalties

    @property
    def is_seated(self) -> bool:
        """True when all four seats are taken."""
        return all(seat.sitters for seat in self.seats)

    @property
    def is_closed(self) -> bool:
        """True once the table has given its results."""
        return self.rows.closed

    @property
    def closed_at(self) -> dt.datetime | None:
        """When it was closed."""
        return self.rows.sheet.closed_at if self.rows.sheet else None

    @property
    def last_hand(self) -> int:
        """The last hand played when time was over; 16 until somebody says so."""
        return self.rows.last_hand

    @property
    def has_totals_only(self) -> bool:
        """True when four totals stand for the hands."""
        return bool(self.rows.totals)

    @property
    def totals(self) -> Payments:
        """The scores of seats A to D so far."""
        if not self.rows.totals:
            return self.result.totals
        a, b, c, d = self.rows.totals
        return (a, b, c, d)

    @property
    def sum(self) -> int:
        """The sum of the four totals; what penalties paid to nobody is missing from it."""
        return sum(self.totals)

    @property
    def balances(self) -> bool:
        """The check at the foot of the sheet."""
        return self.sum == -self.result.one_sided

    @property
    def points(self) -> tuple[int, ...]:
        """The table points, in twelfths, that the totals give to the four seats."""
        if not self.is_seated:
            return table_points(self.totals)
        cases = seat_cases(self.rows)
        left = {seat for seat, case in enumerate(cases) if case in LEFT_DURING}
        return table_points(self.totals, left=left)

    @property
    def last_played(self) -> int:
        """The last hand that was entered; 0 if there is none."""
        return max(self.hands, default=0)

    @property
    def is_complete(self) -> bool:
        """True when nothing keeps the table open."""
        return self.has_totals_only or not self.result.problems

    @property
    def asks_code(self) -> bool:
        """True where an open table entered its hands itself and a second person there has to
        confirm them by code. Of a closed table nothing is asked: a document names no authors."""
        last = self.hands.get(self.last_played)
        by_code = self.tournament.confirm_by == Tournament.ConfirmBy.CODE
        return by_code and not self.is_closed and last is not None and last.entered_by_id is None

    @property
    def confirmed_by(self) -> SeatView | None:
        """The seat whose player confirmed the closed table."""
        letter = self.rows.sheet.confirmed_seat if self.rows.sheet else ""
        return self.seat_of(letter) if letter else None

    @property
    def tail(self) -> tuple[int, ...]:
        """The empty hands after the last one entered."""
        return tuple(hand for hand in self.result.missing if hand not in self.result.gaps)

    @property
    def next_hand(self) -> int | None:
        """The first hand that is missing; None when all are in or totals stand for them."""
        if self.has_totals_only:
            return None
        return next(iter(self.result.missing), None)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The lines by wind round."""
        return rounds(self.lines)

    @property
    def outside(self) -> tuple[Line, ...]:
        """The penalties outside any hand."""
        return tuple(line for line in self.lines if line.number is None)

    @property
    def strip(self) -> tuple[tuple[str, ...], ...]:
        """The sixteen marks of the strip, four a wind.

        d in, m missing, n now, u unplayed, e to come, q totals only.
        """
        marks = [self._mark(number) for number in range(1, HANDS_PER_SESSION + 1)]
        return tuple(tuple(marks[first : first + 4]) for first in range(0, HANDS_PER_SESSION, 4))

    @property
    def dead_winners(self) -> tuple[Penalty, ...]:
        """Penalties with a dead hand whose offender is entered as the winner of that hand."""
        return tuple(
            penalty
            for penalty in self.penalties
            if penalty.dead_hand
            and (hand := self.hands.get(penalty.hand or 0))
            and self.rows.seat_of[penalty.entry_id].name == hand.winner
        )

    def seat_of(self, letter: str) -> SeatView:
        """The seat A to D."""
        return self.seats[Seat[letter]]

    def by_wind(self, hand: int) -> tuple[SeatView, ...]:
        """The seats that are East, South, West and North in a hand."""
        return tuple(self.seats[seat] for seat in seats_by_wind(hand))

    def dealer(self, hand: int) -> SeatView:
        """The seat that deals in a hand."""
        return self.seats[dealer(hand)]

    def version_of(self, hand: int) -> int:
        """The version that a form for this hand carries; 0 for an empty one."""
        return self.hands[hand].version if hand in self.hands else 0

    def _mark(self, number: int) -> str:
        if self.has_totals_only:
            return "q"
        if number in self.hands:
            return "d"
        if number in self.result.gaps:
            return "m"
        if number > self.last_hand:
            return "u"
        return "n" if number == self.next_hand else "e"


def table_sheet(table: Table) -> TableSheet:
    """The sheet of one table; four queries."""
    return table_sheets([table])[0]


def table_sheets(tables: Iterable[Table]) -> list[TableSheet]:
    """The sheets of some tables; four queries, however many there are."""
    return [_view(rows) for rows in load_tables(tables)]


def _view(rows: TableRows) -> TableSheet:
    result = add_up(engine_sheet(rows))
    hands = {hand.number: hand for hand in rows.hands}
    return TableSheet(
        rows=rows,
        seats=tuple(SeatView(seat, rows.sitters[seat.name]) for seat in Seat),
        hands=hands,
        result=result,
        lines=sheet_lines(result, hands, {str(one.pk): one for one in rows.penalties}),
    )
