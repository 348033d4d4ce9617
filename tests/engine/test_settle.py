"""Settlements sum to zero; impossible totals are refused with all their reasons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.errors import EngineError, Problem
from scoring.engine.rotation import Seat
from scoring.engine.settle import (
    InvalidClaim,
    add_payments,
    claim_problems,
    claim_questions,
    settle,
)


def codes(problems):
    return [problem.code for problem in problems]


@pytest.mark.parametrize(
    ("points", "winner", "discarder", "payments"),
    [
        (8, Seat.A, Seat.B, (32, -16, -8, -8)),
        (11, Seat.A, Seat.B, (35, -19, -8, -8)),
        (11, Seat.D, Seat.A, (-19, -8, -8, 35)),
        (8, Seat.B, None, (-16, 48, -16, -16)),
        (400, Seat.C, None, (-408, -408, 1224, -408)),
    ],
)
def test_payments(points, winner, discarder, payments):
    assert settle(points, winner=winner, discarder=discarder) == payments


@given(
    points=st.integers(8, 400),
    winner=st.sampled_from(Seat),
    discarder=st.none() | st.sampled_from(Seat),
)
def test_a_settlement_sums_to_zero_and_only_the_winner_receives(points, winner, discarder):
    if winner == discarder:
        return
    payments = settle(points, winner=winner, discarder=discarder)
    assert sum(payments) == 0
    assert [seat for seat in Seat if payments[seat] > 0] == [winner]
    full = [seat for seat in Seat if payments[seat] == -(points + 8)]
    assert full == ([discarder] if discarder is not None else [s for s in Seat if s != winner])


def test_nobody_wins_on_the_own_discard():
    with pytest.raises(InvalidClaim) as caught:
        settle(8, winner=Seat.B, discarder=Seat.B)
    assert (caught.value.code, caught.value.params) == ("winner_is_discarder", {"seat": "B"})
    assert isinstance(caught.value, EngineError)


@pytest.mark.parametrize(
    ("points", "code"), [(7, "below_minimum"), (-8, "below_minimum"), (401, "points_above_limit")]
)
def test_impossible_totals_are_not_settled(points, code):
    with pytest.raises(InvalidClaim) as caught:
        settle(points, winner=Seat.A, discarder=None)
    assert caught.value.code == code
    assert caught.value.params["points"] == points


@pytest.mark.parametrize(
    ("points", "flowers", "expected"),
    [
        (8, None, []),
        (8, 0, []),
        (16, 8, []),
        (400, 8, []),
        (7, None, ["below_minimum"]),
        (8, 1, ["below_minimum"]),
        (15, 8, ["below_minimum"]),
        (20, 9, ["flowers_out_of_range"]),
        (20, -1, ["flowers_out_of_range"]),
        (7, -1, ["flowers_out_of_range", "below_minimum"]),
        (401, 9, ["flowers_out_of_range", "points_above_limit"]),
    ],
)
def test_all_problems_of_a_claim_at_once(points, flowers, expected):
    assert codes(claim_problems(points, flowers)) == expected


def test_a_problem_tells_its_numbers():
    params = {"points": 9, "flowers": 2, "minimum": 8}
    assert claim_problems(9, 2) == (Problem("below_minimum", params),)


@pytest.mark.parametrize(("points", "asked"), [(100, 0), (101, 1), (400, 1), (401, 0)])
def test_rare_totals_are_asked_again(points, asked):
    assert len(claim_questions(points)) == asked


def test_adding_nothing_is_nothing():
    assert add_payments() == (0, 0, 0, 0)
