"""Hands as one line of text, and as JSON."""

import pytest

from scoring.engine.errors import NotationError
from scoring.engine.hand import WinMode
from scoring.engine.hand_json import hand_from_json, hand_to_json
from scoring.engine.hand_text import format_hand, parse_hand
from scoring.engine.rotation import Wind
from tests.engine.golden import GOLDEN, GOLDEN_HANDS


def test_the_golden_hands_are_the_same_as_text():
    for row, hand in zip(GOLDEN, GOLDEN_HANDS, strict=True):
        if row.get("gb_string") and not any(m["type"] == "added_kong" for m in row["melds"]):
            read = parse_hand(row["gb_string"])
            assert (read.concealed, read.win, read.mode) == (hand.concealed, hand.win, hand.mode)
            assert (read.seat_wind, read.round_wind) == (hand.seat_wind, hand.round_wind)
            assert read.flowers == hand.flowers
            assert [meld.kind for meld in read.melds] == [meld.kind for meld in hand.melds]


@pytest.mark.parametrize(
    "text",
    [
        "123m456s789pEEES|--0000|0",
        "[123m,1][EEEE,6][9999s]234m5m|NE1011|8",
        "[EEE]456s78p2p|EE0101|13f",
    ],
)
def test_a_hand_is_written_as_it_was_read(text):
    assert format_hand(parse_hand(text)) == text


def test_marks():
    assert parse_hand("E | --1111").mode == (
        WinMode.SELF_DRAWN | WinMode.REPLACEMENT | WinMode.LAST_WALL_TILE | WinMode.LAST_OF_ITS_KIND
    )
    assert parse_hand("E | --0001").mode == WinMode.ROBBING
    assert parse_hand("E | N-0000").round_wind is Wind.NORTH


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_winning_tile"),
        ("[123m,1]", "no_winning_tile"),
        ("1m | E", "not_circumstances"),
        ("1m | EE0002", "not_circumstances"),
        ("1m | EE0000 | x", "unknown_character"),
        ("1m | EE0000 | 1 | 2", "too_many_parts"),
        ("[1m,9] 1m", "not_a_meld"),
        ("1" * 1001, "text_too_long"),
    ],
)
def test_what_is_no_hand(text, code):
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    assert caught.value.code == code


HAND = {
    "concealed": "78m55pWWW",
    "melds": [
        {"type": "pung", "tiles": "EEE", "from": 2},
        {"type": "concealed_kong", "tiles": "SSSS", "from": None},
    ],
    "win": "9m",
    "self_drawn": True,
    "last_of_its_kind": False,
    "last_wall_tile": True,
    "kong_win": "replacement",
    "seat_wind": "N",
    "round_wind": None,
    "flowers": "13f",
}


def test_json_is_written_as_it_was_read():
    assert hand_to_json(hand_from_json(HAND)) == HAND
    plain = {**HAND, "seat_wind": None, "round_wind": "E", "kong_win": "robbing", "flowers": 3}
    assert hand_to_json(hand_from_json(plain)) == plain


def test_missing_fields_mean_nothing_and_others_are_ignored():
    hand = hand_from_json({"concealed": "12m", "win": "3m", "colour": "red", "melds": None})
    assert (hand.melds, hand.mode, hand.flowers) == ((), WinMode.DISCARD, 0)
    assert hand.seat_wind is hand.round_wind is None


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"concealed": 12}, "wrong_field"),
        ({"win": None}, "not_one_tile"),
        ({"melds": "EEE"}, "wrong_field"),
        ({"melds": ["EEE"]}, "wrong_field"),
        ({"melds": [{"type": "set", "tiles": "EEE"}]}, "wrong_field"),
        ({"melds": [{"type": "pung", "tiles": "EEE", "from": 4}]}, "wrong_field"),
        ({"melds": [{"type": ["pung"], "tiles": "EEE"}]}, "wrong_field"),
        ({"self_drawn": "yes"}, "wrong_field"),
        ({"kong_win": "kong"}, "wrong_field"),
        ({"kong_win": ["robbing"]}, "wrong_field"),
        ({"seat_wind": "ES"}, "wrong_field"),
        ({"seat_wind": "C"}, "wrong_field"),
        ({"flowers": True}, "wrong_field"),
        ({"flowers": 1.5}, "wrong_field"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(changed, code):
    with pytest.raises(NotationError) as caught:
        hand_from_json({**HAND, **changed})
    assert caught.value.code == code
    if code == "wrong_field":
        assert caught.value.params == {"field": next(iter(changed))}


def test_only_an_object_is_a_hand():
    with pytest.raises(NotationError) as caught:
        hand_from_json([HAND])
    assert caught.value.code == "not_an_object"
