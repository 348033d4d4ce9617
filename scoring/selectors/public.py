"""What anybody may see of the results now: pages, screens and the API show this and no more."""

from __future__ import annotations

import datetime as dt
import hashlib
import time
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from journal.models import Event
from scoring.models import Standings
from scoring.selectors.standings import (
    PLAYED,
    Play,
    StandingRow,
    TeamRow,
    open_tables,
    public_sessions,
    rank,
    rank_session,
    rank_teams,
    read_play,
)
from tournaments.models import Entry, Occupant, Session, Table, Tournament


@dataclass(frozen=True, slots=True)
class Correction:
    """A result that was changed afterwards: when, and between which places something moved."""

    at: dt.datetime
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class PublicResults:
    """The results that may be seen: of `sessions`, ranked up to the last of them.

    `missing` are tables of those sessions that are still open: the ranking is provisional. `held`
    is the session being played whose results are not shown yet.
    """

    play: Play
    sessions: tuple[Session, ...]
    missing: tuple[Table, ...]
    held: Session | None
    coming: Session | None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the sessions shown that have results."""
        return tuple(one.number for one in self.sessions if one.number in self.play.sessions)

    @property
    def through(self) -> int:
        """The last session ranked; 0 before the first."""
        return max(self.numbers, default=0)

    @property
    def rows(self) -> list[StandingRow]:
        """The ranking; empty before the first result."""
        return rank(self.play, self.numbers) if self.numbers else []

    @property
    def team_rows(self) -> list[TeamRow]:
        """The ranking of the teams."""
        return rank_teams(self.play, self.numbers) if self.numbers else []

    def session_rows(self, number: int) -> list[StandingRow]:
        """The ranking of one session; empty where it is not shown."""
        return rank_session(self.play, number) if number in self.numbers else []


def public_results(tournament: Tournament) -> PublicResults:
    """What the tournament's setting lets everybody see; four queries."""
    return _results(tournament, live=False)


def staff_results(tournament: Tournament) -> PublicResults:
    """All closed tables, also of a session whose results are held; for the staff."""
    return _results(tournament, live=True)


def _results(tournament: Tournament, *, live: bool) -> PublicResults:
    sessions = list(tournament.sessions.order_by("number"))
    shown = public_sessions(tournament, sessions)
    if live:
        shown = [one for one in sessions if one.state in PLAYED]
    play = read_play(tournament)
    having = [one.number for one in shown if one.number in play.sessions]
    hidden = (one for one in sessions if one.state in PLAYED and one not in shown)
    coming = (one for one in sessions if one.is_public and one not in _over(sessions))
    return PublicResults(
        play=play,
        sessions=tuple(shown),
        missing=tuple(open_tables(tournament, having)) if having else (),
        held=next(hidden, None),
        coming=next(coming, None),
    )


def _over(sessions: Sequence[Session]) -> list[Session]:
    return [
        one for one in sessions if one.state in (Session.State.FINISHED, Session.State.APPROVED)
    ]


def tables_now(session: Session | None) -> dict[int, int]:
    """The table of each start number in a published session; empty for None."""
    if session is None or not session.is_public:
        return {}
    seated = Occupant.objects.filter(session=session).values_list(
        "entry__number", "seat__table__number"
    )
    return dict(seated)


def last_version(tournament: Tournament, through: int) -> Standings | None:
    """The last version that held no later session than the one shown."""
    return (
        Standings.objects.filter(tournament=tournament, through_session__lte=through)
        .defer("rows", "team_rows")
        .first()
    )


def last_correction(tournament: Tournament, through: int) -> Correction | None:
    """The last change with a reason, if it moved somebody; the reason itself is the staff's."""
    versions = Standings.objects.filter(tournament=tournament, through_session__lte=through)
    changed = versions.exclude(reason="").first()
    before = versions.filter(version__lt=changed.version).first() if changed else None
    if changed is None or before is None or before.through_session != changed.through_session:
        return None
    old = {row["start_number"]: row["place"] for row in before.rows}
    moved = [
        place
        for row in changed.rows
        if (place := row["place"]) != old.get(row["start_number"], row["place"])
    ]
    return Correction(changed.created_at, min(moved), max(moved)) if moved else None


def who_is(tournament: Tournament, number: int) -> Entry | None:
    """The entry of a start number, with person and team."""
    return tournament.entries.select_related("player__club", "team").filter(number=number).first()


# Every screen of a hall asks for the mark every few seconds: this process asks the database for it
# at most once in this many seconds, so a screen is at most so much later than the desk.
MARK_SECONDS = 1.0
_MARKS: dict[str, tuple[float, str]] = {}


def standings_mark(slug: str) -> str | None:
    """A word that changes whenever the public standings may, with the names in them; None where
    there is no tournament.

    At most `MARK_SECONDS` old.
    """
    kept = _MARKS.get(slug)
    now = time.monotonic()
    if kept is not None and now - kept[0] < MARK_SECONDS:
        return kept[1]
    mark = _mark(slug)
    if mark is None:
        _MARKS.pop(slug, None)
        return None
    if len(_MARKS) >= 500:
        _MARKS.clear()
    _MARKS[slug] = (now, mark)
    return mark


def forget_marks() -> None:
    """Ask the database again at the next call."""
    _MARKS.clear()


def _mark(slug: str) -> str | None:
    fields = ("uid", "standings_version", "results_shown", "final_held")
    rows = Tournament.objects.filter(slug=slug).order_by("sessions__number")
    found = list(rows.values_list(*fields, "sessions__number", "sessions__state"))
    if not found:
        return None
    # Whatever was done to the tournament or to people may show, except that a hand was entered.
    done = Event.objects.filter(scope=str(found[0][0])).exclude(verb__startswith="hand.")
    known = [found, _last_id(done), _last_id(Event.objects.filter(scope="players"))]
    # A digest: how many tables are closed is nobody's business while results are held.
    return hashlib.sha256(repr(known).encode()).hexdigest()[:20]


def _last_id(events: QuerySet[Event]) -> int | None:
    return events.order_by("-id").values_list("id", flat=True).first()
