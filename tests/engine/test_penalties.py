"""The penalty books against the published rows, and who pays whom."""

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.penalties import (
    DeadHand,
    Payee,
    PenaltyBook,
    PenaltyError,
    Sanction,
    Scope,
    ladder_step,
    parse_sanction,
    penalty_payments,
)
from scoring.engine.penalty_books import (
    book_rules,
    disqualifying_rule,
    find_rule,
    lateness_rule,
)
from scoring.engine.rotation import Seat
from scoring.engine.settle import add_payments, settle

LATE_GREEN = ["LATE10", "LATE10", "LATE15", "LATE15", "LATE15P"]
EMA, GREEN = PenaltyBook.EMA_2009, PenaltyBook.GREEN_BOOK_2006
PUBLISHED = (Path(__file__).parent.parent / "data/penalties.csv").read_text()
ROWS = list(csv.DictReader(PUBLISHED.splitlines()))
RULES = [rule for book in PenaltyBook for rule in book_rules(book)]
LADDER_TEXT = "warning,5,10,20,30,+10"
EFFECTS = {
    "": None,
    "warning": Sanction.WARNING,
    "session lost: 0 table points": Sanction.SESSION_LOST,
    "disqualified: 0 table points in the whole tournament": Sanction.DISQUALIFIED,
    "flower points of the hand are lost": Sanction.FLOWERS_LOST,
}


def refusal(call, *args, **kwargs):
    with pytest.raises(PenaltyError) as caught:
        call(*args, **kwargs)
    return caught.value


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['book']}.{row['code']}")
def test_every_row_says_what_the_book_says(row):
    rule = find_rule(PenaltyBook(row["book"]), row["code"])
    assert (rule.book, rule.code) == (row["book"], row["code"])
    assert (rule.section, rule.infraction) == (row["section"], row["infraction"])
    assert (rule.scope, rule.dead_hand, rule.note) == (row["scope"], row["dead_hand"], row["note"])
    assert (LADDER_TEXT if rule.ladder else "no") == row["ladder"]
    assert (rule.paid_to is Payee.ONE_OPPONENT) == (row["to_one"] == "all")
    if rule.counts_as:
        assert row["effect"] == "as HU8 or HUERR, chosen by the referee"
        return
    assert rule.effect == EFFECTS[row["effect"]]
    assert rule.each_opponent(rule.lowest) == int(row["each_opponent"])
    if row["offender_min"]:
        assert (rule.lowest, rule.highest) == (int(row["offender_min"]), int(row["offender_max"]))
    if "|" in row["step"]:
        assert rule.amounts == tuple(map(int, row["step"].split("|")))
    elif row["step"]:
        assert rule.step == int(row["step"])


def test_both_books_are_complete_and_in_order():
    names = [(row["book"], row["code"]) for row in ROWS]
    for book in PenaltyBook:
        ours = [(str(rule.book), rule.code) for rule in book_rules(book)]
        assert ours == [name for name in names if name[0] == book]


def test_a_false_hu_after_all_costs_what_the_two_false_hus_cost():
    rule = find_rule(GREEN, "HUNOTAKE")
    assert rule.counts_as == ("HU8", "HUERR")
    for code in rule.counts_as:
        other = find_rule(GREEN, code)
        amount = other.lowest
        assert penalty_payments(rule, offender=Seat.B, amount=amount) == penalty_payments(
            other, offender=Seat.B, amount=amount
        )


def test_only_stalling_and_obstruction_is_remembered_for_the_tournament():
    remembered = [(r.book, r.code) for r in RULES if r.counted_over is Scope.TOURNAMENT]
    assert remembered == [(EMA, "P7")]


def test_a_ladder_has_no_end():
    rule = find_rule(EMA, "W1")
    assert [ladder_step(rule, n) for n in range(8)] == [0, 5, 10, 20, 30, 40, 50, 60]
    assert (rule.lowest, rule.highest, rule.step) == (0, None, None)


@given(st.integers(0, 200))
def test_every_step_of_a_ladder_is_an_amount_of_the_book(earlier):
    rule = find_rule(GREEN, "EMPTY")
    assert rule.allows(ladder_step(rule, earlier))


def test_ladders_refuse_what_they_cannot_count():
    assert refusal(ladder_step, find_rule(EMA, "W1"), -1).params == {"count": -1}
    error = refusal(ladder_step, find_rule(EMA, "P1"), 0)
    assert (error.code, error.params) == ("no_ladder", {"book": "ema2009", "penalty": "P1"})


@pytest.mark.parametrize(
    ("book", "code", "amount", "payments"),
    [
        (EMA, "P1", 30, (-30, 10, 10, 10)),
        (EMA, "P2", 60, (-60, 20, 20, 20)),
        (EMA, "P3", 10, (-10, 0, 0, 0)),
        (EMA, "P7", 40, (-40, 0, 0, 0)),
        (EMA, "W1", 0, (0, 0, 0, 0)),
        (EMA, "W1", 5, (-5, 0, 0, 0)),
        (EMA, "W1", 70, (-70, 0, 0, 0)),
        (EMA, "D1", 0, (0, 0, 0, 0)),
        (EMA, "DQ", 0, (0, 0, 0, 0)),
        (GREEN, "LATE15", 20, (-20, 0, 0, 0)),
        (GREEN, "EXPOSE2", 30, (-30, 10, 10, 10)),
    ],
)
def test_payments(book, code, amount, payments):
    assert penalty_payments(find_rule(book, code), offender=Seat.A, amount=amount) == payments


def test_a_knocked_tile_is_paid_to_its_owner_alone():
    rule = find_rule(GREEN, "KNOCK")
    payments = penalty_payments(rule, offender=Seat.D, amount=5, offended=Seat.B)
    assert payments == (0, 5, 0, -5)
    missing = refusal(penalty_payments, rule, offender=Seat.D, amount=5)
    assert missing.code == "offended_missing"
    itself = refusal(penalty_payments, rule, offender=Seat.D, amount=5, offended=Seat.D)
    assert (itself.code, itself.params["seat"]) == ("offended_is_offender", "D")


def test_no_other_penalty_is_paid_to_one_player():
    rule = find_rule(EMA, "P3")
    error = refusal(penalty_payments, rule, offender=Seat.D, amount=10, offended=Seat.A)
    assert error.code == "offended_not_expected"


@pytest.mark.parametrize(
    ("book", "code", "amount", "allowed", "endless"),
    [
        (EMA, "P1", 31, (30,), False),
        (EMA, "P1", 0, (30,), False),
        (EMA, "P7", 5, (10, 20, 30, 40, 50, 60), False),
        (GREEN, "RULE", 15, (5, 10, 20, 30, 40, 50, 60), False),
        (EMA, "D1", 10, (0,), False),
        (EMA, "W1", 15, (0, 5, 10, 20, 30), True),
        (EMA, "W1", 45, (0, 5, 10, 20, 30), True),
        (EMA, "W1", -10, (0, 5, 10, 20, 30), True),
    ],
)
def test_an_amount_the_book_does_not_know_is_refused(book, code, amount, allowed, endless):
    rule = find_rule(book, code)
    error = refusal(penalty_payments, rule, offender=Seat.A, amount=amount)
    assert error.code == "amount_not_in_book"
    assert error.params == {
        "penalty": code,
        "amount": amount,
        "allowed": allowed,
        "endless": endless,
    }


@given(
    rule=st.sampled_from(RULES),
    amount=st.sampled_from([0, 5, 10, 20, 30, 40, 50, 60]),
    offender=st.sampled_from(Seat),
    offended=st.sampled_from(Seat),
)
def test_a_penalty_never_makes_points(rule, amount, offender, offended):
    if not rule.allows(amount) or offender == offended:
        return
    one = offended if rule.paid_to is Payee.ONE_OPPONENT else None
    payments = penalty_payments(rule, offender=offender, amount=amount, offended=one)
    assert payments[offender] == -amount
    assert sum(payments) == (-amount if rule.paid_to is Payee.NOBODY else 0)


def test_a_false_hu_and_a_win_in_one_hand_still_sum_to_zero():
    false_hu = penalty_payments(find_rule(EMA, "P1"), offender=Seat.A, amount=30)
    another = penalty_payments(find_rule(EMA, "P2"), offender=Seat.B, amount=60)
    win = settle(10, winner=Seat.C, discarder=Seat.D)
    assert add_payments(win, false_hu, another) == (-18, -58, 64, 12)


def test_what_a_row_can_lead_to():
    assert find_rule(EMA, "P7").sanctions == (Sanction.POINTS, Sanction.DEAD_HAND)
    assert find_rule(EMA, "P7").dead_hand is DeadHand.OPTIONAL
    assert find_rule(EMA, "W1").sanctions == (Sanction.WARNING, Sanction.POINTS)
    assert find_rule(EMA, "P6").sanctions == (Sanction.SESSION_LOST,)
    assert find_rule(GREEN, "EXPOSE").sanctions == (Sanction.WARNING,)
    assert all(rule.sanctions for rule in RULES)


def test_no_book_takes_table_points_away():
    error = refusal(parse_sanction, "table_points")
    assert error.code == "no_such_sanction"
    assert error.params["known"] == (
        "warning",
        "points",
        "dead_hand",
        "flowers_lost",
        "session_lost",
        "disqualified",
    )
    assert parse_sanction("points") is Sanction.POINTS


def test_an_unknown_code_is_refused_with_the_codes_of_the_book():
    error = refusal(find_rule, EMA, "KNOCK")
    assert (error.code, error.params["penalty"]) == ("unknown_penalty", "KNOCK")
    assert error.params["known"] == tuple(rule.code for rule in book_rules(EMA))


@pytest.mark.parametrize(
    ("book", "codes"),
    [(EMA, [None, "P4", "P4", "P5", "P5", "P6"]), (GREEN, [None, *LATE_GREEN])],
)
def test_lateness_is_a_row_of_the_book_by_begun_minutes(book, codes):
    rules = [lateness_rule(book, minutes) for minutes in (0, 1, 10, 11, 15, 16)]
    assert [rule and rule.code for rule in rules] == codes


@pytest.mark.parametrize("book", PenaltyBook)
def test_each_book_has_one_row_that_disqualifies(book):
    assert [one for one in book_rules(book) if one.effect is Sanction.DISQUALIFIED] == [
        disqualifying_rule(book)
    ]
