"""Each rare thing of the game, forced."""

from dataclasses import replace

import pytest

from scoring.engine.game.legal import legal_actions
from scoring.engine.game.perft import dealt_state
from scoring.engine.game.records.tokens import format_action
from scoring.engine.game.ruleset import MCR
from scoring.engine.game.state import Drawn, Origin, Phase, Win, tiles_of
from scoring.engine.game.wall import FULL_SET, bag_of
from scoring.engine.hand import WinMode
from scoring.engine.melds import format_meld
from scoring.engine.notation import format_tiles, parse_tile
from scoring.engine.penalties import PenaltyBook
from scoring.engine.rules import Break, Rules
from tests.engine.game.forced import E, N, S, W, drift, everything, forced, play

GREEN_BOOK = replace(MCR, book=PenaltyBook.GREEN_BOOK_2006)
KEEP = replace(MCR, rules=Rules(keep_flowers=True))
ONE_THROW = replace(MCR, rules=Rules(wall_break=Break.ONE_THROW))

WAITS_5M = "46m 123s 789s 123p 99p"
PLAIN = ("", "", "", "")  # nothing forced


def words(state):
    return [format_action(action) for action in legal_actions(state)]


def check_win(state, seat, discarder, mode, **fans):
    """The end is a win with that mode that counts those fans; all tiles are there."""
    win = state.end
    assert isinstance(win, Win)
    assert (win.seat, win.discarder, win.hand.mode) == (seat, discarder, mode)
    counted = {name.replace(" ", "_"): count for name, count in win.verdict.fans}
    assert {name: counted.get(name) for name in fans} == fans
    assert sum(state.scores) == 0
    assert win.verdict.without_flowers >= 8
    assert everything(state) == bag_of(FULL_SET)


def robbing():
    """South is about to add the fourth 5m to a pung, West waits for it."""
    hands = ("5m EESSWWNNCCFFP", "55m 8899s 8899p 78m P", WAITS_5M, "")
    return play(forced(*hands, draws="E S W 5m"), "E-5m S=555m S-P W+ W-E N+ N-S E+ E-W S+")


def test_an_added_kong_is_robbed():
    state = play(robbing(), "S&5m")
    assert (state.phase, words(state)[0]) == (Phase.ROB, "W:hu")
    state = play(state, "W:hu")
    check_win(state, W, S, WinMode.ROBBING, Robbing_the_Kong=1)
    assert format_meld(state.players[S].melds[0]) == "[555m,1]"  # a pung again


def test_an_added_kong_that_nobody_robs_is_replaced():
    state = play(robbing(), "S&5m S+")
    assert (state.phase, state.origin) == (Phase.TURN, Origin.KONG)
    assert format_meld(state.players[S].melds[0]) == "[5555m,5]"
    assert everything(state) == bag_of(FULL_SET)


def test_an_added_tile_lies_open():
    state = play(robbing(), "S&5m S+")
    assert state.seen >> 4 * 4 & 15 == 4  # all four fives lie open


# Of 91 tiles behind the deal eight are flowers and eight their replacements: North draws last.
LAST = 135


def test_the_last_tile_is_drawn():
    state = forced("", "", "", WAITS_5M, at={LAST: "5m"})
    state = play(drift(state, 1), "N+ N:hu")
    mode = WinMode.SELF_DRAWN | WinMode.LAST_WALL_TILE
    check_win(state, N, None, mode, Last_Tile_Draw=1)


def test_the_last_tile_is_claimed_for_hu_only():
    state = forced("", "", WAITS_5M, "55m", at={LAST: "5m"})
    state = drift(state, 0)
    assert words(state) == ["W:hu", "E:end"]
    check_win(play(state, "W:hu"), W, N, WinMode.LAST_WALL_TILE, Last_Tile_Claim=1)
    assert play(state, "E:end").end == Drawn("wall_exhausted")


def test_nobody_wants_the_last_tile():
    state = play(drift(forced(*PLAIN), 0), "E:end")
    assert state.over
    assert state.scores == (0, 0, 0, 0)
    assert words(state) == []
    assert everything(state) == bag_of(FULL_SET)
    assert state.wall.remaining() == ()


def test_a_flower_as_the_last_tile_ends_the_hand():
    # Seven replacements only: the half stack at the back is the last tile of the wall.
    state = drift(forced(*PLAIN, at={137: "1f"}), 1)
    state = play(state, f"{format_action(legal_actions(state)[-1])[0]}+")
    assert words(state) == [f"{state.seat.letter}@1f"]
    state = play(state, words(state)[0])
    assert state.end == Drawn("flower_not_replaced")
    assert everything(state) == bag_of(FULL_SET)


def test_replacement_after_two_kongs():
    state = forced("1111m 2222p 345s 67s 5p", "", "", "", back="5p 8s")
    state = play(state, "E#1m E+ E#2p E+ E:hu")
    mode = WinMode.SELF_DRAWN | WinMode.REPLACEMENT
    fans = {"Out_with_Replacement_Tile": 1, "Two_Concealed_Kongs": 1}
    check_win(state, E, None, mode, **fans)


def test_a_flower_between_kong_and_win_is_a_plain_self_draw():
    state = forced("1111m 2222p 345s 67s 5p", "", "", "", back="5p 1f 8s")
    state = play(state, "E#1m E+ E#2p E+")
    assert (words(state), state.origin) == (["E@1f"], Origin.KONG)
    state = play(state, "E@1f E+ E:hu")
    fans = {"Out_with_Replacement_Tile": None, "Flower_Tiles": 1}
    check_win(state, E, None, WinMode.SELF_DRAWN, **fans)


def test_the_last_of_its_kind_is_seen_by_all():
    hands = ("5m EESSWWNNCCFFP", "55m 8899s 8899p 78m P", WAITS_5M, "")
    state = play(forced(*hands, draws="E S 5m"), "E-5m S=555m S-P W+ W-E N+ N-S E+ E-5m")
    check_win(play(state, "W:hu"), W, E, WinMode.LAST_OF_ITS_KIND, Last_Tile=1)


def test_a_concealed_kong_of_another_is_not_seen_by_all():
    hands = ("5555m EESSWWNNCC", "55p", "", "")
    state = play(forced(*hands), "E#5m E+")
    assert state.seen == 0
    assert [meld.is_concealed for meld in state.players[E].melds] == [True]


def test_a_melded_kong_of_a_discard_is_replaced():
    state = play(forced("5m EESSWWNNCCFFP", "", "555m", "", back="C"), "E-5m")
    assert words(state)[:2] == ["W=555m", "W=5555m"]
    state = play(state, "W=5555m")
    assert (state.phase, words(state)) == (Phase.REPLACE, ["W+C"])
    state = play(state, "W+C")
    assert format_meld(state.players[W].melds[0]) == "[5555m,2]"
    assert [discard.claimed_by for discard in state.players[E].discards] == [W]


def test_two_false_hus_and_a_win_in_one_hand():
    state = play(robbing(), "S:false S&5m N:false")
    assert [(given.seat, given.code) for given in state.penalties] == [(S, "P2"), (N, "P2")]
    state = play(state, "W:hu")
    check_win(state, W, S, WinMode.ROBBING)
    won = state.end.payments
    assert state.scores == tuple(a + b for a, b in zip(won, (40, -40, 40, -40), strict=True))


def test_four_dead_hands_are_played_out():
    state = play(forced("", "", "", WAITS_5M, at={LAST: "5m"}), "E:false S:false")
    state = play(state, "W:foul(D9,0) N:foul(P7,20,dead)")
    assert [player.dead for player in state.players] == [True] * 4
    state = play(drift(state, 1), "N+")
    assert "N:hu" not in words(state)
    state = play(state, "N-5m E:end")
    assert state.end == Drawn("wall_exhausted")
    assert state.scores == (-40, -40, 40, 20)  # the twenty points go to nobody
    assert sum(state.scores) == -20


def test_a_dead_hand_claims_and_replaces_flowers():
    hands = ("5m EESSWWNNCCFFP", "", "55m", "")
    state = play(forced(*hands, draws="1f"), "W:foul(D1,0) E-5m W=555m")
    assert state.players[W].dead
    assert format_meld(state.players[W].melds[0]) == "[555m,2]"


FALSE_HUS = [
    (MCR, "E:false", "P2", (-60, 20, 20, 20)),
    (MCR, "E:false(hidden)", "D1", (0, 0, 0, 0)),
    (MCR, "N:false", "P2", (20, 20, 20, -60)),  # not even a tile to win with
    (GREEN_BOOK, "E:false", "HUERR", (-60, 20, 20, 20)),
    (GREEN_BOOK, "E:false(hidden)", "", (0, 0, 0, 0)),
]


@pytest.mark.parametrize(("ruleset", "word", "code", "scores"), FALSE_HUS)
def test_a_false_hu_costs_what_the_book_says(ruleset, word, code, scores):
    state = play(forced(*PLAIN, ruleset=ruleset), word)
    assert [(given.code, given.dead) for given in state.penalties] == [(code, True)]
    assert state.scores == scores
    assert sum(player.dead for player in state.players) == 1


@pytest.mark.parametrize(("ruleset", "code"), [(MCR, "P1"), (GREEN_BOOK, "HU8")])
def test_a_false_hu_below_eight_points_costs_half(ruleset, code):
    # A pung of winds, a short straight and a terminal pair on a discard: far below eight.
    hands = ("3m ESSWWNNCCFFPP", "", "12m 234s 678p EEE 99p", "")
    state = play(forced(*hands, ruleset=ruleset), "E-3m W:false")
    assert (state.penalties[0].code, state.scores) == (code, (10, 10, -30, 10))
    assert state.phase is Phase.ANSWER  # the discard still waits for its answer


def test_flowers_used_to_count_bring_nothing():
    hands = ("1111m 2222p 345s 67s 5p", "", "", "")
    state = play(forced(*hands, back="5p 1f 8s"), "E#1m E+ E#2p E+ E@1f E+ E:foul(P3F,0) E:hu")
    check_win(state, E, None, WinMode.SELF_DRAWN, Flower_Tiles=None)


def test_flowers_of_the_deal_are_replaced_east_first():
    state = forced("12f", "3f", "", "4f", back="5f")
    assert (state.phase, words(state)) == (Phase.OPENING, ["E@1f", "E@2f"])
    state = play(state, "E@1f E+")
    assert words(state) == ["E@2f", "E@5f"]
    state = play(state, "E@2f E+ E@5f E+ S@3f S+ N@4f N+")
    assert (state.phase, state.seat, state.opening) == (Phase.TURN, E, False)
    assert [format_tiles(player.flowers) for player in state.players] == ["125f", "3f", "", "4f"]
    assert [len(tiles_of(player.hand)) for player in state.players] == [14, 13, 13, 13]
    assert state.origin is Origin.FLOWER
    assert everything(state) == bag_of(FULL_SET)


def test_a_concealed_kong_may_be_declared_with_the_opening_flowers():
    state = forced("1f", "2f 5555m", "", "", back="E W N")
    state = play(state, "E@1f E+")
    assert words(state) == ["S@2f", "S#5m"]
    state = play(state, "S#5m S+ S@2f S+")
    assert (state.seat, state.phase, state.tile) == (E, Phase.TURN, parse_tile("E"))
    assert state.origin is Origin.FLOWER  # of East's own tile, whatever South drew


def test_east_may_win_with_the_dealt_hand():
    state = forced("123m 456m 789m 123p 9p 9p", "", "", "")
    assert (state.tile, state.origin, words(state)[0]) == (parse_tile("9p"), Origin.DEAL, "E:hu")
    check_win(play(state, "E:hu"), E, None, WinMode.SELF_DRAWN, Pure_Straight=1)


def test_flowers_may_be_kept_where_the_rules_say_so():
    state = forced("1f", "2f", "", "3f", ruleset=KEEP)
    assert words(state) == ["E@1f", "E:keep"]
    state = play(state, "E:keep S:keep N@3f N+")
    assert (state.phase, words(state)[0], words(state)[-1]) == (Phase.TURN, "E@1f", "E-1f")
    state = play(state, "E-1f")
    assert [word[:2] for word in words(state)] == ["S+"]  # a flower cannot be claimed
    state = play(state, "S+")
    assert "S@2f" in words(state)
    assert everything(state) == bag_of(FULL_SET)


def test_one_throw_breaks_the_wall_too():
    state = forced(*PLAIN, ruleset=ONE_THROW)
    assert state.dice == ((1, 3),)


def test_a_deal_is_the_same_for_a_seed():
    assert dealt_state(5) == dealt_state(5)
    assert dealt_state(5) != dealt_state(6)
