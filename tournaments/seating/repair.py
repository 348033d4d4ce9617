"""After a withdrawal or a late entry: the past stays, the future is mended with few changes.

Somebody who comes for somebody who goes takes over the seats: nothing else changes. Otherwise
tables are closed or opened and only the tables with a fault are touched, each time by the swap
that helps most; if that does not reach the limit, the future is annealed anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from tournaments.seating.anneal import Matrix, Seats, anneal, excess, met_matrix
from tournaments.seating.chance import Chance
from tournaments.seating.errors import SeatingError, refuse_first
from tournaments.seating.problem import Round, Schedule, SeatingProblem, problems
from tournaments.seating.weights import least_cost, least_fixed_cost, weight_matrix, with_past
from tournaments.seating.winds import seat_changed

SWAPS_PER_SECOND = 250_000
TABOO = 12
MENDING_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Repair:
    """The mended schedule and its tables to come that differ, as (session, table index).

    `changed` tables need a new paper; `moved`, among them, have other players than before.
    """

    schedule: Schedule
    changed: tuple[tuple[int, int], ...]
    moved: tuple[tuple[int, int], ...]


def repair(schedule: Schedule, problem: SeatingProblem, *, seconds: float = 2.0) -> Repair:
    """Fit the sessions to come of `schedule` to the players of `problem`.

    `problem.past` must be the first rounds of `schedule`; `withdrawn` and `late` say who goes and
    who comes. Steps are counted, so the result does not depend on the machine. Raises SeatingError
    with the first of `problems(problem)`, or `past_differs`, or `wrong_session_count`.
    """
    refuse_first(problems(problem))
    played = len(problem.past)
    if schedule.rounds[:played] != problem.past:
        raise SeatingError("past_differs", played=played)
    if len(schedule.rounds) != problem.sessions:
        given = len(schedule.rounds)
        raise SeatingError("wrong_session_count", given=given, needed=problem.sessions)
    before = schedule.rounds[played:]
    chance = Chance(problem.seed)
    base = with_past(weight_matrix(problem), problem)
    seats = _refilled(before, problem, base)
    _mend(seats, base, problem, seconds, chance)
    after = tuple(_tables(flat) for flat in seats)
    moved = _changed(before, after)
    rounds = seat_changed((*problem.past, *after), played, _shifted(moved, played), chance)
    changed = _changed(before, rounds[played:], in_seats=True)
    return Repair(
        Schedule(rounds, played, problem.seed),
        changed=_shifted(changed, played + 1),
        moved=_shifted(moved, played + 1),
    )


def _shifted(changed: Sequence[tuple[int, int]], by: int) -> tuple[tuple[int, int], ...]:
    return tuple((session + by, table) for session, table in changed)


def _changed(
    before: Sequence[Round], after: Sequence[Round], *, in_seats: bool = False
) -> list[tuple[int, int]]:
    """(round, table) of `after` that differ from `before`, by players or also by their seats."""

    def differs(table: tuple[int, ...], old: tuple[int, ...]) -> bool:
        return table != old if in_seats else set(table) != set(old)

    return [
        (number, place)
        for number, (old, new) in enumerate(zip(before, after, strict=True))
        for place, table in enumerate(new)
        if place >= len(old) or differs(table, old[place])
    ]


def _refilled(before: Sequence[Round], problem: SeatingProblem, base: Matrix) -> list[Seats]:
    """The sessions to come with the players who remain, flat, four in a row a table."""
    active = set(problem.active)
    fixed = dict(problem.fixed)
    filled = []
    for tables in before:
        seated = [player for table in tables for player in table]
        gone = sorted(set(seated) - active)
        come = sorted(active - set(seated))
        takes_over = dict(zip(gone, come, strict=False))
        rows = [[takes_over.get(player, player) for player in table] for table in tables]
        rows = _closed(rows, set(gone[len(come) :]), frozenset(fixed), base)
        rest = come[len(gone) :]
        rows += [rest[start : start + 4] for start in range(0, len(rest), 4)]
        flat = [player for row in rows for player in row]
        _pin(flat, fixed)
        filled.append(flat)
    return filled


def _closed(
    rows: list[list[int]], gone: set[int], fixed: frozenset[int], base: Matrix
) -> list[list[int]]:
    """Close the tables with most seats empty; their other players fill the seats left elsewhere."""
    if not gone:
        return rows
    kept = len(rows) - len(gone) // 4

    def worth(number: int) -> tuple[bool, int, int]:
        row = rows[number]
        return not fixed.isdisjoint(row), -len(gone.intersection(row)), -number

    order = sorted(range(len(rows)), key=worth)
    closing = set(order[: len(rows) - kept])
    movers = [player for number in closing for player in rows[number] if player not in gone]
    for number, row in enumerate(rows):
        for seat, player in enumerate(row):
            if number not in closing and player in gone:
                mates = [mate for mate in row if mate not in gone]
                costs = {mover: sum(base[mover][mate] for mate in mates) for mover in movers}
                best = min(movers, key=costs.__getitem__)
                movers.remove(best)
                row[seat] = best
    from_end = [number for number in range(kept, len(rows)) if number not in closing]
    for number in sorted(closing):
        if number < kept:
            rows[number] = rows[from_end.pop()]
    return rows[:kept]


def _pin(flat: Seats, fixed: dict[int, int]) -> None:
    """Bring those who cannot move to their table, each in exchange for one who can."""
    for player, table in sorted(fixed.items()):
        at = flat.index(player)
        if at // 4 != table:
            free = (p for p in range(4 * table, 4 * table + 4) if fixed.get(flat[p]) != table)
            to = next(free)
            flat[at], flat[to] = flat[to], flat[at]


def _mend(
    seats: list[Seats], base: Matrix, problem: SeatingProblem, seconds: float, chance: Chance
) -> None:
    """Lower the cost of `seats` in place to the limit, with few swaps if it can be."""
    floor = least_cost(problem) + least_fixed_cost(problem)
    locked = frozenset(player for player, _ in problem.fixed)
    start = [flat[:] for flat in seats]
    steps = int(seconds * MENDING_SHARE * SWAPS_PER_SECOND / max(8, len(problem.active)))
    cost = _mend_faults(seats, base, locked, (floor, steps), chance)
    if cost <= floor:
        return
    moves = int(seconds * (1 - MENDING_SHARE) * SWAPS_PER_SECOND)
    anew = anneal(start, base, chance=chance, moves=moves, locked=locked, floor=floor)
    if anew < cost:
        seats[:] = start


def _mend_faults(
    seats: list[Seats],
    base: Matrix,
    locked: frozenset[int],
    bounds: tuple[int, int],
    chance: Chance,
) -> int:
    """The best swap of a player at fault, again and again; who moved rests a while."""
    floor, steps = bounds
    met = met_matrix(base, seats)
    cost = best = excess(base, met)
    kept = [flat[:] for flat in seats]
    rests: dict[tuple[int, int], int] = {}
    touched = {(number, table) for number, table in _faulty_tables(seats, met)}
    for step in range(steps):
        faults = _faulty_tables(seats, met)
        if cost <= floor or not faults:
            break
        number, table = chance.pick(faults)
        found = [
            (delta, (number, j // 4) not in touched, chance.random(), i, j)
            for i in _faulty_places(seats[number], table, met)
            if seats[number][i] not in locked
            for j, delta in _swaps(seats[number], i, met, locked)
            if cost + delta < best or rests.get((number, seats[number][j]), -1) < step
        ]
        if not found:
            continue
        delta, _, _, i, j = min(found)
        rests[number, seats[number][i]] = rests[number, seats[number][j]] = step + TABOO
        _swap(seats[number], i, j, met)
        touched |= {(number, i // 4), (number, j // 4)}
        cost += delta
        if cost < best:
            best, kept = cost, [flat[:] for flat in seats]
    seats[:] = kept
    return best


def _faulty_tables(seats: list[Seats], met: Matrix) -> list[tuple[int, int]]:
    return [
        (number, start // 4)
        for number, flat in enumerate(seats)
        for start in range(0, len(flat), 4)
        if any(met[one][two] > 1 for one, two in combinations(flat[start : start + 4], 2))
    ]


def _faulty_places(flat: Seats, table: int, met: Matrix) -> list[int]:
    places = range(4 * table, 4 * table + 4)
    return [i for i in places if any(met[flat[i]][flat[j]] > 1 for j in places if j != i)]


def _swaps(flat: Seats, i: int, met: Matrix, locked: frozenset[int]) -> Iterator[tuple[int, int]]:
    """Each place the player at `i` may go to, and what the swap costs."""
    p = flat[i]
    mp = met[p]
    a1, a2, a3 = flat[i ^ 1], flat[i ^ 2], flat[i ^ 3]
    leaving = 6 - mp[a1] - mp[a2] - mp[a3]
    for j, q in enumerate(flat):
        if j >> 2 == i >> 2 or q in locked:
            continue
        b1, b2, b3 = flat[j ^ 1], flat[j ^ 2], flat[j ^ 3]
        mq = met[q]
        coming = mp[b1] + mp[b2] + mp[b3] + mq[a1] + mq[a2] + mq[a3]
        yield j, leaving + coming - mq[b1] - mq[b2] - mq[b3]


def _swap(flat: Seats, i: int, j: int, met: Matrix) -> None:
    for at in (i, j):
        _meet(flat, at, met, -1)
    flat[i], flat[j] = flat[j], flat[i]
    for at in (i, j):
        _meet(flat, at, met, 1)


def _meet(flat: Seats, at: int, met: Matrix, change: int) -> None:
    player = flat[at]
    for mate in (flat[at ^ 1], flat[at ^ 2], flat[at ^ 3]):
        met[player][mate] += change
        met[mate][player] += change


def _tables(flat: Seats) -> Round:
    fours = zip(flat[0::4], flat[1::4], flat[2::4], flat[3::4], strict=True)
    return tuple(fours)
