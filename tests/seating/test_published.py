"""Our schedules are at least as good as the strongest published ones."""

from __future__ import annotations

import pytest

from tests.benchmarks.bench_seating import BEYOND, PUBLISHED
from tests.switches import switched_on
from tournaments.seating.draw import draw
from tournaments.seating.figures import figures
from tournaments.seating.problem import SeatingProblem

FULL = switched_on("QV_FULL")


@pytest.mark.parametrize(
    ("players", "sessions"), PUBLISHED if FULL else [(28, 7), (64, 5), (128, 8)]
)
def test_indirect_meetings_tables_and_winds(players: int, sessions: int) -> None:
    minimum, mean, zeros, visits, _ = PUBLISHED[players, sessions]
    problem = SeatingProblem(players, sessions, seed=3)
    found = figures(draw(problem, seconds=2.0 if FULL else 0.3), problem)
    ours = found.indirect
    assert ours.minimum is not None
    assert ours.mean is not None
    assert ours.minimum >= minimum
    assert round(ours.mean, 2) >= mean
    assert ours.zeros <= zeros
    assert found.table_visits.value <= visits
    assert (found.repeats.value, found.wind_blocks.value) == (0, 0)


@pytest.mark.parametrize(("players", "sessions"), BEYOND if FULL else [(24, 10)])
def test_unavoidable_repeats(players: int, sessions: int) -> None:
    problem = SeatingProblem(players, sessions, seed=3)
    found = figures(draw(problem, seconds=2.0 if FULL else 0.3), problem)
    assert found.repeats.value <= BEYOND[players, sessions]
