"""Seating measured: time and figures beside the strongest published schedules, and the other goals.

Run `python -m tests.benchmarks.bench_seating`; a number after it is the seconds granted a draw.
Times are processor seconds of this process.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from time import process_time

from tournaments.seating.chance import Chance
from tournaments.seating.draw import draw
from tournaments.seating.figures import figures
from tournaments.seating.problem import (
    Grouping,
    GroupKind,
    SeatingProblem,
    most_without_repeat,
)
from tournaments.seating.repair import repair
from tournaments.seating.swiss import by_standings
from tournaments.seating.winds import seat_winds

# Players, sessions: least and mean common opponents, pairs with none, table visits, wind blocks
# of the strongest published schedules (ApplySci/aim, Zenodo 13971404).
PUBLISHED: dict[tuple[int, int], tuple[int, float, int, int, int]] = {
    (28, 7): (18, 18.0, 0, 33, 22),
    (32, 8): (20, 20.6, 0, 30, 56),
    (36, 7): (10, 13.0, 0, 16, 23),
    (40, 8): (13, 15.5, 0, 27, 58),
    (40, 10): (24, 24.7, 0, 58, 63),
    (48, 8): (9, 12.4, 0, 15, 76),
    (64, 5): (0, 3.75, 96, 0, 36),
    (64, 8): (6, 10.15, 0, 0, 102),
    (80, 9): (4, 8.9, 0, 0, 139),
    (100, 9): (1, 7.0, 0, 0, 158),
    (128, 8): (0, 1.63, 6144, 0, 206),
    (128, 10): (0, 4.9, 768, 0, 189),
    (172, 10): (0, 4.9, 26, 0, 286),
}
# Repeats known where more sessions are played than can be without any.
BEYOND = {(16, 8): 72, (20, 6): 6, (24, 8): 18, (24, 10): 84, (28, 10): 42}


def published_rows(seconds: float) -> Iterator[str]:
    """Each published schedule beside ours."""
    yield "players x sessions: seconds, repeats | least/mean, none, visits, blocks | published"
    for (players, sessions), theirs in PUBLISHED.items():
        problem = SeatingProblem(players, sessions, seed=3)
        start = process_time()
        schedule = draw(problem, seconds=seconds)
        spent = process_time() - start
        f = figures(schedule, problem)
        i = f.indirect
        yield (
            f"{players}x{sessions}: {spent:.2f} s, {f.repeats.value} | {i.minimum}/{i.mean:.2f}, "
            f"{i.zeros}, {f.table_visits.value}, {f.wind_blocks.value} | {theirs}"
        )


def beyond_rows(seconds: float) -> Iterator[str]:
    """Repeats where they cannot be avoided."""
    for (players, sessions), known in BEYOND.items():
        problem = SeatingProblem(players, sessions, seed=3)
        found = figures(draw(problem, seconds=seconds), problem).repeats
        yield f"{players}x{sessions}: repeats {found.value}, known {known}, limit {found.limit}"


def countries(players: int, seed: int) -> tuple[Grouping, Grouping]:
    """A field with a third from one country, ever smaller others, and clubs of five."""
    chance = Chance(seed)
    of = [0] * (players // 3)
    while len(of) < players:
        size = min(players - len(of), 1 + chance.below(max(2, players // 8)))
        of += [of[-1] + 1] * size
    clubs = tuple(player // 5 for player in range(players))
    return Grouping(GroupKind.COUNTRY, tuple(of)), Grouping(GroupKind.CLUB, clubs)


def group_rows(seconds: float) -> Iterator[str]:
    """Teams at one session less than is possible, countries and clubs at seven tenths of it."""
    for players in (16, 20, 28, 32, 40, 44, 60, 76, 88, 100, 200):
        most = 8 if players == 32 else most_without_repeat(players) - 1
        teams = Grouping(GroupKind.TEAM, tuple(player // 4 for player in range(players)))
        problem = SeatingProblem(players, min(16, most), groups=(teams,), seed=5)
        f = figures(draw(problem, seconds=seconds), problem)
        yield (
            f"teams {players}x{problem.sessions}: inside {f.inside[0][1].value}, "
            f"repeats {f.repeats.value}"
        )
    for players in (32, 40, 48, 64, 80, 100, 140, 200):
        sessions = min(12, most_without_repeat(players) * 7 // 10)
        problem = SeatingProblem(players, sessions, groups=countries(players, 7), seed=5)
        f = figures(draw(problem, seconds=seconds), problem)
        inside = ", ".join(f"{k.value} {n.value} (limit {n.limit})" for k, n in f.inside)
        yield f"groups {players}x{sessions}: {inside}, repeats {f.repeats.value}"


def change_rows() -> Iterator[str]:
    """Four withdraw, or four come late, at the start, early and near the end."""
    for players, sessions in ((40, 8), (64, 8), (100, 9), (200, 12)):
        before = draw(SeatingProblem(players, sessions, seed=1), seconds=0.5)
        for played in (0, 1, 3, sessions - 1):
            for late, gone in (((), (5, 6, 17, 22)), (tuple(range(players, players + 4)), ())):
                problem = SeatingProblem(
                    players + len(late),
                    sessions,
                    past=before.rounds[:played],
                    late=late,
                    withdrawn=gone,
                    seed=2,
                )
                start = process_time()
                mended = repair(before, problem)
                spent = process_time() - start
                f = figures(mended.schedule, problem)
                yield (
                    f"{players}x{sessions} after {played}, {'late' if late else 'withdrawn'}: "
                    f"{spent:.2f} s, repeats {f.repeats.value}, tables moved "
                    f"{len(mended.moved)} of {(sessions - played) * problem.tables}, "
                    f"wind cells {f.wind_cells.value}"
                )


def standings_rows() -> Iterator[str]:
    """A session by standings after up to half of the possible sessions, standings by chance."""
    for players, sessions in (
        (40, 6),
        (64, 8),
        (64, 10),
        (80, 13),
        (100, 16),
        (200, 16),
        (400, 16),
    ):
        past = draw(SeatingProblem(players, sessions, seed=1), seconds=0.2).rounds
        order = Chance(2).shuffled(range(players))
        start = process_time()
        found = by_standings(order, past, seed=1)
        yield (
            f"{players} after {sessions}: {process_time() - start:.2f} s, repeats {found.repeats}, "
            f"mean span {found.mean_span:.2f}, widest {found.widest_span}"
        )


def wind_rows() -> Iterator[str]:
    """The time that the winds of a whole schedule take."""
    for players, sessions in ((64, 8), (400, 16)):
        rounds = draw(SeatingProblem(players, sessions), seconds=0.1).rounds
        start = process_time()
        seat_winds(rounds, 0, Chance(0))
        yield f"winds {players}x{sessions}: {1000 * (process_time() - start):.1f} ms"


def main(seconds: float = 10.0) -> None:
    """Write all measures to the standard output."""
    rows = (
        published_rows(seconds),
        beyond_rows(seconds),
        group_rows(min(2.0, seconds)),
        change_rows(),
        standings_rows(),
        wind_rows(),
    )
    for part in rows:
        for line in part:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(*map(float, sys.argv[1:2]))
