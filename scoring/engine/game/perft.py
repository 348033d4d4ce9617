"""Perft: how many sequences of legal actions there are, the classic proof of a move generator."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from scoring.engine.game.actions import Deal, Throw
from scoring.engine.game.apply import apply, start
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.ruleset import MCR, Ruleset
from scoring.engine.game.state import GameState, Phase, Setup


def perft(state: GameState, depth: int) -> int:
    """The number of sequences of `depth` legal actions from `state`; shorter ones count nothing.

    The last action is not applied, only counted.
    """
    if depth == 0:
        return 1
    actions = legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(apply(state, action), depth - 1) for action in actions)


def divide(state: GameState, depth: int) -> Iterator[tuple[object, int]]:
    """Each first action with the sequences that begin with it: where two generators part."""
    for action in legal_actions(state):
        yield action, perft(apply(state, action), depth - 1)


def dealt_state(seed: int, ruleset: Ruleset = MCR) -> GameState:
    """A hand after dice and deal, the same for a seed everywhere."""
    random = Random(seed)
    state = start(Setup(ruleset, ruleset.walls.build(random)))
    while state.phase is Phase.THROW:
        dice = (random.randint(1, 6), random.randint(1, 6))
        state = apply(state, Throw(state.seat, dice))
    return apply(state, Deal())
