"""A withdrawal or a late entry: the past stays, few tables change, nobody meets twice."""

from __future__ import annotations

import pytest

from tournaments.seating.check import schedule_problems
from tournaments.seating.draw import draw
from tournaments.seating.errors import SeatingError
from tournaments.seating.figures import figures
from tournaments.seating.problem import Schedule, SeatingProblem
from tournaments.seating.repair import repair

BEFORE = draw(SeatingProblem(64, 8, seed=1), seconds=0.2)


@pytest.mark.parametrize("played", [0, 3, 7])
@pytest.mark.parametrize(
    ("players", "withdrawn", "late"),
    [(64, (5, 6, 17, 22), ()), (68, (), (64, 65, 66, 67)), (66, (5, 9, 10, 40, 41, 50), (64, 65))],
)
def test_no_repeat_after_a_change(
    played: int, players: int, withdrawn: tuple[int, ...], late: tuple[int, ...]
) -> None:
    past = BEFORE.rounds[:played]
    problem = SeatingProblem(players, 8, past=past, withdrawn=withdrawn, late=late)
    mended = repair(BEFORE, problem, seconds=1.0)
    assert mended.schedule.rounds[:played] == past
    assert schedule_problems(mended.schedule.rounds[played:], problem.active) == ()
    assert figures(mended.schedule, problem).repeats.value == 0
    differing = [
        (session, table)
        for session in range(played + 1, 9)
        for table, seats in enumerate(mended.schedule.rounds[session - 1])
        if BEFORE.rounds[session - 1][table : table + 1] != (seats,)
    ]
    assert list(mended.changed) == differing


@pytest.mark.parametrize("played", range(8))
def test_a_substitute_changes_nothing_but_the_name(played: int) -> None:
    problem = SeatingProblem(
        65, 8, past=BEFORE.rounds[:played], withdrawn=(11,), late=(64,), seed=4
    )
    mended = repair(BEFORE, problem).schedule.rounds
    renamed = tuple(
        tuple(tuple(64 if player == 11 else player for player in table) for table in tables)
        for tables in BEFORE.rounds[played:]
    )
    assert mended == BEFORE.rounds[:played] + renamed


def test_one_who_leaves_without_a_substitute_is_refused() -> None:
    with pytest.raises(SeatingError) as refused:
        repair(BEFORE, SeatingProblem(64, 8, withdrawn=(3,)))
    assert (refused.value.code, refused.value.params["needed"]) == ("not_multiple_of_four", 1)


def test_another_past_is_refused() -> None:
    past = draw(SeatingProblem(64, 1, seed=9), seconds=0.05).rounds
    with pytest.raises(SeatingError, match="past_differs"):
        repair(BEFORE, SeatingProblem(64, 8, past=past))


def test_a_player_who_can_no_longer_move() -> None:
    problem = SeatingProblem(64, 8, past=BEFORE.rounds[:2], fixed=((20, 3),))
    mended = repair(BEFORE, problem, seconds=1.0).schedule
    assert [mended.seat_of(20, session)[0] for session in range(3, 9)] == [3] * 6  # type: ignore[index]
    assert isinstance(mended, Schedule)
    assert figures(mended, problem).repeats.value == 0
