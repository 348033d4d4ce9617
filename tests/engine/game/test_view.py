"""What is seen of a hand, step by step, from each seat."""

import json

import pytest

from scoring.engine.game.play import simulate
from scoring.engine.game.ruleset import DUPLICATE
from scoring.engine.game.state import Phase
from scoring.engine.game.view import FloorTile, plain, view
from scoring.engine.melds import MeldKind
from scoring.engine.notation import parse_tile, parse_tiles
from scoring.engine.rotation import Wind
from tests.engine.game.forced import DICE, E, N, S, W, forced, play, random_states
from tests.engine.game.test_faults import thrown, undealt
from tests.engine.game.test_rare import robbing


def test_the_wall_stands_whole_until_the_deal():
    table = view(undealt(), None)
    assert (table.left, table.breach, table.phase) == (144, None, Phase.THROW)
    assert [len(row) for row in table.standing] == [36] * 4
    assert all(all(row) for row in table.standing)
    assert [player.hand for player in table.players] == [()] * 4


def test_the_breach_is_known_when_the_dice_are_thrown():
    table = view(thrown(), None)
    assert (table.breach, table.dice) == ((N, 10), DICE)


def test_the_deal_takes_tiles_to_the_left_of_the_breach():
    table = view(forced("", "", "", ""), None)
    assert table.left == 91
    north, west, south, east = (table.standing[wind] for wind in (N, W, S, E))
    assert (north[:20], north[20:]) == ((True,) * 20, (False,) * 16)
    assert (west, south) == ((False,) * 36, (False,) + (True,) * 35)
    assert east == (True,) * 36


def test_a_replacement_is_taken_from_the_other_end():
    state = play(forced("5555m EESSWWNNCC", "", "", ""), "E#5m E+")
    north = view(state, None).standing[N]
    assert north[16:20] == (True, True, False, True)  # the upper tile of the last stack


def test_a_claimed_tile_is_not_held_apart():
    state = play(forced("5m EESSWWNNCCFFP", "", "555m", ""), "E-5m W=555m")
    assert state.players[W].held(parse_tile("5m")) == 1
    assert not view(state, W).players[W].has_drawn


def test_a_view_can_be_sent_as_json():
    state = play(forced("5555m EESSWWNNCC", "", "", ""), "E#5m E+ E-E")
    sent = json.loads(json.dumps(plain(view(state, S))))
    assert sent["phase"] == "answer"
    assert sent["breach"] == ["N", 10]
    east = sent["players"][0]
    assert east["melds"] == [{"kind": "concealed_kong", "tiles": [None] * 4, "turned": None}]
    assert east["floor"] == [{"tile": "E", "claimed_by": None, "latest": True}]
    assert (east["wind"], east["hand"]) == ("E", [None] * 10)


def test_a_player_sees_the_own_hand_only():
    state = forced("", "", "", "")
    for seat in Wind:
        table = view(state, seat)
        shown = [any(tile is not None for tile in player.hand) for player in table.players]
        assert shown == [wind is seat for wind in Wind]
        assert [len(player.hand) for player in table.players] == [13] * 4
        assert [player.has_drawn for player in table.players] == [True, False, False, False]
    assert view(state, E).players[E].drawn == state.tile
    assert view(state, S).players[E].drawn is None


def test_a_concealed_kong_is_its_owners_secret_until_the_end():
    state = play(forced("5555m EESSWWNNCC", "", "", ""), "E#5m E+")
    hidden, shown = (None,) * 4, parse_tiles("5555m")
    assert view(state, E).players[E].melds[0].tiles == shown
    assert view(state, W).players[E].melds[0].tiles == hidden
    assert view(state, None).players[E].melds[0].tiles == shown


@pytest.mark.parametrize(
    ("words", "seat", "tiles", "turned"),
    [
        ("S=567m", S, "567m", 0),
        ("S=555m", S, "555m", 0),
        ("W=555m", W, "555m", 1),
        ("N=555m", N, "555m", 2),
    ],
)
def test_melds_are_turned_towards_their_source(words, seat, tiles, turned):
    own = {"S=567m": ("67m", "", ""), "S=555m": ("55m", "", "")}
    hands = own.get(words, ("", "55m", "") if seat is W else ("", "", "55m"))
    state = play(forced("5m EESSWWNNCCFFP", *hands), f"E-5m {words}")
    (meld,) = view(state, None).players[seat].melds
    assert (meld.tiles, meld.turned) == (parse_tiles(tiles), turned)
    assert view(state, None).players[E].floor == (FloorTile(parse_tile("5m"), seat, False),)


def test_the_claimed_tile_of_a_chow_lies_first():
    state = play(forced("6m EESSWWNNCCFFP", "57m", "", ""), "E-6m S=567m")
    assert view(state, None).players[S].melds[0].tiles == parse_tiles("657m")


def test_kongs_are_turned_too():
    state = play(forced("5m EESSWWNNCCFFP", "", "", "555m"), "E-5m N=5555m")
    assert view(state, None).players[N].melds[0].turned == 3
    table = view(play(robbing(), "S&5m"), None)
    (meld,) = table.players[S].melds
    assert (meld.kind, meld.turned) == (MeldKind.ADDED_KONG, 0)
    assert not table.players[S].has_drawn


def test_an_added_kong_lies_on_the_turned_tile():
    hands = ("5m EESSWWNNCCFFP", "", "", "55m P")
    state = play(forced(*hands, draws="E S W 5m"), "E-5m N=555m N-P E+ E-E S+ S-S W+ W-W N+")
    (meld,) = view(play(state, "N&5m"), None).players[N].melds
    assert (meld.kind, meld.turned) == (MeldKind.ADDED_KONG, 2)


def test_a_discard_waits_for_its_answer():
    state = play(forced("5m EESSWWNNCCFFP", "", "", ""), "E-5m")
    assert view(state, None).players[E].floor == (FloorTile(parse_tile("5m"), None, True),)


def test_the_winner_shows_the_hand():
    state = play(forced("123m 456m 789m 123p 99p", "", "", ""), "E:hu")
    table = view(state, W)
    assert None not in table.players[E].hand
    assert (table.players[E].drawn, table.players[E].at_turn) == (parse_tile("9p"), False)
    assert None in table.players[S].hand


def test_every_step_of_a_hand_can_be_seen():
    for played in simulate(2, 5):
        for state in played.record.replay().states:
            for seat in (None, *Wind):
                table = view(state, seat)
                assert table.left == sum(sum(row) for row in table.standing)


def test_own_walls_are_seen_to_shrink():
    lefts = [view(state, None).left for state in random_states(3, DUPLICATE)]
    assert (lefts[0], lefts == sorted(lefts, reverse=True)) == (84, True)
