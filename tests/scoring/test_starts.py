"""Taking back a session's start that was pressed by mistake."""

from __future__ import annotations

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from journal.models import Event
from scoring.models import Hand
from scoring.selectors.phone import read_phone
from scoring.selectors.tables import table_sheet
from scoring.services.hands import clear_hand
from scoring.services.penalties import give_penalty, revoke_penalty
from scoring.services.sessions import finish_session, start_session, take_back_start
from scoring.services.sheets import close_table, set_last_hand, set_totals
from tests.builders import START, make_player
from tests.scoring.play import counts
from tournaments.models import Entry, Occupant
from tournaments.services.links import hear_from, make_links
from tournaments.services.seating import unpublish_session
from tournaments.services.stand_ins import take_seat

pytestmark = pytest.mark.django_db


def bench(play):
    return Entry.objects.create(
        tournament=play.tournament,
        player=make_player(9),
        number=9,
        kind=Entry.Kind.SUBSTITUTE,
        playing=False,
    )


def refused(play):
    """Why the start stays; nothing is written then."""
    before = counts()
    with pytest.raises(ValidationError) as error:
        take_back_start(by=play.referee, session=play.session)
    assert error.value.code == "entered"
    assert counts() == before
    play.session.refresh_from_db()
    assert play.session.state == "running"
    return error.value.messages[0]


def test_the_session_is_as_if_nobody_had_started_it(play):
    play.session.state = "published"
    play.session.save()
    start_session(by=play.referee, session=play.session, at=START.replace(hour=8))
    taken = take_back_start(by=play.referee, session=play.session)
    play.session.refresh_from_db()
    assert (play.session.state, play.session.began_at) == ("published", None)
    assert taken.begins_at == play.session.starts_at
    event = Event.objects.first()
    assert (event.verb, event.target, event.actor) == (
        "session.start_taken_back",
        "session 1",
        play.referee,
    )
    assert (event.before, event.after) == ("running", "published")
    assert read_phone(table_sheet(play.table), timezone.now()).mode == "soon"
    with pytest.raises(ValidationError, match="Session 1 has not been started"):
        play.hand(1)
    assert start_session(by=play.referee, session=play.session).state == "running"


def test_only_a_running_session_has_a_start_to_take_back(play):
    set_totals(by=play.scorer, table=play.table, totals=[0, 0, 0, 0])
    close_table(by=play.scorer, table=play.table)
    finish_session(by=play.referee, session=play.session)
    with pytest.raises(ValidationError, match="Session 1 is not running"):
        take_back_start(by=play.referee, session=play.session)


def test_a_hand_keeps_the_start_and_one_that_was_undone_does_not(play):
    play.hand(1, winner="A", points=8)
    assert refused(play) == "The start of session 1 stays. Hands are entered at table 1."
    clear_hand(by=play.scorer, table=play.table, number=1, version=1)
    take_back_start(by=play.referee, session=play.session)
    assert Hand.objects.filter(voided_at=None).count() == 0


def test_totals_keep_the_start(play):
    set_totals(by=play.scorer, table=play.table, totals=[10, 0, 0, -10])
    assert refused(play) == "The start of session 1 stays. Table 1 has its result."
    set_totals(by=play.scorer, table=play.table, totals=None)
    take_back_start(by=play.referee, session=play.session)


def test_a_named_last_hand_keeps_the_start(play):
    set_last_hand(by=play.scorer, table=play.table, last_hand=12)
    assert "Table 1 has named its last hand." in refused(play)
    set_last_hand(by=play.scorer, table=play.table, last_hand=16)
    take_back_start(by=play.referee, session=play.session)


@pytest.mark.parametrize("seated", [True, False])
def test_a_penalty_keeps_the_start_until_it_is_revoked(play, seated):
    fined = play.entries[0] if seated else bench(play)
    penalty = give_penalty(by=play.referee, session=play.session, entry=fined, code="P4")
    assert refused(play) == "The start of session 1 stays. A penalty was given: revoke it first."
    revoke_penalty(by=play.referee, penalty=penalty, reason="not started")
    take_back_start(by=play.referee, session=play.session)


@pytest.mark.parametrize(("case", "stays"), [("ill_during", True), ("ill_before", False)])
def test_who_left_during_play_keeps_the_start_who_never_came_does_not(play, case, stays):
    seat = Occupant.objects.get(seat__letter="A")
    take_seat(by=play.referee, occupant=seat, substitute=bench(play), case=case)
    if stays:
        assert "Somebody left table 1 during play." in refused(play)
    else:
        take_back_start(by=play.referee, session=play.session)
        assert Occupant.objects.get(seat__letter="A").entry.number == 9


def test_hands_that_a_phone_still_holds_keep_the_start(play):
    (link,) = make_links(by=None, session=play.session)
    hear_from(link=link, unsent=2)
    assert "The phone of table 1 holds hands that it could not send yet." in refused(play)
    link.refresh_from_db()
    hear_from(link=link, unsent=0)
    take_back_start(by=play.referee, session=play.session)


def test_the_seating_can_be_drawn_again_afterwards(play):
    take_back_start(by=play.referee, session=play.session)
    assert unpublish_session(by=None, session=play.session).state == "draft"
