"""Results in, places out: the ranking of a tournament, of one session, of the teams.

Nothing here is kept: the same entrants and results give the same standings, in whatever order they
come. Sources: EMA guidelines for MERS tournaments (2018), MERS tournament regulations MCR v1.1
(2010), chapter 4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.ranking.criteria import (
    EMA_CRITERIA,
    Criterion,
    Id,
    Result,
    Tally,
    id_key,
    split_group,
)
from scoring.ranking.errors import RankingError


@dataclass(frozen=True, slots=True)
class Entrant:
    """Someone who plays. Without `ranked` (a substitute) the entry gets no place and takes none."""

    id: Id
    ranked: bool = True
    disqualified: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the ranking; `table_points` in twelfths.

    `shared` means that others have the same place. `decided_by` is the criterion that set this
    entry's place apart from the place above: None for the best place, and between the
    disqualified and the rest. `results` are the sessions counted, in their order.
    """

    place: int
    entry: Id
    table_points: int
    score: int
    hands_won: int | None
    shared: bool
    disqualified: bool
    decided_by: Criterion | None
    results: tuple[Result, ...]


@dataclass(frozen=True, slots=True)
class TeamStanding:
    """One team; `counted` are the members whose table points and scores are summed."""

    place: int
    team: Id
    table_points: int
    score: int
    shared: bool
    members: tuple[Id, ...]
    counted: tuple[Id, ...]


def standings(
    entrants: Iterable[Entrant],
    results: Iterable[Result],
    *,
    criteria: Sequence[Criterion] = EMA_CRITERIA,
    sessions: Collection[int] | None = None,
    lot_seed: str = "",
) -> tuple[Standing, ...]:
    """The ranking by `criteria`, in order; what they leave equal shares the best place.

    Every ranked entrant is listed, with zeros if there is no result; the disqualified have no table
    points and come last. `sessions` limits the ranking to some: `{3}` is the standing of session 3,
    `range(1, 4)` that after session 3. Equal entries stand in the order of their ids.
    Raises RankingError: `no_criteria`, `lot_without_seed`, `duplicate_entrant`, `unknown_entry`,
    `duplicate_result`.

    >>> places = standings(
    ...     [Entrant("Ada"), Entrant("Bo"), Entrant("Cy")],
    ...     [Result("Ada", 1, 24, 10), Result("Bo", 1, 48, 90), Result("Cy", 1, 24, 10)],
    ... )
    >>> [(standing.place, standing.entry) for standing in places]
    [(1, 'Bo'), (2, 'Ada'), (2, 'Cy')]
    """
    if not criteria:
        raise RankingError("no_criteria")
    if Criterion.LOT in criteria and not lot_seed:
        raise RankingError("lot_without_seed")
    tallies = _tallies(list(entrants), results, sessions)
    kept = [tally for tally in tallies if not tally.disqualified]
    last = [tally for tally in tallies if tally.disqualified]
    groups = (group for part in (kept, last) for group in _groups(part, criteria, lot_seed))
    return tuple(_places(groups))


def movement(earlier: Iterable[Standing], later: Iterable[Standing]) -> dict[Id, int | None]:
    """Places gained (negative: lost) since `earlier`; None for who was not there."""
    before = {standing.entry: standing.place for standing in earlier}
    return {
        standing.entry: before[standing.entry] - standing.place
        if standing.entry in before
        else None
        for standing in later
    }


def team_standings(
    ranking: Iterable[Standing], teams: Mapping[Id, Id], *, best: int | None = None
) -> tuple[TeamStanding, ...]:
    """The teams by the sum of their members' table points, then scores; equal teams share a place.

    `teams` names the team of each entry; entries without one are left out. With `best` only that
    many members count, those with most table points, then score.
    Raises RankingError `team_size` if `best` is below 1.
    """
    if best is not None and best < 1:
        raise RankingError("team_size", best=best)
    members: defaultdict[Id, list[Standing]] = defaultdict(list)
    for standing in ranking:
        if standing.entry in teams:
            members[teams[standing.entry]].append(standing)
    sums = {team: _counted(rows, best) for team, rows in members.items()}
    figures = [_sum(counted) for counted in sums.values()]
    lines = [
        TeamStanding(
            1 + sum(other > _sum(counted) for other in figures),
            team,
            *_sum(counted),
            figures.count(_sum(counted)) > 1,
            tuple(row.entry for row in members[team]),
            tuple(row.entry for row in counted),
        )
        for team, counted in sums.items()
    ]
    return tuple(sorted(lines, key=lambda line: (line.place, id_key(line.team))))


def _counted(rows: Sequence[Standing], best: int | None) -> list[Standing]:
    """The members that count for their team, the strongest first."""
    order = sorted(rows, key=lambda row: (-row.table_points, -row.score, id_key(row.entry)))
    return order[:best]


def _sum(rows: Iterable[Standing]) -> tuple[int, int]:
    """Table points and score of the rows together."""
    rows = list(rows)
    return sum(row.table_points for row in rows), sum(row.score for row in rows)


def _tallies(
    entrants: Sequence[Entrant], results: Iterable[Result], sessions: Collection[int] | None
) -> list[Tally]:
    """The tallies of the ranked entrants, in the order of their ids."""
    by_entry: dict[Id, dict[int, Result]] = {entrant.id: {} for entrant in entrants}
    if len(by_entry) != len(entrants):
        raise RankingError("duplicate_entrant", count=len(entrants), different=len(by_entry))
    for result in results:
        if result.entry not in by_entry:
            raise RankingError("unknown_entry", entry=result.entry)
        if result.session in by_entry[result.entry]:
            raise RankingError("duplicate_result", entry=result.entry, session=result.session)
        by_entry[result.entry][result.session] = result
    ranked = sorted((one for one in entrants if one.ranked), key=lambda one: id_key(one.id))
    return [Tally(one.id, _chosen(by_entry[one.id], sessions), one.disqualified) for one in ranked]


def _chosen(results: Mapping[int, Result], sessions: Collection[int] | None) -> tuple[Result, ...]:
    """The results of the wanted sessions, in their order."""
    wanted = sorted(number for number in results if sessions is None or number in sessions)
    return tuple(results[number] for number in wanted)


_Group = tuple[Criterion | None, list[Tally]]


def _groups(tallies: list[Tally], criteria: Iterable[Criterion], seed: str) -> list[_Group]:
    """Split again and again; each group remembers what set it apart from the one before."""
    groups: list[_Group] = [(None, tallies)] if tallies else []
    for criterion in criteria:
        groups = [
            (criterion if number else decided, part)
            for decided, group in groups
            for number, part in enumerate(split_group(group, criterion, seed))
        ]
    return groups


def _places(groups: Iterable[_Group]) -> Iterator[Standing]:
    """Number the groups; a group of three at place 2 is followed by place 5."""
    place = 1
    for decided, group in groups:
        for tally in group:
            yield Standing(
                place=place,
                entry=tally.entry,
                table_points=tally.table_points,
                score=tally.score,
                hands_won=tally.hands_won,
                shared=len(group) > 1,
                disqualified=tally.disqualified,
                decided_by=decided,
                results=tally.results,
            )
        place += len(group)
