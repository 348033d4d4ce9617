"""A table's sheet: every part of a line, what is missing, and what does not add up."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.engine.errors import Problem
from scoring.engine.rotation import Seat
from scoring.engine.settle import InvalidClaim, add_payments
from scoring.engine.sheet import (
    NoWin,
    Sheet,
    SheetError,
    SheetPenalty,
    Win,
    add_up,
    one_sided,
    sheet_rows,
    totals_problems,
    typed_problems,
)

ELEVEN = Win(11, winner=Seat.A, discarder=Seat.B)
FALSE_HU = SheetPenalty((-30, 10, 10, 10), hand=3, key="P1 of A")


def drawn(*hands):
    return dict.fromkeys(hands, NoWin.DRAWN)


def all_drawn():
    return sheet_rows(drawn(*range(1, 17)))


def test_a_discard_of_eleven_points_in_whole_numbers():
    result = add_up(Sheet((ELEVEN, *all_drawn()[1:])))
    assert result.totals == (35, -19, -8, -8)
    assert all(type(total) is int for total in result.totals)
    assert result.problems == ()


def test_an_empty_hand_between_entered_ones_is_named_and_blocks():
    hands = drawn(*range(1, 5)) | dict.fromkeys(range(6, 17), ELEVEN)
    result = add_up(Sheet(sheet_rows(hands)))
    assert (result.gaps, result.missing) == ((5,), (5,))
    assert result.problems == (Problem("hand_missing", {"hand": 5}),)
    assert result.totals == (385, -209, -88, -88)
    assert result.lines[4].parts == ()


def test_hands_still_to_come_are_missing_and_no_gap():
    result = add_up(Sheet(sheet_rows(drawn(*range(1, 14)))))
    assert (result.gaps, result.missing) == ((), (14, 15, 16))
    assert [problem.params["hand"] for problem in result.problems] == [14, 15, 16]


def test_time_over_leaves_later_hands_unplayed():
    result = add_up(Sheet(sheet_rows(drawn(*range(1, 14)), last_hand=13)))
    assert (result.missing, result.problems) == ((), ())


def test_time_over_excuses_no_gap():
    result = add_up(Sheet(sheet_rows(drawn(1, 3), last_hand=3)))
    assert (result.gaps, result.missing) == ((2,), (2,))
    assert result.problems == (Problem("hand_missing", {"hand": 2}),)


def test_a_played_hand_cannot_follow_one_not_played():
    rows = sheet_rows(drawn(1, 3) | {2: NoWin.NOT_PLAYED}, last_hand=3)
    assert add_up(Sheet(rows)).problems == (Problem("unplayed_before_played", {"hand": 2}),)


def test_a_table_without_any_hand_cannot_be_closed():
    result = add_up(Sheet(sheet_rows({}, last_hand=0)))
    assert result.problems == (Problem("no_hand_played"),)
    assert result.totals == (0, 0, 0, 0)


def test_a_false_hu_and_a_win_stand_in_one_hand_and_the_line_shows_each():
    rows = sheet_rows(drawn(1, 2) | {3: ELEVEN}, last_hand=3)
    line = add_up(Sheet(rows, (FALSE_HU,))).lines[2]
    assert [part.payments for part in line.parts] == [(35, -19, -8, -8), (-30, 10, 10, 10)]
    assert [part.penalty for part in line.parts] == [None, FALSE_HU]
    assert line.total == line.running == (5, -9, 2, 2)


def test_two_false_hus_in_one_drawn_hand():
    other = SheetPenalty((20, 20, -60, 20), hand=3, key="P2 of C")
    result = add_up(Sheet(sheet_rows(drawn(1, 2, 3), last_hand=3), (FALSE_HU, other)))
    payments = [part.payments for part in result.lines[2].parts]
    assert payments == [(0, 0, 0, 0), (-30, 10, 10, 10), (20, 20, -60, 20)]
    assert result.totals == (-10, 30, -50, 30)
    assert (result.one_sided, sum(result.totals), result.problems) == (0, 0, ())


def test_penalties_outside_any_hand_stand_on_the_last_line():
    late = SheetPenalty((0, -10, 0, 0), key="late")
    result = add_up(Sheet((ELEVEN, *all_drawn()[1:]), (late,)))
    assert len(result.lines) == 17
    last = result.lines[-1]
    assert (last.hand, last.row, last.total) == (None, None, (0, -10, 0, 0))
    assert last.running == result.totals == (35, -29, -8, -8)
    assert (result.one_sided, sum(result.totals)) == (10, -10)


def test_a_penalty_in_a_hand_that_was_not_played():
    result = add_up(Sheet(sheet_rows(drawn(1, 2), last_hand=2), (FALSE_HU,)))
    assert result.problems == (Problem("penalty_in_unplayed_hand", {"hand": 3}),)
    assert result.totals == (-30, 10, 10, 10)


def test_a_disputed_claim_counts_and_keeps_the_table_open():
    disputed = Win(11, winner=Seat.A, discarder=Seat.B, disputed=True)
    result = add_up(Sheet(sheet_rows({1: disputed}, last_hand=1)))
    assert result.problems == (Problem("disputed_claim", {"hand": 1}),)
    assert result.totals == (35, -19, -8, -8)


ROWS = st.sampled_from([*NoWin]) | st.builds(
    Win,
    points=st.integers(8, 400),
    winner=st.sampled_from([Seat.A, Seat.B]),
    discarder=st.sampled_from([Seat.C, Seat.D, None]),
)
PENALTIES = st.builds(
    SheetPenalty,
    payments=st.sampled_from([(-30, 10, 10, 10), (0, 0, -10, 0), (0, 5, 0, -5), (0, 0, 0, 0)]),
    hand=st.none() | st.integers(1, 16),
)


@settings(max_examples=40)
@given(rows=st.tuples(*[ROWS] * 16), penalties=st.lists(PENALTIES, max_size=4).map(tuple))
def test_the_totals_sum_to_minus_what_nobody_received(rows, penalties):
    result = add_up(Sheet(rows, penalties))
    assert sum(result.totals) == -result.one_sided
    parts = [part for line in result.lines for part in line.parts]
    assert add_payments(*(part.payments for part in parts)) == result.totals
    assert sum(part.penalty is not None for part in parts) == len(penalties)
    assert result.totals == result.lines[-1].running


def test_typed_totals_are_compared_seat_by_seat():
    assert typed_problems((35, -19, -8, -8), (35, -19, -8, -8)) == ()
    assert typed_problems((35, -19, -8, -8), (35, None, -8, None)) == ()
    assert typed_problems((35, -19, -8, -8), (53, -19, -8, -9)) == (
        Problem("total_differs", {"seat": "A", "typed": 53, "computed": 35}),
        Problem("total_differs", {"seat": "D", "typed": -9, "computed": -8}),
    )
    assert typed_problems((0, 0, 0, 0), (0, 0)) == (Problem("four_totals", {"count": 2}),)


def test_a_table_of_totals_balances_but_for_one_sided_penalties():
    late = SheetPenalty((-10, 0, 0, 0))
    assert totals_problems((71, 14, -18, -67)) == ()
    assert totals_problems((61, 14, -18, -67), (late, FALSE_HU)) == ()
    assert totals_problems((71, 14, -18, -67), (late,)) == (
        Problem("totals_do_not_balance", {"sum": 0, "expected": -10, "difference": 10}),
    )
    assert totals_problems((1, 2, 3)) == (Problem("four_totals", {"count": 3}),)


def test_false_hus_are_not_one_sided():
    assert one_sided([FALSE_HU]) == 0


def test_values_that_cannot_be_written_on_a_sheet():
    with pytest.raises(InvalidClaim, match="below_minimum"):
        Win(9, winner=Seat.A, discarder=None, flowers=2)
    with pytest.raises(InvalidClaim, match="winner_is_discarder"):
        Win(9, winner=Seat.A, discarder=Seat.A)
    with pytest.raises(SheetError, match="penalty_makes_points"):
        SheetPenalty((10, 0, 0, 0))
    with pytest.raises(SheetError, match="row_count"):
        Sheet(all_drawn()[:15])
    with pytest.raises(ValueError, match="hands 1 to 16"):
        sheet_rows(drawn(17))
    with pytest.raises(ValueError, match="hands 1 to 16"):
        SheetPenalty((0, 0, 0, 0), hand=0)
