"""Random hands, counted by us in Chinese practice and by an independent calculator."""

from itertools import islice

from scoring.engine.hand_text import format_hand
from scoring.engine.mcr.catalogue import CATALOGUE
from scoring.engine.mcr.score import score
from scoring.engine.rules import Profile, Rules
from tests.engine import other_calculator
from tests.engine.random_hands import random_hands
from tests.switches import switched_on

HANDS = 20_000 if switched_on("QV_FULL") else 200
CN = Rules(Profile.CN)


def test_random_hands_count_the_same():
    differences = []
    for hand in islice(random_hands(seed=2006), HANDS):
        ours, (theirs, their_fans) = score(hand, CN), other_calculator.count(hand)
        lists = [ours.fan_counts]
        lists += [{fan.fan.en: fan.count for fan in way.fans} for way in ours.alternatives]
        if ours.total != theirs or their_fans not in lists:
            differences.append((format_hand(hand), ours.total, theirs, lists[0], their_fans))
    assert differences == []


def test_the_random_hands_reach_every_fan():
    missing = {fan.en for fan in CATALOGUE}
    for number, hand in enumerate(random_hands(seed=88)):
        missing -= score(hand, CN).fan_counts.keys()
        if not missing:
            break
        assert number < 4000, missing
