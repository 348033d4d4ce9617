"""Readings and waits in values that people can look at."""

import pytest

from scoring.engine.bags import bag_of, tiles_in
from scoring.engine.hand_text import parse_hand
from scoring.engine.notation import format_tiles, parse_tiles
from scoring.engine.readings import hand_waits, reachable, readings, waits
from scoring.engine.shapes import Form


def written(reading):
    """A reading as text."""
    sets = " ".join(format_tiles(one.tiles) for one in reading.sets)
    pair = reading.pair.text if reading.pair is not None else "-"
    return f"{reading.form.value}: {sets} | {pair} | {format_tiles(reading.loose)}"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (
            "[EEE,1] 111222333m 9s 9s",
            {
                "standard: 123m 123m 123m EEE | 9s | ",
                "standard: 111m 222m 333m EEE | 9s | ",
            },
        ),
        ("1122m 33s 44p EE CC 5p 5p", {"seven_pairs:  | - | 1122m33s4455pEECC"}),
        (
            "112233m 112233s 5p 5p",
            {
                "standard: 123m 123m 123s 123s | 5p | ",
                "seven_pairs:  | - | 112233m112233s55p",
            },
        ),
        ("19m 19s 19p ESWNCFP P", {"thirteen_orphans:  | - | 19m19s19pESWNCFPP"}),
        ("147m 258s 3p ESWNCF P", {"knitted_and_honors:  | - | 147m258s3pESWNCFP"}),
        (
            "[EEEE] 147m 258s 369p C C",
            {"knitted_straight: EEEE | C | 147m258s369p"},
        ),
        ("[321m,1] 147m 258s 369p C C", {"knitted_straight: 123m | C | 147m258s369p"}),
        ("123m 456m 789m EE S S", set()),
        ("EE SS 11m 22m 11s 22s 1p 2p", set()),
    ],
)
def test_every_reading(hand, expected):
    assert {written(reading) for reading in readings(parse_hand(hand))} == expected


def test_sets_know_what_they_are():
    (reading,) = readings(parse_hand("[123m,1][EEEE][5555s,2] 678p 9p 9p"))
    assert [format_tiles(one.tiles) for one in reading.chows] == ["678p", "123m"]
    assert [(format_tiles(one.tiles), one.melded) for one in reading.pungs] == [
        ("EEEE", False),
        ("5555s", True),
    ]
    assert [one.is_kong for one in reading.sets] == [False, False, True, True]
    assert [one.first.text for one in reading.sets] == ["6p", "1m", "E", "5s"]


@pytest.mark.parametrize(
    ("concealed", "melds", "expected"),
    [
        ("1112345678999m", 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("23m", 4, ""),
        ("5m", 4, "5m"),
        ("2345m", 3, "2m 5m"),
        ("2333m", 3, "1m 2m 4m"),
        ("22m33s", 3, "2m 3s"),
        ("1111m", 3, ""),  # the fifth does not exist
        ("1m1s12p", 3, ""),
        ("22m44s55p1p", 2, ""),
        ("19m19s19pESWNCFP", 0, "1m 9m 1s 9s 1p 9p E S W N C F P"),
        ("19m19s19pESWNCFF", 0, "P"),
        ("1122334455667m", 0, "1m 4m 7m"),
        ("1155m2288s3399pE", 0, "E"),
        ("147m258s369p12mCC", 0, "3m"),
        ("147m258s69p12mCC3m", 0, "3p"),
        ("147m258s369pEC", 1, ""),
        ("147m258s369pC", 1, "C"),
        ("14m258s369p123mCC", 0, "7m"),
        ("147m258s36pESWNC", 0, "9p F P"),
        ("1m258s3pESWNCFP4m", 0, "7m 6p 9p"),
        ("147m258s369pESCC", 0, ""),
        ("123456789mESWN", 0, ""),
    ],
)
def test_waits(concealed, melds, expected):
    assert " ".join(tile.text for tile in waits(parse_tiles(concealed), melds)) == expected


def test_a_wait_that_cannot_come_is_not_reachable():
    hand = parse_hand("[9999s][123s,1] 1156778s 6s")
    assert [tile.text for tile in hand_waits(hand)] == ["6s", "9s"]
    assert [tile.text for tile in reachable(hand)] == ["6s"]


def test_forms_have_words():
    assert [form.value for form in Form] == [
        "standard",
        "seven_pairs",
        "thirteen_orphans",
        "knitted_straight",
        "knitted_and_honors",
    ]


def test_a_bag_holds_tiles():
    tiles = parse_tiles("1119mEEPP")
    assert tiles_in(bag_of(tiles)) == tiles
    assert (bag_of(()), tiles_in(0)) == (0, ())
