"""What waits to be done at the desk, the most urgent first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.selectors.board import Card
from scoring.selectors.clock import ranges
from tournaments.models import Session


@dataclass(frozen=True, slots=True)
class Todo:
    """Something that waits to be done.

    `action` is what the button does: table, hand, start, finish, approve, seating, prizes or
    exports; empty for none. `number` is the table's or the session's, `hand` that of a disputed
    hand.
    """

    mark: str
    label: str
    title: str
    detail: str
    action: str
    button: str
    number: int
    hand: int = 0


def todos_of(
    sessions: Sequence[Session], session: Session | None, cards: Sequence[Card]
) -> Iterator[Todo]:
    """Everything that waits in the current session and in those before it."""
    if session is None:
        return
    for card in cards:
        yield from _disputed(card)
    running = session.state == Session.State.RUNNING
    earlier = [one for one in sessions if one.state == Session.State.FINISHED and one != session]
    if not running:
        yield from map(_approve, earlier)
    yield from _session_todo(session, cards, is_held=is_held_back(sessions, session))
    if running:
        yield from _over_time(cards)
        for mark in ("act", "wait"):
            for card in cards:
                if card.state.mark == mark:
                    yield from _table_todo(card)
        yield from _unsent(cards)
        yield from map(_approve, earlier)


def is_held_back(sessions: Sequence[Session], session: Session) -> bool:
    """True for the last session where its results wait for the prize-giving."""
    return session.tournament.final_held and session.number == max(one.number for one in sessions)


def _session_todo(session: Session, cards: Sequence[Card], *, is_held: bool) -> Iterator[Todo]:
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
            _("Its results are held back until the prize-giving.")
            if is_held
            else _("Its results are shown to everybody then."),
            "finish",
            _("Finish session %(number)s") % named,
            number,
        )
    elif session.state == Session.State.FINISHED:
        yield _approve(session)
    elif session.state == Session.State.APPROVED:
        if is_held:
            yield Todo(
                "act",
                "",
                _("Every session is approved: now the prize-giving"),
                _("The results of the last session are held back until it is over."),
                "prizes",
                _("Open the prize-giving"),
                0,
            )
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
        % {"tables": ranges(late)},
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
