"""What stands on the papers, as plain values.

Times are wall-clock times of the hall without a zone, so that they print as they are. Names are
the public ones: papers hang on walls.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from scoring.engine.rotation import Seat as StartSeat
from scoring.engine.rotation import Wind
from tournaments.models import Entry, Occupant, Session, Table, Tournament
from tournaments.selectors.seating import SeatView, TableView, session_tables


@dataclass(frozen=True, slots=True)
class SessionHead:
    """What stands at the head of every paper of a session.

    `winds` is False where the starting winds are drawn at the table.
    """

    tournament: str
    slug: str
    number: int
    of: int
    starts_at: dt.datetime
    ends_at: dt.datetime
    draft: bool
    winds: bool


@dataclass(frozen=True, slots=True)
class Sitter:
    """A player at a table. `wind` is None where it is drawn there.

    A substitute who came in later has `from_hand` above 1 and names who sat there `before`.
    """

    number: int
    name: str
    family: str
    given: str
    country: str
    team: str
    wind: Wind | None
    from_hand: int = 1
    before: str = ""
    sort_key: str = ""


@dataclass(frozen=True, slots=True)
class TablePaper:
    """A table with its four sitters in the order East, South, West, North."""

    number: int
    sitters: tuple[Sitter, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """A line of the list by player: who sits at which table."""

    sitter: Sitter
    table: int


@dataclass(frozen=True, slots=True)
class ProgrammeLine:
    """A session on a player's programme; without a table while its seats are not published."""

    number: int
    starts_at: dt.datetime
    new_day: bool
    table: int | None = None
    wind: Wind | None = None


@dataclass(frozen=True, slots=True)
class Programme:
    """A player's badge and programme."""

    tournament: str
    slug: str
    number: int
    name: str
    given: str
    family: str
    country: str
    team: str
    winds: bool
    lines: tuple[ProgrammeLine, ...] = field(default=())

    @property
    def is_open(self) -> bool:
        """True where a session has no seat on this paper yet."""
        return any(line.table is None for line in self.lines)


def local(moment: dt.datetime, tournament: Tournament) -> dt.datetime:
    """The wall clock in the tournament's hall at `moment`, without a zone."""
    return moment.astimezone(tournament.zone).replace(tzinfo=None)


def session_head(tournament: Tournament, session: Session) -> SessionHead:
    """The head of a session's papers."""
    return SessionHead(
        tournament=tournament.name,
        slug=tournament.slug,
        number=session.number,
        of=tournament.sessions.count(),
        starts_at=local(session.starts_at, tournament),
        ends_at=local(session.starts_at + dt.timedelta(minutes=session.minutes), tournament),
        draft=not session.is_public,
        winds=has_winds(tournament),
    )


def has_winds(tournament: Tournament) -> bool:
    """True when the schedule says who starts East; otherwise the players draw their seats."""
    return tournament.starting_seats == Tournament.StartingSeats.SCHEDULE


def session_papers(
    tournament: Tournament, session: Session, *, table: int | None = None
) -> list[TablePaper]:
    """The tables of a session (or the one numbered `table`) with their present sitters."""
    winds = has_winds(tournament)
    return [
        TablePaper(view.table.number, tuple(_sitters(view, winds)))
        for view in session_tables(session)
        if table is None or view.table.number == table
    ]


def places_by_name(papers: Iterable[TablePaper]) -> list[Place]:
    """Everybody who sits at these tables in the order of names."""
    places = [Place(sitter, paper.number) for paper in papers for sitter in paper.sitters]
    return sorted(places, key=lambda place: (place.sitter.sort_key, place.sitter.number))


def programmes(tournament: Tournament) -> list[Programme]:
    """The programme of every entry that plays, by start number; only published seats."""
    sessions = list(tournament.sessions.order_by("number"))
    seats = _published_seats(tournament)
    entries = tournament.entries.filter(playing=True).select_related("player", "team")
    return [
        _programme(tournament, entry, _lines(tournament, sessions, seats[entry.pk]))
        for entry in entries.order_by("number")
    ]


def table_numbers(tournament: Tournament) -> list[int]:
    """The numbers on the tables: those of the sessions, else the first of the hall's that the
    players need, else 1, 2, 3 …"""
    used = Table.objects.filter(session__tournament=tournament)
    if numbers := set(used.values_list("number", flat=True)):
        return sorted(numbers)
    needed = tournament.entries.filter(playing=True).count() // 4
    return [*tournament.table_numbers[:needed]] or list(range(1, needed + 1))


def _sitters(view: TableView, winds: bool) -> Iterable[Sitter]:
    for seat in view.seats:
        if seat.occupants:
            yield _sitter(seat, seat.wind if winds else None)


def _sitter(seat: SeatView, wind: Wind | None) -> Sitter:
    entry = seat.entry
    given, family, key = _names(entry)
    return Sitter(
        number=entry.number,
        name=entry.player.public_name,
        family=family,
        given=given,
        country=entry.player.country,
        team=entry.team.name if entry.team else "",
        wind=wind,
        from_hand=seat.occupants[-1].from_hand,
        before=", ".join(earlier.entry.player.public_name for earlier in seat.occupants[:-1]),
        sort_key=key,
    )


def _names(entry: Entry) -> tuple[str, str, str]:
    """Given name, family name and the key to sort by; a hidden name does not sort by itself."""
    player = entry.player
    given, family = player.shown_parts
    key = f"{family} {given}".casefold() if player.shown_as_initials else player.sort_key
    return given, family, key


def _published_seats(tournament: Tournament) -> dict[int, dict[int, tuple[int, Wind]]]:
    """entry id → session number → (table, starting wind), of published sessions."""
    seats: dict[int, dict[int, tuple[int, Wind]]] = defaultdict(dict)
    published = Occupant.objects.filter(session__tournament=tournament).exclude(
        session__state=Session.State.DRAFT
    )
    rows = published.values_list(
        "entry_id", "session__number", "seat__table__number", "seat__letter"
    )
    for entry_id, session, table, letter in rows:
        seats[entry_id][session] = (table, Wind(StartSeat[letter]))
    return seats


def _lines(
    tournament: Tournament, sessions: Iterable[Session], seats: dict[int, tuple[int, Wind]]
) -> Iterable[ProgrammeLine]:
    day = None
    winds = has_winds(tournament)
    for session in sessions:
        starts_at = local(session.starts_at, tournament)
        table, wind = seats.get(session.number, (None, None))
        yield ProgrammeLine(
            number=session.number,
            starts_at=starts_at,
            new_day=starts_at.date() != day,
            table=table,
            wind=wind if winds else None,
        )
        day = starts_at.date()


def _programme(tournament: Tournament, entry: Entry, lines: Iterable[ProgrammeLine]) -> Programme:
    given, family, _key = _names(entry)
    return Programme(
        tournament=tournament.name,
        slug=tournament.slug,
        number=entry.number,
        name=entry.player.public_name,
        given=given,
        family=family,
        country=entry.player.country,
        team=entry.team.name if entry.team else "",
        winds=has_winds(tournament),
        lines=tuple(lines),
    )
