"""Where people sit, as values for pages, papers and the desk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch

from players.names import fold
from scoring.engine.rotation import Wind
from tournaments.models import Entry, Occupant, Seat, Session, Table, Tournament

LETTERS = tuple(Seat.Letter.values)


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat and everybody who sat in it, the first one first; `wind` is where it started."""

    letter: str
    occupants: tuple[Occupant, ...]

    @property
    def wind(self) -> Wind:
        """The wind in which this seat starts the session."""
        return Wind(LETTERS.index(self.letter))

    @property
    def entry(self) -> Entry:
        """Who sits there now."""
        return self.occupants[-1].entry


@dataclass(frozen=True, slots=True)
class TableView:
    """A table with its seats A to D."""

    table: Table
    seats: tuple[SeatView, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """Where one entry sits in one session."""

    entry: Entry
    session: Session
    table: int
    seat: SeatView


def session_tables(session: Session) -> list[TableView]:
    """All tables of a session with seats and players, in three queries whatever their number."""
    occupants = Occupant.objects.select_related("entry__player", "entry__team").order_by(
        "from_hand"
    )
    tables = session.tables.order_by("number").prefetch_related(
        Prefetch("seats", Seat.objects.order_by("letter")),
        Prefetch("seats__occupants", occupants.order_by("from_hand")),
    )
    return [TableView(table, _seats(table)) for table in tables]


def current_occupants(table: Table) -> dict[str, Entry]:
    """Who sits in each seat of a table now, by letter."""
    rows = (
        Occupant.objects.filter(seat__table=table)
        .select_related("entry__player", "seat")
        .order_by("seat__letter", "from_hand")
    )
    return {row.seat.letter: row.entry for row in rows}


def places(session: Session) -> list[Place]:
    """Everybody who sits in the session, in the alphabetical order of the shown names."""
    found = [
        Place(seat.entry, session, view.table.number, seat)
        for view in session_tables(session)
        for seat in view.seats
        if seat.occupants
    ]
    return sorted(found, key=lambda place: (_shown_key(place.entry), place.entry.number))


def _shown_key(entry: Entry) -> str:
    """Where a name stands in a public list: by its initials where it shows no more."""
    player = entry.player
    if not player.shown_as_initials:
        return player.sort_key
    given, family = player.shown_parts
    return fold(f"{family} {given}")


def matching(entries: Iterable[Entry], text: str) -> list[Entry]:
    """The entries that a visitor can mean by a start number or a part of the *shown* name.

    A player who shows initials only is not found by the full name, which would give it away.
    """
    wanted = text.strip()
    if wanted.isdecimal():
        return [entry for entry in entries if entry.number == int(wanted)]
    words = fold(wanted).split()
    if not words:
        return []
    return [
        entry for entry in entries if all(word in fold(entry.player.public_name) for word in words)
    ]


def seats_of(
    tournament: Tournament, entries: Sequence[Entry], *, drafts: bool = False
) -> dict[int, list[Place]]:
    """The places of each entry (by id) in published sessions, or in all for the staff."""
    rows = (
        Occupant.objects.filter(session__tournament=tournament, entry__in=entries)
        .select_related("session", "seat__table", "entry__player")
        .order_by("session__number")
    )
    if not drafts:
        rows = rows.exclude(session__state=Session.State.DRAFT)
    found: dict[int, list[Place]] = {entry.pk: [] for entry in entries}
    for row in rows:
        seat = SeatView(row.seat.letter, (row,))
        found[row.entry_id].append(Place(row.entry, row.session, row.seat.table.number, seat))
    return found


def _seats(table: Table) -> tuple[SeatView, ...]:
    return tuple(SeatView(seat.letter, tuple(seat.occupants.all())) for seat in table.seats.all())
