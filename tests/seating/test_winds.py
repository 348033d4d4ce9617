"""Euler splits give perfect winds, whoever sits where."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.seating.chance import Chance
from tournaments.seating.problem import Round
from tournaments.seating.winds import block_repeats, cells_outside, seat_winds, wind_histories


def random_rounds(tables: int, sessions: int, seed: int) -> tuple[Round, ...]:
    chance = Chance(seed)
    orders = [iter(chance.shuffled(range(4 * tables))) for _ in range(sessions)]
    return tuple(tuple(zip(order, order, order, order, strict=True)) for order in orders)


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 20), st.integers(1, 16), st.integers(0, 10**6))
def test_any_schedule_can_be_seated_perfectly(tables: int, sessions: int, seed: int) -> None:
    rounds = random_rounds(tables, sessions, seed)
    seated = seat_winds(rounds, 0, Chance(seed))
    histories = wind_histories(seated).values()
    assert [sum(map(cells_outside, histories)), sum(map(block_repeats, histories))] == [0, 0]
    same = [[set(table) for table in tables] for tables in rounds]
    assert [[set(table) for table in tables] for tables in seated] == same


def test_a_past_of_whole_blocks_is_continued_perfectly() -> None:
    past = seat_winds(random_rounds(10, 4, 1), 0, Chance(1))
    seated = seat_winds((*past, *random_rounds(10, 5, 2)), 4, Chance(2))
    assert seated[:4] == past
    histories = wind_histories(seated).values()
    assert [sum(map(cells_outside, histories)), sum(map(block_repeats, histories))] == [0, 0]


def test_a_fault_is_seen() -> None:
    assert (cells_outside([0, 0, 1, 2]), block_repeats([0, 0, 1, 2])) == (2, 1)
    assert (cells_outside([0, 1, 2, 3, 3]), block_repeats([0, 1, 2, 3, 3])) == (0, 0)
