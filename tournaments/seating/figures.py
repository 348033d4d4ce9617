"""The figures of a schedule, each beside the best that can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.problem import GroupKind, Round, Schedule, SeatingProblem
from tournaments.seating.tables import repeated_visits
from tournaments.seating.winds import BLOCK, cells_outside, wind_histories


@dataclass(frozen=True, slots=True)
class Figure:
    """A count and its limit: no schedule of this size can have less."""

    value: int
    limit: int

    @property
    def reached(self) -> bool:
        """Whether the count is at its limit."""
        return self.value <= self.limit


@dataclass(frozen=True, slots=True)
class Indirect:
    """Common opponents of the pairs that never meet: more is better.

    `mean_limit` is the most that the mean can be; without such a pair all is None or 0.
    """

    pairs: int
    minimum: int | None
    mean: float | None
    zeros: int
    mean_limit: float


@dataclass(frozen=True, slots=True)
class Figures:
    """All figures of a schedule. `inside` holds the meetings inside teams, clubs, countries."""

    repeats: Figure
    most_meetings: Figure
    inside: tuple[tuple[GroupKind, Figure], ...]
    forbidden_meetings: Figure
    wanted_missed: Figure
    wind_cells: Figure
    wind_blocks: Figure
    table_visits: Figure
    fixed_away: Figure
    indirect: Indirect


def figures(schedule: Schedule, problem: SeatingProblem) -> Figures:
    """Measure a schedule of `problem`; limits are those of a tournament without a past."""
    rounds = schedule.rounds
    met = meetings(rounds)
    players, tables, sessions = len(problem.active), problem.tables, len(rounds)
    histories = wind_histories(rounds).values()
    pairs = [tuple(sorted(pair)) for pair in problem.forbidden]
    wanted = [tuple(sorted(pair)) for pair in problem.wanted]
    return Figures(
        repeats=Figure(sum(met.values()) - len(met), _repeats_limit(players, sessions)),
        most_meetings=Figure(max(met.values()), -(-3 * sessions // (players - 1))),
        inside=_inside(met, problem, sessions),
        forbidden_meetings=Figure(sum(met[pair] for pair in pairs), 0),
        wanted_missed=Figure(sum(pair not in met for pair in wanted), 0),
        wind_cells=Figure(sum(cells_outside(history) for history in histories), 0),
        wind_blocks=Figure(sum(_bad_blocks(history) for history in histories), 0),
        table_visits=Figure(
            repeated_visits(rounds), _visits_limit(players, sessions, tables, len(problem.fixed))
        ),
        fixed_away=Figure(_fixed_away(schedule, problem), 0),
        indirect=indirect(rounds, problem.active),
    )


def meetings(rounds: Sequence[Round]) -> Counter[tuple[int, ...]]:
    """How often each pair (in ascending order) sits together, pairs that meet only."""
    return Counter(
        pair for tables in rounds for table in tables for pair in combinations(sorted(table), 2)
    )


def indirect(rounds: Sequence[Round], players: Sequence[int]) -> Indirect:
    """The common opponents of all pairs of `players` that never meet."""
    bits = dict.fromkeys(players, 0)
    for tables in rounds:
        for table in tables:
            whole = sum(1 << player for player in table)
            for player in table:
                bits[player] = bits.get(player, 0) | whole ^ (1 << player)
    counts = [
        (bits[one] & bits[two]).bit_count()
        for one, two in combinations(players, 2)
        if not bits[one] >> two & 1
    ]
    limit = indirect_mean_limit(len(players), len(rounds))
    if not counts:
        return Indirect(0, None, None, 0, limit)
    mean = sum(counts) / len(counts)
    return Indirect(len(counts), min(counts), mean, counts.count(0), limit)


def indirect_mean_limit(players: int, sessions: int) -> float:
    """min(3R, 9R(R-1)/(N-1-3R)), for schedules without a repeat.

    >>> indirect_mean_limit(64, 5)
    3.75
    """
    strangers = players - 1 - 3 * sessions
    if strangers <= 0:
        return float(3 * sessions)
    return min(3.0 * sessions, 9 * sessions * (sessions - 1) / strangers)


def inside_limit(sizes: Sequence[int], tables: int) -> int:
    """The fewest meetings inside groups of these sizes in one session: each split evenly.

    >>> inside_limit([4, 12], tables=10)
    2
    """
    total = 0
    for size in sizes:
        each, rest = divmod(size, tables)
        total += rest * each + tables * (each * (each - 1) // 2)
    return total


def _repeats_limit(players: int, sessions: int) -> int:
    return max(0, 3 * sessions * players // 2 - players * (players - 1) // 2)


def _visits_limit(players: int, sessions: int, tables: int, fixed: int) -> int:
    return (players - fixed) * max(0, sessions - tables) + fixed * (sessions - 1)


def _inside(
    met: Counter[tuple[int, ...]], problem: SeatingProblem, sessions: int
) -> tuple[tuple[GroupKind, Figure], ...]:
    found = []
    active = set(problem.active)
    for grouping in problem.groups:
        of = grouping.of
        value = sum(
            count for (one, two), count in met.items() if of[one] is not None and of[one] == of[two]
        )
        sizes = [len(active.intersection(group)) for group in grouping.members()]
        limit = sessions * inside_limit(sizes, problem.tables)
        found.append((grouping.kind, Figure(value, limit)))
    return tuple(found)


def _bad_blocks(history: Sequence[int]) -> int:
    """Full blocks of four sessions that lack a wind."""
    blocks = (history[start : start + BLOCK] for start in range(0, len(history) - 3, BLOCK))
    return sum(-1 not in block and len(set(block)) < BLOCK for block in blocks)


def _fixed_away(schedule: Schedule, problem: SeatingProblem) -> int:
    """How often a player with a fixed table sits elsewhere in a session that was drawn."""
    away = 0
    for session in range(schedule.played + 1, len(schedule.rounds) + 1):
        for player, table in problem.fixed:
            seat = schedule.seat_of(player, session)
            away += seat is not None and seat[0] != table
    return away
