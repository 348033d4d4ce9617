"""Seating a tournament from ready-made schedules: the fastest way, without any repeat.

Candidates are the stored designs and the shift construction over each group that fits; the one
with the best indirect meetings is kept, then the players are given their numbers in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournaments.seating.anneal import Matrix, Report
from tournaments.seating.chance import Chance
from tournaments.seating.designs import ready_made
from tournaments.seating.problem import GroupKind, Round, SeatingProblem
from tournaments.seating.relabel import mates_of, relabel
from tournaments.seating.shift import (
    Group,
    Shifts,
    abelian,
    find_shifts,
    groups_of,
    shifted_rounds,
    spare_shifts,
    table_shifts,
)
from tournaments.seating.spread import pick_sessions, spread_cost, spread_shifts
from tournaments.seating.tables import repeated_visits

SEARCH_NODES = 3_000
# In small groups one session can hardly change alone, so several starts are tried.
STARTS, FEW_PLAYERS = 8, 64
# In large groups all of one order do equally well.
MANY_PLAYERS = 128
FIRST_TRIES = 40


@dataclass(frozen=True, slots=True)
class Plan:
    """Rounds of numbers 0 … N-1, and sets of numbers that never meet in them, team by team."""

    rounds: tuple[Round, ...]
    apart: tuple[int, ...]


def best_plan(
    players: int, sessions: int, chance: Chance, tries: int, report: Report | None = None
) -> Plan | None:
    """The schedule without a repeat with the best indirect meetings found in `tries` attempts.

    None when none is known for so many sessions.
    """
    candidates = list(_candidates(players, sessions, chance))
    if not candidates:
        return None
    first = [candidate.improved(chance, min(FIRST_TRIES, tries)) for candidate in candidates]
    costs = [spread_cost(candidate.rounds(), players) for candidate in first]
    order = sorted(range(len(first)), key=lambda place: costs[place])[:2]
    share = tries // len(order)
    done = 0

    def told(attempt: int) -> None:
        if report is not None:
            report(done + attempt)

    finalists = []
    for place in order:
        finalists.append(first[place].improved(chance, share, told))
        done += share
    costs += [spread_cost(finalist.rounds(), players) for finalist in finalists]
    least = min(costs)
    equal = [found for found, cost in zip(first + finalists, costs, strict=True) if cost == least]
    return _freshest(equal, chance)


def _freshest(equal: Sequence[Picked | Shifted], chance: Chance) -> Plan:
    """The first of equally good schedules in which nobody repeats a table, else the first."""
    plans = (Plan(found.numbered(chance), found.apart()) for found in equal)
    first = next(plans)
    if not repeated_visits(first.rounds):
        return first
    return next((plan for plan in plans if not repeated_visits(plan.rounds)), first)


@dataclass(frozen=True, slots=True)
class Picked:
    """Sessions chosen from a stored design."""

    pool: tuple[Round, ...]
    chosen: tuple[Round, ...]

    def rounds(self) -> tuple[Round, ...]:
        """The chosen sessions."""
        return self.chosen

    def numbered(self, chance: Chance) -> tuple[Round, ...]:
        """The chosen sessions; their tables have no order of worth."""
        return self.chosen

    def improved(self, chance: Chance, tries: int, report: Report | None = None) -> Picked:
        """A choice with better indirect meetings."""
        found = pick_sessions(
            self.pool, len(self.chosen), chance=chance, tries=tries, report=report
        )
        return Picked(self.pool, found)

    def apart(self) -> tuple[int, ...]:
        """The numbers along the tables of a session left over: four in a row never meet."""
        taken = set(self.chosen)
        spare = next((tables for tables in self.pool if tables not in taken), None)
        if spare is None:
            return tuple(range(4 * len(self.pool[0])))
        return tuple(number for table in spare for number in table)


@dataclass(frozen=True, slots=True)
class Shifted:
    """Sessions of the shift construction."""

    group: Group
    shifts: tuple[Shifts, ...]

    def rounds(self) -> tuple[Round, ...]:
        """The rounds the shifts give."""
        return shifted_rounds(self.shifts, self.group)

    def numbered(self, chance: Chance) -> tuple[Round, ...]:
        """The rounds with table numbers that nobody meets twice, if a short search finds them."""
        by_table = table_shifts(self.shifts, self.group, chance, SEARCH_NODES)
        return shifted_rounds(self.shifts, self.group, by_table or ())

    def improved(self, chance: Chance, tries: int, report: Report | None = None) -> Shifted:
        """Shifts with better indirect meetings."""
        found = spread_shifts(self.shifts, self.group, chance=chance, tries=tries, report=report)
        return Shifted(self.group, found)

    def apart(self) -> tuple[int, ...]:
        """The numbers class by class, four in a row never meet.

        What a class has over a multiple of four sits at tables of a session that is not played,
        if there is one.
        """
        q, rest = self.group.order, self.group.order % 4
        spare = spare_shifts(self.shifts, self.group) if rest else None
        over = shifted_rounds((spare,), self.group)[0][:rest] if spare else ()
        across = [number for table in over for number in table]
        along = [number for number in range(4 * q) if number not in across]
        return (*along, *across)


def _candidates(players: int, sessions: int, chance: Chance) -> Iterator[Picked | Shifted]:
    pool = ready_made(players)
    if len(pool) >= sessions:
        yield Picked(pool, pool[:sessions])
    for cycles in groups_of(players // 4) if players <= MANY_PLAYERS else ((players // 4,),):
        group = abelian(cycles)
        for _ in range(STARTS if players <= FEW_PLAYERS else 1):
            shifts = find_shifts(group, sessions, chance, SEARCH_NODES)
            if shifts is None:
                break
            yield Shifted(group, shifts)


def seat_players(
    plan: Plan,
    problem: SeatingProblem,
    weight: Matrix,
    *,
    chance: Chance,
    moves: int,
    floor: int,
    report: Report | None = None,
) -> tuple[tuple[Round, ...], int]:
    """The plan with players for numbers, and the weight of all meetings in it."""
    order = _side_by_side(problem, chance)
    holder = [0] * len(order)
    for number, player in zip(plan.apart, order, strict=True):
        holder[number] = player
    mates = mates_of(plan.rounds, len(order))
    cost = relabel(holder, mates, weight, chance=chance, moves=moves, floor=floor, report=report)
    named = tuple(
        tuple((holder[a], holder[b], holder[c], holder[d]) for a, b, c, d in tables)
        for tables in plan.rounds
    )
    return named, cost


def _side_by_side(problem: SeatingProblem, chance: Chance) -> list[int]:
    """The players by chance, members of one group next to each other, big groups first."""
    order = chance.shuffled(problem.active)
    ranks = list(GroupKind)
    for grouping in sorted(problem.groups, key=lambda grouping: ranks.index(grouping.kind)):
        place = dict.fromkeys(order, (0, -1))
        for members in grouping.members():
            place.update(dict.fromkeys(members, (-len(members), members[0])))
        order.sort(key=place.__getitem__)
    return order
