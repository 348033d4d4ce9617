"""Hands that the machine plays: all tiles there, all sums zero, records equal when read back.

A plain run plays 48 hands, QV_FULL=1 two thousand.
"""

import json
from random import Random

from scoring.engine.game.legal import legal_actions
from scoring.engine.game.play import make_bots, next_move, play_session, simulate
from scoring.engine.game.records.record import record_problems
from scoring.engine.game.records.text import format_record, parse_record
from scoring.engine.game.records.tokens import format_action
from scoring.engine.game.ruleset import DUPLICATE
from scoring.engine.game.state import Win
from scoring.engine.game.statistics import Tally
from scoring.engine.game.wall import FULL_SET, bag_of
from tests.engine.game.forced import everything, forced, play
from tests.shared_data import shared_path
from tests.switches import switched_on

HANDS = 2000 if switched_on("QV_FULL") else 48
WHOLE = bag_of(FULL_SET)


def prove(played):
    """Everything that is true of any hand."""
    record, last = played.record, played.last
    text = format_record(record)
    assert parse_record(text) == record
    replayed = record.replay()
    assert replayed.fault is None
    assert replayed.last == last
    assert record_problems(record, replayed) == ()
    for state in replayed.states:
        if state.wall is not None:
            assert everything(state) == WHOLE
    assert sum(last.scores) == 0
    if isinstance(last.end, Win):
        assert last.end.verdict.without_flowers >= 8
        assert last.end.payments == last.scores


def test_simulated_hands_hold_every_rule(capsys):
    tally = Tally()
    for played in simulate(HANDS, 2026):
        prove(played)
        tally = tally.with_hand(played.last)
    figures = tally.figures()
    with capsys.disabled():
        print(f"\nsimulated {figures}\nreal      {real_figures()}")  # noqa: T201 the comparison
    assert figures["hands"] == HANDS
    assert figures["drawn_share"] <= 0.15
    assert 10 <= figures["mean_points"] <= 22
    assert 0.1 <= figures["self_drawn_share"] <= 0.45


def real_figures():
    """The same figures of a real tournament; None where its file is missing."""
    file = shared_path("tournaments/madrid2017_mcr_72p_6r_hands.json")
    if not file.exists():
        return None
    tally = Tally()
    for table in json.loads(file.read_text())["tables"]:
        for hand in [] if table["totals_only"] else table["hands"]:
            if hand["winner"] is None:
                tally = tally.with_drawn()
            else:
                tally = tally.with_win(hand["points"], self_drawn=hand["discarder"] is None)
    return tally.figures()


def test_random_hands_hold_every_rule():
    for played in simulate(6, 1, bots="random"):
        prove(played)


def test_the_same_seed_gives_the_same_hands():
    once, again = (list(simulate(3, 9)) for _ in range(2))
    assert [played.record for played in once] == [played.record for played in again]
    assert [played.record for played in simulate(3, 10)] != [played.record for played in once]


def test_duplicate_walls_can_be_played_too():
    for _, played in play_session(make_bots("sensible", 1), 1, ruleset=DUPLICATE, hands=(1, 2)):
        assert record_problems(played.record, played.record.replay()) == ()
        assert played.last.over


class Eager:
    """Calls whatever it can."""

    def turn(self, state):
        return legal_actions(state)[-1]

    def answer(self, state, seat, claims):
        return claims[0]


def test_calls_that_lost_are_noted():
    state = play(forced("5m EESSWWNNCCFFP", "67m", "555m", ""), "E-5m")
    move = next_move(state, (Eager(),) * 4, Random(1))
    assert (format_action(move.action), move.comment) == ("W=555m", "S=567m")


def test_a_tally_of_nothing_divides_by_nothing():
    assert Tally().figures()["mean_points"] == 0
