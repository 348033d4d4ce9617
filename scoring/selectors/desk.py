"""The desk: what to do next, how every table stands, what came in last."""

from __future__ import annotations

import datetime as dt
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from players.names import fold
from scoring.models import Hand
from scoring.selectors.referee import Given, given_penalties
from scoring.selectors.starts import start_stays
from scoring.selectors.states import State, counted_to, minutes_over, table_state
from scoring.selectors.tables import SeatView, TableSheet, table_sheets
from tournaments.models import Session, Table, TableLink, Tournament
from tournaments.selectors.entries import missing_names
from tournaments.selectors.links import live_links

LOG_LENGTH = 8
OVER = (Session.State.FINISHED, Session.State.APPROVED)
SILENT_AFTER = dt.timedelta(minutes=3)
"""A phone speaks every ten seconds while its page is open."""


@dataclass(frozen=True, slots=True)
class Card:
    """One table on the board; `over` are the minutes since its time was over, `phone` says what
    is wrong with its phone, if anything is, `unsent` counts the entries it holds."""

    view: TableSheet
    state: State
    last_entry: dt.datetime | None
    over: int = 0
    phone: str = ""
    unsent: int = 0

    @property
    def number(self) -> int:
        """The table's number."""
        return self.view.table.number


@dataclass(frozen=True, slots=True)
class Todo:
    """Something that waits to be done.

    `action` is what the button does: table, hand, start, finish, approve, seating or exports; empty
    for none. `number` is the table's or the session's, `hand` that of a disputed hand.
    """

    mark: str
    label: str
    title: str
    detail: str
    action: str
    button: str
    number: int
    hand: int = 0


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
    the newest first; `untouched` while nothing is entered; `missing` people, until it is over."""

    tournament: Tournament
    sessions: tuple[Session, ...]
    session: Session | None
    cards: tuple[Card, ...]
    todos: tuple[Todo, ...]
    penalties: tuple[Given, ...]
    now: dt.datetime
    untouched: bool = False
    missing: tuple[str, ...] = ()

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
        people = [card.phone for card in self.cards] + list(self.missing)
        phones = zlib.crc32("|".join(people).encode())
        fined = len(self.penalties)
        parts = (self.tournament.standings_version, tables, states, self.minutes, fined, phones)
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


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """Which tables the board shows; `show` is a state's mark, `query` a number or a name."""

    show: str = ""
    query: str = ""

    def keeps(self, card: Card) -> bool:
        """True for a table of that state with that number, or where that person sits."""
        if self.show and card.state.mark != self.show:
            return False
        if not self.query:
            return True
        if self.query.isdecimal():
            return card.number == int(self.query)
        words = fold(self.query).split()
        names = [fold(seat.name) for seat in card.view.seats]
        return any(all(word in name for word in words) for name in names)


def board_filters(cards: Sequence[Card]) -> list[tuple[str, str, int]]:
    """The states there are, as mark, word and count; all of them first."""
    words = {
        "act": _("to act on"),
        "wait": _("waiting"),
        "over": _("over time"),
        "play": _("playing"),
        "done": _("finished"),
    }
    counted = Counter(card.state.mark for card in cards)
    return [
        ("", _("All"), len(cards)),
        *((mark, word, counted[mark]) for mark, word in words.items() if counted[mark]),
    ]


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
        cards = tuple(_card(view, links.get(view.table.pk), now) for view in views)
        given = given_penalties(tournament, session.number)
        penalties = tuple(one for one in given if one.penalty.revoked_at is None)
        untouched = not start_stays(views, links, penalties)
    todos = tuple(_todos(sessions, session, cards))
    awaited = bool(sessions) and sessions[0].state not in OVER
    missing = missing_names(tournament) if awaited else ()
    return Desk(tournament, sessions, session, cards, todos, penalties, now, untouched, missing)


def current_session(sessions: Sequence[Session]) -> Session | None:
    """The session that runs, else the next to come, else the first not approved, else the last."""
    running = [one for one in sessions if one.state == Session.State.RUNNING]
    coming = [one for one in sessions if one.state not in OVER]
    finished = [one for one in sessions if one.state == Session.State.FINISHED]
    return next(iter([*running, *coming, *finished, *reversed(sessions)]), None)


def _card(view: TableSheet, link: TableLink | None, now: dt.datetime) -> Card:
    last = max((hand.entered_at for hand in view.hands.values()), default=None)
    phone = "" if link is None else phone_trouble(view, link, now)
    unsent = link.unsent if link is not None and phone else 0
    return Card(view, table_state(view, now), last, minutes_over(view, now), phone, unsent)


def phone_trouble(view: TableSheet, link: TableLink, now: dt.datetime) -> str:
    """What the desk has to know of a table's phone: entries it holds, minutes of silence."""
    if view.session.state != Session.State.RUNNING or link.last_seen is None:
        return ""
    said = []
    if link.unsent:
        text = ngettext("%(count)s unsent", "%(count)s unsent", link.unsent)
        said.append(text % {"count": link.unsent})
    silent = now - link.last_seen
    if not view.is_closed and silent >= SILENT_AFTER:
        minutes = int(silent.total_seconds() // 60)
        said.append(_("Phone silent for %(minutes)s min") % {"minutes": minutes})
    return ", ".join(said)


def _todos(
    sessions: Sequence[Session], session: Session | None, cards: Sequence[Card]
) -> Iterator[Todo]:
    if session is None:
        return
    for card in cards:
        yield from _disputed(card)
    running = session.state == Session.State.RUNNING
    earlier = [one for one in sessions if one.state == Session.State.FINISHED and one != session]
    if not running:
        yield from map(_approve, earlier)
    yield from _session_todo(session, cards)
    if running:
        yield from _over_time(cards)
        for mark in ("act", "wait"):
            for card in cards:
                if card.state.mark == mark:
                    yield from _table_todo(card)
        yield from _unsent(cards)
        yield from map(_approve, earlier)


def _session_todo(session: Session, cards: Sequence[Card]) -> Iterator[Todo]:
    number = session.number
    named = {"number": number}
    if session.state == Session.State.DRAFT:
        title = (
            _("Publish the seating of session %(number)s")
            if cards
            else _("Draw the seating of session %(number)s")
        )
        yield Todo("act", "", title % named, "", "seating", _("Open the seating"), number)
    elif session.state == Session.State.PUBLISHED:
        detail = ngettext("%(count)s table is seated.", "%(count)s tables are seated.", len(cards))
        yield Todo(
            "act",
            "",
            _("Start session %(number)s") % named,
            detail % {"count": len(cards)},
            "start",
            _("Start session %(number)s") % named,
            number,
        )
    elif session.state == Session.State.RUNNING and all(card.view.is_closed for card in cards):
        yield Todo(
            "act",
            "",
            _("All tables are closed: finish session %(number)s") % named,
            _("Its results are shown to everybody then."),
            "finish",
            _("Finish session %(number)s") % named,
            number,
        )
    elif session.state == Session.State.FINISHED:
        yield _approve(session)
    elif session.state == Session.State.APPROVED:
        yield Todo(
            "done", "", _("Every session is approved"), "", "exports", _("Open the exports"), 0
        )


def _approve(session: Session) -> Todo:
    return Todo(
        "wait",
        "",
        _("Approve session %(number)s") % {"number": session.number},
        _("From then on every correction is listed."),
        "approve",
        _("Approve"),
        session.number,
    )


def _disputed(card: Card) -> Iterator[Todo]:
    """The claims of a table that a referee has to settle: they come before everything else."""
    for number, hand in sorted(card.view.hands.items()):
        if hand.disputed:
            named = {"table": card.number, "hand": number}
            yield Todo(
                "act",
                str(card.number),
                _("Table %(table)s, hand %(hand)s: a claim is disputed") % named,
                _("The tiles do not give the %(points)s points that were called.")
                % {"points": hand.points},
                "hand",
                _("Settle"),
                card.number,
                number,
            )


def _over_time(cards: Sequence[Card]) -> Iterator[Todo]:
    """The tables that still play after their time, together; the button opens the first."""
    late = [card.number for card in cards if card.state.mark == "over"]
    if not late:
        return
    yield Todo(
        "over",
        "",
        ngettext(
            "Time is over: table %(tables)s still plays",
            "Time is over: tables %(tables)s still play",
            len(late),
        )
        % {"tables": ", ".join(map(str, late))},
        _("Say which hand was the last, or give more time."),
        "table",
        _("Table %(number)s") % {"number": late[0]},
        late[0],
    )


def _unsent(cards: Sequence[Card]) -> Iterator[Todo]:
    """Phones that hold hands which the server has not got."""
    for card in cards:
        if card.unsent:
            yield Todo(
                "wait",
                str(card.number),
                _("Table %(table)s: %(trouble)s") % {"table": card.number, "trouble": card.phone},
                _("Its phone sends them once its page is open and it has network."),
                "table",
                _("Look"),
                card.number,
            )


def _table_todo(card: Card) -> Iterator[Todo]:
    named = {"table": card.number, "state": card.state.text}
    if any(hand.disputed for hand in card.view.hands.values()):
        return  # named by itself already
    if card.state.mark == "act":
        count = len(card.view.hands)
        detail = ngettext("%(count)s hand is in.", "%(count)s hands are in.", count)
        yield Todo(
            "act",
            str(card.number),
            _("Table %(table)s: %(state)s") % named,
            detail % {"count": count},
            "table",
            _("Enter"),
            card.number,
        )
    else:
        yield Todo(
            "wait",
            str(card.number),
            _("Close table %(table)s") % named,
            _("Everything is in; nobody at the table has confirmed it.")
            if card.view.asks_code
            else _("Everything is in."),
            "table",
            _("Close"),
            card.number,
        )
