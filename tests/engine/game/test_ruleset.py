"""The machine takes what differs between rule sets as a value: here a table with a hill.

West deals and plays first; fourteen tiles apart replace flowers and kongs and are never drawn
otherwise; the hand ends with the wall though the hill may not be used up.
"""

from dataclasses import dataclass, replace

import pytest

from scoring.engine.errors import EngineError, IllegalAction
from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.ruleset import MCR, first_in_turn, ruleset_named
from scoring.engine.game.state import Drawn, Phase, Setup
from scoring.engine.game.wall import Dealt, SquareWall, bag_of, drawing_order
from scoring.engine.rotation import Wind
from tests.engine.game.forced import E, N, S, W, begin, drift, forced_rows, play

HILL = 14


@dataclass(frozen=True, slots=True)
class HillWall:
    """A wall and a hill."""

    tiles: tuple
    hill: tuple
    front: int = 0

    def left(self, seat):
        return len(self.tiles) - self.front

    def replacements_left(self, seat):
        return len(self.hill)

    def next_tile(self, seat):
        return self.tiles[self.front]

    def next_replacement(self, seat):
        return self.hill[0]

    def draw(self, seat):
        return replace(self, front=self.front + 1)

    def replace(self, seat):
        return replace(self, hill=self.hill[1:])

    def remaining(self):
        return (*self.tiles[self.front :], *self.hill)


class HillPlan(SquareWall):
    """Deals fourteen tiles to West."""

    __slots__ = ()

    def deal(self, rows, dice):
        order = drawing_order(rows, dice)
        hands = [bag_of(order[13 * seat : 13 * seat + 13]) for seat in Wind]
        hands[W] += bag_of([order[52]])
        wall = HillWall(order[53:-HILL], order[-HILL:])
        return Dealt(tuple(hands), wall, order[52], first=W)


HILLS = replace(MCR, name="hills", walls=HillPlan("hill"))


def dealt(hand, hill):
    """West holds `hand` of all tiles; the hill begins with `hill`."""
    rows = forced_rows(("", "", "", ""), at=hill)
    state = begin(Setup(HILLS, rows))
    while state.opening:
        state = apply(state, legal_actions(state)[0])
    west = replace(state.players[W], hand=bag_of(hand))
    return replace(state, players=(*state.players[:2], west, state.players[N]))


def test_who_deals_is_a_value():
    state = begin(Setup(HILLS, forced_rows(("", "", "", ""))))
    assert (state.phase, state.seat, state.first) == (Phase.TURN, W, W)
    discards = [action for action in legal_actions(state) if isinstance(action, act.Discard)]
    assert {action.seat for action in discards} == {W}


def test_a_kong_is_refused_when_the_hill_is_used_up_though_the_wall_is_not():
    state = dealt([4] * 4 + list(range(9, 19)), {})
    assert act.ConcealedKong(W, state.players[W].tiles[0]) in legal_actions(state)
    bare = replace(state, wall=replace(state.wall, hill=()))
    kongs = [one for one in legal_actions(bare) if isinstance(one, act.ConcealedKong)]
    assert kongs == []
    with pytest.raises(IllegalAction) as caught:
        play(bare, "W#5m")
    assert caught.value.code == "no_replacement_left"


def test_a_replacement_comes_from_the_hill():
    state = dealt([4] * 4 + list(range(9, 19)), {})
    before = state.wall
    state = play(state, "W#5m W+")
    assert (state.tile, state.wall.hill) == (before.hill[0], before.hill[1:])
    assert state.wall.left(W) == before.left(W)


def test_a_flower_that_cannot_be_replaced_ends_the_hand():
    state = dealt([34, *range(9, 22)], {})
    bare = replace(state, wall=replace(state.wall, hill=()))
    assert play(bare, "W@1f").end == Drawn("flower_not_replaced")


def test_the_hand_ends_with_the_wall():
    state = drift(begin(Setup(HILLS, forced_rows(("", "", "", "")))), 0)
    assert state.wall.replacements_left(E) > 0
    assert state.is_last_tile
    (action,) = (one for one in legal_actions(state) if not isinstance(one, act.Hu))
    assert apply(state, action).end == Drawn("wall_exhausted")


def test_of_several_claims_one_has_priority():
    tile = forced_rows(("", "", "", ""))[0][0]
    chow, pung = act.Chow(S, tile), act.Pung(N, tile)
    hus = (act.Hu(E), act.Hu(W))
    assert first_in_turn((chow, pung), E) == pung
    assert first_in_turn((chow, pung, *hus), N) == act.Hu(E)
    assert first_in_turn((chow, pung, *hus), E) == act.Hu(W)


def test_an_unknown_ruleset_is_refused():
    with pytest.raises(EngineError) as caught:
        ruleset_named("hills")
    assert caught.value.code == "unknown_ruleset"
