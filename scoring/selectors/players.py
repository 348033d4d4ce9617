"""A player's own page: where next, how it stands, what was played against whom."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.engine.rotation import Wind
from scoring.selectors.public import PublicResults, public_results
from scoring.selectors.standings import OVER, Cell, StandingRow, rank
from tournaments.models import Entry, Occupant, Session, Tournament


@dataclass(frozen=True, slots=True)
class Place:
    """A seat at a table: the wind it starts with, and who sits there."""

    wind: Wind
    entry: Entry


@dataclass(frozen=True, slots=True)
class Game:
    """One session for one player. `table` is None without a seat, or before seats are public.

    `places` are the four seats from East; `number` is the player's start number; `result` is None
    while it may not be seen.
    """

    session: Session
    starts: dt.datetime
    number: int
    table: int | None = None
    wind: Wind | None = None
    from_hand: int = 1
    places: tuple[Place, ...] = ()
    result: Cell | None = None

    @property
    def is_over(self) -> bool:
        """True once the session is finished."""
        return self.session.state in OVER

    @property
    def opponents(self) -> tuple[Place, ...]:
        """The people in the other seats."""
        return tuple(place for place in self.places if place.entry.number != self.number)

    @property
    def right(self) -> Place | None:
        """Who is next in the order of play."""
        return self._across(1)

    @property
    def opposite(self) -> Place | None:
        """Who sits on the other side of the table."""
        return self._across(2)

    @property
    def left(self) -> Place | None:
        """Who plays before."""
        return self._across(3)

    def _across(self, turn: int) -> Place | None:
        if self.wind is None:
            return None
        wanted = Wind((self.wind + turn) % 4)
        return next((place for place in self.places if place.wind == wanted), None)


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """Everything the page shows; `places` are the places after each session shown."""

    entry: Entry
    next: Game | None
    games: tuple[Game, ...]
    row: StandingRow | None
    ranked: int
    places: tuple[int, ...]
    results: PublicResults

    @property
    def is_over(self) -> bool:
        """True once every session is over."""
        return bool(self.games) and all(one.is_over for one in self.games)

    @property
    def held_for_prizes(self) -> bool:
        """True where the results not shown yet are those of the last session, held back."""
        held = self.results.held
        last = self.games[-1].session if self.games else None
        return held is not None and held == last and self.entry.tournament.final_held

    @property
    def may_change(self) -> bool:
        """True while a seat that is already public can still be changed."""
        return any(one.table and not one.is_over and one != self.next for one in self.games)


def player_page(entry: Entry) -> PlayerPage:
    """The page of one entry, nothing of draft sessions or held results; six queries."""
    results = public_results(entry.tournament)
    games = _games(entry, results)
    rows = results.rows
    row = next((one for one in rows if one.entry.number == entry.number), None)
    return PlayerPage(
        entry=entry,
        next=next((one for one in games if one.table and not one.is_over), None),
        games=tuple(games),
        row=row,
        ranked=len(rows),
        places=_places(entry.number, results) if row else (),
        results=results,
    )


def _places(number: int, results: PublicResults) -> tuple[int, ...]:
    """The place after each session shown."""
    found = []
    for count in range(1, len(results.numbers) + 1):
        rows = rank(results.play, results.numbers[:count])
        found += [row.place for row in rows if row.entry.number == number]
    return tuple(found)


def _games(entry: Entry, results: PublicResults) -> list[Game]:
    """Every session of the programme, with the seat where it is public."""
    tournament = entry.tournament
    sessions = list(tournament.sessions.order_by("number"))
    seated = _seated(entry, [one for one in sessions if one.is_public])
    shown = set(results.numbers)
    return [
        _game(
            entry,
            session,
            tournament,
            seated.get(session.pk, ()),
            results.play.cells.get((entry.number, session.number))
            if session.number in shown
            else None,
        )
        for session in sessions
    ]


def _seated(entry: Entry, sessions: Sequence[Session]) -> dict[int, list[Occupant]]:
    """All occupants of the tables this entry sits at, by session."""
    found: dict[int, list[Occupant]] = {}
    tables = Occupant.objects.filter(entry=entry, session__in=sessions).values("seat__table_id")
    rows = (
        Occupant.objects.filter(seat__table_id__in=tables)
        .select_related("seat__table", "entry__player")
        .order_by("seat__letter", "from_hand")
    )
    for one in rows:
        found.setdefault(one.session_id, []).append(one)
    return found


def _game(
    entry: Entry,
    session: Session,
    tournament: Tournament,
    seated: Iterable[Occupant],
    result: Cell | None,
) -> Game:
    starts = session.starts_at.astimezone(tournament.zone)
    mine = next((one for one in seated if one.entry_id == entry.pk), None)
    if mine is None:
        return Game(session, starts, entry.number, result=result)
    sitting = {one.seat.letter: one for one in seated}
    sitting[mine.seat.letter] = mine
    drawn = tournament.starting_seats == Tournament.StartingSeats.DRAWN
    return Game(
        session=session,
        starts=starts,
        number=entry.number,
        table=mine.seat.table.number,
        wind=None if drawn and session.state not in OVER else _wind(mine),
        from_hand=mine.from_hand,
        places=tuple(Place(_wind(one), one.entry) for _letter, one in sorted(sitting.items())),
        result=result,
    )


def _wind(occupant: Occupant) -> Wind:
    """The wind a seat starts with: A East, B South, C West, D North."""
    return Wind("ABCD".index(occupant.seat.letter))
