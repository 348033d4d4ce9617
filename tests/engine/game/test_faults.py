"""Actions that the rules refuse, each with its code."""

from functools import cache
from random import Random

import pytest

from scoring.engine.errors import IllegalAction
from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply, start
from scoring.engine.game.records.tokens import parse_action
from scoring.engine.game.ruleset import DUPLICATE, MCR
from scoring.engine.game.state import Setup
from scoring.engine.tiles import TILES
from tests.engine.game.forced import S, begin, drift, forced, forced_rows, play
from tests.engine.game.test_rare import GREEN_BOOK, KEEP, LAST, WAITS_5M, robbing

MIXED = ("5m EESSWWNNCCFFP", "67m 8899s 8899p P", "555m", "46m")


def undealt():
    return start(Setup(MCR, forced_rows(("",) * 4)))


def thrown():
    return play(undealt(), "E:dice(1,3) N:dice(2,4)")


def dealt():
    return forced(*MIXED)


def opening():
    return forced("1f", "5555s 2f", "", "")


def discarded():
    """East has discarded 5m."""
    return play(dealt(), "E-5m")


def claimed():
    """South has made a chow of it."""
    return play(discarded(), "S=567m")


def drawn():
    """South has drawn."""
    hands = (*MIXED[:1], "5555s 67m 88s 8899p", "", "")
    return play(forced(*hands, draws="C"), "E-5m S+")


def flower_drawn():
    return play(forced(*MIXED, draws="1f"), "E-5m S+")


def kept_flower():
    """South keeps a flower that East discarded the like of."""
    return play(forced("1f", "2f 55m 67m", "", "", ruleset=KEEP), "E:keep S:keep")


def punged():
    """West has an exposed pung of 5m, South waits for its turn, the fourth is discarded later."""
    hands = ("5m EESSWWNNCCFFP", "555s 222p", "55m", "")
    return play(forced(*hands, draws="E 5m"), "E-5m W=555m W-9p N+ N-E E+ E-5m")


def last_discard():
    hands = ("", "555m", "", "46m 55s")
    state = forced(*hands, at={LAST: "5m"})
    return drift(state, 0)


def last_tile():
    """North has drawn the last tile and holds four of a kind."""
    return play(drift(forced("", "", "", "5555s"), 1), "N+")


def last_kong():
    """North has drawn the last tile, which would be the fourth of an exposed pung."""
    state = forced("5m EESSWWNNCCFFP", "", "", "55m E", at={LAST: "5m"})
    state = play(state, "E-5m N=555m N-E E=EEE E-S")
    return play(drift(state, 1), "N+")


def concealed_kong():
    """East has declared a concealed kong of 5m, West waits for it."""
    return play(forced("5555m EESSWWNNCC", "", "46m 123s 789s 123p 99p", ""), "E#5m")


def dead():
    return play(forced("5m EESSWWNNCCFFP", "", WAITS_5M, ""), "W:foul(D1,0) E-5m")


def robbed():
    """South has announced an added kong on which West could win."""
    return play(robbing(), "S&5m")


def low():
    """West could complete a hand of far less than eight points."""
    return play(forced("3m ESSWWNNCCFFPP", "", "12m 234s 678p EEE 99p", ""), "E-3m")


def won():
    return play(forced("123m 456m 789m 123p 99p", "", "", ""), "E:hu")


def winning():
    return forced("123m 456m 789m 123p 99p", "", "", "")


def green():
    return forced(*MIXED, ruleset=GREEN_BOOK)


REFUSED = [
    # dice and deal
    (undealt, "E:deal", "dice_first"),
    (undealt, "E-1m", "dice_first"),
    (undealt, "E:dice(0,3)", "no_such_dice"),
    (undealt, "E:dice(1,7)", "no_such_dice"),
    (undealt, "S:dice(1,3)", "not_your_turn"),
    (undealt, "E:false", "dice_first"),
    (undealt, "E:foul(D1,0)", "dice_first"),
    (thrown, "E:dice(1,3)", "dice_already_thrown"),
    (thrown, "S:deal", "not_your_turn"),
    (thrown, "E+1m", "deal_first"),
    (dealt, "E:deal", "already_dealt"),
    (dealt, "E:dice(1,3)", "dice_already_thrown"),
    # flowers
    (opening, "E-1m", "flowers_first"),
    (opening, "S@2f", "not_your_turn"),
    (opening, "E@2f", "tile_not_held"),
    (opening, "E@1m", "not_a_flower"),
    (opening, "E:keep", "flowers_may_not_be_kept"),
    (opening, "E:hu", "flowers_first"),
    (opening, "S=123m", "flowers_first"),
    (opening, "E+1m", "flowers_first"),
    (flower_drawn, "S-8p", "flower_must_be_exposed"),
    (flower_drawn, "S-1f", "flower_must_be_exposed"),
    (flower_drawn, "S#5m", "flower_must_be_exposed"),
    (flower_drawn, "S&5m", "flower_must_be_exposed"),
    (flower_drawn, "S:hu", "not_a_win"),
    (kept_flower, "S:keep", "opening_is_over"),
    # turns
    (dealt, "S-5m", "not_your_turn"),
    (dealt, "S+1f", "discard_first"),
    (dealt, "E+1f", "discard_first"),
    (dealt, "E-9m", "tile_not_held"),
    (dealt, "E:hu", "not_a_win"),
    (dealt, "S:hu", "not_your_turn"),
    (dealt, "S=567m", "no_discard_to_claim"),
    (dealt, "S:end", "no_discard_to_claim"),
    (discarded, "W+1f", "not_your_turn"),
    (discarded, "S+9m", "not_the_next_tile"),
    (discarded, "S-5m", "discard_unanswered"),
    (discarded, "S:end", "wall_not_empty"),
    (discarded, "W:end", "not_your_turn"),
    # chows
    (discarded, "N=456m", "chow_not_from_left"),
    (discarded, "E=567m", "own_discard"),
    (discarded, "S=345m", "tile_not_held"),
    (discarded, "S=678m", "discard_not_in_chow"),
    (discarded, "S=8m", "not_a_chow"),
    (discarded, "S=E", "chow_of_honors"),
    # pungs and kongs
    (discarded, "N=555m", "tile_not_held"),
    (discarded, "W=666m", "not_the_discard"),
    (discarded, "W=6666m", "not_the_discard"),
    (discarded, "S=5555m", "tile_not_held"),
    (discarded, "E=555m", "own_discard"),
    (punged, "W=5555m", "pung_made_kong_by_discard"),
    (claimed, "S#5m", "kong_after_claim"),
    (claimed, "S&5m", "kong_after_claim"),
    (claimed, "S:hu", "hu_after_claim"),
    (drawn, "S#8s", "tile_not_held"),
    (drawn, "S#1f", "kong_of_flowers"),
    (drawn, "S&8s", "no_pung_to_add_to"),
    (drawn, "S&9m", "tile_not_held"),
    (last_tile, "N#5s", "no_replacement_left"),
    (last_kong, "N&5m", "no_replacement_left"),
    (last_discard, "S=5555m", "last_discard_for_hu_only"),
    (last_discard, "S=555m", "last_discard_for_hu_only"),
    (last_discard, "E=567m", "last_discard_for_hu_only"),
    (last_discard, "E+5m", "wall_is_empty"),
    # hu
    (discarded, "N:hu", "not_a_win"),
    (discarded, "E:hu", "own_discard"),
    (low, "W:hu", "below_minimum"),
    (dead, "W:hu", "dead_hand"),
    (dead, "W:false", "dead_hand"),
    (concealed_kong, "W:hu", "kong_cannot_be_robbed"),
    (concealed_kong, "E-E", "replacement_first"),
    (concealed_kong, "E:hu", "replacement_first"),
    (robbed, "S:hu", "replacement_first"),
    (robbed, "N:hu", "not_a_win"),
    (robbed, "W=555m", "replacement_first"),
    (winning, "E:false", "hu_is_good"),
    (won, "E-9p", "hand_is_over"),
    (won, "S:hu", "hand_is_over"),
    # penalties
    (dealt, "E:foul(HU8,30)", "unknown_penalty"),
    (dealt, "E:foul(P1,20)", "amount_not_in_book"),
    (dealt, "E:foul(W1,0,dead)", "dead_hand_not_in_book"),
    (dealt, "E:foul(P4,10)", "not_a_penalty_of_a_hand"),
    (dealt, "E:foul(P3,10,toS)", "offended_not_expected"),
    (green, "E:foul(KNOCK,10)", "offended_missing"),
    (green, "E:foul(KNOCK,10,toE)", "offended_is_offender"),
    (green, "E:foul(HUNOTAKE,30)", "not_a_penalty_of_a_hand"),
]


@cache
def reached(position):
    """A position; as states never change, one for all tests."""
    return position()


@pytest.mark.parametrize(("position", "word", "code"), REFUSED)
def test_an_illegal_action_is_refused_with_its_rule(position, word, code):
    with pytest.raises(IllegalAction) as caught:
        apply(reached(position), parse_action(word))
    assert caught.value.code == code


def test_there_are_more_than_forty():
    assert len({(word, code) for _, word, code in REFUSED}) >= 80
    assert len({code for _, _, code in REFUSED}) >= 40


def test_a_refusal_carries_what_its_sentence_needs():
    with pytest.raises(IllegalAction) as caught:
        apply(discarded(), act.Chow(S, TILES[2]))
    assert caught.value.params == {"tile": "3m", "held": 0, "needed": 1}


def test_a_flower_that_was_kept_is_not_exposed_after_a_claim():
    state = forced("1f 5m", "2f 67m", "", "", ruleset=KEEP)
    state = play(state, "E:keep S:keep E-5m S=567m")
    with pytest.raises(IllegalAction) as caught:
        play(state, "S@2f")
    assert caught.value.code == "flower_after_claim"


def test_a_flower_on_the_floor_cannot_be_claimed():
    state = play(forced("1f", "", "", "", ruleset=KEEP), "E:keep E-1f")
    for word in ("S:hu", "W=555m", "S=123m"):
        with pytest.raises(IllegalAction) as caught:
            play(state, word)
        assert caught.value.code == "flower_cannot_be_claimed"


def test_in_duplicate_play_east_draws_first():
    state = begin(Setup(DUPLICATE, DUPLICATE.walls.build(Random(1))), dice=())
    with pytest.raises(IllegalAction) as caught:
        play(state, "E-1m")
    assert caught.value.code == "draw_first"
