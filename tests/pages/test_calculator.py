"""The public calculator."""

from __future__ import annotations

import re

import pytest

from scoring.engine.hand_text import parse_hand

PAGE = "/calculator/"
CASE_1 = {"hand": "[NNN,2] 77789m 11888p 7m", "round": "E", "seat": "E"}
CASE_2 = {"hand": "[NNN,2] 78889m 11888p 8m", "round": "E", "seat": "E"}
CASE_3 = {"hand": "[678s,1] 147m 369s 25p SS 8p"}


def text_of(answer):
    bare = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", bare)


def errors(answer):
    return {field: list(found) for field, found in answer.context["form"].errors.items()}


def counted(answer):
    explained = answer.context["explained"]
    return explained.score.total, explained.score.fan_counts


def test_everybody_finds_it_and_reads_what_it_is_not_for(client, db):
    answer = client.get(PAGE)
    assert "Not for use during play" in text_of(answer)
    assert 'href="/calculator/" aria-current="page"' in answer.content.decode()


def test_it_asks_the_database_nothing(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(PAGE, CASE_2)


def test_case_1_is_no_win_with_its_fans(client):
    answer = client.get(PAGE, CASE_1 | {"flowers": "4"})
    assert counted(answer) == (
        10,
        {
            "Tile Hog": 1,
            "Two Concealed Pungs": 1,
            "Pung of Terminals or Honors": 1,
            "One Voided Suit": 1,
            "Flower Tiles": 4,
        },
    )
    text = text_of(answer)
    assert "No win: 6 without flowers, 8 are needed" in text
    assert "Flowers do not help to reach 8." in text
    assert "Payments" not in text


def test_case_2_is_exactly_eight(client):
    answer = client.get(PAGE, CASE_2)
    assert counted(answer)[0] == 8
    assert answer.context["payments"] == (32, -16, -8)


def test_case_3_is_twelve(client):
    assert counted(client.get(PAGE, CASE_3)) == (12, {"Knitted Straight": 1})


def test_case_4_pays_in_whole_numbers(client):
    eleven = {"hand": "123m 123s 456p 789p 5m 5m", "flowers": "1", "seat": "S"}
    answer = client.get(PAGE, {"hand": "[678s,1] 147m 369s 25p SS 8p", "draw": "self"})
    assert answer.context["payments"] == (63, -21)
    assert client.get(PAGE, eleven).status_code == 200


def test_fans_are_named_in_the_readers_language_in_english_and_in_chinese(client):
    text = text_of(client.get(PAGE, CASE_3, headers={"accept-language": "fr"}))
    assert "Dragon" in text or "Knitted Straight" in text
    lines = client.get(PAGE, CASE_3, headers={"accept-language": "fr"}).context["explained"].fans
    assert [(line.fan.en, line.fan.names.zh) for line in lines] == [("Knitted Straight", "组合龙")]
    assert "Knitted Straight" in text
    assert "组合龙" in text
    assert lines[0].fan.names.fr in text


def test_dropped_fans_stand_with_their_reasons(client):
    hand = {"hand": "234m 234s 234p 67p 88s 5p", "draw": "self", "round": "W", "seat": "S"}
    text = text_of(client.get(PAGE, hand))
    assert "Self-Drawn 自摸 It is always part of Fully Concealed Hand." in text
    text = text_of(client.get(PAGE, CASE_1))
    assert "Edge Wait 边张" in text
    assert "The hand waited for several tiles: 7 of characters, 1 of dots." in text


def test_every_wait_is_valued(client):
    waits = client.get(PAGE, {"hand": "23456m 234s 234p 55p 7m"}).context["waits"]
    assert [(wait.tile.text, wait.score.total) for wait in waits] == [
        ("1m", waits[0].score.total),
        ("4m", waits[1].score.total),
        ("7m", waits[2].score.total),
    ]
    assert waits[0].score.total < waits[1].score.total


def test_thirteen_tiles_ask_for_their_waits_alone(client):
    answer = client.get(PAGE, {"hand": "1112345678999m"})
    assert len(answer.context["waits"]) == 9
    assert "explained" not in answer.context


def test_tiles_have_spoken_names_and_come_from_the_sprite(client):
    page = client.get(PAGE, CASE_3).content.decode()
    assert 'aria-label="8 of dots"' in page
    assert re.search(r'<use href="[^"]*tiles[^"]*\.svg#t8p">', page)


def test_everything_wrong_is_said_at_once_by_its_field(client):
    answer = client.get(
        PAGE, {"hand": "11111m 234s 55p 5p", "draw": "self", "kong_win": "on", "flowers": "9"}
    )
    assert errors(answer) == {
        "hand": [
            "A hand has 14 tiles, these are 11 (a kong counts as three).",
            "There are four of each tile, not 5: 1 of characters.",
        ],
        "kong_win": ["The hand has no kong after which a tile was drawn."],
        "flowers": ["Ensure this value is less than or equal to 8."],
    }
    page = answer.content.decode()
    assert 'aria-invalid="true"' in page
    assert 'value="11111m 234s 55p 5p"' in page


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("12 E", "1, 2: which suit? Write m, s or p behind the numbers."),
        ("[123m,4] 5p", "“[123m,4]”: 4 does not say whose discard it was."),
        ("0m", "There is no 0m."),
        ("<script>", "“&lt;” is no tile: write 123m 456s 789p E S W N C F P."),
    ],
)
def test_text_that_cannot_be_read_says_why(client, typed, said):
    answer = client.get(PAGE, {"hand": typed})
    assert said in answer.content.decode()
    assert "<script>" not in answer.content.decode()


def test_what_is_no_win_is_said(client):
    answer = client.get(PAGE, {"hand": "123456789m 1234p 5s"})
    assert "These tiles are no winning hand." in text_of(answer)


def test_profile_and_settings_count(client):
    hand = {"hand": "147m 258s 369p ESWN C"}
    assert counted(client.get(PAGE, hand))[0] == 24
    assert counted(client.get(PAGE, hand | {"lesser_with_knitted_straight": "12"}))[0] == 12
    assert client.get(PAGE, hand | {"profile": "nonsense"}).context["form"].errors != {}


def test_the_address_carries_the_whole_hand(client):
    text = "[NNN,2]77789m11888p7m|EE0000|4"
    explained = client.get(PAGE, {"hand": text}).context["explained"]
    assert explained.hand == parse_hand(text)
    assert explained.score.total == 10
