"""Corrections for everybody, and undoing a correction."""

import re

import pytest

from journal.models import Event
from scoring.models import Hand
from scoring.selectors.standings import plain_rows, standings_at
from scoring.services.announcements import announce
from scoring.services.hands import clear_hand, replace_hand
from scoring.services.penalties import give_penalty
from scoring.services.rebuild import check_derived
from scoring.services.sessions import approve_session, finish_session
from scoring.services.sheets import close_table
from tests.builders import add_session, add_staff
from tests.scoring.play import make_play, scores
from tournaments.models import Role

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/corrections/"
LOG = "/t/mosel/log/"


def words(answer):
    """The visible words of a page, blanks folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def play():
    """A table whose session is approved: A won hand 1 off B with 24."""
    made = make_play()
    made.all_hands()
    close_table(by=made.scorer, table=made.table)
    finish_session(by=made.referee, session=made.session)
    approve_session(by=made.referee, session=made.session)
    return made


def correct(play, points=32, **more):
    version = Hand.objects.get(table=play.table, number=1, voided_at=None).version
    deal = {"kind": "win", "winner": "A", "discarder": "B", "points": points}
    return replace_hand(
        by=play.referee,
        table=play.table,
        number=1,
        version=version,
        reason="the secret reason",
        **deal | more,
    )


def test_a_correction_is_listed_with_both_values_and_without_its_reason(client, play):
    correct(play)
    said = words(client.get(PAGE))
    assert "Session 1, table 1, hand 1 hand" in said
    named = "First01 Last01 off First02 Last02"
    assert f"24, {named} → 32, {named}" in said
    assert "standings version 3" in said
    assert "secret" not in said
    assert "rolf" not in said


def test_the_list_begins_anew_with_every_announcement(client, play):
    correct(play)
    client.force_login(play.referee)
    assert client.post(f"{PAGE}announce/").status_code == 302
    assert "Nothing was corrected since then." in words(client.get(PAGE))
    assert "→ 32" in words(client.get(f"{PAGE}?all=1"))
    give_penalty(
        by=play.referee, session=play.session, entry=play.entries[2], code="P4", reason="late"
    )
    said = words(client.get(PAGE))
    assert "Session 1, table 1 penalty – → P4, −10" in said
    assert "→ 32" not in said
    assert Event.objects.filter(verb="results.announced").get().after == {"version": 3}


def test_nothing_is_announced_before_the_first_result(client):
    made = make_play()
    client.force_login(made.referee)
    said = words(client.post(f"{PAGE}announce/", follow=True))
    assert "There are no results yet." in said
    assert not Event.objects.filter(verb="results.announced").exists()


def test_a_running_or_held_session_shows_no_corrections(client):
    """Case 13: changes while a session is played are no corrections."""
    made = make_play()
    made.hand(1, winner="A", discarder="B", points=24)
    made.hand(1, version=1, winner="A", discarder="B", points=88)
    assert "88" not in words(client.get(PAGE))
    made.all_hands(but=(1,))
    close_table(by=made.scorer, table=made.table)
    finish_session(by=made.referee, session=made.session)
    assert "Nothing was corrected." in words(client.get(PAGE))
    correct(made, points=64)
    assert "→ 64" in words(client.get(PAGE))
    made.tournament.refresh_from_db()
    made.tournament.final_held = True
    made.tournament.save()
    assert "64" not in words(client.get(PAGE))


def test_undoing_a_correction_gives_identical_figures(play):
    """Case 12: the first figures come back, with the next version of the standings."""
    results, ranking = scores(play.table), plain_rows(standings_at(play.tournament))
    correct(play, points=88)
    assert scores(play.table) != results
    correct(play, points=24)
    assert scores(play.table) == results
    assert plain_rows(standings_at(play.tournament)) == ranking
    play.tournament.refresh_from_db()
    assert play.tournament.standings_version == 4
    assert check_derived(play.tournament) == []
    assert [hand.points for hand in Hand.objects.filter(number=1)] == [24, 88, 24]


def test_the_last_hand_of_an_approved_session_is_cancelled_and_listed(client, play):
    """Case 12: after approval only with a referee and a reason."""
    hand = Hand.objects.get(table=play.table, number=16)
    clear_hand(by=play.referee, table=play.table, number=16, version=hand.version, reason="void")
    said = words(client.get(PAGE))
    assert "Session 1, table 1, hand 16 hand drawn → –" in said


@pytest.mark.parametrize(
    ("role", "log", "announces"),
    [
        (None, 404, 404),
        (Role.OBSERVER, 200, 403),
        (Role.SCORER, 200, 403),
        (Role.REFEREE, 200, 302),
    ],
)
def test_who_may_open_what(client, play, role, log, announces):
    if role:
        client.force_login(add_staff(play.tournament, "rita", role))
    assert client.get(PAGE).status_code == 200
    assert client.get(LOG).status_code == log
    assert client.get(f"{LOG}events.csv").status_code == log
    assert client.post(f"{PAGE}announce/").status_code == announces


def test_an_announcement_names_its_version(play):
    event = announce(by=play.referee, tournament=play.tournament)
    assert event.target == "version 2"


def test_the_staff_is_told_where_a_result_is_corrected(client, play):
    add_session(play.tournament, 2, entries=[], state="draft")
    assert "is corrected at its table" not in words(client.get(PAGE))
    client.force_login(play.scorer)
    page = client.get(PAGE)
    assert "A result is corrected at its table" in words(page)
    shown = page.content.decode()
    assert ("/t/mosel/seating/1/" in shown, "/t/mosel/seating/2/" in shown) == (True, False)
