"""Who becomes which number of a ready-made schedule, so that team mates and others never meet.

The schedule itself does not change, so it keeps its figures; only the names move.
"""

from __future__ import annotations

from tournaments.seating.anneal import Matrix, Report
from tournaments.seating.chance import Chance
from tournaments.seating.problem import Round

STEPS = 40


def mates_of(rounds: tuple[Round, ...], players: int) -> list[list[int]]:
    """Whom each number meets, once for each meeting."""
    mates: list[list[int]] = [[] for _ in range(players)]
    for tables in rounds:
        for table in tables:
            for place in table:
                mates[place].extend(other for other in table if other != place)
    return mates


def labelling_cost(holder: list[int], mates: list[list[int]], weight: Matrix) -> int:
    """The weight of all meetings when number x is `holder[x]`."""
    cost = 0
    for place, player in enumerate(holder):
        row = weight[player]
        cost += sum(row[holder[mate]] for mate in mates[place])
    return cost // 2


def relabel(
    holder: list[int],
    mates: list[list[int]],
    weight: Matrix,
    *,
    chance: Chance,
    moves: int,
    floor: int = 0,
    report: Report | None = None,
) -> int:
    """Swap names in `holder` in place until the cost is `floor` or the moves are spent.

    Returns the cost at the end. Half of the players tried are at fault just then.
    """
    cost = labelling_cost(holder, mates, weight)
    accept, per_step = 0.2, max(1, moves // STEPS)
    for step in range(STEPS):
        if cost <= floor:
            break
        cost = _swaps(holder, mates, weight, (cost, floor, per_step), accept, chance)
        accept *= 0.8
        if report is not None:
            report((step + 1) * per_step)
    return cost


def _swaps(
    holder: list[int],
    mates: list[list[int]],
    weight: Matrix,
    bounds: tuple[int, int, int],
    accept: float,
    chance: Chance,
) -> int:
    cost, floor, moves = bounds
    count = len(holder)
    for _ in range(moves):
        x, y = chance.below(count), chance.below(count)
        p, q = holder[x], holder[y]
        if p == q:
            continue
        row_p, row_q = weight[p], weight[q]
        near_x = [holder[mate] for mate in mates[x]]
        before = sum([row_p[other] for other in near_x])
        if not before and chance.random() < 0.5:
            continue
        near_y = [holder[mate] for mate in mates[y]]
        after_q = sum([row_q[other] for other in near_x if other != q])
        after_p = sum([row_p[other] for other in near_y if other != p])
        before += sum([row_q[other] for other in near_y])
        shared = sum([row_p[q] for other in near_x if other == q])
        delta = after_p + after_q + 2 * shared - before
        if delta <= 0 or chance.random() < accept**delta:
            holder[x], holder[y] = q, p
            cost += delta
            if cost <= floor:
                break
    return cost
