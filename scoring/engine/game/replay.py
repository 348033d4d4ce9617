"""Replay is a fold: states one after another, up to the first action that the rules refuse."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.engine.errors import IllegalAction
from scoring.engine.game.actions import Action
from scoring.engine.game.apply import apply
from scoring.engine.game.state import GameState


@dataclass(frozen=True, slots=True)
class Replay:
    """`states[0]` is the start and `states[n]` what the nth action led to.

    `fault` is the rule that the next action broke; None when all were legal.
    """

    states: tuple[GameState, ...]
    fault: IllegalAction | None = None

    @property
    def last(self) -> GameState:
        """The state after the last legal action."""
        return self.states[-1]


def replay(start: GameState, actions: Iterable[Action]) -> Replay:
    """Play `actions` from `start`; stop at the first one the rules refuse."""
    states = [start]
    for action in actions:
        try:
            states.append(apply(states[-1], action))
        except IllegalAction as fault:
            return Replay(tuple(states), fault)
    return Replay(tuple(states))
