"""From the stored rows of a table to its sheet and its result.

`load_tables` reads, everything else is a pure function of what it read. Nothing of it is kept
anywhere else: a page, closing a table, an import and a rebuild all get their figures here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.engine.errors import Problem
from scoring.engine.rotation import HANDS_PER_SESSION
from scoring.engine.rotation import Seat as EngineSeat
from scoring.engine.settle import Payments, in_seat_order
from scoring.engine.sheet import (
    NoWin,
    Row,
    Sheet,
    SheetPenalty,
    Win,
    add_up,
    sheet_rows,
    totals_problems,
)
from scoring.models import Hand, Penalty, TableResult
from scoring.models import Sheet as SheetRow
from scoring.ranking.table_points import SeatCase, SeatCredit, seat_credits
from tournaments.models import Entry, Occupant, Table

LETTERS = "ABCD"
NO_TOTALS: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitter:
    """Somebody who sat in a seat from hand `from_hand` on.

    `case` says what had happened to the person in whose place this one sits; empty for nothing.
    """

    entry: Entry
    from_hand: int
    case: str = ""


@dataclass(frozen=True, slots=True)
class TableRows:
    """All that is stored about one table and bears on its result.

    `sitters` holds the people of seats A to D, who came first first; `hands` and `penalties` only
    those that stand. `totals` are the typed totals of a sheet without hands, else empty.
    """

    table: Table
    sitters: Mapping[str, tuple[Sitter, ...]]
    hands: tuple[Hand, ...]
    penalties: tuple[Penalty, ...]
    last_hand: int = HANDS_PER_SESSION
    totals: tuple[int, ...] = NO_TOTALS
    closed: bool = False
    sheet: SheetRow | None = None

    @property
    def seat_of(self) -> dict[int, EngineSeat]:
        """The seat of every entry that sat here, by the entry's key."""
        return {
            sitter.entry.pk: EngineSeat[letter]
            for letter, sitters in self.sitters.items()
            for sitter in sitters
        }


def load_tables(tables: Iterable[Table]) -> list[TableRows]:
    """The rows of these tables, in four queries whatever their number."""
    tables = list(tables)
    sheets = {sheet.table_id: sheet for sheet in SheetRow.objects.filter(table__in=tables)}
    sitters = _sitters(tables)
    hands = defaultdict(list)
    for hand in Hand.objects.filter(table__in=tables, voided_at__isnull=True):
        hands[hand.table_id].append(hand)
    fined = _penalties(tables)
    return [
        table_rows(
            table,
            sitters[table.pk],
            hands=hands[table.pk],
            penalties=fined[table.session_id],
            sheet=sheets.get(table.pk),
        )
        for table in tables
    ]


def table_rows(
    table: Table,
    sitters: Mapping[str, Sequence[Sitter]],
    *,
    hands: Iterable[Hand],
    penalties: Iterable[Penalty],
    sheet: SheetRow | None,
) -> TableRows:
    """One table out of rows already read; penalties of people who sat elsewhere are left out."""
    here = {sitter.entry.pk for people in sitters.values() for sitter in people}
    return TableRows(
        table=table,
        sitters={letter: tuple(sitters.get(letter, ())) for letter in LETTERS},
        hands=tuple(hand for hand in hands if hand.voided_at is None),
        penalties=tuple(
            one for one in penalties if one.revoked_at is None and one.entry_id in here
        ),
        last_hand=sheet.last_hand if sheet else HANDS_PER_SESSION,
        totals=tuple(sheet.totals) if sheet and sheet.totals else NO_TOTALS,
        closed=bool(sheet and sheet.closed_at),
        sheet=sheet,
    )


def _sitters(tables: Sequence[Table]) -> dict[int, dict[str, list[Sitter]]]:
    """The people of each table by seat letter, by `from_hand`."""
    found: dict[int, dict[str, list[Sitter]]] = {
        table.pk: {letter: [] for letter in LETTERS} for table in tables
    }
    occupants = (
        Occupant.objects.filter(seat__table__in=tables)
        .select_related("seat", "entry__player")
        .order_by("from_hand", "id")
    )
    for one in occupants:
        found[one.seat.table_id][one.seat.letter].append(Sitter(one.entry, one.from_hand, one.case))
    return found


def _penalties(tables: Sequence[Table]) -> dict[int, list[Penalty]]:
    """The standing penalties by session."""
    found: defaultdict[int, list[Penalty]] = defaultdict(list)
    sessions = {table.session_id for table in tables}
    for one in Penalty.objects.filter(session__in=sessions, revoked_at__isnull=True):
        found[one.session_id].append(one)
    return found


def engine_sheet(rows: TableRows) -> Sheet:
    """The table's sheet as the engine adds it up."""
    hands = {hand.number: hand_row(hand, rows) for hand in rows.hands}
    return Sheet(sheet_rows(hands, last_hand=rows.last_hand), sheet_penalties(rows))


def hand_row(hand: Hand, rows: TableRows) -> Row:
    """One hand as a row; flower points that a penalty took from the winner do not count."""
    if hand.kind == Hand.Kind.DRAWN:
        return NoWin.DRAWN
    lost = (hand.flowers or 0) if _flowers_lost(hand, rows) else 0
    return Win(
        hand.points - lost,
        winner=EngineSeat[hand.winner],
        discarder=EngineSeat[hand.discarder] if hand.discarder else None,
        flowers=None if hand.flowers is None else hand.flowers - lost,
        disputed=hand.disputed,
    )


def _flowers_lost(hand: Hand, rows: TableRows) -> bool:
    winners = {sitter.entry.pk for sitter in rows.sitters[hand.winner]}
    return any(
        one.effect == Penalty.Effect.FLOWERS_LOST
        and one.hand == hand.number
        and one.entry_id in winners
        for one in rows.penalties
    )


def sheet_penalties(rows: TableRows) -> tuple[SheetPenalty, ...]:
    """The standing penalties of the table's people, as payments in the order of the seats."""
    return tuple(
        SheetPenalty(payments(one, rows.seat_of), hand=one.hand, key=str(one.pk or one.code))
        for one in rows.penalties
    )


def payments(penalty: Penalty, seat_of: Mapping[int, EngineSeat]) -> Payments:
    """What seats A to D receive for a penalty; points for somebody elsewhere go to nobody."""
    offender = seat_of[penalty.entry_id]
    amounts = dict.fromkeys(EngineSeat, penalty.each_opponent)
    amounts[offender] = -penalty.amount
    paid_to = seat_of.get(penalty.to_entry_id) if penalty.to_entry_id else None
    if paid_to is not None and paid_to != offender:
        amounts[paid_to] = penalty.amount
    return in_seat_order(amounts)


def table_totals(rows: TableRows) -> Payments:
    """The four totals: as typed on a sheet without hands, else hands and penalties added up."""
    if not rows.totals:
        return add_up(engine_sheet(rows)).totals
    a, b, c, d = rows.totals
    return (a, b, c, d)


def table_problems(rows: TableRows) -> tuple[Problem, ...]:
    """Everything that keeps the table from being closed; codes as in `scoring.engine.sheet`.

    `seat_empty` names a seat nobody sits in.
    """
    empty = tuple(
        Problem("seat_empty", {"seat": letter}) for letter in LETTERS if not rows.sitters[letter]
    )
    if rows.totals:
        return empty + totals_problems(rows.totals, sheet_penalties(rows))
    return empty + add_up(engine_sheet(rows)).problems


def seat_cases(rows: TableRows) -> tuple[SeatCase, ...]:
    """What happened to the player of each seat, as the penalties and the occupants tell.

    A session lost: the substitute can win table points. Disqualified: nobody in that seat can.
    Somebody who came in after the first hand stands in for a player who fell ill. Somebody who
    sits from the first hand in the place of a late or absent player plays like anybody.
    """
    return tuple(_seat_case(rows, letter) for letter in LETTERS)


def _seat_case(rows: TableRows, letter: str) -> SeatCase:
    sitters = rows.sitters[letter]
    here = {sitter.entry.pk for sitter in sitters}
    effects = {(one.entry_id, one.effect) for one in rows.penalties if one.entry_id in here}
    cases = {sitter.case for sitter in sitters}
    if cases & {Occupant.Case.DISQUALIFIED} or any(
        effect == Penalty.Effect.DISQUALIFIED for _entry, effect in effects
    ):
        return SeatCase.DISQUALIFIED_DURING
    if (sitters[0].entry.pk, Penalty.Effect.SESSION_LOST) in effects:
        return SeatCase.LATE
    ill = Occupant.Case.ILL_DURING in cases or len(sitters) > 1
    return SeatCase.ILL_DURING if ill else SeatCase.NORMAL


def table_results(rows: TableRows) -> list[TableResult]:
    """The results of all who sat at the table, not saved; empty while a seat is empty.

    A stand-in's score stays on the sheet and counts for no ranking. Rules: MERS tournament
    regulations, chapter 4 (`scoring.ranking.table_points.seat_credits`).
    """
    if not all(rows.sitters[letter] for letter in LETTERS):
        return []
    totals = table_totals(rows)
    credits = seat_credits(totals, seat_cases(rows))
    return [
        result
        for letter, total, credit in zip(LETTERS, totals, credits, strict=True)
        for result in _seat_results(rows, letter, total, credit)
    ]


def _seat_results(
    rows: TableRows, letter: str, total: int, credit: SeatCredit
) -> Iterable[TableResult]:
    """The player's result, then those of the people who stood in; the last one plays for points."""
    player, *stand_ins = rows.sitters[letter]
    yield TableResult(
        table=rows.table,
        seat=letter,
        entry=player.entry,
        score=credit.player_score,
        table_points=credit.player_points,
        counts=player.entry.counts_for_ranking and not player.case,
    )
    for one in stand_ins:
        last = one is stand_ins[-1]
        yield TableResult(
            table=rows.table,
            seat=letter,
            entry=one.entry,
            score=total if last else 0,
            table_points=(credit.substitute_points or 0) if last else 0,
            counts=False,
        )
