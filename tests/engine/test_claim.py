"""Fans as they are called, without the tiles."""

from itertools import islice

import pytest

from scoring.engine.hand import WinMode
from scoring.engine.mcr.claim import check_claim, claim_total
from scoring.engine.mcr.score import score
from scoring.engine.rules import Profile, Rules
from tests.engine.golden import GOLDEN, GOLDEN_HANDS
from tests.engine.random_hands import random_hands

DISCARD, SELF = WinMode.DISCARD, WinMode.SELF_DRAWN
WALL, KONG = WinMode.LAST_WALL_TILE, WinMode.REPLACEMENT
ROB, LAST = WinMode.ROBBING, WinMode.LAST_OF_ITS_KIND


def codes(fans, mode=DISCARD, flowers=0, profile="wmo"):
    rules = Rules(Profile(profile))
    return [problem.code for problem in check_claim(fans, mode, flowers, rules)]


@pytest.mark.parametrize(
    ("fans", "mode", "flowers", "expected"),
    [
        ({"Full Flush": 1}, DISCARD, 0, []),
        ({"Full Flush": 1, "Flower Tiles": 2}, DISCARD, 2, []),
        ({"Full Flush": 1, "Flower Tiles": 2}, DISCARD, 1, ["flower_count"]),
        ({"Full Flush": 1}, DISCARD, 9, ["flower_count"]),
        ({"Big Flush": 1}, DISCARD, 0, ["unknown_fan"]),
        ({"Full Flush": 2}, DISCARD, 0, ["fan_count"]),
        ({"Full Flush": -1}, DISCARD, 0, ["fan_count", "below_minimum"]),
        ({"Full Flush": 1, "No Honors": 0}, DISCARD, 0, []),
        ({"Full Flush": 1, "Pung of Terminals or Honors": 4}, DISCARD, 0, []),
        ({"Full Flush": 1, "No Honors": 1}, DISCARD, 0, ["fans_exclude"]),
        ({"No Honors": 1, "Full Flush": 1}, DISCARD, 0, ["fans_exclude"]),
        ({"Pure Triple Chow": 1, "Pure Shifted Pungs": 1}, DISCARD, 0, ["fans_exclude"]),
        ({"Mixed Straight": 1, "Edge Wait": 1, "Single Wait": 1}, DISCARD, 0, ["fans_exclude"]),
        ({"Chicken Hand": 1}, DISCARD, 8, []),
        ({"Chicken Hand": 1, "Flower Tiles": 1}, DISCARD, 1, []),
        ({"Chicken Hand": 1, "No Honors": 1}, DISCARD, 0, ["chicken_hand_alone"]),
        ({"All Chows": 1, "All Simples": 1}, DISCARD, 4, ["below_minimum"]),
        ({}, SELF, 0, ["below_minimum"]),
        ({"Full Flush": 1, "Concealed Hand": 1}, SELF, 0, ["fan_against_mode",
                                                           "mode_implies_fan"]),
        ({"Full Flush": 1, "Fully Concealed Hand": 1}, SELF, 0, []),
        ({"Full Flush": 1, "Fully Concealed Hand": 1}, DISCARD, 0, ["fan_against_mode"]),
        ({"Full Flush": 1, "Self-Drawn": 1}, SELF, 0, []),
        ({"Full Flush": 1}, SELF, 0, ["mode_implies_fan"]),
        ({"Full Flush": 1, "Last Tile Draw": 1}, SELF | WALL, 0, []),
        ({"Full Flush": 1, "Self-Drawn": 1}, SELF | WALL, 0, ["mode_implies_fan"]),
        ({"Full Flush": 1}, DISCARD | WALL, 0, ["mode_implies_fan"]),
        ({"Full Flush": 1, "Out with Replacement Tile": 1}, SELF | KONG, 0, []),
        ({"Full Flush": 1, "Self-Drawn": 1}, SELF | KONG, 0, ["mode_implies_fan"]),
        ({"Robbing the Kong": 1}, ROB | LAST, 0, []),
        ({"Full Flush": 1}, ROB, 0, ["mode_implies_fan"]),
        ({"Full Flush": 1}, LAST, 0, ["mode_implies_fan"]),
        ({"Robbing the Kong": 1, "Last Tile": 1}, ROB, 0, ["fans_exclude"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_claim(fans, mode, flowers, expected):
    assert codes(fans, mode, flowers) == expected


def test_profiles_exclude_different_fans():
    green = {"All Green": 1, "Half Flush": 1}
    pairs = {"Seven Pairs": 1, "Fully Concealed Hand": 1}
    assert [codes(green, profile=p) for p in ("wmo", "cn")] == [[], ["fans_exclude"]]
    assert [codes(pairs, SELF, profile=p) for p in ("wmo", "cn")] == [[], ["fans_exclude"]]


def test_an_exclusion_names_both_fans():
    (problem,) = check_claim({"No Honors": 1, "Full Flush": 1}, DISCARD, 0, Rules())
    assert problem.params == {"fan": "Full Flush", "excluded": "No Honors"}


def test_the_sum_of_a_claim():
    assert claim_total({"Two Concealed Kongs": 1, "Tile Hog": 2}, 3, Rules()) == 15
    assert claim_total({"Two Concealed Kongs": 1, "Flower Tiles": 3}, 3, Rules(Profile.CN)) == 9


@pytest.mark.parametrize("profile", Profile)
def test_what_the_engine_counts_is_a_right_claim(profile):
    rules = Rules(profile)
    hands = [*GOLDEN_HANDS[::3], *islice(random_hands(seed=12), 300)]
    assert len(GOLDEN) == len(GOLDEN_HANDS)
    for hand in hands:
        counted = score(hand, rules)
        found = check_claim(counted.fan_counts, hand.mode, hand.flower_count, rules)
        wanted = [] if counted.legal else ["below_minimum"]
        assert [problem.code for problem in found] == wanted, (hand, found)
        assert claim_total(counted.fan_counts, hand.flower_count, rules) == counted.total
