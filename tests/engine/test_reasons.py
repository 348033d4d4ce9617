"""The sets of each fan, and the fans that fall with their rule."""

import pytest

from scoring.engine.hand_text import parse_hand
from scoring.engine.mcr.fan import Why
from scoring.engine.mcr.score import LEAST_POINTS, waiting_values
from scoring.engine.notation import format_tiles
from scoring.engine.rules import Rules
from tests.engine.counting import PTH, counted


def made_of(score, name):
    """The sets of a fan as text, one text for each time that it counts."""
    (fan,) = [fan for fan in score.fans if fan.fan.en == name]
    return [" ".join(format_tiles(tiles) for tiles in made) for made in fan.sets]


def dropped(score):
    """The fans that fall: name, why, because of which, of which sets."""
    return [
        (
            fan.fan.en,
            fan.why,
            fan.by.en if fan.by else None,
            " ".join(format_tiles(tiles) for tiles in fan.sets),
        )
        for fan in score.dropped
    ]


@pytest.mark.parametrize(
    ("hand", "name", "sets"),
    [
        ("[EEE,2] 123456m 99m 78m 9m", "Pure Straight", ["123m 456m 789m"]),
        ("[EEE,2] 123456m 99m 78m 9m", "Half Flush", []),
        ("[EEE,2] 123456m 99m 78m 9m", PTH, ["EEE"]),
        ("[111m,1][111s,1][999m,1] 99s 11p 9s", "Double Pung", ["111m 111s", "999m 999s"]),
        ("[1111m][EEEE] 888s 55s 23m 4m", "Three Concealed Pungs", ["1111m 888s EEEE"]),
        ("[1111m][EEEE] 888s 55s 23m 4m", PTH, ["1111m", "EEEE"]),
        ("[NNN,2] 78889m 11888p 8m", "Tile Hog", ["8888m"]),
        ("[EEE,2] 234m 456s 22s 12p 3p", "Edge Wait", ["123p"]),
        ("[EEE,2] 234m 456s 22s 89p 7p", "Edge Wait", ["789p"]),
        ("[EEE,2] 234m 456s 22s 24p 3p", "Closed Wait", ["234p"]),
        ("[EEE,2] 234m 456s 789p 2s 2s", "Single Wait", ["22s"]),
        ("[CCC,1][FFF,2] 123m 456s 9p 9p", "Two Dragon Pungs", ["CCC FFF"]),
    ],
)
def test_what_a_fan_is_made_of(hand, name, sets):
    assert made_of(counted(hand), name) == sets


def test_two_mixed_double_chows_have_two_pairs_of_sets():
    score = counted("[123m,1][567m,1] 123s 567s E E")
    made = made_of(score, "Mixed Double Chow")
    assert made == ["123m 123s", "567m 567s"]


@pytest.mark.parametrize(
    ("hand", "fallen"),
    [
        ("123m 456m 234m 55m 78m 9m | --1000", ("No Honors", Why.NAMED, "Full Flush", "")),
        ("[EEE,1] 234m 567s 89p 22s 7p | EE0000", (PTH, Why.SAME_PUNGS, "Prevalent Wind", "EEE")),
        ("[EEE,1][SSS,1][WWW,1] 11m 55s 1m", (PTH, Why.SAME_PUNGS, "Big Three Winds", "EEE")),
        (
            "[123p,1] 456m 789s EE 78p 9p",
            ("Two Terminal Chows", Why.ACCOUNT_ONCE, None, "123p 789p"),
        ),
        ("[NNN,2] 77789m 11888p 7m", ("Edge Wait", Why.SEVERAL_WAITS, None, "789m")),
        ("[EEE,2] 234m 456s 2224p 3p", ("Closed Wait", Why.SEVERAL_WAITS, None, "234p")),
        ("[EEE,2] 234m 456s 2345p 2p", ("Single Wait", Why.SEVERAL_WAITS, None, "22p")),
        ("[1111m][EEEE] 456s 55s 23m 4m", ("Two Concealed Pungs", Why.CONTAINED,
                                           "Two Concealed Kongs", "")),
        ("1133m 5577s 99p EE S S | --1000", ("Self-Drawn", Why.CONTAINED,
                                             "Fully Concealed Hand", "")),
    ],
)  # fmt: skip
def test_why_a_fan_falls(hand, fallen):
    assert fallen in dropped(counted(hand))


def test_why_a_fan_falls_in_chinese_practice():
    score = counted("1133m 5577s 99p EE S S | --1000", "cn")
    assert ("Fully Concealed Hand", Why.INSTEAD, "Seven Pairs", "") in dropped(score)
    gates = counted("1112345678999m 2m", "cn")
    assert (PTH, Why.PROFILE, "Nine Gates", "") in dropped(gates)
    assert dropped(counted("[234s,1][234s,1] 666s 88s FF F", "cn"))[0] == (
        "Half Flush",
        Why.PROFILE,
        "All Green",
        "",
    )


def test_what_each_waiting_tile_is_worth():
    hand = parse_hand("[NNN,2] 78889m 11888p 8m | EE0000")
    values = {tile.text: score.total for tile, score in waiting_values(hand, Rules())}
    assert values["8m"] == LEAST_POINTS
    assert list(values) == ["7m", "8m", "1p"][-len(values) :]


def test_another_tile_is_not_the_last_of_its_kind():
    hand = parse_hand("[EEE,2] 234m 678s 22s 78p 6p | --0100")
    values = {tile.text: score.fan_counts for tile, score in waiting_values(hand, Rules())}
    assert {tile: "Last Tile" in fans for tile, fans in values.items()} == {"6p": True, "9p": False}


def test_a_score_tells_its_waits():
    assert [tile.text for tile in counted("[EEE,2] 234m 456s 2345p 2p").waits] == ["2p", "5p"]
