"""A page that was open before the session was finished sends something: said, and nothing changes.

A scorer's, an organiser's and a phone's; a referee may still correct, with a reason.
"""

from __future__ import annotations

import re

import pytest
from django.test import Client

from scoring.models import Penalty
from scoring.services.penalties import give_penalty
from scoring.services.sessions import approve_session, finish_session
from scoring.services.sheets import close_table
from tests.builders import add_staff, make_player
from tests.scoring.play import counts, make_play
from tournaments.models import Entry, Occupant, Role
from tournaments.selectors.links import link_path, own_ways
from tournaments.services.entries import add_entry
from tournaments.services.links import make_links

pytestmark = [pytest.mark.django_db, pytest.mark.long]

TABLE = "/t/mosel/sessions/1/tables/1/"
PHONE = "/t/mosel/phone/"
WIN = {"winner": "A", "discarder": "B", "points": "88", "key": "late"}
FINISHED = "Session is finished: a referee has to correct it."
TOTALS = {"total_a": "8", "total_b": "0", "total_c": "0", "total_d": "-8"}
TABLE_POSTS = [
    ("hands/1/", WIN | {"version": "1", "reason": "typed wrongly"}, FINISHED),
    ("hands/2/", WIN | {"version": "1"}, FINISHED),
    ("hands/1/clear/", {"version": "1", "reason": "typed wrongly"}, FINISHED),
    ("penalties/", {"seat": "A", "code": "P4", "hand": "3"}, FINISHED),
    ("penalties/{penalty}/revoke/", {"reason": "given wrongly"}, FINISHED),
    ("last-hand/", {"last_hand": "8"}, "Table 1 is closed: a change needs a reason."),
    ("close/", {}, "Table 1 is closed already."),
    ("totals/", TOTALS | {"reason": "typed wrongly"}, FINISHED),
    ("reopen/", {"reason": "typed wrongly"}, "Session 1 is finished: correct its hands"),
]
PHONE_POSTS = [
    ("hands/1/", WIN | {"version": "1"}),
    ("hands/16/", WIN | {"version": "0"}),
    ("undo/", {"number": "16", "version": "1"}),
    ("last-hand/", {"last_hand": "8"}),
    ("confirm/", {"seat": "A", "version": "{version}", "code": "{code}"}),
    ("close/", {"version": "{version}"}),
]


def words(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def everything():
    """What no late post may change."""
    return counts(), sorted(Occupant.objects.values_list("seat_id", "entry_id", "from_hand"))


@pytest.fixture(params=["finished", "approved"])
def over(request):
    """A session whose one table is closed; a penalty stands."""
    play = make_play()
    make_links(by=None, session=play.session)
    play.all_hands()
    give_penalty(by=play.referee, session=play.session, entry=play.entries[1], code="P3", hand=5)
    close_table(by=play.scorer, table=play.table)
    play.early = Client()
    play.early.get(link_path(play.table.links.get()))
    finish_session(by=play.referee, session=play.session)
    if request.param == "approved":
        approve_session(by=play.referee, session=play.session)
    return play


@pytest.mark.parametrize(("path", "fields", "said"), TABLE_POSTS)
def test_a_scorers_late_post_is_refused(client, over, path, fields, said):
    client.force_login(over.scorer)
    before = everything()
    answer = client.post(TABLE + path.format(penalty=Penalty.objects.get().pk), fields)
    assert answer.status_code in (403, 409, 422)
    assert re.search(said, words(answer))
    assert everything() == before


@pytest.mark.parametrize(("path", "fields"), PHONE_POSTS)
def test_a_phones_late_post_is_refused(over, path, fields):
    named = {"version": over.table.version, "code": over.entries[0].code}
    given = {name: value.format(**named) for name, value in fields.items()}
    before = everything()
    answer = over.early.post(PHONE + path, {"place": f"{over.tournament.uid}:1:1"} | given)
    assert answer.status_code == 410
    assert "Session 1 is finished." in words(answer)
    assert everything() == before


def test_a_late_confirmation_by_a_players_own_link_changes_nothing(client, over):
    before = everything()
    answer = client.post(own_ways(over.tournament)[1].path, {"version": over.table.version})
    assert answer.status_code == 302
    assert everything() == before


def test_no_substitute_sits_down_late_but_by_a_referee(client, over):
    bench = add_entry(
        by=None, tournament=over.tournament, player=make_player(90), kind=Entry.Kind.SUBSTITUTE
    )
    given = {
        "kind": "ill_during",
        "session": over.session.pk,
        "from_hand": "9",
        "substitute": bench.pk,
        "confirmed": "on",
    }
    before = everything()
    client.force_login(over.scorer)
    assert client.post("/t/mosel/substitutes/?who=1", given).status_code == 403
    client.force_login(over.referee)
    answer = client.post("/t/mosel/substitutes/?who=1", given)
    assert (answer.status_code, "Say why it is changed." in words(answer)) == (422, True)
    assert everything() == before


@pytest.mark.parametrize("action", ["start", "finish"])
def test_a_session_is_not_started_or_finished_again(client, over, action):
    client.force_login(add_staff(over.tournament, "olga", Role.ORGANISER))
    before = everything()
    answer = client.post(f"/t/mosel/sessions/1/{action}/", follow=True)
    assert answer.status_code == 200
    assert re.search("Session 1 is (not|already)|has been|cannot", words(answer))
    assert everything() == before
