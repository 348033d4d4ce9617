"""All moves of play that a state allows.

What a referee decides (false hu, fouls) is no move of play and not listed; `apply` takes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from scoring.engine.bags import BITS, Bag
from scoring.engine.game import actions as act
from scoring.engine.game.faults import due_tile
from scoring.engine.game.state import AFTER, PLAY_MASK, GameState, Origin, Phase, tiles_of
from scoring.engine.game.winning import wins
from scoring.engine.melds import MeldKind
from scoring.engine.rotation import Wind
from scoring.engine.tiles import SUITED_KINDS, TILES, Tile

_DICE = tuple((one, other) for one in range(1, 7) for other in range(1, 7))


def legal_actions(state: GameState) -> tuple[act.Action, ...]:
    """Every move that `apply` accepts in `state`, each once; none when the hand is over."""
    return tuple(_MOVES[state.phase](state))


def _throws(state: GameState) -> Iterator[act.Action]:
    for dice in _DICE:
        yield act.Throw(state.seat, dice)


def _deal(state: GameState) -> Iterator[act.Action]:
    yield act.Deal(state.seat)


def _opening(state: GameState) -> Iterator[act.Action]:
    yield from _flowers(state)
    yield from _concealed_kongs(state)
    if state.setup.ruleset.rules.keep_flowers:
        yield act.Keep(state.seat)


def _flowers(state: GameState) -> Iterator[act.Action]:
    for tile in tiles_of(state.players[state.seat].hand & ~PLAY_MASK):
        yield act.Flower(state.seat, tile)


def _concealed_kongs(state: GameState) -> Iterator[act.Action]:
    fours = _fours(state.players[state.seat].hand & PLAY_MASK)
    if fours and _can_replace(state, state.seat):
        for tile in fours:
            yield act.ConcealedKong(state.seat, tile)


_FOURS: Bag = sum(4 << BITS * kind for kind in range(34))


def _fours(hand: Bag) -> list[Tile]:
    """The kinds of which all four are in the hand."""
    return sorted(set(tiles_of((hand & _FOURS) >> 2))) if hand & _FOURS else []


def _can_replace(state: GameState, seat: Wind) -> bool:
    return state.wall is not None and state.wall.replacements_left(seat) > 0


def _draw(state: GameState) -> Iterator[act.Action]:
    yield act.Draw(state.seat, due_tile(state, state.seat))


def _turn(state: GameState) -> Iterator[act.Action]:
    seat = state.seat
    player = state.players[seat]
    flowers = player.hand & ~PLAY_MASK
    drawn = state.origin is not Origin.CLAIM
    if drawn:
        if wins(state, seat):
            yield act.Hu(seat)
        if flowers:
            yield from _flowers(state)
    if flowers and not state.setup.ruleset.rules.keep_flowers:
        return
    if drawn:
        yield from _concealed_kongs(state)
        yield from _added_kongs(state)
    for tile in dict.fromkeys(tiles_of(player.hand)):
        yield act.Discard(seat, tile)


def _added_kongs(state: GameState) -> Iterator[act.Action]:
    player = state.players[state.seat]
    for meld in player.melds:
        tile = meld.tiles[0]
        if meld.kind is MeldKind.PUNG and player.held(tile) and _can_replace(state, state.seat):
            yield act.AddedKong(state.seat, tile)


def _rob(state: GameState) -> Iterator[act.Action]:
    for seat in _others(state.seat):
        if wins(state, seat):
            yield act.Hu(seat)
    yield from _draw(state)


def _others(seat: Wind) -> tuple[Wind, Wind, Wind]:
    """The three others, in turn after `seat`."""
    return AFTER[seat], AFTER[AFTER[seat]], AFTER[AFTER[AFTER[seat]]]


def _answer(state: GameState) -> Iterator[act.Action]:
    following = AFTER[state.seat]
    tile = state.tile
    assert tile is not None
    for seat in _others(state.seat) if not tile.is_flower else ():
        if wins(state, seat):
            yield act.Hu(seat)
    if state.is_last_tile:
        yield act.Unclaimed(following)
        return
    if not tile.is_flower:
        yield from _sets(state, tile)
    yield act.Draw(following, due_tile(state, following))


def _sets(state: GameState, tile: Tile) -> Iterator[act.Action]:
    """Pungs and kongs of the others, chows of the next player."""
    for seat in _others(state.seat):
        held = state.players[seat].held(tile)
        if held >= 2:
            yield act.Pung(seat, tile)
            if held == 3 and _can_replace(state, seat):
                yield act.Kong(seat, tile)
    if tile.is_suited:
        seat = AFTER[state.seat]
        hand = state.players[seat].hand
        for first, one, other in _CHOWS_WITH[tile]:
            if hand & one and hand & other:
                yield act.Chow(seat, first)


def _chows_with(tile: Tile) -> tuple[tuple[Tile, Bag, Bag], ...]:
    """The chows that have a tile: their lowest tile, and the bits of the two other kinds."""
    lowest = range(max(tile - 2, tile - tile % 9), min(tile, tile - tile % 9 + 6) + 1)
    others = [[kind for kind in range(first, first + 3) if kind != tile] for first in lowest]
    bits = [[15 << BITS * kind for kind in kinds] for kinds in others]
    return tuple(
        (TILES[first], one, other) for first, (one, other) in zip(lowest, bits, strict=True)
    )


_CHOWS_WITH = tuple(_chows_with(tile) for tile in TILES[:SUITED_KINDS])


def _nothing(state: GameState) -> Iterator[act.Action]:
    return iter(())


_MOVES: dict[Phase, Callable[[GameState], Iterator[act.Action]]] = {
    Phase.THROW: _throws,
    Phase.DEAL: _deal,
    Phase.OPENING: _opening,
    Phase.DRAW: _draw,
    Phase.TURN: _turn,
    Phase.REPLACE: _draw,
    Phase.ROB: _rob,
    Phase.ANSWER: _answer,
    Phase.OVER: _nothing,
}
