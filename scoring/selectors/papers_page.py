"""What the papers page offers, and what is to be printed next."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count

from scoring.selectors.papers import local
from tournaments.models import Session, Table, Tournament


class Next(StrEnum):
    """What to print next."""

    NOTHING = "nothing"
    BEFORE = "before"
    SESSION = "session"
    STANDINGS = "standings"


@dataclass(frozen=True, slots=True)
class SessionRow:
    """A session with seats. `tables` are the numbers to choose one sheet from."""

    number: int
    starts_at: dt.datetime
    state: str
    state_word: str
    tables: tuple[int, ...]

    @property
    def is_draft(self) -> bool:
        """True while the public may not see the seats."""
        return self.state == Session.State.DRAFT

    @property
    def is_open(self) -> bool:
        """True while its papers may be needed: from publishing to the end of play."""
        return self.state in (Session.State.PUBLISHED, Session.State.RUNNING)


@dataclass(frozen=True, slots=True)
class PapersPage:
    """The page's values; `next_session` belongs to `Next.SESSION`."""

    players: int
    sessions: tuple[SessionRow, ...]
    unseated: int
    has_standings: bool
    next: Next
    next_session: SessionRow | None = None


def papers_page(tournament: Tournament) -> PapersPage:
    """What can be printed now, in three queries."""
    sessions = list(tournament.sessions.order_by("number"))
    tables: dict[int, list[int]] = {}
    seated = Table.objects.filter(session__tournament=tournament).order_by("number")
    for session_id, number in seated.values_list("session_id", "number"):
        tables.setdefault(session_id, []).append(number)
    rows = tuple(
        _row(tournament, session, tables[session.pk])
        for session in sessions
        if session.pk in tables
    )
    players = tournament.entries.filter(playing=True).aggregate(count=Count("pk"))["count"]
    over = any(row.state in (Session.State.FINISHED, Session.State.APPROVED) for row in rows)
    first = next((row for row in rows if row.state == Session.State.PUBLISHED), None)
    return PapersPage(
        players=players,
        sessions=rows,
        unseated=len(sessions) - len(rows),
        has_standings=over or _live(tournament, rows),
        next=_next(first, over=over, players=players),
        next_session=first,
    )


def _row(tournament: Tournament, session: Session, tables: Sequence[int]) -> SessionRow:
    return SessionRow(
        number=session.number,
        starts_at=local(session.starts_at, tournament),
        state=session.state,
        state_word=session.get_state_display(),
        tables=tuple(tables),
    )


def _live(tournament: Tournament, rows: Sequence[SessionRow]) -> bool:
    shown = tournament.results_shown == Tournament.Shown.LIVE
    return shown and any(row.state == Session.State.RUNNING for row in rows)


def _next(first: SessionRow | None, *, over: bool, players: int) -> Next:
    """The published session that is to be played next; then the standings; before all, badges."""
    if first is not None:
        return Next.SESSION
    if over:
        return Next.STANDINGS
    return Next.BEFORE if players else Next.NOTHING
