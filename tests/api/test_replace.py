"""A no-show's place is given away by the same rules as on the pages; judged penalties say why."""

import pytest

from scoring.services.clock import give_table_time
from scoring.services.sheets import close_table
from tests.api.conftest import BASE
from tests.scoring.play import make_play
from tournaments.models import Entry, Occupant, Session
from tournaments.services.substitutes import add_substitute

pytestmark = pytest.mark.django_db


@pytest.fixture
def play():
    made = make_play()
    add_substitute(by=None, tournament=made.tournament)
    return made


def replace(api_of, play, **more):
    given = {"substitute": 5, "counts_for_ranking": False} | more
    return api_of(play.referee).post(f"{BASE}entries/1/replace/", given, format="json")


def seat():
    row = Occupant.objects.get(seat__letter="A")
    return (row.entry.number, row.case)


def test_before_any_seat_is_published_the_substitute_takes_part_in_the_next_draw(play, api_of):
    play.session.delete()
    assert replace(api_of, play).status_code == 200
    assert Entry.objects.get(number=5).playing is True


@pytest.mark.parametrize("state", [Session.State.PUBLISHED, Session.State.RUNNING])
def test_the_seat_is_given_whatever_changed_at_the_table(play, api_of, state):
    play.session.state = state
    play.session.save()
    give_table_time(by=play.referee, table=play.table, minutes=5)
    assert replace(api_of, play, counts_for_ranking=True).json()["counts_for_ranking"] is True
    assert seat() == (5, "")


def test_where_play_has_begun_the_session_is_missed(play, api_of):
    play.hand(1)
    refused = replace(api_of, play, counts_for_ranking=True)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["counts_for_ranking"])
    assert seat() == (1, "")
    assert replace(api_of, play).status_code == 200
    assert seat() == (5, "absent")


def test_a_closed_table_asks_why(play, api_of):
    close_table(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))
    refused = replace(api_of, play)
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["reason"])
    assert replace(api_of, play, reason="seen on the paper").status_code == 200
    assert seat() == (5, "absent")


def test_obstruction_says_why_and_may_be_a_dead_hand_alone(play, api_of):
    api = api_of(play.referee)
    given = {"entry": 1, "code": "P7", "dead_hand": True}
    refused = api.post(f"{BASE}sessions/1/penalties/", given, format="json")
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["reason"])
    made = api.post(f"{BASE}sessions/1/penalties/", given | {"reason": "slow"}, format="json")
    assert made.status_code == 201
    assert (made.json()["amount"], made.json()["dead_hand"]) == (0, True)
