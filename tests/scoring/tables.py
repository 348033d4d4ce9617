"""Closing tables in tests without the desk: totals or hands straight into the rows."""

from __future__ import annotations

import datetime as dt

from scoring.models import Hand, Penalty, Sheet
from scoring.selectors.results import load_tables
from scoring.services.results import save_results
from tests.builders import START
from tournaments.models import Entry, Occupant, Seat, Session, Table

NOON = START + dt.timedelta(hours=5)


def close_with_totals(table: Table, totals: tuple[int, ...]) -> None:
    """Close a table whose sheet came with four totals."""
    Sheet.objects.update_or_create(
        table=table, defaults={"totals": list(totals), "closed_at": NOON}
    )
    save_results(tables=load_tables([table]))


def close_with_hands(table: Table, last_hand: int) -> None:
    """Close a table after `last_hand` hands, by what has been entered."""
    Sheet.objects.update_or_create(
        table=table, defaults={"last_hand": last_hand, "closed_at": NOON}
    )
    save_results(tables=load_tables([table]))


def close_session(session: Session, totals: tuple[int, ...] = (30, 10, -10, -30)) -> None:
    """Close every table of a session with the same totals."""
    for table in session.tables.all():
        close_with_totals(table, totals)


def add_win(
    table: Table, number: int, points: int, winner: str, discarder: str = "", **fields: object
) -> Hand:
    """A hand somebody won."""
    return Hand.objects.create(
        table=table,
        number=number,
        kind=Hand.Kind.WIN,
        winner=winner,
        discarder=discarder,
        points=points,
        entered_at=NOON,
        **fields,
    )


def add_drawn(table: Table, number: int) -> Hand:
    """A hand nobody won."""
    return Hand.objects.create(table=table, number=number, kind=Hand.Kind.DRAWN, entered_at=NOON)


def add_penalty(session: Session, entry: Entry, code: str, **fields: object) -> Penalty:
    """A penalty that stands."""
    return Penalty.objects.create(session=session, entry=entry, code=code, given_at=NOON, **fields)


def stand_in(table: Table, letter: str, entry: Entry, from_hand: int) -> Occupant:
    """Somebody takes a seat from a hand on."""
    seat = Seat.objects.get(table=table, letter=letter)
    return Occupant.objects.create(
        seat=seat, session=table.session, entry=entry, from_hand=from_hand
    )


def sitting(table: Table, letter: str) -> Entry:
    """Who sat in a seat first."""
    return Occupant.objects.filter(seat__table=table, seat__letter=letter).first().entry
