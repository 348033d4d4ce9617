"""Schedules from elsewhere are refused whole, with every missing number."""

from __future__ import annotations

from tournaments.seating.check import schedule_problems
from tournaments.seating.designs import ready_made
from tournaments.seating.errors import Problem


def test_a_file_for_twenty_in_a_tournament_of_twenty_four() -> None:
    """Case 9: every session names the four who are missing."""
    found = schedule_problems(ready_made(20), range(24), sessions=5)
    missing = {"players": (20, 21, 22, 23)}
    assert found == tuple(
        Problem("players_missing", {"session": session, **missing}) for session in range(1, 6)
    )


def test_a_file_that_leaves_out_four_of_eight() -> None:
    found = schedule_problems([[[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 2, 3, 4]]], range(1, 9))
    assert found == (Problem("players_missing", {"session": 2, "players": (5, 6, 7, 8)}),)


def test_every_fault_at_once() -> None:
    found = schedule_problems([[[1, 2, 3], [4, 4, 9, 6]]], range(1, 8), sessions=2)
    assert found == (
        Problem("wrong_session_count", {"given": 1, "needed": 2}),
        Problem("not_multiple_of_four", {"players": 7, "needed": 1}),
        Problem("table_not_four", {"session": 1, "table": 1}),
        Problem("players_unknown", {"session": 1, "players": (9,)}),
        Problem("players_twice", {"session": 1, "players": (4,)}),
        Problem("players_missing", {"session": 1, "players": (5, 7)}),
    )


def test_no_session_at_all() -> None:
    assert schedule_problems([], range(8)) == (Problem("no_sessions"),)


def test_a_good_file_passes() -> None:
    assert schedule_problems(ready_made(28), range(28), sessions=9) == ()
