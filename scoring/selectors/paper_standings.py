"""The standings as they hang on the wall: what everybody may see, with version and time."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone

from scoring.selectors.papers import local
from scoring.selectors.standings import (
    Cell,
    StandingRow,
    TeamRow,
    open_tables,
    public_sessions,
    rank,
    rank_teams,
    read_play,
)
from tournaments.models import Tournament


@dataclass(frozen=True, slots=True)
class SessionCell:
    """A player's result of one session; table points in twelfths."""

    table_points: int
    score: int


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A line of the individual standings; a cell of `sessions` is None where nothing was played.

    Table points in twelfths. `place` is "6=" for the first of a tie and "=" for the others.
    """

    place: str
    name: str
    country: str
    team: str
    sessions: tuple[SessionCell | None, ...]
    table_points: int
    score: int


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the team standings; table points in twelfths."""

    place: str
    name: str
    members: tuple[str, ...]
    table_points: int
    score: int


@dataclass(frozen=True, slots=True)
class StandingsPaper:
    """One version of the standings. `sessions` are the numbers over the columns.

    Provisional while a table of these sessions is not closed; `missing` names them as
    (session, table).
    """

    tournament: str
    version: int
    made_at: dt.datetime
    through: int
    final: bool
    sessions: tuple[int, ...]
    players: tuple[PlayerLine, ...]
    teams: tuple[TeamLine, ...] = ()
    missing: tuple[tuple[int, int], ...] = ()

    @property
    def provisional(self) -> bool:
        """True while a table is missing."""
        return bool(self.missing)


def standings_paper(tournament: Tournament) -> StandingsPaper | None:
    """The standings that anybody may see now, or None while there are no results to show.

    Results that are still held back stand on no paper, since papers hang on walls.
    """
    every = list(tournament.sessions.order_by("number"))
    play = read_play(tournament)
    shown = {session.number for session in public_sessions(tournament, every)}
    numbers = [number for number in play.sessions if number in shown]
    if not numbers:
        return None
    missing = tuple((row.session.number, row.number) for row in open_tables(tournament, numbers))
    return StandingsPaper(
        tournament=tournament.name,
        version=tournament.standings_version,
        made_at=local(_made_at(tournament), tournament),
        through=numbers[-1],
        final=len(numbers) == len(every) and not missing,
        sessions=tuple(numbers),
        players=tuple(_player_line(row) for row in rank(play, numbers)),
        teams=tuple(_team_line(row) for row in rank_teams(play, numbers)),
        missing=missing,
    )


def _made_at(tournament: Tournament) -> dt.datetime:
    latest = tournament.standings.first()
    return latest.created_at if latest else timezone.now()


def _place(row: StandingRow | TeamRow) -> str:
    if not row.shared:
        return str(row.place)
    return f"{row.place}=" if row.leads else "="


def _player_line(row: StandingRow) -> PlayerLine:
    return PlayerLine(
        place=_place(row),
        name=row.entry.player.public_name,
        country=row.entry.player.country,
        team=row.entry.team.name if row.entry.team else "",
        sessions=tuple(_cell(cell) for cell in row.cells),
        table_points=row.table_points,
        score=row.score,
    )


def _cell(cell: Cell | None) -> SessionCell | None:
    return SessionCell(cell.table_points, cell.score) if cell else None


def _team_line(row: TeamRow) -> TeamLine:
    return TeamLine(
        place=_place(row),
        name=row.team.name,
        members=tuple(member.entry.player.public_name for member in row.members),
        table_points=row.table_points,
        score=row.score,
    )
