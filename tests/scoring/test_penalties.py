"""Penalties by the tournament's book."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from journal.models import Event
from scoring.models import Penalty
from scoring.selectors.tables import table_sheet
from scoring.services.penalties import give_penalty, revoke_penalty
from scoring.services.sheets import close_table
from tests.scoring.play import counts, make_play, scores

pytestmark = pytest.mark.django_db


def give(play, seat, code, **given):
    given.setdefault("by", play.scorer)
    return give_penalty(
        session=play.session, entry=play.entries["ABCD".index(seat)], code=code, **given
    )


def test_a_false_hu_and_a_win_share_a_hand(play):
    play.hand(7, winner="A", discarder="D", points=24)
    give(play, "C", "P1", hand=7)
    view = table_sheet(play.table)
    lines = [line for line in view.lines if line.number == 7]
    assert [(line.state, [cell.amount for cell in line.cells]) for line in lines] == [
        ("win", [48, -8, -8, -32]),
        ("penalty", [10, 10, -30, 10]),
    ]
    assert view.totals == (58, 2, -38, -22)
    assert sum(view.totals) == 0


def test_two_false_hus_share_a_hand(play):
    play.hand(7)
    give(play, "C", "P1", hand=7)
    give(play, "D", "P2", hand=7)
    view = table_sheet(play.table)
    assert view.totals == (30, 30, -10, -50)
    assert [line.penalty.code for line in view.lines if line.penalty] == ["P1", "P2"]


def test_a_false_hu_makes_a_dead_hand_and_leaves_an_event(play):
    penalty = give(play, "C", "P1", hand=7)
    assert (penalty.amount, penalty.each_opponent, penalty.dead_hand) == (30, 10, True)
    event = Event.objects.get()
    assert (event.verb, event.target, event.after["code"]) == (
        "penalty.given",
        "session 1 table 1 hand 7",
        "P1",
    )


def test_a_ladder_climbs_within_a_session(play):
    amounts = [give(play, "A", "W1", hand=hand).amount for hand in range(1, 7)]
    assert amounts == [0, 5, 10, 20, 30, 40]
    assert [one.effect for one in Penalty.objects.all()] == ["warning", "", "", "", "", ""]


@pytest.mark.parametrize(
    ("code", "given", "field", "sentence"),
    [
        ("TP2", {}, "code", "The penalty book knows no “TP2”"),
        ("P1", {"amount": 31}, "amount", "P1 costs 30 points, not 31."),
        ("P7", {"reason": "x"}, "amount", "P7 costs 10, 20, 30, 40, 50, 60 points, or a dead hand"),
        (
            "P7",
            {"amount": 0, "reason": "x"},
            "amount",
            "P7 costs 10, 20, 30, 40, 50, 60 points, or",
        ),
        (
            "P7",
            {"amount": 15, "reason": "x"},
            "amount",
            "P7 costs 10, 20, 30, 40, 50, 60 points, not",
        ),
        ("P1", {"amount": 0}, "amount", "P1 costs 30 points, not 0."),
        ("P7", {"amount": 10}, "reason", "Say why: this penalty rests on the referee's judgement."),
        ("P7", {"dead_hand": True, "reason": " "}, "reason", "Say why: this penalty rests on"),
        ("D1", {"amount": 2}, "amount", "D1 costs no points."),
        ("P4", {"effect": "table_points"}, "effect", "The rules know no “table_points”"),
        ("P4", {"effect": "disqualified"}, "effect", "P4 does not lead to that."),
        ("P4", {"dead_hand": True}, "dead_hand", "P4 makes no dead hand."),
        ("P1", {"dead_hand": False}, "dead_hand", "P1 always makes a dead hand."),
    ],
)
def test_what_the_book_does_not_know_is_refused(play, code, given, field, sentence):
    before = counts()
    with pytest.raises(ValidationError) as refused:
        give(play, "A", code, **given)
    (found,) = refused.value.message_dict[field]
    assert found.startswith(sentence)
    assert counts() == before


def test_nobody_loses_table_points(play):
    with pytest.raises(ValidationError) as refused:
        give(play, "A", "P4", effect="table_points:2")
    assert refused.value.message_dict == {
        "effect": [
            (
                "The rules know no “table_points:2”. What exists: warning, points, dead_hand, "
                "flowers_lost, session_lost, disqualified. Nobody loses table points."
            )
        ]
    }


def test_the_offended_player_gets_it_all():
    play = make_play(8, penalty_book="gb2006")
    first = [seat.entry for seat in table_sheet(play.table).seats]
    second = [seat.entry for seat in table_sheet(play.table_number(2)).seats]
    knock = {
        "by": play.scorer,
        "session": play.session,
        "entry": first[0],
        "code": "KNOCK",
        "reason": "elbow",
    }
    for to_entry, sentence in (
        (None, "Say who receives the points"),
        (second[0], "does not sit at this table"),
        (first[0], "cannot receive the points"),
    ):
        with pytest.raises(ValidationError) as refused:
            give_penalty(**knock, amount=20, to_entry=to_entry)
        assert sentence in refused.value.message_dict["to_entry"][0]
    give_penalty(**knock, amount=20, to_entry=first[2])
    assert table_sheet(play.table).totals == (-20, 0, 20, 0)


def test_points_by_the_umpires_discretion_say_why():
    play = make_play(penalty_book="gb2006")
    with pytest.raises(ValidationError) as refused:
        give(play, "A", "RULE", amount=40)
    assert list(refused.value.error_dict) == ["reason"]
    assert give(play, "A", "RULE", amount=40, reason="rude").reason == "rude"
    assert give(play, "B", "EMPTY").reason == ""


def test_only_a_referee_disqualifies_and_revoking_undoes_it(play):
    with pytest.raises(PermissionDenied):
        give(play, "A", "DQ")
    with pytest.raises(ValidationError) as refused:
        give(play, "A", "DQ", by=play.referee)
    assert refused.value.error_dict["reason"][0].code == "reason_required"
    penalty = give(play, "A", "DQ", by=play.referee, reason="cheating")
    entry = play.entries[0]
    entry.refresh_from_db()
    assert (entry.state, entry.playing) == ("disqualified", False)
    revoke_penalty(by=play.referee, penalty=penalty, reason="mistaken identity")
    entry.refresh_from_db()
    assert (entry.state, entry.playing) == ("active", True)
    play.tournament.refresh_from_db()
    assert play.tournament.standings_version == 2


def test_a_penalty_is_revoked_once_and_with_a_reason(play):
    penalty = give(play, "C", "P1", hand=7)
    with pytest.raises(ValidationError, match="Say why"):
        revoke_penalty(by=play.scorer, penalty=penalty, reason="")
    revoke_penalty(by=play.scorer, penalty=penalty, reason="it was a win")
    with pytest.raises(ValidationError, match="revoked already"):
        revoke_penalty(by=play.scorer, penalty=penalty, reason="again")
    assert table_sheet(play.table).penalties == ()
    assert Penalty.objects.get().revoked_reason == "it was a win"


def test_a_penalty_at_a_closed_table_needs_a_reason_and_moves_the_results(play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    before = counts()
    with pytest.raises(ValidationError, match="Say why"):
        give(play, "C", "P4")
    assert counts() == before
    give(play, "C", "P4", reason="seen on the clock")
    assert scores(play.table) == [("A", 48, 48), ("B", -32, 0), ("C", -18, 12), ("D", -8, 24)]
