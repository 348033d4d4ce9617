"""The desk: what to do next, how every table stands, what came in last."""

from __future__ import annotations

import datetime as dt
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.models import Hand
from scoring.selectors.board import Card, read_card
from scoring.selectors.plan import plan_of
from scoring.selectors.referee import Given, given_penalties
from scoring.selectors.standings import OVER
from scoring.selectors.starts import start_stays
from scoring.selectors.states import counted_to, table_ends_at
from scoring.selectors.tables import SeatView, table_sheets
from scoring.selectors.todos import Todo, todos_of
from tournaments.models import Session, Table, Tournament
from tournaments.selectors.entries import missing_names
from tournaments.selectors.links import live_links

LOG_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Entered:
    """A hand as the log shows it."""

    table: int
    hand: Hand
    winner: SeatView | None
    discarder: SeatView | None


@dataclass(frozen=True, slots=True)
class Desk:
    """All that the desk shows; `version` changes with it. Of the session: `penalties` that stand,
    the newest first; `untouched` while nothing is entered. `missing` is who has not arrived, until
    the first session is over; `plan` what comes after all that is to do."""

    tournament: Tournament
    sessions: tuple[Session, ...]
    session: Session | None
    cards: tuple[Card, ...]
    todos: tuple[Todo, ...]
    penalties: tuple[Given, ...]
    now: dt.datetime
    untouched: bool = False
    missing: tuple[str, ...] = ()
    plan: str = ""

    @property
    def next(self) -> Todo | None:
        """The one thing to do first."""
        return self.todos[0] if self.todos else None

    @property
    def then(self) -> tuple[Todo, ...]:
        """What comes after it."""
        return self.todos[1:]

    @property
    def closed(self) -> int:
        """How many tables are closed."""
        return sum(card.view.is_closed for card in self.cards)

    @property
    def playing(self) -> tuple[Card, ...]:
        """The tables that are not closed."""
        return tuple(card for card in self.cards if not card.view.is_closed)

    @property
    def last_end(self) -> dt.datetime | None:
        """When the time of the last of them is over."""
        return max((table_ends_at(card.view.table) for card in self.playing), default=None)

    @property
    def ends(self) -> dt.datetime | None:
        """When the time of the session is over."""
        return self.session.ends_at if self.session else None

    @property
    def minutes(self) -> int | None:
        """Whole minutes left of a running session, or to its start; below 0 once over."""
        if self.session is None or self.session.state != Session.State.RUNNING:
            return None
        return int((counted_to(self.session, self.now) - self.now).total_seconds() // 60)

    @property
    def is_ready(self) -> bool:
        """True for a session that was started before the programme's time."""
        return self.session is not None and self.now < self.session.begins_at

    @property
    def late_by(self) -> int:
        """Minutes since time was over."""
        return -(self.minutes or 0)

    @property
    def version(self) -> str:
        """A text that changes whenever the desk would look different."""
        tables = sum(card.view.table.version for card in self.cards)
        states = "".join(session.state[0] for session in self.sessions)
        said = [card.phone for card in self.cards] + [todo.title for todo in self.todos]
        words = zlib.crc32("|".join([*said, *self.missing, self.plan]).encode())
        fined = len(self.penalties)
        parts = (self.tournament.standings_version, tables, states, self.minutes, fined, words)
        return "-".join(map(str, parts))

    @property
    def log(self) -> tuple[Entered, ...]:
        """The last hands that came in, the newest first."""
        entries = [
            Entered(
                card.number,
                hand,
                card.view.seat_of(hand.winner) if hand.winner else None,
                card.view.seat_of(hand.discarder) if hand.discarder else None,
            )
            for card in self.cards
            for hand in card.view.hands.values()
        ]
        newest = sorted(entries, key=lambda one: (one.hand.entered_at, one.hand.pk), reverse=True)
        return tuple(newest[:LOG_LENGTH])


def read_desk(tournament: Tournament, now: dt.datetime) -> Desk:
    """The desk of a tournament at `now`; nine queries, ten with penalties."""
    sessions = tuple(tournament.sessions.all())
    session = current_session(sessions)
    cards: tuple[Card, ...] = ()
    penalties: tuple[Given, ...] = ()
    untouched = False
    if session is not None:
        session.tournament = tournament
        tables = list(Table.objects.filter(session=session))
        for table in tables:
            table.session = session
        links = live_links(session)
        views = table_sheets(tables)
        cards = tuple(read_card(view, links.get(view.table.pk), now) for view in views)
        given = given_penalties(tournament, session.number)
        penalties = tuple(one for one in given if one.penalty.revoked_at is None)
        untouched = not start_stays(views, links, penalties)
    awaited = bool(sessions) and sessions[0].state not in OVER
    return Desk(
        tournament,
        sessions,
        session,
        cards,
        tuple(todos_of(sessions, session, cards)),
        penalties,
        now,
        untouched=untouched,
        missing=missing_names(tournament) if awaited else (),
        plan=plan_of(sessions, session, now) if session is not None else "",
    )


def current_session(sessions: Sequence[Session]) -> Session | None:
    """The session that runs, else the next to come, else the first not approved, else the last."""
    running = [one for one in sessions if one.state == Session.State.RUNNING]
    coming = [one for one in sessions if one.state not in OVER]
    finished = [one for one in sessions if one.state == Session.State.FINISHED]
    return next(iter([*running, *coming, *finished, *reversed(sessions)]), None)
