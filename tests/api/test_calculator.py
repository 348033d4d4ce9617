"""The calculator by the API: the same answers as the page, errors in the one form."""

from __future__ import annotations

import pytest

from scoring.models import Hand
from tests.api.conftest import BASE, ROOT
from tests.scoring.play import make_play

pytestmark = pytest.mark.django_db
PAGE = f"{ROOT}calculator/"
TWELVE = {
    "concealed": "147m369s25pSS",
    "win": "8p",
    "melds": [{"type": "chow", "tiles": "678s", "from": 1}],
}


def test_a_hand_is_counted_with_its_reasons(api):
    answer = api.post(PAGE, TWELVE | {"flowers": 1}, format="json")
    found = answer.json()
    assert (answer.status_code, found["win"], found["legal"]) == (200, True, True)
    assert (found["total"], found["without_flowers"]) == (13, 12)
    assert [(one["names"]["en"], one["points"]) for one in found["fans"]] == [
        ("Knitted Straight", 12),
        ("Flower Tiles", 1),
    ]
    assert found["payments"] == [37, -21, -8]
    assert found["waits"] == [{"tile": "8p", "total": 13, "legal": True}]
    assert found["hand"]["melds"] == [{"type": "chow", "tiles": "678s", "from": 1}]


def test_the_address_of_the_page_gives_the_same(api):
    asked = {"hand": "[678s,1] 147m 369s 25p SS 8p", "flowers": "1"}
    posted = api.post(PAGE, TWELVE | {"flowers": 1}, format="json").json()
    assert api.get(PAGE, asked).json() == posted


def test_settings_count_and_unknown_ones_are_refused(api):
    hand = {"concealed": "147m258s369pESWN", "win": "C"}
    settings = {"lesser_with_knitted_straight": "12"}
    assert api.post(PAGE, hand | {"settings": settings}, format="json").json()["total"] == 12
    answer = api.post(PAGE, hand | {"settings": {"moon": "full"}}, format="json")
    assert answer.status_code == 400
    assert answer.json()["fields"]["settings"][0]["code"] == "unknown_setting"


def test_everything_wrong_is_said_at_once(api):
    answer = api.post(
        PAGE,
        {"concealed": "11111m234s55p", "win": "5p", "kong_win": "robbing", "self_drawn": True},
        format="json",
    )
    found = answer.json()
    assert (answer.status_code, found["code"]) == (400, "invalid")
    assert {name: [one["code"] for one in said] for name, said in found["fields"].items()} == {
        "concealed": ["wrong_tile_count", "five_of_a_kind"],
        "kong_win": ["robbing_self_drawn", "robbed_tile_held"],
    }


def test_an_address_that_cannot_be_read_says_so(api):
    answer = api.get(PAGE, {"hand": "12 E"})
    assert (answer.status_code, answer.json()["fields"]) == (
        400,
        {
            "hand": [
                {
                    "code": "ranks_without_suit",
                    "message": "1, 2: which suit? Write m, s or p behind the numbers.",
                }
            ]
        },
    )


def test_no_win_is_an_answer(api):
    found = api.post(PAGE, {"concealed": "123456789m1234p", "win": "5s"}, format="json").json()
    assert (found["win"], found["code"], found["fans"]) == (False, "not_a_winning_shape", [])


def test_thirteen_tiles_tell_their_waits(api):
    found = api.get(PAGE, {"hand": "1112345678999m"}).json()
    assert (found["win"], len(found["waits"])) == (None, 9)


def test_a_hand_can_be_recorded_with_its_tiles(api_of):
    client = api_of(make_play().scorer)
    body = {"version": 0, "kind": "win", "winner": "A", "discarder": "B", "points": 10}
    address = f"{BASE}sessions/1/tables/1/hands/1/"
    answer = client.put(address, body | {"tiles": TWELVE}, format="json")
    assert (answer.status_code, answer.json()["depth"]) == (200, "tiles")
    assert Hand.objects.get().counted["total"] == 12
