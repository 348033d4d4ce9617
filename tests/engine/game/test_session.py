"""A session of sixteen hands: seats, winds and totals."""

import pytest

from scoring.engine.errors import IllegalAction
from scoring.engine.game.perft import dealt_state
from scoring.engine.game.play import make_bots, play_session
from scoring.engine.game.session import SessionState, by_seat, hand_result, seats_drawn
from scoring.engine.notation import parse_tiles
from scoring.engine.rotation import Seat, Wind
from tests.engine.game.forced import drift, forced, play
from tests.engine.game.test_rare import robbing

A, B, C, D = Seat
WON = ("123m 456m 789m 123p 99p", "", "", "")


def won_hand():
    return play(forced(*WON), "E:hu")


def test_seats_are_drawn_with_the_four_winds():
    assert seats_drawn(parse_tiles("NESW")) == (D, A, B, C)
    with pytest.raises(IllegalAction) as caught:
        seats_drawn(parse_tiles("EESW"))
    assert caught.value.code == "not_the_four_winds"


def test_the_deal_passes_whoever_wins():
    session = SessionState().after(won_hand())
    assert (session.number, session.seats) == (2, (B, C, D, A))
    assert session.totals == session.hands[0] == won_hand().scores


def test_scores_by_wind_go_to_the_seats():
    assert by_seat((1, 2, 3, 4), (C, D, B, A)) == (4, 3, 1, 2)


def test_a_hand_goes_on_the_score_sheet_by_seat():
    result = hand_result(5, won_hand())  # East is B, South A, West D, North C
    assert (result.winner, result.discarder) == (B, None)
    assert (result.points, result.flowers) == (won_hand().end.verdict.total, 0)
    assert result.payments[B] == -3 * result.payments[A] > 0
    assert result.penalties == ()


def test_penalties_go_on_the_score_sheet_too():
    state = play(drift(forced("", "", "", ""), 0), "N:false E:end")
    result = hand_result(1, state)
    assert (result.winner, result.points, result.payments) == (None, 0, (0, 0, 0, 0))
    assert result.penalties == ((D, "P2", (20, 20, 20, -60)),)


def test_the_discarder_is_named_by_seat():
    state = play(robbing(), "S&5m W:hu")
    assert (hand_result(2, state).winner, hand_result(2, state).discarder) == (D, C)


def test_a_hand_that_does_not_fit_is_refused():
    for session, state, code in (
        (SessionState(), dealt_state(1), "hand_not_finished"),
        (SessionState(number=5), won_hand(), "wrong_round_wind"),
        (SessionState(number=17), won_hand(), "session_is_over"),
    ):
        with pytest.raises(IllegalAction) as caught:
            session.after(state)
        assert caught.value.code == code


def test_the_rest_of_a_session_can_be_played():
    tags = (("Event", "Rehearsal"),)
    played = list(play_session(make_bots("random", 1), 1, hands=range(15, 17), tags=tags))
    assert [number for number, _ in played] == [15, 16]
    assert [hand.record.tags for _, hand in played] == [
        (("Event", "Rehearsal"), ("Hand", "15")),
        (("Event", "Rehearsal"), ("Hand", "16")),
    ]
    whole = list(play_session(make_bots("random", 1), 1))
    assert played[0][1].record.setup == whole[14][1].record.setup


def test_a_session_has_sixteen_hands():
    played = list(play_session(make_bots("random", 1), 1))
    session = SessionState()
    for number, hand in played:
        assert session.number == number
        session = session.after(hand.last)
    assert session.over
    assert len(session.hands) == 16
    rounds = [hand.record.setup.round_wind for _, hand in played]
    assert rounds == [wind for wind in Wind for _ in range(4)]
    assert sum(session.totals) == 0
    assert [hand.record.tag("Hand") for _, hand in played] == [str(n) for n in range(1, 17)]
