"""The one annealing: swaps of two players in a session against one matrix of meetings.

Past meetings, team mates, countries and forbidden pairs all enter the matrix as "already met", a
wanted pair as -1 meeting. A pair that has met m times pays m for the next meeting, so the cost of
a swap is a sum of twelve cells. The acceptance of a worse swap falls step by step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations

from tournaments.seating.chance import Chance

Seats = list[int]
Matrix = list[list[int]]
Report = Callable[[int], None]

STEPS = 60
HOT, COLD = 0.02, 0.0005


def met_matrix(base: Matrix, sessions: Iterable[Seats]) -> Matrix:
    """A copy of `base` with the meetings of `sessions` (flat lists, a table is four in a row)."""
    met = [row[:] for row in base]
    for seats in sessions:
        for start in range(0, len(seats), 4):
            for one, two in combinations(seats[start : start + 4], 2):
                met[one][two] += 1
                met[two][one] += 1
    return met


def excess(base: Matrix, met: Matrix) -> int:
    """The cost that annealing lowers: 0 + 1 + 2 … for the meetings of each pair, after `base`."""
    total = 0
    for player, row in enumerate(met):
        for other in range(player):
            if row[other] != (start := base[player][other]):
                total += row[other] * (row[other] - 1) // 2 - start * (start - 1) // 2
    return total


def anneal(
    sessions: list[Seats],
    base: Matrix,
    *,
    chance: Chance,
    moves: int,
    locked: frozenset[int] = frozenset(),
    floor: int = 0,
    hot: float = HOT,
    report: Report | None = None,
) -> int:
    """Lower the cost of `sessions` in place, at most `moves` swaps tried; the cost at the end.

    Stops as soon as the cost is `floor`. `locked` players keep their seats. `report` is told the
    moves done. The best state seen is not kept: the last steps are too cold to leave it.
    """
    met = met_matrix(base, sessions)
    cost = excess(base, met)
    if not sessions or len(sessions[0]) < 8:
        return cost
    per_step = max(1, moves // STEPS)
    cooling = (COLD / hot) ** (1 / STEPS)
    accept = hot
    for step in range(STEPS):
        if cost <= floor:
            break
        cost = _run(sessions, met, (cost, floor, per_step), accept, locked, chance)
        accept *= cooling
        if report is not None:
            report((step + 1) * per_step)
    return cost


def _run(
    sessions: list[Seats],
    met: Matrix,
    bounds: tuple[int, int, int],
    accept: float,
    locked: frozenset[int],
    chance: Chance,
) -> int:
    """Try swaps at one acceptance. Long and flat on purpose: it is the inner loop of every draw."""
    cost, floor, moves = bounds
    random = chance.random
    count, width = len(sessions), len(sessions[0])
    odds = (1.0, accept, accept**2, accept**3, accept**4)
    for _ in range(moves):
        seats = sessions[int(random() * count)]
        i = int(random() * width)
        j = int(random() * width)
        if i >> 2 == j >> 2:
            continue
        p, q = seats[i], seats[j]
        if locked and (p in locked or q in locked):
            continue
        a1, a2, a3 = seats[i ^ 1], seats[i ^ 2], seats[i ^ 3]
        b1, b2, b3 = seats[j ^ 1], seats[j ^ 2], seats[j ^ 3]
        mp, mq = met[p], met[q]
        delta = mp[b1] + mp[b2] + mp[b3] + mq[a1] + mq[a2] + mq[a3] + 6
        delta -= mp[a1] + mp[a2] + mp[a3] + mq[b1] + mq[b2] + mq[b3]
        if delta > 0 and (delta > 4 or random() >= odds[delta]):
            continue
        for mate in (a1, a2, a3):
            row = met[mate]
            mp[mate] -= 1
            row[p] -= 1
            mq[mate] += 1
            row[q] += 1
        for mate in (b1, b2, b3):
            row = met[mate]
            mq[mate] -= 1
            row[q] -= 1
            mp[mate] += 1
            row[p] += 1
        seats[i], seats[j] = q, p
        cost += delta
        if cost <= floor:
            break
    return cost
