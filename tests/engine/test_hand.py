"""What can be wrong with a hand, all at once."""

import pytest

from scoring.engine.errors import InvalidHand
from scoring.engine.hand import Hand, WinMode, check_hand, hand_problems
from scoring.engine.melds import parse_meld
from scoring.engine.notation import parse_tile, parse_tiles


def hand(concealed, win, *melds, mode=WinMode.DISCARD, flowers=0):
    """A hand from text."""
    return Hand(
        parse_tiles(concealed),
        parse_tile(win),
        tuple(parse_meld(meld) for meld in melds),
        mode,
        flowers=flowers,
    )


def codes(problem_hand):
    return [problem.code for problem in hand_problems(problem_hand)]


SELF, ROB, KONG = WinMode.SELF_DRAWN, WinMode.ROBBING, WinMode.REPLACEMENT
LAST, WALL = WinMode.LAST_OF_ITS_KIND, WinMode.LAST_WALL_TILE


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (hand("123m456s789pEEES", "S"), []),
        (hand("E", "E", "[123m,1]", "[1111s]", "[222p,2]", "[CCCC,7]", mode=SELF | KONG), []),
        (hand("123m", "4m"), ["wrong_tile_count"]),
        (hand("E", "E", "[EEEE]", *["[123m,1]"] * 4), ["too_many_melds", "wrong_tile_count",
                                                       "five_of_a_kind"]),
        (hand("1111m456s789pEEE", "1m"), ["five_of_a_kind"]),
        (hand("123m456s789pEEE1f", "1f"), ["flower_in_hand"]),
        (hand("E", "E", "[135m,1]", "[ESW,1]", "[222p,2]", "[CCCC,7]"), ["not_a_chow",
                                                                         "chow_of_honors"]),
        (hand("123m456s789pEEES", "S", mode=SELF | ROB), ["robbing_self_drawn",
                                                          "robbed_tile_held"]),
        (hand("123m456s789pEES", "E", mode=ROB), ["wrong_tile_count", "robbed_tile_held"]),
        (hand("12m456s789pEEESS", "3m", mode=ROB | LAST), []),
        (hand("12m456s789pEEESS", "3m", mode=ROB | WALL), ["robbing_last_wall_tile"]),
        (hand("12m789pEEESS", "3m", "[4444s]", mode=ROB | KONG), [
            "robbing_replacement", "replacement_not_self_drawn"]),
        (hand("12m456s789pEEESS", "3m", mode=KONG), ["replacement_not_self_drawn",
                                                     "replacement_without_kong"]),
        (hand("123m456s789pEEES", "S", mode=LAST), ["last_of_its_kind_held"]),
        (hand("12m456s789pEEESS", "3m", mode=LAST | WALL), []),
        (hand("12m456s789pEEESS", "3m", flowers=9), ["flower_count"]),
        (hand("12m456s789pEEESS", "3m", flowers=-1), ["flower_count"]),
        (hand("12m456s789pEEESS", "3m", flowers=parse_tiles("12345678f")), []),
        (hand("12m456s789pEEESS", "3m", flowers=parse_tiles("11fE")), ["not_a_flower",
                                                                       "flower_twice"]),
    ],
)  # fmt: skip
def test_every_problem_is_named(given, expected):
    assert codes(given) == expected


def test_problems_carry_what_their_sentence_needs():
    (problem,) = hand_problems(hand("1111m456s789pEEE", "1m"))
    assert problem.params == {"tile": "1m", "count": 5}


def test_checking_raises_the_first_problem():
    check_hand(hand("123m456s789pEEES", "S"))
    with pytest.raises(InvalidHand) as caught:
        check_hand(hand("123m", "4m", mode=SELF | ROB))
    assert (caught.value.code, caught.value.params) == (
        "wrong_tile_count",
        {"count": 4, "expected": 14},
    )


def test_flowers_count_by_number_or_by_tile():
    assert hand("12m", "3m", flowers=2).flower_count == 2
    assert hand("12m", "3m", flowers=parse_tiles("17f")).flower_count == 2
