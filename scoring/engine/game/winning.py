"""What a player would win with now, read off the state, and whether that is a win."""

from __future__ import annotations

from scoring.engine.bags import BITS, Bag
from scoring.engine.errors import IllegalAction
from scoring.engine.game.state import (
    PLAY_MASK,
    GameState,
    Origin,
    Phase,
    tiles_of,
)
from scoring.engine.game.wall import UNITS
from scoring.engine.hand import Hand, WinMode
from scoring.engine.rotation import Wind
from scoring.engine.tiles import Tile

_FROM_OTHERS = (Phase.ANSWER, Phase.ROB)


def offered_tile(state: GameState, seat: Wind) -> Tile | None:
    """The tile that `seat` could win with now: drawn, discarded by another, or robbed."""
    if seat == state.seat:
        drawn = state.phase is Phase.TURN and state.origin is not Origin.CLAIM
        return state.tile if drawn else None
    return state.tile if state.phase in _FROM_OTHERS else None


def hand_without(state: GameState, seat: Wind, tile: Tile) -> Bag:
    """The concealed tiles of `seat` but for the winning tile."""
    hand = state.players[seat].hand
    return hand - UNITS[tile] if seat == state.seat else hand


def waits_for(state: GameState, seat: Wind, tile: Tile) -> bool:
    """Whether the shape of the hand is complete with `tile`: the quick answer before counting."""
    bag = hand_without(state, seat, tile)
    if bag > PLAY_MASK or tile.is_flower:
        return False
    waits = state.setup.ruleset.winning.waits(bag, len(state.players[seat].melds))
    if not waits >> BITS * tile & 1:
        return False
    return bag >> BITS * tile & 15 < 4


def win_mode(state: GameState, seat: Wind, tile: Tile) -> WinMode:
    """How `tile` comes to `seat`. All of it stands in the state, nothing is told."""
    mode = WinMode.DISCARD
    others_seen = state.seen >> BITS * tile & 15
    if seat == state.seat:
        mode |= WinMode.SELF_DRAWN
        if state.origin is Origin.KONG:
            mode |= WinMode.REPLACEMENT
    elif state.phase is Phase.ROB:
        return mode | WinMode.ROBBING
    else:
        others_seen -= 1
    if others_seen == 3:
        mode |= WinMode.LAST_OF_ITS_KIND
    if state.is_last_tile:
        mode |= WinMode.LAST_WALL_TILE
    return mode


def winning_hand(state: GameState, seat: Wind, tile: Tile) -> Hand:
    """The hand that `seat` would lay down with `tile`."""
    player = state.players[seat]
    return Hand(
        concealed=tiles_of(hand_without(state, seat, tile)),
        win=tile,
        melds=player.melds,
        mode=win_mode(state, seat, tile),
        seat_wind=seat,
        round_wind=state.setup.round_wind,
        flowers=() if _flowers_lost(state, seat) else player.flowers,
    )


def _flowers_lost(state: GameState, seat: Wind) -> bool:
    """A player who used flowers to count gets no points for them."""
    return any(given.flowers_lost and given.seat == seat for given in state.penalties)


def win_fault(state: GameState, seat: Wind, tile: Tile) -> IllegalAction | None:
    """Why `seat` does not win with `tile`: `not_a_win` or `below_minimum`; None for a win."""
    if not waits_for(state, seat, tile):
        return IllegalAction("not_a_win", seat=seat.letter, tile=tile.text)
    winning, rules = state.setup.ruleset.winning, state.setup.ruleset.rules
    points = winning.points(winning_hand(state, seat, tile), rules)
    if points < winning.minimum:
        return IllegalAction("below_minimum", points=points, minimum=winning.minimum)
    return None


def wins(state: GameState, seat: Wind) -> bool:
    """Whether `seat` may call hu now."""
    tile = offered_tile(state, seat)
    if tile is None or not waits_for(state, seat, tile) or state.players[seat].dead:
        return False
    return win_fault(state, seat, tile) is None
