"""What a player for the machine decides, and the player that decides by lot."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Protocol

from scoring.engine.game.actions import Action
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.ruleset import Claim
from scoring.engine.game.state import GameState
from scoring.engine.rotation import Wind


class Bot(Protocol):
    """A player. It may look at its own hand and at what lies open, never at the other hands."""

    def turn(self, state: GameState) -> Action:
        """What to do as `state.seat`, in the opening or with a tile drawn or claimed."""

    def answer(self, state: GameState, seat: Wind, claims: tuple[Claim, ...]) -> Claim | None:
        """Which of the legal `claims` of `seat` to call on a discard or an added kong, if any."""


@dataclass(frozen=True, slots=True)
class RandomBot:
    """Any legal action, each as likely as the others."""

    random: Random

    def turn(self, state: GameState) -> Action:
        """One of the legal actions."""
        return self.random.choice(legal_actions(state))

    def answer(self, state: GameState, seat: Wind, claims: tuple[Claim, ...]) -> Claim | None:
        """One of the claims, or none."""
        return self.random.choice((None, *claims))
