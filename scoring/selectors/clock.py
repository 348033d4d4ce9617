"""The hall screen: time left, which tables have more, the standings beside it. Nothing private."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from scoring.models import Sheet
from scoring.selectors.prizes import Prizes, read_prizes
from scoring.selectors.public import PublicResults, public_results
from scoring.selectors.standings import OVER, StandingRow
from scoring.selectors.states import counted_to
from tournaments.models import Session, Table, Tournament

GONG = dt.timedelta(minutes=15)
PAGE = 16


@dataclass(frozen=True, slots=True)
class Extra:
    """Tables that have time of their own; `tables` as people say them, "13–16"."""

    tables: str
    ends: dt.datetime


@dataclass(frozen=True, slots=True)
class HallClock:
    """What the screen shows at `now`. All times are moments; lengths are real minutes."""

    tournament: Tournament
    session: Session | None
    total: int
    now: dt.datetime
    extras: tuple[Extra, ...]
    playing: str
    results: PublicResults
    prizes: Prizes | None

    @property
    def is_running(self) -> bool:
        """True while a session is played."""
        return self.session is not None and self.session.state == Session.State.RUNNING

    @property
    def ends(self) -> dt.datetime | None:
        """When the time of all tables is over."""
        return self.session.ends_at if self.session else None

    @property
    def gong(self) -> dt.datetime | None:
        """Fifteen minutes before the end."""
        return self.ends - GONG if self.ends else None

    @property
    def until(self) -> dt.datetime | None:
        """What is counted down to: the end while it is played, else the start."""
        return counted_to(self.session, self.now) if self.session else None

    @property
    def left(self) -> str:
        """The time left as "47:10", "1:47:10" from an hour on; 0:00 once it is over."""
        if self.until is None:
            return ""
        seconds = max(0, int((self.until - self.now).total_seconds()))
        hours, rest = divmod(seconds, 3600)
        minutes, seconds = divmod(rest, 60)
        return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"

    @property
    def is_far(self) -> bool:
        """True where the next start is so far away that a time says more than a countdown."""
        return self.until is not None and self.until - self.now > dt.timedelta(hours=3)

    @property
    def is_over(self) -> bool:
        """True when the session still runs and its time is over."""
        return self.is_running and self.ends is not None and self.now >= self.ends

    @property
    def share(self) -> float:
        """How much of the session's time is gone, in percent."""
        if not self.is_running or self.session is None or self.ends is None:
            return 0.0
        whole = (self.ends - self.session.begins_at).total_seconds()
        gone = (self.now - self.session.begins_at).total_seconds()
        return round(min(100.0, max(0.0, 100 * gone / whole)), 2)

    @property
    def gong_share(self) -> float:
        """Where the gong stands on the bar, in percent."""
        if self.session is None or self.ends is None:
            return 100.0
        whole = (self.ends - self.session.begins_at).total_seconds()
        return round(max(0.0, 100 - 100 * GONG.total_seconds() / whole), 2)

    @property
    def pages(self) -> list[Sequence[StandingRow]]:
        """The standings in pages of at most sixteen, all as long as can be."""
        rows = self.results.rows
        count = -(-len(rows) // PAGE)
        return [rows[len(rows) * n // count : len(rows) * (n + 1) // count] for n in range(count)]

    @property
    def finished(self) -> int:
        """The last session that is over, also where its results are held back."""
        held = self.results.held
        return held.number if held and held.state in OVER else self.results.through

    @property
    def version(self) -> str:
        """A text that changes whenever the screen would look different."""
        session = self.session
        parts = [
            self.tournament.standings_version,
            self.tournament.results_shown,
            self.tournament.final_held,
            self.tournament.prizes_shown,
            self.tournament.hall_theme,
            session and f"{session.number}{session.state}{session.begins_at:%d%H%M%S}",
            session and f"{session.minutes}+{session.extra_minutes}",
            ",".join(f"{one.tables}@{one.ends:%H%M}" for one in self.extras),
            self.playing,
            self.is_over,
            self.results.through,
        ]
        return "-".join(str(part) for part in parts).replace(" ", "")


def read_clock(tournament: Tournament, now: dt.datetime) -> HallClock:
    """The screen at `now`, with what anybody may see and no more."""
    sessions = list(tournament.sessions.order_by("number"))
    public = [one for one in sessions if one.is_public]
    session = _current(public)
    tables = list(session.tables.order_by("number")) if session else []
    running = session is not None and session.state == Session.State.RUNNING
    late = _still_playing(tables, session, now) if session and running else []
    return HallClock(
        tournament=tournament,
        session=session,
        total=len(sessions),
        now=now,
        extras=tuple(_extras(session, tables)) if session else (),
        playing=ranges(late),
        results=public_results(tournament),
        prizes=read_prizes(tournament),
    )


def _current(sessions: Sequence[Session]) -> Session | None:
    """The session that runs, else the next one that is published."""
    running = (one for one in sessions if one.state == Session.State.RUNNING)
    coming = (one for one in sessions if one.state == Session.State.PUBLISHED)
    return next(running, None) or next(coming, None)


def _extras(session: Session, tables: Iterable[Table]) -> Iterable[Extra]:
    having = [one for one in tables if one.extra_minutes]
    more = sorted(having, key=lambda one: (one.extra_minutes, one.number))
    for minutes, group in groupby(more, key=lambda one: one.extra_minutes):
        numbers = [one.number for one in group]
        yield Extra(ranges(numbers), session.ends_at + dt.timedelta(minutes=minutes))


def _still_playing(tables: Sequence[Table], session: Session, now: dt.datetime) -> list[int]:
    """Tables whose own time is over and whose sheet is not closed."""
    end = session.ends_at
    over = [one for one in tables if now >= end + dt.timedelta(minutes=one.extra_minutes)]
    if not over:
        return []
    closed = set(
        Sheet.objects.filter(table__in=over, closed_at__isnull=False).values_list(
            "table_id", flat=True
        )
    )
    return [one.number for one in over if one.pk not in closed]


def ranges(numbers: Iterable[int]) -> str:
    """Numbers as people say them.

    >>> ranges([13, 14, 15, 16, 20])
    '13–16, 20'
    """
    found: list[list[int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][-1] + 1:
            found[-1].append(number)
        else:
            found.append([number])
    return ", ".join(f"{one[0]}–{one[-1]}" if len(one) > 1 else f"{one[0]}" for one in found)
