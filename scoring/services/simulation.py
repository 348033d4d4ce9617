"""The machine plays the rest of a rehearsal, through the services that the pages use."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from journal.services import Actor
from scoring.engine.game.play import make_bots, play_session
from scoring.engine.game.records.text import format_record
from scoring.engine.game.ruleset import MCR, Ruleset
from scoring.engine.penalties import PenaltyBook
from scoring.engine.rotation import HANDS_PER_SESSION, Seat
from scoring.selectors.rules import tournament_rules
from scoring.selectors.tables import TableSheet, table_sheet, table_sheets
from scoring.services.hands import StaleHand
from scoring.services.records import record_played_hands
from scoring.services.sessions import approve_session, finish_session, start_session
from scoring.services.sheets import close_table
from tournaments.models import Session, Table, Tournament
from tournaments.services.seating import draw_seating, publish_session

MAY_BE_PLAYED = (Tournament.Kind.DEMONSTRATION, Tournament.Kind.REHEARSAL)
OVER = (Session.State.FINISHED, Session.State.APPROVED)


@dataclass(frozen=True, slots=True)
class Played:
    """What has just been written: hands of a table; `playing` tables of the session go on."""

    session: int
    table: int
    hands: tuple[int, ...]
    playing: int


def play_on(
    *,
    by: Actor,
    tournament: Tournament,
    seed: int,
    sessions: int | None = None,
    at_once: int = HANDS_PER_SESSION,
) -> Iterator[Played]:
    """Play up to `sessions` sessions that are not over (None: all), each to its approval.

    `at_once` hands of a table are written together, and after each the caller gets what was
    written, so that it can wait. Hands that people enter meanwhile stay as they are.
    Raises ValidationError at once for a tournament that is neither demonstration nor rehearsal,
    and where a table cannot be closed or a session not be started.
    """
    if tournament.kind not in MAY_BE_PLAYED:
        raise ValidationError(
            _("%(name)s is a real tournament: only a rehearsal can be played by the machine.")
            % {"name": tournament.name},
            code="not_a_rehearsal",
        )
    return _sessions(by, tournament, seed, sessions, at_once)


def _sessions(
    by: Actor, tournament: Tournament, seed: int, sessions: int | None, at_once: int
) -> Iterator[Played]:
    numbers = tournament.sessions.exclude(state__in=OVER).order_by("number")
    for number in list(numbers.values_list("number", flat=True))[:sessions]:
        session = _begin(by, tournament, number, seed)
        yield from _tables(by, session, f"{seed} {number}", at_once)
        finish_session(by=by, session=session)
        approve_session(by=by, session=session)


def _begin(by: Actor, tournament: Tournament, number: int, seed: int) -> Session:
    """The session, running: drawn and published first where it was not."""
    session = tournament.sessions.get(number=number)
    if session.state == Session.State.DRAFT:
        if not session.tables.exists():
            draw_seating(by=by, tournament=tournament, sessions=[number], seed=seed)
        publish_session(by=by, session=session)
    session.refresh_from_db()
    if session.state == Session.State.PUBLISHED:
        start_session(by=by, session=session)
    session.refresh_from_db()
    return session


def _tables(by: Actor, session: Session, seed: str, at_once: int) -> Iterator[Played]:
    """All tables in turn, until each is closed."""
    tables = [sheet.table for sheet in table_sheets(session.tables.all()) if not sheet.is_closed]
    while tables:
        for table in tuple(tables):
            written = _play(by, table, f"{seed} {table.number}", at_once)
            if _closed(by, table):
                tables.remove(table)
            yield Played(session.number, table.number, written, len(tables))


def _play(by: Actor, table: Table, seed: str, at_once: int) -> tuple[int, ...]:
    """Play the next missing hands of a table; none where somebody was faster."""
    sheet = table_sheet(table)
    missing = _missing(sheet)[:at_once]
    if not missing:
        return ()
    played = play_session(
        make_bots("sensible", f"{seed} {missing[0]}"),
        seed,
        ruleset=_ruleset(sheet.tournament),
        hands=missing,
        dead=_dead(sheet),
    )
    records = {number: format_record(one.record) for number, one in played}
    try:
        record_played_hands(by=by, table=table, records=records)
    except StaleHand:
        return ()
    return missing


def _missing(sheet: TableSheet) -> tuple[int, ...]:
    if sheet.is_closed or sheet.has_totals_only:
        return ()
    return tuple(one for one in range(1, sheet.last_hand + 1) if one not in sheet.hands)


def _dead(sheet: TableSheet) -> dict[int, set[Seat]]:
    """The seats whose hand is dead by a penalty that was given beforehand, by hand."""
    found: defaultdict[int, set[Seat]] = defaultdict(set)
    for penalty in sheet.penalties:
        for view in sheet.seats:
            sat = penalty.entry_id in [sitter.entry.pk for sitter in view.sitters]
            if penalty.dead_hand and penalty.hand and sat:
                found[penalty.hand].add(view.seat)
    return found


def _ruleset(tournament: Tournament) -> Ruleset:
    """The game by the rules and the penalty book of the tournament."""
    book = PenaltyBook(tournament.penalty_book)
    return replace(MCR, rules=tournament_rules(tournament), book=book)


def _closed(by: Actor, table: Table) -> bool:
    """Whether the table is closed now; one whose hands are all in is closed here."""
    sheet = table_sheet(table)
    if not sheet.is_closed and not _missing(sheet):
        close_table(by=by, table=table)
        return True
    return sheet.is_closed
