"""The draw: from a request to a schedule, the same on every machine for the same request.

A schedule without a repeat comes ready-made where one is known; the rest, and every request with a
past, is annealed against the one matrix of meetings. Then tables get their numbers and players
their starting winds.
"""

from __future__ import annotations

from collections.abc import Callable

from tournaments.seating.anneal import Matrix, Seats, anneal, excess, met_matrix
from tournaments.seating.chance import Chance
from tournaments.seating.designs import ready_made
from tournaments.seating.errors import refuse_first
from tournaments.seating.problem import Round, Schedule, SeatingProblem, problems
from tournaments.seating.ready import best_plan, seat_players
from tournaments.seating.tables import number_tables
from tournaments.seating.weights import least_cost, least_fixed_cost, weight_matrix, with_past
from tournaments.seating.winds import seat_winds

Progress = Callable[[int, int], None]

# Work is counted, never timed: these rates turn the seconds granted into steps, for a slow laptop.
SWAPS_PER_SECOND = 250_000
SPREAD_OPERATIONS_PER_SECOND = 9_000_000
TABLE_SWAPS_PER_SECOND = 200_000
LABEL_SWAPS_PER_SECOND = 60_000
LEAST_LABEL_SWAPS = 20_000
STAGES = 1_000


def draw(
    problem: SeatingProblem, *, seconds: float = 2.0, progress: Progress | None = None
) -> Schedule:
    """A schedule of all sessions: the past as it was, the sessions to come drawn by the seed.

    `seconds` is turned into a number of steps by fixed rates, so the same request with the same
    seconds gives the same schedule on every machine. `progress` is told (done, total) from time
    to time. Raises SeatingError with the first of `problems(problem)`.
    """
    refuse_first(problems(problem))
    chance = Chance(problem.seed)
    meter = Meter(progress)
    if problem.future == 0:
        return Schedule(problem.past, len(problem.past), problem.seed)
    rounds = (*problem.past, *_seat_future(problem, seconds * 0.7, chance, meter))
    played = len(problem.past)
    moves = int(seconds * 0.25 * TABLE_SWAPS_PER_SECOND)
    meter.at(0.75)
    numbered = number_tables(rounds, played, dict(problem.fixed), chance=chance, moves=moves)
    meter.at(0.98)
    seated = seat_winds(numbered, played, chance)
    meter.at(1.0)
    return Schedule(seated, played, problem.seed)


class Meter:
    """Tells the caller how far the work is, in thousandths."""

    __slots__ = ("_tell",)

    def __init__(self, tell: Progress | None) -> None:
        self._tell = tell

    def at(self, share: float) -> None:
        """The work is at `share`, 0 to 1."""
        if self._tell is not None:
            self._tell(int(share * STAGES), STAGES)

    def between(self, start: float, end: float, total: int) -> Callable[[int], None]:
        """A report of steps done out of `total`, shown between two shares of the work."""
        return lambda done: self.at(start + (end - start) * min(1.0, done / max(1, total)))


def _seat_future(
    problem: SeatingProblem, seconds: float, chance: Chance, meter: Meter
) -> tuple[Round, ...]:
    weight = weight_matrix(problem)
    floor = least_cost(problem)
    places = [table for _, table in problem.fixed]
    if problem.past or len(set(places)) < len(places):
        return _annealed(problem, weight, [], seconds, (chance, meter))
    plan_tries = int(seconds * 0.6 * SPREAD_OPERATIONS_PER_SECOND / _spread_operations(problem))
    report = meter.between(0.0, 0.4, plan_tries)
    plan = best_plan(len(problem.active), problem.sessions, chance, plan_tries, report)
    if plan is None:
        start = _beyond(problem, chance)
        return _annealed(problem, weight, start, seconds, (chance, meter))
    moves = max(LEAST_LABEL_SWAPS, int(seconds * 0.15 * LABEL_SWAPS_PER_SECOND))
    rounds, cost = seat_players(
        plan,
        problem,
        weight,
        chance=chance,
        moves=moves,
        floor=floor,
        report=meter.between(0.4, 0.5, moves),
    )
    if cost <= floor:
        return rounds
    return _annealed(problem, weight, [list(_flat(r)) for r in rounds], seconds, (chance, meter))


def _spread_operations(problem: SeatingProblem) -> int:
    """What one attempt at better indirect meetings costs: pairs or squared sessions."""
    players, sessions = len(problem.active), problem.sessions
    by_pairs = players * players if ready_made(players) else 0
    return max(500 + 24 * sessions * sessions + 10 * players, by_pairs)


def _beyond(problem: SeatingProblem, chance: Chance) -> list[Seats]:
    """More sessions than a design has: its sessions over and over, a start for annealing."""
    pool = ready_made(len(problem.active))
    if not pool:
        return []
    names = chance.shuffled(problem.active)
    return [[names[number] for number in _flat(pool[s % len(pool)])] for s in range(problem.future)]


def _annealed(
    problem: SeatingProblem,
    weight: Matrix,
    start: list[Seats],
    seconds: float,
    tools: tuple[Chance, Meter],
) -> tuple[Round, ...]:
    """The best of `start`, of `start` annealed gently and of a random seating annealed."""
    chance, meter = tools
    base = with_past(weight, problem)
    floor = least_cost(problem) + least_fixed_cost(problem)
    moves = int(seconds * (0.4 if start else 0.9) * SWAPS_PER_SECOND)
    locked = frozenset(player for player, _ in problem.fixed)
    found: list[tuple[int, list[Seats]]] = []
    if start:
        found.append((excess(base, met_matrix(base, start)), [seats[:] for seats in start]))
        report = meter.between(0.5, 0.6, moves)
        cost = anneal(
            start, base, chance=chance, moves=moves, floor=floor, hot=0.006, report=report
        )
        found.append((cost, start))
    if not found or min(found)[0] > floor:
        fresh = [_random_seats(problem, chance) for _ in range(problem.future)]
        report = meter.between(0.6, 0.75, moves)
        cost = anneal(
            fresh, base, chance=chance, moves=moves, locked=locked, floor=floor, report=report
        )
        found.append((cost, fresh))
    _, best = min(found, key=lambda pair: pair[0])
    return tuple(_tables(seats) for seats in best)


def _random_seats(problem: SeatingProblem, chance: Chance) -> Seats:
    """One session by chance, those with a fixed table at it."""
    seats = [-1] * len(problem.active)
    for player, table in problem.fixed:
        place = next(place for place in range(4 * table, 4 * table + 4) if seats[place] < 0)
        seats[place] = player
    fixed = {player for player, _ in problem.fixed}
    rest = iter(chance.shuffled([player for player in problem.active if player not in fixed]))
    return [next(rest) if player < 0 else player for player in seats]


def _flat(tables: Round) -> list[int]:
    return [player for table in tables for player in table]


def _tables(seats: Seats) -> Round:
    fours = zip(seats[0::4], seats[1::4], seats[2::4], seats[3::4], strict=True)
    return tuple(fours)
