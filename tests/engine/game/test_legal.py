"""The list of legal actions and the checks of `apply` say the same, whatever the position."""

from dataclasses import replace
from itertools import pairwise, product

import pytest

from scoring.engine.errors import IllegalAction
from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.ruleset import DUPLICATE, MCR
from scoring.engine.game.state import Phase
from scoring.engine.game.wall import FULL_SET, bag_of
from scoring.engine.rotation import Wind
from scoring.engine.rules import Rules
from scoring.engine.tiles import TILES
from tests.engine.game.forced import everything, random_states
from tests.engine.game.test_faults import thrown, undealt

KEEP = replace(MCR, rules=Rules(keep_flowers=True))

TILE_ACTIONS = (
    act.Flower,
    act.Draw,
    act.Discard,
    act.Chow,
    act.Pung,
    act.Kong,
    act.ConcealedKong,
    act.AddedKong,
)
OTHERS = (act.Deal, act.Keep, act.Hu, act.Unclaimed)
EVERY_ACTION = [
    *(kind(seat, tile) for kind, seat, tile in product(TILE_ACTIONS, Wind, TILES)),
    *(kind(seat) for kind, seat in product(OTHERS, Wind)),
]


def accepted(state):
    """Every action of all that `apply` takes."""
    found = set()
    for action in EVERY_ACTION:
        try:
            apply(state, action)
        except IllegalAction:
            continue
        found.add(action)
    return found


@pytest.mark.parametrize(("seed", "ruleset"), [(1, MCR), (2, KEEP), (3, DUPLICATE)])
def test_the_list_is_what_apply_accepts(seed, ruleset):
    states = list(random_states(seed, ruleset))
    for state in states[:: len(states) // 12]:
        actions = legal_actions(state)
        assert len(set(actions)) == len(actions)
        assert set(actions) == accepted(state)


@pytest.mark.parametrize(("seed", "ruleset"), [(4, MCR), (5, KEEP), (6, DUPLICATE)])
def test_no_tile_is_ever_lost(seed, ruleset):
    whole = bag_of(FULL_SET if ruleset is not DUPLICATE else FULL_SET[:-8])
    for state in random_states(seed, ruleset):
        assert everything(state) == whole
        assert bool(legal_actions(state)) is (state.phase is not Phase.OVER)


def test_dice_and_deal_come_first():
    assert len(legal_actions(undealt())) == 36
    assert legal_actions(thrown()) == (act.Deal(),)
    assert undealt().players[0].tiles == ()


def test_states_share_what_did_not_change():
    states = list(random_states(7))
    before, after = next(
        (one, other) for one, other in pairwise(states) if other.phase is Phase.ANSWER
    )
    changed = [one is not other for one, other in zip(before.players, after.players, strict=True)]
    assert sum(changed) == 1
    assert before.wall is after.wall
