"""Seating by standings: neighbours meet, nobody twice, near the least span."""

from __future__ import annotations

import pytest

from tournaments.seating.chance import Chance
from tournaments.seating.draw import draw
from tournaments.seating.errors import SeatingError
from tournaments.seating.problem import Grouping, GroupKind, Round, SeatingProblem
from tournaments.seating.swiss import by_standings, trade_off


def played(players: int, sessions: int) -> tuple[Round, ...]:
    return draw(SeatingProblem(players, sessions, seed=1), seconds=0.05).rounds


def test_the_first_session_follows_the_order() -> None:
    session = by_standings([7, 6, 5, 4, 3, 2, 1, 0], [])
    assert [set(table) for table in session.tables] == [{4, 5, 6, 7}, {0, 1, 2, 3}]
    assert (session.repeats, session.mean_span, session.widest_span) == (0, 3.0, 3)


@pytest.mark.parametrize(("players", "sessions"), [(64, 7), (80, 6)])
def test_no_repeat_and_near_ranks(players: int, sessions: int) -> None:
    order = Chance(3).shuffled(range(players))
    session = by_standings(order, played(players, sessions), seed=1)
    assert sorted(player for table in session.tables for player in table) == sorted(order)
    assert session.repeats == 0
    assert session.mean_span <= 8


def test_team_mates_forbidden_pairs_and_fixed_tables() -> None:
    teams = Grouping(GroupKind.TEAM, tuple(player // 4 for player in range(32)))
    session = by_standings(
        range(32), [], groups=(teams,), forbidden=((0, 4),), fixed=((9, 7), (31, 0))
    )
    assert (session.barred, session.repeats) == (0, 0)
    assert all(len({player // 4 for player in table}) == 4 for table in session.tables)
    assert 9 in session.tables[7]
    assert 31 in session.tables[0]


def test_the_trade_off_is_a_front() -> None:
    found = trade_off(Chance(1).shuffled(range(24)), played(24, 5))
    assert len(found) >= 2
    assert found[0].mean_span == 3.0
    spans = [session.mean_span for session in found]
    repeats = [session.repeats for session in found]
    assert spans == sorted(spans)
    assert repeats == sorted(set(repeats), reverse=True)


def test_a_count_that_does_not_fill_tables_is_refused() -> None:
    with pytest.raises(SeatingError) as refused:
        by_standings(range(10), [])
    assert (refused.value.code, refused.value.params["needed"]) == ("not_multiple_of_four", 2)
    with pytest.raises(SeatingError, match="players_twice"):
        by_standings([1, 2, 2, 3], [])
