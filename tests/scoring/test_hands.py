"""Recording, replacing and clearing hands."""

import pytest
from django.core.exceptions import PermissionDenied, ValidationError

from journal.models import Event
from scoring.models import Hand
from scoring.selectors.tables import table_sheet
from scoring.services.hands import StaleHand, clear_hand, replace_hand
from scoring.services.sessions import finish_session
from scoring.services.sheets import close_table, set_last_hand
from tests.scoring.play import counts, scores

pytestmark = pytest.mark.django_db


def test_eleven_points_on_a_discard_pay_in_whole_numbers(play):
    play.hand(1, winner="A", discarder="B", points=11)
    assert table_sheet(play.table).totals == (35, -19, -8, -8)


def test_a_hand_is_kept_with_its_event_and_counts_the_table_up(play):
    hand = play.hand(6, winner="C", discarder="D", points=16, flowers=1)
    event = Event.objects.get()
    assert (hand.version, hand.entered_by, play.table.version) == (1, play.scorer, 1)
    assert (event.verb, event.target, event.before, event.after) == (
        "hand.recorded",
        "session 1 table 1 hand 6",
        None,
        {"kind": "win", "winner": "C", "discarder": "D", "points": 16, "flowers": 1},
    )
    play.tournament.refresh_from_db()
    assert play.tournament.rules_frozen_at is not None


@pytest.mark.parametrize(
    ("deal", "field", "sentence"),
    [
        (
            {"winner": "A", "discarder": "B", "points": 6},
            "points",
            "6 is below 8: no win. Was it a false hu?",
        ),
        (
            {"winner": "A", "discarder": "B", "points": 9, "flowers": 2},
            "points",
            "9 less 2 flowers is 7, below 8: no win. Was it a false hu?",
        ),
        (
            {"winner": "A", "points": 401},
            "points",
            "401 is more than any hand counts (400).",
        ),
        (
            {"winner": "A", "points": 40, "flowers": 9},
            "flowers",
            "There are 8 flowers; 9 of them cannot be.",
        ),
        (
            {"winner": "A", "discarder": "A", "points": 8},
            "discarder",
            "The winner cannot be the one who discarded.",
        ),
        ({"winner": "E", "points": 8}, "winner", "Who won?"),
        ({"winner": "A", "discarder": "X", "points": 8}, "discarder", "Off whom?"),
    ],
)
def test_a_hand_that_cannot_be_changes_nothing(play, deal, field, sentence):
    before = counts()
    with pytest.raises(ValidationError) as refused:
        play.hand(1, **deal)
    assert refused.value.message_dict == {field: [sentence]}
    assert counts() == before


@pytest.mark.parametrize("number", [0, 17])
def test_there_are_sixteen_hands(play, number):
    with pytest.raises(ValidationError, match="hands 1 to 16"):
        play.hand(number)


def test_a_session_that_has_not_begun_takes_no_hand(play):
    play.session.state = "published"
    play.session.save()
    before = counts()
    with pytest.raises(ValidationError, match="Session 1 has not been started"):
        play.hand(1)
    assert counts() == before


def test_the_same_key_twice_is_one_hand(play):
    first = play.hand(7, winner="A", discarder="B", points=24, client_key="phone-7")
    second = play.hand(7, winner="A", discarder="B", points=24, client_key="phone-7")
    assert first.pk == second.pk
    assert (Hand.objects.count(), Event.objects.count()) == (1, 1)


def test_two_keys_with_one_value_are_one_hand(play):
    first = play.hand(7, winner="A", discarder="B", points=24, client_key="one")
    second = play.hand(7, winner="A", discarder="B", points=24, client_key="two")
    assert (first.pk, Hand.objects.count()) == (second.pk, 1)


def test_two_keys_with_two_values_ask_which_one(play):
    stored = play.hand(7, winner="A", discarder="B", points=24, client_key="one")
    before = counts()
    with pytest.raises(StaleHand, match=r"Hand 7 exists: replace it\?") as stale:
        play.hand(7, winner="A", discarder="B", points=34, client_key="two")
    assert (stale.value.standing, stale.value.given.points) == (stored, 34)
    assert counts() == before


def test_a_used_key_with_another_value_is_asked_and_not_lost(play):
    play.hand(7, winner="A", discarder="B", points=24, client_key="one")
    with pytest.raises(StaleHand):
        play.hand(7, version=1, winner="A", discarder="B", points=34, client_key="one")


def test_a_key_of_another_hand_is_refused(play):
    play.hand(7, client_key="one")
    with pytest.raises(ValidationError, match="belongs to another hand"):
        play.hand(8, client_key="one")


def test_different_hands_by_two_scorers_both_stand(play):
    play.hand(2)
    play.hand(1)
    assert sorted(table_sheet(play.table).hands) == [1, 2]


def test_an_open_hand_is_corrected_freely_and_the_old_row_stays(play):
    play.hand(3, winner="A", discarder="B", points=24)
    new = play.hand(3, version=1, winner="A", discarder="B", points=34)
    old = Hand.objects.get(version=1)
    assert (new.version, new.voided_at, old.points) == (2, None, 24)
    assert old.voided_at is not None
    event = Event.objects.first()
    assert (event.verb, event.before["points"], event.after["points"]) == ("hand.replaced", 24, 34)


def test_a_cleared_hand_is_empty_and_can_be_entered_again(play):
    play.hand(3)
    clear_hand(by=play.scorer, table=play.table, number=3, version=1)
    assert table_sheet(play.table).version_of(3) == 0
    assert play.hand(3, winner="A", points=8).version == 2


def test_clearing_what_another_has_changed_is_refused(play):
    play.hand(3)
    play.hand(3, version=1, winner="A", points=8)
    with pytest.raises(StaleHand):
        clear_hand(by=play.scorer, table=play.table, number=3, version=1)


def closed(play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)


def test_a_closed_table_takes_no_plain_change(play):
    closed(play)
    before = counts()
    with pytest.raises(ValidationError, match="Table 1 is closed: a change needs a reason"):
        play.hand(2, version=1, winner="A", points=8)
    with pytest.raises(ValidationError, match="Say why"):
        replace_hand(
            by=play.scorer, table=play.table, number=2, version=1, kind="drawn", reason=" "
        )
    assert counts() == before


def test_a_reason_replaces_a_hand_of_a_closed_table(play):
    closed(play)
    replace_hand(
        by=play.scorer,
        table=play.table,
        number=1,
        version=1,
        kind="win",
        winner="B",
        discarder="A",
        points=24,
        reason="seats mixed up",
    )
    assert scores(play.table) == [("A", -32, 0), ("B", 48, 48), ("C", -8, 18), ("D", -8, 18)]
    play.tournament.refresh_from_db()
    assert play.tournament.standings_version == 2
    event = Event.objects.get(verb="hand.replaced")
    assert (event.reason, event.target) == ("seats mixed up", "session 1 table 1 hand 1")


def test_the_last_hand_of_a_closed_table_can_be_cancelled(play):
    play.all_hands(but=(16,))
    play.hand(16, winner="D", points=10)
    close_table(by=play.scorer, table=play.table)
    clear_hand(by=play.scorer, table=play.table, number=16, version=1, reason="time was over")
    assert scores(play.table) == [("A", 48, 48), ("B", -32, 0), ("C", -8, 18), ("D", -8, 18)]
    assert table_sheet(play.table).last_hand == 15


def test_after_the_session_only_a_referee_cancels_the_last_hand(play):
    closed(play)
    finish_session(by=play.referee, session=play.session)
    before = counts()
    with pytest.raises(PermissionDenied):
        clear_hand(by=play.scorer, table=play.table, number=16, version=1, reason="time was over")
    assert counts() == before
    clear_hand(by=play.referee, table=play.table, number=16, version=1, reason="time was over")
    event = Event.objects.get(verb="hand.cleared")
    assert (event.actor, event.reason) == (play.referee, "time was over")
    play.tournament.refresh_from_db()
    assert play.tournament.standings_version == 3


def test_a_hand_in_the_middle_of_a_closed_table_is_not_cancelled(play):
    closed(play)
    before = counts()
    with pytest.raises(ValidationError, match="later ones after it"):
        clear_hand(by=play.scorer, table=play.table, number=5, version=1, reason="slip")
    assert counts() == before


def test_a_hand_played_after_all_is_added_to_a_closed_table(play):
    play.all_hands(but=(15, 16))
    set_last_hand(by=play.scorer, table=play.table, last_hand=14)
    close_table(by=play.scorer, table=play.table)
    deal = {"kind": "win", "winner": "C", "points": 10}
    with pytest.raises(ValidationError, match="Hand 15 is missing"):
        replace_hand(
            by=play.scorer, table=play.table, number=16, version=0, reason="it was played", **deal
        )
    replace_hand(
        by=play.scorer, table=play.table, number=15, version=0, reason="it was played", **deal
    )
    assert scores(play.table) == [("A", 30, 24), ("B", -50, 0), ("C", 46, 48), ("D", -26, 12)]
