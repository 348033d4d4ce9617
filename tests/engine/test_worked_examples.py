"""The worked examples of the sources, by name."""

import pytest

from tests.engine.counting import PTH, counted, fans, total

WAITS = {"Edge Wait", "Closed Wait", "Single Wait"}


def test_pure_straight_half_flush_and_a_pung_of_winds_are_23():
    score = counted("[EEE,2] 123456m 99m 78m 9m | SS0000")
    points = {fan.fan.en: fan.points * fan.count for fan in score.fans}
    assert points == {"Pure Straight": 16, "Half Flush": 6, PTH: 1}
    assert score.total == 23


def test_shifted_chows_count_once_and_a_short_straight():
    found = fans("[345p,1] 123m 234s 45m EE 6m")
    assert {"Mixed Shifted Chows", "Short Straight"} <= found
    assert "2 Mixed Shifted Chows" not in found


def test_four_chows_after_a_mixed_straight_add_one_of_two():
    score = counted("[123p,1] 456m 789s EE 78p 9p")
    lists = [score.fan_counts]
    lists += [{fan.fan.en: fan.count for fan in way.fans} for way in score.alternatives]
    extra = [names.keys() & {"Mixed Double Chow", "Two Terminal Chows"} for names in lists]
    assert extra == [{"Mixed Double Chow"}, {"Two Terminal Chows"}]
    assert score.total == 9


def test_three_identical_chows_are_chows_or_pungs_never_both():
    found = fans("111222333m 456s E E")
    assert not {"Pure Triple Chow", "Pure Shifted Pungs"} <= found
    assert found & {"Pure Triple Chow", "Pure Shifted Pungs"}


def test_a_pair_that_also_waits_elsewhere_is_no_single_wait():
    assert not fans("[EEE,1] 456s 123m 2345p 5p") & WAITS


def test_a_middle_wait_that_can_be_read_otherwise_is_no_closed_wait():
    assert not fans("[EEE,1] 456s 234m 4666p 5p") & WAITS


@pytest.mark.parametrize(
    ("hand", "names"),
    [
        ("[123m,1][234s,1] 345p 55m 67s 8s", {"Mixed Shifted Chows", "All Chows"}),
        ("[CCC,1] 123m 567s 55p EE E | SS0000", {"All Types", "Dragon Pung"}),
        ("[EEE,1] 123m 567s 88p CC 8p | ES0000", {"All Types", "Prevalent Wind"}),
        ("[CCC,1] 123m 678m EE 35m 4m | SS0000", {"Half Flush", "Dragon Pung"}),
        ("[EEE,1] 234m 678m CC 45m 3m | SE0000", {"Half Flush", "Seat Wind"}),
    ],
)
def test_typical_hands_of_eight(hand, names):
    score = counted(hand)
    assert sum(fan.points for fan in score.fans if fan.fan.en in names) == 8
    assert names <= score.fan_counts.keys()
    assert score.legal


def test_concealed_all_chows_all_simples():
    hand = "234m 78m 345s 567p 66p 6m | --{}000"
    assert total(hand.format(1)) == 8
    assert total(hand.format(0)) == 6


def test_last_tile_and_tile_hog():
    score = counted("[555m,2] 67m 234s 789p EE 5m | --0100")
    assert {"Last Tile", "Tile Hog"} <= score.fan_counts.keys()
    assert sum(f.points for f in score.fans if f.fan.en in ("Last Tile", "Tile Hog")) == 6


def test_outside_hand_and_all_chows():
    score = counted("[123m,1][789s,1] 123p 99p 78p 9p")
    points = {fan.fan.en: fan.points for fan in score.fans}
    assert points["Outside Hand"] + points["All Chows"] == 6
