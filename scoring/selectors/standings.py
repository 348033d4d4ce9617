"""The ranking of a tournament as values: players, teams, one session, and what is missing.

`read_play` asks the database once; `rank` and `rank_teams` are pure functions of its answer, so a
page can show the ranking after several sessions without asking again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Q

from scoring.models import Hand, TableResult
from scoring.ranking.criteria import Criterion, Result
from scoring.ranking.standings import Entrant, Standing, movement, standings, team_standings
from scoring.ranking.table_points import format_points
from tournaments.models import Entry, Occupant, Session, Table, Team, Tournament

BEST_THREE = 3
OVER = (Session.State.FINISHED, Session.State.APPROVED)
PLAYED = (Session.State.RUNNING, *OVER)


@dataclass(frozen=True, slots=True)
class Cell:
    """What one session brought one entry; `table_points` in twelfths, `table` its number."""

    session: int
    table: int
    table_points: int
    score: int


@dataclass(frozen=True, slots=True)
class StandingRow:
    """One line of the ranking; `table_points` in twelfths.

    `leads` is True for the first line of its place: the others of a tie show "=". `moved` are the
    places gained since the session before (None: not ranked then). `cells` follow the sessions
    ranked, None where the entry has no result.
    """

    place: int
    shared: bool
    leads: bool
    entry: Entry
    table_points: int
    score: int
    disqualified: bool = False
    moved: int | None = None
    cells: tuple[Cell | None, ...] = ()

    @property
    def fell(self) -> int:
        """Places lost since the session before."""
        return max(0, -(self.moved or 0))


@dataclass(frozen=True, slots=True)
class TeamRow:
    """One team; the `members` with their own lines, those that count first."""

    place: int
    shared: bool
    leads: bool
    team: Team
    table_points: int
    score: int
    members: tuple[StandingRow, ...]
    counted: int


@dataclass(frozen=True, slots=True)
class Play:
    """All results that count for the ranking, and who they belong to, by start number."""

    tournament: Tournament
    entries: Mapping[int, Entry]
    results: tuple[Result, ...]
    lot_seed: str = ""
    cells: Mapping[tuple[int, int], Cell] = field(default_factory=dict)

    @property
    def sessions(self) -> tuple[int, ...]:
        """The sessions of which there are results."""
        return tuple(sorted({result.session for result in self.results}))


def read_play(tournament: Tournament) -> Play:
    """Entries and the results of closed tables, in two queries (more for rarer criteria)."""
    entries = {
        entry.number: entry
        for entry in tournament.entries.select_related("player", "team").order_by("number")
    }
    closed = (
        TableResult.objects.filter(
            table__session__tournament=tournament,
            counts=True,
            table__sheet__closed_at__isnull=False,
        )
        .order_by("table__session__number", "entry__number")
        .values_list(
            "entry__number", "table__session__number", "table__number", "table_points", "score"
        )
    )
    won = _hands_won(tournament) if Criterion.HANDS_WON in tournament.criteria else {}
    results = tuple(
        Result(number, session, points, score, won.get((number, session)), table)
        for number, session, table, points, score in closed
    )
    cells = {
        (one.entry, one.session): Cell(one.session, one.table or 0, one.table_points, one.score)
        for one in results
        if isinstance(one.entry, int)
    }
    seed = _lot_seed(tournament) if Criterion.LOT in tournament.criteria else ""
    return Play(tournament, entries, results, seed, cells)


def _hands_won(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Hands won by start number and session; sheets with totals only are left out (unknown)."""
    sitters: dict[tuple[int, str], list[tuple[int, int, int]]] = {}
    won: dict[tuple[int, int], int] = {}
    rows = (
        Occupant.objects.filter(
            session__tournament=tournament, seat__table__sheet__totals__isnull=True
        )
        .order_by("from_hand")
        .values_list(
            "seat__table_id", "seat__letter", "from_hand", "entry__number", "session__number"
        )
    )
    for table, letter, from_hand, number, session in rows:
        sitters.setdefault((table, letter), []).append((from_hand, number, session))
        won[number, session] = 0
    wins = Hand.objects.filter(
        table__session__tournament=tournament, voided_at__isnull=True, kind=Hand.Kind.WIN
    ).values_list("table_id", "winner", "number")
    for table, letter, hand in wins:
        here = [one for one in sitters.get((table, letter), ()) if one[0] <= hand]
        if here:
            won[here[-1][1], here[-1][2]] += 1
    return won


def _lot_seed(tournament: Tournament) -> str:
    """The seed of the first drawing of lots, which everybody saw; else the first day."""
    draw = tournament.draws.order_by("id").first()
    return str(draw.seed) if draw else tournament.start_date.isoformat()


def rank(play: Play, sessions: Collection[int] | None = None) -> list[StandingRow]:
    """The ranking over these sessions (None: all), with what moved since the session before."""
    numbers = sorted(play.sessions if sessions is None else sessions)
    lines = _standings(play, numbers)
    earlier = _standings(play, numbers[:-1]) if len(numbers) > 1 else ()
    moved = movement(earlier, lines)
    rows = []
    for index, line in enumerate(lines):
        number = int(line.entry)
        rows.append(
            StandingRow(
                place=line.place,
                shared=line.shared,
                leads=index == 0 or lines[index - 1].place != line.place,
                entry=play.entries[number],
                table_points=line.table_points,
                score=line.score,
                disqualified=line.disqualified,
                moved=moved[line.entry],
                cells=tuple(play.cells.get((number, session)) for session in numbers),
            )
        )
    return rows


def _standings(play: Play, sessions: Collection[int]) -> tuple[Standing, ...]:
    """The core's ranking; who never came and has no result is not in it."""
    have_results = {result.entry for result in play.results}
    entrants = [
        Entrant(
            entry.number,
            ranked=entry.counts_for_ranking and _took_part(entry, have_results),
            disqualified=entry.state == Entry.State.DISQUALIFIED,
        )
        for entry in play.entries.values()
    ]
    return standings(
        entrants,
        play.results,
        criteria=[Criterion(name) for name in play.tournament.criteria],
        sessions=sessions,
        lot_seed=play.lot_seed,
    )


def _took_part(entry: Entry, have_results: Collection[int | str]) -> bool:
    if entry.number in have_results or entry.state == Entry.State.DISQUALIFIED:
        return True
    return entry.state == Entry.State.ACTIVE and entry.kind == Entry.Kind.PLAYER


def rank_session(play: Play, session: int) -> list[StandingRow]:
    """The ranking of one session alone: who has a result in it, without movement."""
    return [row for row in rank(play, [session]) if row.cells[0] is not None]


def rank_teams(play: Play, sessions: Collection[int] | None = None) -> list[TeamRow]:
    """The ranking of the teams, by all members or the best three as the tournament says."""
    if not play.tournament.has_teams:
        return []
    rows = {row.entry.number: row for row in rank(play, sessions)}
    teams = {entry.team.number: entry.team for entry in play.entries.values() if entry.team}
    of: dict[int | str, int | str] = {
        n: entry.team.number for n, entry in play.entries.items() if entry.team
    }
    best = BEST_THREE if play.tournament.team_scoring == Tournament.TeamScoring.BEST_THREE else None
    numbers = play.sessions if sessions is None else sessions
    lines = team_standings(_standings(play, numbers), of, best=best)
    return [
        TeamRow(
            place=line.place,
            shared=line.shared,
            leads=index == 0 or lines[index - 1].place != line.place,
            team=teams[int(line.team)],
            table_points=line.table_points,
            score=line.score,
            members=tuple(
                rows[int(number)]
                for number in sorted(line.members, key=lambda one: one not in line.counted)
            ),
            counted=len(line.counted),
        )
        for index, line in enumerate(lines)
    ]


def standings_at(
    tournament: Tournament, *, through: int | None = None, session: int | None = None
) -> list[StandingRow]:
    """The ranking of all closed tables, up to session `through`, or of one `session` alone.

    For the staff and for files; what the public may see is `public_sessions`.
    """
    play = read_play(tournament)
    if session is not None:
        return rank_session(play, session)
    return rank(play, _up_to(play, through))


def team_standings_at(tournament: Tournament, *, through: int | None = None) -> list[TeamRow]:
    """The ranking of the teams by all closed tables, up to session `through`."""
    play = read_play(tournament)
    return rank_teams(play, _up_to(play, through))


def _up_to(play: Play, through: int | None) -> list[int]:
    return [number for number in play.sessions if through is None or number <= through]


def public_sessions(tournament: Tournament, sessions: Iterable[Session]) -> list[Session]:
    """The sessions whose results anybody may see now.

    Held: those that are finished. Live: also the one being played, table by table. The last one is
    left out until the prize-giving is over where the tournament holds it back.
    """
    sessions = list(sessions)
    live = tournament.results_shown == Tournament.Shown.LIVE
    last = max((one.number for one in sessions), default=0) if tournament.final_held else None
    return [
        one for one in sessions if one.state in (PLAYED if live else OVER) and one.number != last
    ]


def open_tables(tournament: Tournament, numbers: Collection[int] | None = None) -> list[Table]:
    """Tables without a closed sheet, in the sessions given or in all that have begun."""
    tables = (
        Table.objects.filter(session__tournament=tournament)
        .filter(Q(sheet__isnull=True) | Q(sheet__closed_at__isnull=True))
        .select_related("session")
        .order_by("session__number", "number")
    )
    if numbers is None:
        return list(tables.filter(session__state__in=PLAYED))
    return list(tables.filter(session__number__in=numbers))


def plain_rows(rows: Sequence[StandingRow]) -> list[dict[str, object]]:
    """The ranking as JSON has it: exact table points as "21" or "97/2"."""
    return [
        {
            "place": row.place,
            "start_number": row.entry.number,
            "name": row.entry.player.public_name,
            "country": row.entry.player.country,
            "team": row.entry.team.name if row.entry.team else None,
            "table_points": format_points(row.table_points),
            "score": row.score,
        }
        for row in rows
    ]


def plain_team_rows(rows: Sequence[TeamRow]) -> list[dict[str, object]]:
    """The ranking of the teams as JSON has it."""
    return [
        {
            "place": row.place,
            "number": row.team.number,
            "name": row.team.name,
            "table_points": format_points(row.table_points),
            "score": row.score,
        }
        for row in rows
    ]
