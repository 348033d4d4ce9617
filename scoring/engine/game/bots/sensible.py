"""A player that moves towards eight points, claims what brings it nearer, and folds late."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from scoring.engine.bags import BITS, FOURS, Bag, tiles_in
from scoring.engine.game import actions as act
from scoring.engine.game.bots.plans import (
    IMPOSSIBLE,
    PUNG,
    MeldKey,
    Plan,
    body_plans,
    knitted_plan,
    meld_key,
    orphan_plan,
    pair_plan,
    pung_plan,
    tile_costs,
)
from scoring.engine.game.ruleset import Claim
from scoring.engine.game.state import PLAY_MASK, GameState, Origin, Phase, Player, tiles_of
from scoring.engine.game.wall import UNITS
from scoring.engine.game.winning import wins
from scoring.engine.melds import MeldKind
from scoring.engine.rotation import Wind
from scoring.engine.tiles import Tile

_WORTH_A_CLAIM = 0.55
_WORTH_A_KONG = 0.1
_FAR = 3.0
_LATE = 22


@dataclass(frozen=True, slots=True)
class SensibleBot:
    """Keeps the tiles of its cheapest plan; `random` only breaks ties."""

    random: Random

    def turn(self, state: GameState) -> act.Action:
        """Win, replace a flower, declare a kong that costs nothing, or discard."""
        seat = state.seat
        player = state.players[seat]
        if state.phase is Phase.TURN and wins(state, seat):
            return act.Hu(seat)
        flowers = player.hand & ~PLAY_MASK
        if flowers:
            return act.Flower(seat, tiles_of(flowers)[0])
        plans = best_plans(player.hand, meld_key(player.melds), unseen_by(state, seat))
        kong = self._kong(state, player, plans[0])
        return kong or act.Discard(seat, self._discard(state, player, plans))

    def answer(self, state: GameState, seat: Wind, claims: tuple[Claim, ...]) -> Claim | None:
        """Win, or take the claim that brings the hand nearest to a win, if it does so enough."""
        for claim in claims:
            if isinstance(claim, act.Hu):
                return claim
        player = state.players[seat]
        unseen = unseen_by(state, seat)
        key = meld_key(player.melds)
        tile = state.tile
        assert tile is not None
        now = best_plans(player.hand, key, unseen)[0].cost
        best, least = None, now - _WORTH_A_CLAIM
        for claim in claims:
            spent, meld = _taken(claim, tile)
            cost = best_plans(player.hand - spent, (*key, meld), unseen, least)[0].cost
            if cost < least:
                best, least = claim, cost
        return best

    def _kong(self, state: GameState, player: Player, plan: Plan) -> act.Action | None:
        """A kong of tiles that the plan does not need as singles."""
        if state.origin is Origin.CLAIM or state.wall is None:
            return None
        if not state.wall.replacements_left(state.seat):
            return None
        for meld in player.melds:
            tile = meld.tiles[0]
            if meld.kind is MeldKind.PUNG and player.held(tile) and not _held(plan.keep, tile):
                return act.AddedKong(state.seat, tile)
        unseen = unseen_by(state, state.seat)
        for tile in tiles_in((player.hand & FOURS) >> 2):
            key = (*meld_key(player.melds), tile + PUNG)
            after = best_plans(player.hand - 4 * UNITS[tile], key, unseen)[0]
            if after.cost <= plan.cost + _WORTH_A_KONG:
                return act.ConcealedKong(state.seat, tile)
        return None

    def _discard(self, state: GameState, player: Player, plans: list[Plan]) -> Tile:
        """A tile that the best plan does not need, and the next plans need least."""
        loose = player.hand - plans[0].keep or player.hand
        late = state.wall is not None and state.wall.left(state.seat) < _LATE
        if late and plans[0].cost > _FAR:
            return max(set(tiles_in(player.hand)), key=lambda tile: (_safety(state, tile), tile))
        choices = list(dict.fromkeys(tiles_in(loose)))
        if len(choices) == 1:
            return choices[0]
        others = [(1 / (1 + plan.cost), player.hand - plan.keep) for plan in plans[1:4]]
        return min(
            choices,
            key=lambda tile: (
                sum([weight for weight, spare in others if not _held(spare, tile)]),
                -_safety(state, tile),
                self.random.random(),
            ),
        )


def _held(bag: Bag, tile: int) -> int:
    return bag >> BITS * tile & 15


def _safety(state: GameState, tile: Tile) -> float:
    """How harmless a discard looks: how many are out, and honours and ends before the middle."""
    seen = state.seen >> BITS * tile & 15
    return seen + (0.5 if tile.is_honor else 0.25 if tile.is_terminal else 0.0)


def unseen_by(state: GameState, seat: Wind) -> Bag:
    """The tiles that a player sees nowhere: not discarded, not melded in the open, not held."""
    player = state.players[seat]
    own = player.hand & PLAY_MASK
    for meld in player.melds:
        if meld.is_concealed:
            own += 4 * UNITS[meld.tiles[0]]
    return FOURS - state.seen - own


def _taken(claim: Claim, tile: Tile) -> tuple[Bag, int]:
    """The tiles that a claim takes from the hand, and its meld as in a `MeldKey`."""
    if isinstance(claim, act.Chow):
        own = [kind for kind in range(claim.first, claim.first + 3) if kind != tile]
        return sum([UNITS[kind] for kind in own]), claim.first
    return (2 if isinstance(claim, act.Pung) else 3) * UNITS[tile], tile + PUNG


def best_plans(bag: Bag, melds: MeldKey, unseen: Bag, limit: float = IMPOSSIBLE) -> list[Plan]:
    """The plans of a hand, the cheapest first; at least one. Those above `limit` may be missing."""
    costs = tile_costs(unseen)
    plans = body_plans(bag, melds, costs, limit)
    plans.append(pung_plan(bag, melds, unseen))
    if not melds:
        plans.append(pair_plan(bag, unseen))
        plans.append(knitted_plan(bag, unseen))
        plans.append(orphan_plan(bag, costs))
    plans.sort()
    return plans
