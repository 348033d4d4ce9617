"""Indirect meetings: choose sessions so that pairs that never meet have many common opponents.

Their mean falls with every triangle of meetings that is not a table, so both searches avoid these:
one picks sessions from a larger schedule, the other changes the shifts of one session at a time.
The cost is the sum of (target - common opponents)² over the pairs that never meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import ceil

from tournaments.seating.anneal import Report
from tournaments.seating.chance import Chance
from tournaments.seating.figures import indirect_mean_limit
from tournaments.seating.problem import Round
from tournaments.seating.shift import PAIRS, Group, Shifts, differences

REPORT_EVERY = 64


def target_of(players: int, sessions: int) -> int:
    """The number of common opponents that the cost aims at, a little above the possible mean."""
    return ceil(indirect_mean_limit(players, sessions)) + 2


def spread_cost(rounds: Sequence[Round], players: int) -> int:
    """The cost of rounds of the players 0 … `players` - 1."""
    return _bit_cost([_session_bits(tables, players) for tables in rounds], players)


def pick_sessions(
    pool: Sequence[Round],
    count: int,
    *,
    chance: Chance,
    tries: int,
    report: Report | None = None,
) -> tuple[Round, ...]:
    """The `count` sessions of `pool` with the lowest cost that `tries` exchanges find."""
    players = 4 * len(pool[0])
    bits = [_session_bits(tables, players) for tables in pool]
    order = chance.shuffled(range(len(pool)))
    best = cost = _bit_cost([bits[number] for number in order[:count]], players)
    best_order = order[:]
    for attempt in range(tries if count < len(pool) else 0):
        i, j = chance.below(count), count + chance.below(len(pool) - count)
        order[i], order[j] = order[j], order[i]
        new = _bit_cost([bits[number] for number in order[:count]], players)
        if new <= cost or chance.random() < 0.02:
            cost = new
            if cost < best:
                best, best_order = cost, order[:]
        else:
            order[i], order[j] = order[j], order[i]
        if report is not None and attempt % REPORT_EVERY == 0:
            report(attempt)
    return tuple(pool[number] for number in best_order[:count])


def _session_bits(tables: Round, players: int) -> list[int]:
    bits = [0] * players
    for table in tables:
        whole = sum(1 << player for player in table)
        for player in table:
            bits[player] = whole
    return bits


def _bit_cost(sessions: list[list[int]], players: int) -> int:
    near = [0] * players
    for bits in sessions:
        near = [one | two for one, two in zip(near, bits, strict=True)]
    near = [row & ~(1 << player) for player, row in enumerate(near)]
    target = target_of(players, len(sessions))
    price = [(target - common) ** 2 for common in range(players)]
    cost = 0
    for one, row in enumerate(near):
        strangers = ~row >> (one + 1)
        cost += sum(
            price[(row & other).bit_count()]
            for place, other in enumerate(near[one + 1 :])
            if strangers >> place & 1
        )
    return cost


def spread_shifts(
    start: tuple[Shifts, ...],
    group: Group,
    *,
    chance: Chance,
    tries: int,
    report: Report | None = None,
) -> tuple[Shifts, ...]:
    """The shifts with the lowest cost that `tries` changes of one session find, from `start`.

    Only the differences of the classes are counted, so a try costs no more for 400 players than
    the sessions squared.
    """
    sessions, current = len(start), list(start)
    price = [(target_of(4 * group.order, sessions) - n) ** 2 for n in range(4 * sessions + 1)]
    cost = best = shift_cost(current, group, price)
    best_shifts = start
    heat = cost / group.order / 40
    cooling = 0.02 ** (1 / max(1, tries))
    for attempt in range(tries):
        heat *= cooling
        if report is not None and attempt % REPORT_EVERY == 0:
            report(attempt)
        place = chance.below(sessions)
        old = current[place]
        new = _other_shifts(current, place, group, chance)
        if new is None:
            continue
        current[place] = new
        after = shift_cost(current, group, price)
        if after - cost > heat * chance.random():
            current[place] = old
            continue
        cost = after
        if cost < best:
            best, best_shifts = cost, tuple(current)
    return best_shifts


def _other_shifts(current: list[Shifts], place: int, group: Group, chance: Chance) -> Shifts | None:
    """New shifts for one session: one, two or all three of its numbers by chance; None if met."""
    q = group.order
    rest = [differences(s, group) for at, s in enumerate(current) if at != place]
    used = [frozenset(column) for column in zip(*rest, strict=True)] or [frozenset()] * len(PAIRS)
    minus = group.minus
    free_a, free_b, free_c = ([x for x in range(q) if x not in used[at]] for at in range(3))
    for _ in range(40):
        a, b = chance.pick(free_a), chance.pick(free_b)
        if minus[b][a] in used[3]:
            continue
        fits = [c for c in free_c if minus[c][a] not in used[4] and minus[c][b] not in used[5]]
        if fits:
            shifts = (a, b, chance.pick(fits))
            if shifts != current[place]:
                return shifts
    return None


def shift_cost(current: Sequence[Shifts], group: Group, price: Sequence[int]) -> int:
    """Twice the cost of the schedule of `current`, for one player of each class."""
    plus, minus, q = group.plus, group.minus, group.order
    columns = list(zip(*(differences(shifts, group) for shifts in current), strict=True))
    steps: dict[tuple[int, int], Sequence[int]] = {}
    for (i, j), column in zip(PAIRS, columns, strict=True):
        steps[i, j] = column
        steps[j, i] = [minus[0][step] for step in column]
    cost = 0
    for (i, j), column in zip(PAIRS, columns, strict=True):
        common = [0] * q
        for k in {0, 1, 2, 3} - {i, j}:
            onward = steps[k, j]
            for step in steps[i, k]:
                row = plus[step]
                for other in onward:
                    common[row[other]] += 1
        cost += 2 * (sum([price[n] for n in common]) - sum([price[common[d]] for d in column]))
    for i in range(4):
        common = [0] * q
        for k in {0, 1, 2, 3} - {i}:
            for one, two in combinations(steps[i, k], 2):
                common[minus[one][two]] += 1
                common[minus[two][one]] += 1
        cost += sum([price[n] for n in common[1:]])
    return cost
