"""Table points against the published vectors, and who is credited with them."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.ranking.errors import RankingError
from scoring.ranking.table_points import (
    MixedPoints,
    SeatCase,
    SeatCredit,
    decimal_points,
    format_points,
    parse_points,
    seat_credits,
    split_points,
    table_points,
)

DATA = json.loads((Path(__file__).parent.parent / "data/table_points_vectors.json").read_text())
SCORES = st.tuples(*[st.integers(-3, 3) | st.integers(-2000, 2000)] * 4)
N, LATE = SeatCase.NORMAL, SeatCase.LATE


@pytest.mark.parametrize("vector", DATA["vectors"], ids=lambda v: str(v["scores"]))
def test_published_vectors(vector):
    points = table_points(vector["scores"])
    assert [format_points(twelfths) for twelfths in points] == vector["table_points"]


@given(SCORES)
def test_a_table_always_gives_seven_points(scores):
    assert sum(table_points(scores)) == 84


@given(SCORES, st.permutations(range(4)))
def test_the_seat_makes_no_difference(scores, order):
    points = table_points(scores)
    moved = table_points([scores[seat] for seat in order])
    assert moved == tuple(points[seat] for seat in order)


@given(SCORES, st.sets(st.integers(0, 3), max_size=3))
def test_who_left_gets_nothing_and_the_others_share_the_best_places(scores, left):
    points = table_points(scores, left=left)
    assert sum(points) == sum((48, 24, 12, 0)[: 4 - len(left)])
    assert all(points[seat] == 0 for seat in left)
    for one in set(range(4)) - left:
        for other in set(range(4)) - left:
            assert (points[one] >= points[other]) == (scores[one] >= scores[other])


def test_nobody_stayed():
    assert table_points((1, 2, 3, 4), left=range(4)) == (0, 0, 0, 0)


def test_four_scores_are_needed():
    for call in (lambda: table_points((1, 2, 3)), lambda: seat_credits((1, 2, 3, 4), [N] * 3)):
        with pytest.raises(RankingError) as caught:
            call()
        assert str(caught.value) == "four_scores(count=3)"


def test_a_late_player_loses_the_session_and_the_substitute_can_win():
    assert seat_credits((30, 10, -10, -30), (LATE, N, N, N)) == (
        SeatCredit(0, 0, 48),
        SeatCredit(24, 10, None),
        SeatCredit(12, -10, None),
        SeatCredit(0, -30, None),
    )


def test_ill_before_the_session_is_the_same():
    late = seat_credits((30, 10, -10, -30), (N, N, LATE, N))
    assert seat_credits((30, 10, -10, -30), (N, N, SeatCase.ILL_BEFORE, N)) == late
    assert late[2] == SeatCredit(0, 0, 12)


def test_ill_in_hand_nine_and_the_substitute_ends_first():
    assert seat_credits((90, 10, -40, -60), (SeatCase.ILL_DURING, N, N, N)) == (
        SeatCredit(0, 0, 0),
        SeatCredit(48, 10, None),
        SeatCredit(24, -40, None),
        SeatCredit(12, -60, None),
    )


def test_the_others_still_share_when_somebody_was_disqualified():
    credits = seat_credits((10, 10, -40, 20), (N, N, N, SeatCase.DISQUALIFIED_DURING))
    assert [credit.player_points for credit in credits] == [36, 36, 12, 0]
    assert credits[3] == SeatCredit(player_points=0, player_score=20, substitute_points=0)


@given(st.integers(0, 100_000))
def test_every_number_of_twelfths_can_be_written_and_read(twelfths):
    assert parse_points(format_points(twelfths)) == twelfths
    shown = split_points(twelfths)
    assert Fraction(twelfths, 12) == shown.whole + Fraction(shown.numerator, shown.denominator)
    assert abs(Fraction(decimal_points(twelfths)) - Fraction(twelfths, 12)) <= Fraction(1, 200)


def test_texts():
    assert parse_points(" 97/2 ") == 582
    assert parse_points("14/6") == 28
    assert split_points(252) == MixedPoints(21, 0, 1)
    assert [decimal_points(n) for n in (0, 1, 18, 20, 252)] == [
        "0.00",
        "0.08",
        "1.50",
        "1.67",
        "21.00",
    ]


@pytest.mark.parametrize(
    "text", ["", "x", "-1", "1.5", "1/", "/2", "1/0", "1/00", "1 1/2", "٣", "1/2/3", "9999999"]
)
def test_other_texts_are_refused(text):
    with pytest.raises(RankingError) as caught:
        parse_points(text)
    assert (caught.value.code, caught.value.params) == ("points_text", {"text": text})


@given(st.text(alphabet="0123456789/ .-½x", max_size=8))
def test_what_is_read_is_written_alike(text):
    try:
        twelfths = parse_points(text)
    except RankingError:
        return
    assert Fraction(format_points(twelfths)) == Fraction(text.strip())


def test_sevenths_are_no_table_points():
    with pytest.raises(RankingError, match="not_in_twelfths"):
        parse_points("1/7")
