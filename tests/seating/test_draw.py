"""The draw keeps its promises: nobody twice, perfect winds, team mates apart, the past kept."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.switches import switched_on
from tournaments.seating.check import schedule_problems
from tournaments.seating.draw import draw
from tournaments.seating.errors import SeatingError
from tournaments.seating.figures import figures, meetings
from tournaments.seating.problem import (
    Grouping,
    GroupKind,
    Schedule,
    SeatingProblem,
    most_without_repeat,
    problems,
)

FULL = switched_on("QV_FULL")
SAMPLE = [(16, 5), (20, 5), (24, 7), (32, 9), (44, 14), (68, 16), (80, 16), (212, 12), (400, 16)]
# 32 players: ten sessions exist, nine are stored.
KNOWN = {32: 9}
GRID = [
    (players, sessions)
    for players in range(16, 401, 4)
    for sessions in range(4, 17)
    if sessions <= KNOWN.get(players, most_without_repeat(players))
]


def assert_sound(schedule: Schedule, problem: SeatingProblem) -> None:
    assert schedule_problems(schedule.rounds, problem.active, problem.sessions) == ()


@pytest.mark.parametrize(("players", "sessions"), GRID if FULL else SAMPLE)
def test_no_repeat_and_perfect_winds(players: int, sessions: int) -> None:
    problem = SeatingProblem(players, sessions, seed=players + sessions)
    schedule = draw(problem, seconds=0.05)
    found = figures(schedule, problem)
    assert_sound(schedule, problem)
    assert found.repeats.value == 0
    assert (found.wind_cells.value, found.wind_blocks.value) == (0, 0)


@pytest.mark.parametrize(("players", "sessions"), [(4, 1), (4, 5), (8, 3), (12, 6), (20, 8)])
def test_small_fields_get_sound_schedules(players: int, sessions: int) -> None:
    problem = SeatingProblem(players, sessions, seed=1)
    schedule = draw(problem, seconds=0.1)
    found = figures(schedule, problem)
    assert_sound(schedule, problem)
    assert found.repeats.value >= found.repeats.limit
    assert (found.wind_cells.value, found.wind_blocks.value) == (0, 0)


def test_sixteen_players_eight_sessions_repeat_as_little_as_possible() -> None:
    problem = SeatingProblem(16, 8)
    found = figures(draw(problem, seconds=0.1), problem)
    assert (found.repeats.value, found.repeats.limit) == (72, 72)
    assert found.most_meetings.value == 2


def test_the_seed_fixes_the_schedule() -> None:
    first = draw(SeatingProblem(100, 9, seed=5), seconds=0.03)
    assert first == draw(SeatingProblem(100, 9, seed=5), seconds=0.03)
    assert first != draw(SeatingProblem(100, 9, seed=6), seconds=0.03)


def test_a_known_seed_gives_the_known_first_tables() -> None:
    """The same numbers in every Python and on every machine."""
    first = draw(SeatingProblem(16, 4, seed=7), seconds=0.1).rounds[0]
    assert first == ((3, 4, 1, 12), (11, 2, 9, 5), (14, 15, 10, 0), (6, 8, 13, 7))


@pytest.mark.parametrize(("players", "sessions"), [(16, 4), (20, 4), (32, 8), (88, 16)])
def test_team_mates_never_meet(players: int, sessions: int) -> None:
    teams = Grouping(GroupKind.TEAM, tuple(player // 4 for player in range(players)))
    problem = SeatingProblem(players, sessions, groups=(teams,), seed=2)
    schedule = draw(problem, seconds=0.3)
    found = figures(schedule, problem)
    assert found.inside == ((GroupKind.TEAM, found.inside[0][1]),)
    assert (found.inside[0][1].value, found.repeats.value) == (0, 0)
    met = meetings(schedule.rounds)
    assert not any(pair in met for pair in combinations(range(4), 2))


def test_the_past_stays_and_counts_as_met() -> None:
    before = draw(SeatingProblem(40, 4, seed=1), seconds=0.1).rounds
    problem = SeatingProblem(40, 7, past=before, seed=9)
    schedule = draw(problem, seconds=1.0)
    assert schedule.rounds[:4] == before
    assert schedule.played == 4
    assert figures(schedule, problem).repeats.value == 0
    assert figures(schedule, problem).wind_cells.value == 0


def test_a_player_who_cannot_move_keeps_his_table() -> None:
    problem = SeatingProblem(40, 8, fixed=((11, 2),), seed=4)
    schedule = draw(problem, seconds=0.2)
    assert [schedule.seat_of(11, n)[0] for n in range(1, 9)] == [2] * 8  # type: ignore[index]
    found = figures(schedule, problem)
    assert (found.repeats.value, found.fixed_away.value) == (0, 0)


def test_two_players_who_share_a_table_for_good() -> None:
    problem = SeatingProblem(40, 5, fixed=((0, 2), (1, 2), (2, 4)), seed=4)
    schedule = draw(problem, seconds=1.0)
    found = figures(schedule, problem)
    assert found.fixed_away.value == 0
    assert meetings(schedule.rounds)[0, 1] == 5
    assert found.repeats.value == 4


def test_forbidden_and_wanted_pairs() -> None:
    problem = SeatingProblem(
        48, 8, forbidden=((0, 1), (0, 2), (30, 31)), wanted=((4, 5), (6, 40)), seed=3
    )
    schedule = draw(problem, seconds=0.2)
    found = figures(schedule, problem)
    assert (found.forbidden_meetings.value, found.wanted_missed.value) == (0, 0)
    assert found.repeats.value == 0


def test_progress_rises_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    draw(
        SeatingProblem(40, 8), seconds=0.2, progress=lambda done, total: told.append((done, total))
    )
    assert told == sorted(told)
    assert told[-1] == (1000, 1000)


def test_every_fault_of_a_request_at_once() -> None:
    past = (((0, 1, 2, 3), (4, 5, 6, 6)),)
    request = SeatingProblem(
        players=9,
        sessions=0,
        past=past,
        groups=(Grouping(GroupKind.CLUB, (1, 2)),),
        forbidden=((3, 3), (0, 1)),
        wanted=((1, 0),),
        fixed=((0, 5), (20, 0)),
        labels=("7", "7"),
    )
    assert [fault.code for fault in problems(request)] == [
        "not_multiple_of_four",
        "sessions_out_of_range",
        "past_exceeds_sessions",
        "players_unknown",
        "players_twice",
        "players_missing",
        "group_list_wrong_length",
        "pair_of_one",
        "pair_wanted_and_forbidden",
        "labels_twice",
        "fixed_table_unknown",
    ]
    with pytest.raises(SeatingError, match=r"not_multiple_of_four\(players=9, needed=3\)"):
        draw(request)
