"""The players for the machine: honest, sensible, repeatable."""

from dataclasses import replace
from random import Random

import pytest

from scoring.engine.bags import FOURS
from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply
from scoring.engine.game.bots.bot import RandomBot
from scoring.engine.game.bots.plans import body_plans, cost_of, rest, tile_costs, unary
from scoring.engine.game.bots.sensible import SensibleBot, best_plans, unseen_by
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.perft import dealt_state
from scoring.engine.game.play import make_bots, next_move, play_hand, simulate
from scoring.engine.game.records.tokens import format_action, parse_action
from scoring.engine.game.ruleset import MCR
from scoring.engine.game.state import Phase, tiles_of
from scoring.engine.game.wall import SharedWall, bag_of
from scoring.engine.notation import format_tiles, parse_tiles
from scoring.engine.rotation import Wind
from tests.engine.game.forced import drift, forced, play
from tests.engine.game.test_rare import KEEP

E, S, W, N = Wind


def otherwise(state, seat, random):
    """The same state with everything changed that `seat` cannot see."""
    others = [player for player in Wind if player is not seat]
    hidden = [tile for player in others for tile in tiles_of(state.players[player].hand)]
    hidden += state.wall.remaining()
    random.shuffle(hidden)
    players = list(state.players)
    for player in others:
        size = len(tiles_of(players[player].hand))
        players[player] = replace(players[player], hand=bag_of(hidden[:size]))
        del hidden[:size]
    return replace(state, players=tuple(players), wall=SharedWall(tuple(hidden)))


def states_of(seed):
    """The states of a hand between sensible players."""
    played = next(iter(simulate(1, seed)))
    return played.record.replay().states


@pytest.mark.parametrize("seed", range(3))
def test_a_player_does_not_look_at_hidden_tiles(seed):
    random = Random(seed)
    for state in states_of(seed):
        if state.phase is Phase.TURN:
            decisions = {
                SensibleBot(Random(1)).turn(seen)
                for seen in (state, *(otherwise(state, state.seat, random) for _ in range(2)))
            }
            assert len(decisions) == 1
        if state.phase is Phase.ANSWER:
            for claim in legal_actions(state):
                if isinstance(claim, act.CLAIMS):
                    seen = otherwise(state, claim.seat, random)
                    answers = {
                        SensibleBot(Random(1)).answer(view, claim.seat, (claim,))
                        for view in (state, seen)
                    }
                    assert len(answers) == 1


def turn(state):
    return format_action(SensibleBot(Random(1)).turn(state))


def answer(state, seat, *words):
    call = SensibleBot(Random(1)).answer(state, seat, tuple(parse_action(word) for word in words))
    return call and format_action(call)


def test_it_wins_when_it_can():
    assert turn(forced("123m 456m 789m 123p 99p", "", "", "")) == "E:hu"


def test_it_wins_before_it_claims():
    state = play(forced("5m EESSWWNNCCFFP", "", "", "46m 123s 456s 789s 55m"), "E-5m")
    assert answer(state, N, "N=555m", "N:hu") == "N:hu"


def test_it_discards_what_does_not_help():
    assert turn(forced("123m 456m 789m 123p 9p E", "", "", "")) in ("E-E", "E-9p")


def test_it_claims_what_finishes_a_plan_and_leaves_the_rest():
    hands = ("5m EESSWWNNCCFFP", "46m 123m 789m 19p 9s WC", "", "")
    state = play(forced(*hands), "E-5m")
    assert answer(state, S, "S=456m") == "S=456m"
    hands = ("5m EESSWWNNCCFFP", "46m 1s 147p 258s 9s NCP", "", "")
    state = play(forced(*hands), "E-5m")
    assert answer(state, S, "S=456m") is None


def test_it_declares_kongs_that_cost_nothing():
    assert turn(forced("1111m 222s 333s 44s 5s 7p", "", "", "")).startswith("E#1m")
    hands = ("5m EESSWWNNCCFFP", "55m 222s 333s 444s 7s E", "", "")
    state = play(forced(*hands, draws="S W N 5m"), "E-5m S=555m S-E W+ W-S N+ N-W E+ E-N S+")
    assert turn(state) == "S&5m"


def test_it_exposes_flowers():
    state = forced("1f", "", "", "", ruleset=KEEP)
    assert turn(state) == "E@1f"


def test_it_folds_late_with_a_hand_that_goes_nowhere():
    state = drift(forced("147m 258s 369p ESWNC", "", "", ""), 8)
    state = apply(state, legal_actions(state)[-1])
    while state.phase is not Phase.TURN or unlucky(state):
        state = apply(state, legal_actions(state)[-1])
    word = turn(state)
    seen = {tile: state.seen >> 4 * tile & 15 for tile in tiles_of(state.players[state.seat].hand)}
    assert seen[parse_action(word).tile] >= max(seen.values()) - 1


def unlucky(state):
    """A turn that begins with a flower or has a plan."""
    plans = best_plans(state.players[state.seat].hand, (), unseen_by(state, state.seat))
    return bool(state.players[state.seat].hand >> 136) or plans[0].cost <= 3


def test_what_a_player_has_not_seen():
    state = play(forced("5555m EESSWWNNCC", "", "", ""), "E#5m")
    assert unseen_by(state, E) >> 16 & 15 == 0
    assert unseen_by(state, S) >> 16 & 15 == 4 - state.players[S].held(4)


def test_unary_counts_bits():
    assert unary(bag_of(parse_tiles("1m 22m 333m 4444m"))) == 0xF731


def test_missing_tiles_cost_more_the_fewer_are_left():
    wanted = unary(bag_of(parse_tiles("5m")))
    costs = [cost_of(wanted, tile_costs(left << 16)) for left in (4, 3, 2, 1, 0)]
    assert costs == sorted(costs)
    assert costs[-1] > 90


@pytest.mark.parametrize(
    ("loose", "cost", "used"),
    [
        ("123m99p", 0.0, "123m99p"),
        ("EEE99p", 0.0, "99pEEE"),
        ("12m99p", 1.0, "12m99p"),
        ("13m99pE", 1.1, "13m99p"),
        ("", 4.7, ""),
    ],
)
def test_a_set_and_a_pair_out_of_loose_tiles(loose, cost, used):
    found = rest(bag_of(parse_tiles(loose)), needs_set=True, only_chow=False)
    assert (round(found[0], 2), format_tiles(tiles_of(found[1]))) == (cost, used)


def test_no_body_fits_two_pungs():
    assert body_plans(bag_of(parse_tiles("123m")), (64, 65), tile_costs(FOURS)) == []


def test_a_random_player_takes_any_legal_action():
    state = dealt_state(2)
    bot = RandomBot(Random(1))
    assert all(bot.turn(state) in legal_actions(state) for _ in range(20))
    claims = (act.Hu(E),)
    assert {bot.answer(state, E, claims) for _ in range(20)} == {None, act.Hu(E)}


def test_the_dice_are_thrown_by_the_seed():
    setup = dealt_state(3).setup
    bots = make_bots("random", 3)
    state = replace(dealt_state(3), phase=Phase.THROW)
    move = next_move(state, bots, Random(5))
    assert move == next_move(state, bots, Random(5))
    assert play_hand(setup, make_bots("random", 1), Random(1)).record.setup.ruleset is MCR
