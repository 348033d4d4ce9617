"""What a meeting of two players costs before anybody has met: the one matrix of a request."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

from tournaments.seating.anneal import Matrix, met_matrix
from tournaments.seating.figures import inside_limit
from tournaments.seating.problem import GroupKind, SeatingProblem

FORBIDDEN = 12
GROUP_WEIGHT = {GroupKind.TEAM: 6, GroupKind.CLUB: 2, GroupKind.COUNTRY: 1}


def weight_matrix(problem: SeatingProblem) -> Matrix:
    """Meetings counted before the first session: groups, forbidden pairs, wanted pairs (-1).

    Two players fixed to different tables cannot meet, so they count as forbidden.
    """
    weight = [[0] * problem.players for _ in range(problem.players)]

    def add(one: int, two: int, amount: int) -> None:
        weight[one][two] += amount
        weight[two][one] += amount

    for grouping in problem.groups:
        for members in grouping.members():
            for one, two in combinations(members, 2):
                add(one, two, GROUP_WEIGHT[grouping.kind])
    for (one, here), (two, there) in combinations(sorted(set(problem.fixed)), 2):
        if here != there:
            add(one, two, FORBIDDEN)
    for one, two in sorted({(min(pair), max(pair)) for pair in problem.forbidden}):
        add(one, two, FORBIDDEN)
    for one, two in sorted({(min(pair), max(pair)) for pair in problem.wanted}):
        add(one, two, -1 - weight[one][two])
    return weight


def with_past(weight: Matrix, problem: SeatingProblem) -> Matrix:
    """The weights and the meetings of the past."""
    flat = [[player for table in tables for player in table] for tables in problem.past]
    return met_matrix(weight, flat)


def least_cost(problem: SeatingProblem) -> int:
    """A floor under the weight of all meetings to come: each group split evenly, wanted met."""
    active, total = set(problem.active), 0
    for grouping in problem.groups:
        sizes = [len(active.intersection(members)) for members in grouping.members()]
        total += GROUP_WEIGHT[grouping.kind] * inside_limit(sizes, problem.tables)
    return problem.future * total - len({frozenset(pair) for pair in problem.wanted})


def least_fixed_cost(problem: SeatingProblem) -> int:
    """A floor under the cost of those who are fixed to one table, so meet in every session."""
    played, future = Counter[frozenset[int]](), problem.future
    for tables in problem.past:
        played.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return sum(
        future * played[frozenset((one, two))] + future * (future - 1) // 2
        for (one, here), (two, there) in combinations(problem.fixed, 2)
        if here == there
    )
