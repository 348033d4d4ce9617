"""What an action does: the one way from a state to the next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import Any

from scoring.engine.game import actions as act
from scoring.engine.game.faults import check, false_hu_row
from scoring.engine.game.state import (
    PLAY_MASK,
    WINDS,
    Discarded,
    Drawn,
    GameState,
    Given,
    Origin,
    Phase,
    Player,
    Players,
    Setup,
    Win,
)
from scoring.engine.game.wall import UNITS
from scoring.engine.game.winning import offered_tile, winning_hand
from scoring.engine.melds import Meld, MeldKind, Source
from scoring.engine.penalties import DeadHand, Sanction, penalty_payments
from scoring.engine.penalty_books import find_rule
from scoring.engine.rotation import Seat, Wind
from scoring.engine.settle import NO_PAYMENTS
from scoring.engine.tiles import TILES, Tile


def start(setup: Setup) -> GameState:
    """The state before the dice, or before the deal where nothing is thrown."""
    return _await_dice(GameState(setup, Phase.THROW))


def apply(state: GameState, action: act.Action) -> GameState:
    """The state after `action`; IllegalAction, with the rule, when it is refused."""
    check(state, action)
    return _EFFECTS[type(action)](state, action)


def _await_dice(state: GameState) -> GameState:
    ruleset = state.setup.ruleset
    thrower = ruleset.walls.thrower(state.dice, ruleset.rules)
    if thrower is None:
        return replace(state, phase=Phase.DEAL, seat=Wind.EAST)
    return replace(state, phase=Phase.THROW, seat=thrower)


def _throw(state: GameState, action: act.Throw) -> GameState:
    return _await_dice(replace(state, dice=(*state.dice, action.dice)))


def _deal(state: GameState, action: act.Deal) -> GameState:
    dealt = state.setup.ruleset.walls.deal(state.setup.rows, state.dice)
    east, south, west, north = (
        replace(player, hand=hand) for player, hand in zip(state.players, dealt.hands, strict=True)
    )
    players = (east, south, west, north)
    ready = replace(
        state,
        players=players,
        wall=dealt.wall,
        tile=dealt.last_tile,
        opening=True,
        first=dealt.first,
    )
    return _open(ready, Wind.EAST)


def _open(state: GameState, first: int) -> GameState:
    """The opening turn of the first player from `first` on who holds a flower; else the game."""
    for seat in WINDS[first:]:
        if state.players[seat].hand & ~PLAY_MASK:
            return replace(state, phase=Phase.OPENING, seat=seat)
    phase = Phase.DRAW if state.tile is None else Phase.TURN
    return replace(state, phase=phase, seat=state.first, opening=False)


def _keep(state: GameState, action: act.Keep) -> GameState:
    return _open(state, action.seat + 1)


def _with_player(players: Players, seat: Wind, player: Player) -> Players:
    east, south, west, north = players
    if seat == 0:
        return player, south, west, north
    if seat == 1:
        return east, player, west, north
    if seat == 2:
        return east, south, player, north
    return east, south, west, player


def _flower(state: GameState, action: act.Flower) -> GameState:
    player = state.players[action.seat]
    after = replace(
        player,
        hand=player.hand - UNITS[action.tile],
        flowers=(*player.flowers, action.tile),
    )
    players = _with_player(state.players, action.seat, after)
    assert state.wall is not None
    if not state.wall.replacements_left(action.seat):
        end = Drawn("flower_not_replaced")
        return replace(state, players=players, phase=Phase.OVER, end=end)
    return _await_replacement(replace(state, players=players), Origin.FLOWER)


def _await_replacement(state: GameState, origin: Origin) -> GameState:
    """`state.seat` draws a replacement; in the opening only the first player's tile matters."""
    if state.opening and state.seat is not state.first:
        origin = state.origin
    return replace(state, phase=Phase.REPLACE, origin=origin)


def _draw(state: GameState, action: act.Draw) -> GameState:
    assert state.wall is not None
    seat, tile = action.seat, action.tile
    replaced = state.phase is Phase.REPLACE or state.phase is Phase.ROB
    wall = state.wall.replace(seat) if replaced else state.wall.draw(seat)
    player = state.players[seat]
    grown = Player(
        player.hand + UNITS[tile], player.melds, player.flowers, player.discards, player.dead
    )
    players = _with_player(state.players, seat, grown)
    if state.opening:
        kept = tile if seat is state.first and state.tile is not None else state.tile
        return _open(replace(state, players=players, wall=wall, tile=kept), seat)
    return GameState(
        state.setup,
        Phase.TURN,
        seat,
        players,
        wall,
        state.dice,
        tile,
        state.origin if replaced else Origin.WALL,
        state.seen,
        penalties=state.penalties,
        first=state.first,
    )


def _discard(state: GameState, action: act.Discard) -> GameState:
    tile = action.tile
    player = state.players[action.seat]
    after = Player(
        player.hand - UNITS[tile],
        player.melds,
        player.flowers,
        (*player.discards, Discarded(tile)),
        player.dead,
    )
    return GameState(
        state.setup,
        Phase.ANSWER,
        state.seat,
        _with_player(state.players, action.seat, after),
        state.wall,
        state.dice,
        tile,
        state.origin,
        state.seen + UNITS[tile],
        penalties=state.penalties,
        first=state.first,
    )


def _claimed(state: GameState, seat: Wind) -> Players:
    """The players, with the discard marked as taken by `seat`."""
    discarder = state.players[state.seat]
    assert state.tile is not None
    taken = Discarded(state.tile, claimed_by=seat)
    after = replace(discarder, discards=(*discarder.discards[:-1], taken))
    return _with_player(state.players, state.seat, after)


def _meld(
    state: GameState, seat: Wind, kind: MeldKind, own: tuple[Tile, ...]
) -> tuple[Players, int]:
    """The players with a meld of the discard, its first tile, and what can be seen now."""
    assert state.tile is not None
    source = Source((seat - state.seat) % 4)
    players = _claimed(state, seat)
    player = players[seat]
    spent = sum([UNITS[tile] for tile in own])
    after = replace(
        player,
        hand=player.hand - spent,
        melds=(*player.melds, claimed_meld(kind, (state.tile, *own), source)),
    )
    return _with_player(players, seat, after), state.seen + spent


@lru_cache(maxsize=1024)
def claimed_meld(kind: MeldKind, tiles: tuple[Tile, ...], source: Source) -> Meld:
    """The one value of equal melds."""
    return Meld(kind, tiles, source)


def _take(state: GameState, action: act.Chow | act.Pung) -> GameState:
    assert state.tile is not None
    if isinstance(action, act.Chow):
        run = TILES[action.first : action.first + 3]
        own = tuple(tile for tile in run if tile != state.tile)
        players, seen = _meld(state, action.seat, MeldKind.CHOW, own)
    else:
        players, seen = _meld(state, action.seat, MeldKind.PUNG, (state.tile,) * 2)
    return replace(
        state,
        phase=Phase.TURN,
        seat=action.seat,
        players=players,
        seen=seen,
        origin=Origin.CLAIM,
    )


def _kong(state: GameState, action: act.Kong) -> GameState:
    assert state.tile is not None
    players, seen = _meld(state, action.seat, MeldKind.MELDED_KONG, (state.tile,) * 3)
    taken = replace(state, seat=action.seat, players=players, seen=seen)
    return _await_replacement(taken, Origin.KONG)


def _concealed_kong(state: GameState, action: act.ConcealedKong) -> GameState:
    player = state.players[action.seat]
    meld = Meld(MeldKind.CONCEALED_KONG, (action.tile,) * 4)
    after = replace(player, hand=player.hand - 4 * UNITS[action.tile], melds=(*player.melds, meld))
    players = _with_player(state.players, action.seat, after)
    return _await_replacement(replace(state, players=players), Origin.KONG)


def _added_kong(state: GameState, action: act.AddedKong) -> GameState:
    """Announce the kong: the tile lies open, and is replaced unless somebody wins on it."""
    player = state.players[action.seat]
    after = replace(
        player,
        hand=player.hand - UNITS[action.tile],
        melds=tuple(_grown(meld, action.tile) for meld in player.melds),
    )
    return replace(
        state,
        phase=Phase.ROB,
        players=_with_player(state.players, action.seat, after),
        tile=action.tile,
        origin=Origin.KONG,
        seen=state.seen + UNITS[action.tile],
    )


def _grown(meld: Meld, tile: Tile) -> Meld:
    if meld.kind is not MeldKind.PUNG or meld.tiles[0] != tile:
        return meld
    return Meld(MeldKind.ADDED_KONG, (tile,) * 4, meld.source)


def _hu(state: GameState, action: act.Hu) -> GameState:
    tile = offered_tile(state, action.seat)
    assert tile is not None
    ruleset = state.setup.ruleset
    hand = winning_hand(state, action.seat, tile)
    verdict = ruleset.winning.count(hand, ruleset.rules)
    discarder = None if action.seat == state.seat else state.seat
    payments = ruleset.winning.settle(verdict.total, action.seat, discarder)
    players = _claimed(state, action.seat) if state.phase is Phase.ANSWER else state.players
    if state.phase is Phase.ROB:
        players = _robbed(state)
    win = Win(action.seat, discarder, hand, verdict, payments)
    return replace(state, phase=Phase.OVER, players=players, end=win)


def _robbed(state: GameState) -> Players:
    """The kong that was robbed is a pung again: its fourth tile went to the winner."""
    player = state.players[state.seat]
    melds = tuple(
        Meld(MeldKind.PUNG, meld.tiles[:3], meld.source)
        if meld.kind is MeldKind.ADDED_KONG and meld.tiles[0] == state.tile
        else meld
        for meld in player.melds
    )
    return _with_player(state.players, state.seat, replace(player, melds=melds))


def _unclaimed(state: GameState, action: act.Unclaimed) -> GameState:
    return replace(state, phase=Phase.OVER, end=Drawn("wall_exhausted"))


def _false_hu(state: GameState, action: act.FalseHu) -> GameState:
    code = false_hu_row(state, action)
    if code is None:
        given = Given(action.seat, "", dead=True, flowers_lost=False, payments=NO_PAYMENTS)
        return _penalised(state, given)
    amount = find_rule(state.setup.ruleset.book, code).highest or 0
    return _foul(state, act.Foul(action.seat, code, amount, dead=True))


def _foul(state: GameState, action: act.Foul) -> GameState:
    rule = find_rule(state.setup.ruleset.book, action.code)
    payments = penalty_payments(
        rule,
        offender=Seat(action.seat),
        amount=action.amount,
        offended=None if action.offended is None else Seat(action.offended),
    )
    dead = action.dead or rule.dead_hand is DeadHand.YES
    lost = rule.effect is Sanction.FLOWERS_LOST
    return _penalised(state, Given(action.seat, action.code, dead, lost, payments))


def _penalised(state: GameState, given: Given) -> GameState:
    """The same moment of play with a penalty more, and perhaps a dead hand."""
    player = state.players[given.seat]
    after = replace(player, dead=player.dead or given.dead)
    players = _with_player(state.players, given.seat, after)
    return replace(state, players=players, penalties=(*state.penalties, given))


_EFFECTS: dict[type[act.Action], Callable[[GameState, Any], GameState]] = {
    act.Throw: _throw,
    act.Deal: _deal,
    act.Flower: _flower,
    act.Keep: _keep,
    act.Draw: _draw,
    act.Discard: _discard,
    act.Chow: _take,
    act.Pung: _take,
    act.Kong: _kong,
    act.ConcealedKong: _concealed_kong,
    act.AddedKong: _added_kong,
    act.Hu: _hu,
    act.Unclaimed: _unclaimed,
    act.FalseHu: _false_hu,
    act.Foul: _foul,
}
