"""Hands by the API: versions, client keys, conflicts, corrections."""

from __future__ import annotations

import pytest

from scoring.models import Hand
from scoring.services.sheets import close_table
from tests.api.conftest import BASE
from tests.scoring.play import counts, make_play

pytestmark = pytest.mark.django_db
HAND = f"{BASE}sessions/1/tables/1/hands/1/"
WIN = {"version": 0, "kind": "win", "winner": "A", "discarder": "B", "points": 24}


def send(client, path=HAND, **body):
    return client.put(path, body, format="json")


def said(hand):
    """What of a hand does not depend on the clock."""
    return {name: value for name, value in hand.items() if name != "entered_at"}


def test_a_hand_is_recorded_read_corrected_and_cleared(api_of):
    client = api_of(make_play().scorer)
    stored = {
        "number": 1,
        "version": 1,
        "kind": "win",
        "winner": "A",
        "discarder": "B",
        "points": 24,
        "flowers": None,
        "depth": "points",
        "disputed": False,
    }
    answer = send(client, **WIN)
    assert (answer.status_code, said(answer.json())) == (200, stored)
    assert said(client.get(HAND).json()) == stored
    answer = send(client, **WIN | {"version": 1, "points": 25, "flowers": 1})
    assert said(answer.json()) == stored | {"version": 2, "points": 25, "flowers": 1}
    assert client.get(f"{BASE}sessions/1/tables/1/sheet/").json()["scores"] == [49, -33, -8, -8]
    assert client.delete(f"{HAND}?version=2").status_code == 204
    assert client.get(HAND).status_code == 404
    assert client.get(f"{BASE}sessions/1/tables/1/hands/").json()["results"] == []


def test_the_same_key_twice_is_the_same_as_once(api_of):
    client = api_of(make_play().scorer)
    first = send(client, **WIN, client_key="phone-1")
    before = counts()
    again = send(client, **WIN, client_key="phone-1")
    assert (again.status_code, again.json()) == (200, first.json())
    assert counts() == before


def test_a_key_is_good_for_one_hand_only(api_of):
    client = api_of(make_play().scorer)
    send(client, **WIN, client_key="phone-1")
    other = send(client, f"{BASE}sessions/1/tables/1/hands/2/", **WIN, client_key="phone-1")
    assert (other.status_code, other.json()["code"]) == (400, "key_used")
    changed = send(client, **WIN | {"points": 30}, client_key="phone-1")
    assert (changed.status_code, changed.json()["given"]["points"]) == (409, 30)


def test_two_scorers_with_one_hand_get_both_values(api_of):
    play = make_play()
    send(api_of(play.scorer), **WIN)
    before = counts()
    answer = send(api_of(play.referee), **WIN | {"discarder": "C", "points": 32})
    assert answer.status_code == 409
    assert answer.json() == {
        "code": "stale",
        "message": "Hand 1 exists: replace it?",
        "fields": {},
        "standing": {
            "kind": "win",
            "winner": "A",
            "discarder": "B",
            "points": 24,
            "flowers": None,
            "version": 1,
        },
        "given": {
            "kind": "win",
            "winner": "A",
            "discarder": "C",
            "points": 32,
            "flowers": None,
        },
    }
    assert counts() == before


def test_clearing_what_was_cleared_says_that_nothing_stands(api_of):
    client = api_of(make_play().scorer)
    answer = client.delete(f"{HAND}?version=1")
    assert answer.status_code == 409
    assert (answer.json()["standing"], answer.json()["given"]) == (None, None)


def test_two_scorers_with_two_hands_both_succeed(api_of):
    play = make_play()
    assert send(api_of(play.scorer), **WIN).status_code == 200
    second = send(api_of(play.referee), f"{BASE}sessions/1/tables/1/hands/2/", **WIN)
    assert (second.status_code, Hand.objects.count()) == (200, 2)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"points": 7}, {"points": "below_minimum"}),
        ({"points": 401}, {"points": "points_above_limit"}),
        ({"points": -5}, {"points": "below_minimum"}),
        ({"flowers": 9}, {"flowers": "flowers_out_of_range"}),
        ({"winner": "E"}, {"winner": "winner_missing"}),
        ({"discarder": "A"}, {"discarder": "winner_is_discarder"}),
        ({"discarder": "X"}, {"discarder": "discarder_unknown"}),
        ({"points": "24"}, {"points": "invalid"}),
        ({"kind": "lost"}, {"kind": "invalid_choice"}),
        ({"version": None}, {"version": "null"}),
    ],
)
def test_a_hand_that_cannot_be_names_the_field_and_writes_nothing(api_of, change, named):
    client = api_of(make_play().scorer)
    before = counts()
    answer = send(client, **WIN | change)
    assert answer.status_code == 400
    fields = answer.json()["fields"]
    assert {name: errors[0]["code"] for name, errors in fields.items()} == named
    assert counts() == before


def test_a_closed_table_asks_for_the_reason(api_of):
    play = make_play()
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    client = api_of(play.scorer)
    refused = send(client, **WIN | {"version": 1, "points": 30})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["reason"])
    answer = send(client, **WIN | {"version": 1, "points": 30}, reason="misread")
    assert (answer.status_code, answer.json()["points"]) == (200, 30)
    assert client.get(f"{BASE}sessions/1/tables/1/sheet/").json()["scores"] == [54, -38, -8, -8]


def test_a_hand_before_the_start_is_refused_with_the_services_code(api_of):
    play = make_play()
    play.session.state = "published"
    play.session.save()
    answer = send(api_of(play.scorer), **WIN)
    assert answer.json() == {
        "code": "session_not_started",
        "message": "Session 1 has not been started.",
        "fields": {},
    }
