"""What is asked of a draw and what it gives: frozen values, and every fault of a request at once.

Players are numbers 0 to N-1. A table is four of them in the order of the seats A, B, C, D, who
start East, South, West and North; a round is the tables of one session in the order of their
numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from tournaments.seating.errors import Problem

Table = tuple[int, int, int, int]
Round = tuple[Table, ...]
Pair = tuple[int, int]

MOST_PLAYERS = 400
MOST_SESSIONS = 16


class GroupKind(StrEnum):
    """What the members of a group have in common, the most binding first."""

    TEAM = "team"
    CLUB = "club"
    COUNTRY = "country"


@dataclass(frozen=True, slots=True)
class Grouping:
    """One division of the players: the group of each player, None for a player without one."""

    kind: GroupKind
    of: tuple[int | None, ...]

    def members(self) -> tuple[tuple[int, ...], ...]:
        """The players of each group, groups in ascending order of their number.

        >>> Grouping(GroupKind.CLUB, (7, None, 2, 7)).members()
        ((2,), (0, 3))
        """
        groups: dict[int, list[int]] = {}
        for player, group in enumerate(self.of):
            if group is not None:
                groups.setdefault(group, []).append(player)
        return tuple(tuple(groups[group]) for group in sorted(groups))


@dataclass(frozen=True, slots=True)
class SeatingProblem:
    """A request: who plays, how many sessions, what is already played, what must be kept.

    `sessions` counts the past ones too. `withdrawn` players sit in past rounds only; `late`
    players may be missing from past rounds. `forbidden` pairs never meet, `wanted` pairs meet at
    least once. `fixed` holds (player, table index) of those who cannot move. `labels` names the
    tables of the hall, in order; empty means 1, 2, 3 …
    """

    players: int
    sessions: int
    past: tuple[Round, ...] = ()
    groups: tuple[Grouping, ...] = ()
    forbidden: tuple[Pair, ...] = ()
    wanted: tuple[Pair, ...] = ()
    fixed: tuple[tuple[int, int], ...] = ()
    withdrawn: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    labels: tuple[str, ...] = ()
    seed: int = 0

    @property
    def active(self) -> tuple[int, ...]:
        """The players to be seated in the sessions to come."""
        gone = set(self.withdrawn)
        return tuple(player for player in range(self.players) if player not in gone)

    @property
    def tables(self) -> int:
        """How many tables a session to come has."""
        return len(self.active) // 4

    @property
    def future(self) -> int:
        """How many sessions are still to be drawn."""
        return self.sessions - len(self.past)


@dataclass(frozen=True, slots=True)
class Schedule:
    """The rounds of a tournament, those played first; `played` says how many these are."""

    rounds: tuple[Round, ...]
    played: int = 0
    seed: int = field(default=0, compare=False)

    def seat_of(self, player: int, session: int) -> tuple[int, int] | None:
        """Table index and seat (0 = East … 3 = North) of `player` in session 1, 2, …

        >>> Schedule((((3, 1, 0, 2),),)).seat_of(0, session=1)
        (0, 2)
        """
        for number, table in enumerate(self.rounds[session - 1]):
            if player in table:
                return number, table.index(player)
        return None


def most_without_repeat(players: int) -> int:
    """B: the most sessions in which nobody can meet anybody twice, as far as it is known.

    >>> [most_without_repeat(n) for n in (16, 20, 24, 64)]
    [5, 5, 7, 21]
    """
    return 5 if players == 20 else (players - 1) // 3


def problems(problem: SeatingProblem) -> tuple[Problem, ...]:
    """Every fault of the request, in the order in which an organiser would mend them."""
    return (
        *_size_problems(problem),
        *_name_problems(problem),
        *_past_problems(problem),
        *_group_problems(problem),
        *_pair_problems(problem),
        *_table_problems(problem),
    )


def round_problems(
    session: int, tables: Sequence[Sequence[int]], allowed: frozenset[int], needed: frozenset[int]
) -> Iterator[Problem]:
    """The faults of one round: tables not of four, players unknown, twice or missing."""
    for number, table in enumerate(tables, start=1):
        if len(table) != 4:
            yield Problem("table_not_four", {"session": session, "table": number})
    counts = Counter(player for table in tables for player in table)
    unknown = tuple(sorted(counts.keys() - allowed))
    twice = tuple(sorted(player for player, count in counts.items() if count > 1))
    missing = tuple(sorted(needed - counts.keys()))
    if unknown:
        yield Problem("players_unknown", {"session": session, "players": unknown})
    if twice:
        yield Problem("players_twice", {"session": session, "players": twice})
    if missing:
        yield Problem("players_missing", {"session": session, "players": missing})


def _size_problems(problem: SeatingProblem) -> Iterator[Problem]:
    count = len(problem.active)
    if count < 4:
        yield Problem("too_few_players", {"players": count, "least": 4})
    if count > MOST_PLAYERS:
        yield Problem("too_many_players", {"players": count, "most": MOST_PLAYERS})
    if count % 4:
        yield Problem("not_multiple_of_four", {"players": count, "needed": -count % 4})
    if not 1 <= problem.sessions <= MOST_SESSIONS:
        yield Problem("sessions_out_of_range", {"sessions": problem.sessions, "most": 16})
    if problem.future < 0:
        played = len(problem.past)
        yield Problem("past_exceeds_sessions", {"played": played, "sessions": problem.sessions})


def _name_problems(problem: SeatingProblem) -> Iterator[Problem]:
    pairs = (player for pair in problem.forbidden + problem.wanted for player in pair)
    named = {*problem.withdrawn, *problem.late, *pairs, *(player for player, _ in problem.fixed)}
    unknown = tuple(sorted(named - set(range(problem.players))))
    if unknown:
        yield Problem("players_unknown", {"players": unknown})


def _past_problems(problem: SeatingProblem) -> Iterator[Problem]:
    everyone = frozenset(range(problem.players))
    needed = everyone - set(problem.late) - set(problem.withdrawn)
    for session, tables in enumerate(problem.past, start=1):
        yield from round_problems(session, tables, everyone, needed)


def _group_problems(problem: SeatingProblem) -> Iterator[Problem]:
    for grouping in problem.groups:
        if len(grouping.of) != problem.players:
            yield Problem(
                "group_list_wrong_length",
                {"kind": grouping.kind.value, "given": len(grouping.of), "needed": problem.players},
            )


def _pair_problems(problem: SeatingProblem) -> Iterator[Problem]:
    for first, second in problem.forbidden + problem.wanted:
        if first == second:
            yield Problem("pair_of_one", {"player": first})
    unordered = {frozenset(pair) for pair in problem.forbidden}
    for pair in problem.wanted:
        if frozenset(pair) in unordered:
            yield Problem("pair_wanted_and_forbidden", {"players": tuple(sorted(pair))})


def _table_problems(problem: SeatingProblem) -> Iterator[Problem]:
    if problem.labels and len(problem.labels) < problem.tables:
        given = len(problem.labels)
        yield Problem("too_few_tables", {"given": given, "needed": problem.tables})
    twice = tuple(sorted(label for label, n in Counter(problem.labels).items() if n > 1))
    if twice:
        yield Problem("labels_twice", {"labels": twice})
    for player, table in problem.fixed:
        if not 0 <= table < problem.tables:
            yield Problem("fixed_table_unknown", {"player": player, "table": table})
    yield from _fixed_problems(problem)


def _fixed_problems(problem: SeatingProblem) -> Iterator[Problem]:
    players = Counter(player for player, _ in set(problem.fixed))
    for player in sorted(player for player, count in players.items() if count > 1):
        yield Problem("player_fixed_twice", {"player": player})
    tables = Counter(table for _, table in set(problem.fixed))
    for table in sorted(table for table, count in tables.items() if count > 4):
        yield Problem("table_fixed_too_often", {"table": table})
    place = dict(problem.fixed)
    for first, second in problem.forbidden:
        if first in place and place[first] == place.get(second):
            yield Problem("forbidden_pair_fixed_together", {"players": (first, second)})
