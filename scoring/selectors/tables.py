"""A table as its sheet shows it: who sits where, what was entered, what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from scoring.engine.rotation import (
    HANDS_PER_SESSION,
    Seat,
    Wind,
    dealer,
    round_wind,
    seat_wind,
    seats_by_wind,
)
from scoring.engine.settle import NO_PAYMENTS, Payments, add_payments, in_seat_order
from scoring.engine.sheet import (
    NoWin,
    Part,
    Row,
    SheetPenalty,
    SheetResult,
    Win,
    add_up,
    sheet_rows,
)
from scoring.engine.sheet import Sheet as EngineSheet
from scoring.models import Hand, Penalty, Sheet
from scoring.ranking.table_points import LEFT_DURING, SeatCase, table_points
from tournaments.models import Entry, Occupant, Session, Table, Tournament


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat with everybody who sat there, the first first; `entry` is who sits there now."""

    seat: Seat
    occupants: tuple[Occupant, ...]

    @property
    def letter(self) -> str:
        """A to D."""
        return self.seat.name

    @property
    def key(self) -> str:
        """The key that chooses this seat: 1 to 4."""
        return str(self.seat + 1)

    @property
    def entry(self) -> Entry:
        """Who sits there now."""
        return self.occupants[-1].entry

    @property
    def first(self) -> Entry:
        """Who sat there in hand 1."""
        return self.occupants[0].entry

    @property
    def name(self) -> str:
        """The name of who sits there now, as staff see it."""
        return self.entry.player.full_name

    @property
    def short(self) -> str:
        """The last name alone."""
        return self.entry.player.last_name


@dataclass(frozen=True, slots=True)
class Cell:
    """What one part of a hand gives to one seat, and the seat's total after it."""

    wind: Wind
    deals: bool
    amount: int
    running: int
    won: bool


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the sheet: a hand, or a penalty below its hand (`number` None outside hands).

    `state` is win, drawn, missing (a gap), empty (to come), not_played or penalty.
    """

    number: int | None
    state: str
    cells: tuple[Cell, ...]
    hand: Hand | None = None
    penalty: Penalty | None = None
    offender: SeatView | None = None
    winner: SeatView | None = None
    discarder: SeatView | None = None

    @property
    def is_gap(self) -> bool:
        """True for an empty hand with entered ones after it."""
        return self.state == "missing"


@dataclass(frozen=True, slots=True)
class Round:
    """A wind round: `sits` are the winds at which seats A to D sit."""

    wind: Wind
    sits: tuple[Wind, ...]
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class TableSheet:
    """Everything a page says about one table."""

    table: Table
    sheet: Sheet
    seats: tuple[SeatView, ...]
    hands: dict[int, Hand]
    penalties: tuple[Penalty, ...]
    result: SheetResult
    lines: tuple[Line, ...] = field(default=())

    @property
    def session(self) -> Session:
        """The session of the table."""
        return self.table.session

    @property
    def tournament(self) -> Tournament:
        """The tournament of the table."""
        return self.table.session.tournament

    @property
    def is_seated(self) -> bool:
        """True when all four seats are taken."""
        return all(seat.occupants for seat in self.seats)

    @property
    def is_closed(self) -> bool:
        """True once the table has given its results."""
        return self.sheet.closed_at is not None

    @property
    def has_totals_only(self) -> bool:
        """True when four totals stand for the hands."""
        return self.sheet.totals is not None

    @property
    def totals(self) -> Payments:
        """The scores of seats A to D so far."""
        if self.sheet.totals is None:
            return self.result.totals
        a, b, c, d = self.sheet.totals
        return (a, b, c, d)

    @property
    def points(self) -> tuple[int, ...]:
        """The table points, in twelfths, that the totals give to the four seats."""
        left = {seat.seat for seat in self.seats if seat_case(self, seat) in LEFT_DURING}
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
    def next_hand(self) -> int | None:
        """The first hand that is missing; None when all are in or totals stand for them."""
        if self.has_totals_only:
            return None
        return next(iter(self.result.missing), None)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """The lines by wind round."""
        return tuple(
            Round(
                round_wind(first),
                tuple(seat_wind(seat, first) for seat in Seat),
                tuple(
                    line
                    for line in self.lines
                    if line.number is not None and first <= line.number < first + 4
                ),
            )
            for first in range(1, HANDS_PER_SESSION + 1, 4)
        )

    @property
    def outside(self) -> tuple[Line, ...]:
        """The penalties outside any hand."""
        return tuple(line for line in self.lines if line.number is None)

    @property
    def strip(self) -> tuple[tuple[str, ...], ...]:
        """The sixteen marks of the strip, four a wind: d in, m missing, n now, u unplayed, e."""
        marks = [self._mark(number) for number in range(1, HANDS_PER_SESSION + 1)]
        return tuple(tuple(marks[first : first + 4]) for first in range(0, 16, 4))

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
        if number > self.sheet.last_hand:
            return "u"
        return "n" if number == self.next_hand else "e"


def table_sheet(table: Table) -> TableSheet:
    """The sheet of one table; four queries."""
    return table_sheets(table.session, [table])[0]


def table_sheets(session: Session, tables: Sequence[Table]) -> list[TableSheet]:
    """The sheets of some tables of one session; four queries, however many tables."""
    keys = [table.pk for table in tables]
    occupants = list(
        Occupant.objects.filter(seat__table__in=keys)
        .select_related("seat", "entry__player")
        .order_by("from_hand")
    )
    hands = Hand.objects.filter(table__in=keys, voided_at=None).order_by("number")
    penalties = list(
        Penalty.objects.filter(session=session, revoked_at=None)
        .select_related("entry__player", "to_entry__player")
        .order_by("hand", "id")
    )
    sheets = {sheet.table_id: sheet for sheet in Sheet.objects.filter(table__in=keys)}
    hands_of: dict[int, list[Hand]] = {key: [] for key in keys}
    for hand in hands:
        hands_of[hand.table_id].append(hand)
    views = []
    for table in tables:
        table.session = session
        seats = seat_views([one for one in occupants if one.seat.table_id == table.pk])
        seated = {one.entry_id for seat in seats for one in seat.occupants}
        views.append(
            _view(
                table,
                sheets.get(table.pk, Sheet(table=table)),
                seats,
                hands_of[table.pk],
                [penalty for penalty in penalties if penalty.entry_id in seated],
            )
        )
    return views


def seat_views(occupants: Iterable[Occupant]) -> tuple[SeatView, ...]:
    """The four seats with their occupants, in the order of `occupants`."""
    given = list(occupants)
    return tuple(
        SeatView(seat, tuple(one for one in given if one.seat.letter == seat.name)) for seat in Seat
    )


def seat_case(view: TableSheet, seat: SeatView) -> SeatCase:
    """What happened to the player of a seat in this session (MERS regulations, chapter 4)."""
    first = seat.first.pk
    effects = {penalty.effect for penalty in view.penalties if penalty.entry_id == first}
    if Penalty.Effect.DISQUALIFIED in effects:
        return SeatCase.DISQUALIFIED_DURING
    if Penalty.Effect.SESSION_LOST in effects:
        return SeatCase.LATE
    return SeatCase.ILL_DURING if len(seat.occupants) > 1 else SeatCase.NORMAL


def engine_row(hand: Hand) -> Row:
    """A stored hand as the engine's sheet has it."""
    if hand.kind == Hand.Kind.DRAWN:
        return NoWin.DRAWN
    return Win(
        hand.points,
        winner=Seat[hand.winner],
        discarder=Seat[hand.discarder] if hand.discarder else None,
        flowers=hand.flowers,
        disputed=hand.disputed,
    )


def penalty_row(penalty: Penalty, seats: Sequence[SeatView]) -> SheetPenalty:
    """A stored penalty as the engine's sheet has it; whoever sits elsewhere gets nothing."""
    seat_of = {one.entry_id: seat.seat for seat in seats for one in seat.occupants}
    offender = seat_of[penalty.entry_id]
    amounts = dict.fromkeys(Seat, penalty.each_opponent) | {offender: -penalty.amount}
    if penalty.to_entry_id in seat_of:
        amounts[seat_of[penalty.to_entry_id]] = penalty.amount
    return SheetPenalty(in_seat_order(amounts), penalty.hand, str(penalty.pk))


def _view(
    table: Table,
    sheet: Sheet,
    seats: tuple[SeatView, ...],
    hands: list[Hand],
    penalties: list[Penalty],
) -> TableSheet:
    numbered = {hand.number: hand for hand in hands}
    rows = sheet_rows(
        {number: engine_row(hand) for number, hand in numbered.items()}, last_hand=sheet.last_hand
    )
    result = add_up(EngineSheet(rows, tuple(penalty_row(one, seats) for one in penalties)))
    bare = TableSheet(table, sheet, seats, numbered, tuple(penalties), result)
    return TableSheet(table, sheet, seats, numbered, tuple(penalties), result, tuple(_lines(bare)))


def _lines(view: TableSheet) -> list[Line]:
    """A line for each hand and one for each penalty, with what every seat has after it."""
    known = {str(penalty.pk): penalty for penalty in view.penalties}
    running: Payments = NO_PAYMENTS
    lines = []
    for engine_line in view.result.lines:
        number = engine_line.hand
        parts = list(engine_line.parts)
        if number is not None:
            main = parts.pop(0) if parts and parts[0].penalty is None else Part(NO_PAYMENTS)
            running = add_payments(running, main.payments)
            lines.append(_hand_line(view, number, main.payments, running))
        for part in parts:
            assert part.penalty is not None  # only the first part of a line is a win
            running = add_payments(running, part.payments)
            penalty = known[part.penalty.key]
            lines.append(_penalty_line(view, penalty, part.payments, running))
    return lines


def _hand_line(view: TableSheet, number: int, payments: Payments, running: Payments) -> Line:
    hand = view.hands.get(number)
    if hand is None:
        return Line(number, _empty_state(view, number), _cells(number, payments, running))
    return Line(
        number,
        hand.kind,
        _cells(number, payments, running, hand.winner),
        hand,
        winner=view.seat_of(hand.winner) if hand.winner else None,
        discarder=view.seat_of(hand.discarder) if hand.discarder else None,
    )


def _empty_state(view: TableSheet, number: int) -> str:
    if number in view.result.gaps:
        return "missing"
    return "not_played" if number > view.sheet.last_hand or view.has_totals_only else "empty"


def _penalty_line(
    view: TableSheet, penalty: Penalty, payments: Payments, running: Payments
) -> Line:
    offender = next(
        seat for seat in view.seats if penalty.entry_id in {one.entry_id for one in seat.occupants}
    )
    return Line(
        penalty.hand,
        "penalty",
        _cells(penalty.hand or 1, payments, running),
        penalty=penalty,
        offender=offender,
    )


def _cells(
    number: int, payments: Payments, running: Payments, winner: str = ""
) -> tuple[Cell, ...]:
    return tuple(
        Cell(
            seat_wind(seat, number),
            dealer(number) == seat,
            payments[seat],
            running[seat],
            seat.name == winner,
        )
        for seat in Seat
    )
