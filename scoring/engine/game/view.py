"""What can be seen of a hand from a seat, ready to be drawn: one value a step of a replay."""

from __future__ import annotations

from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from itertools import accumulate
from typing import Any

from scoring.engine.game.state import GameState, Origin, Phase, Player, tiles_of
from scoring.engine.game.wall import breach
from scoring.engine.melds import Meld, MeldKind, Source
from scoring.engine.rotation import Wind
from scoring.engine.tiles import Tile

FACE_DOWN = None


@dataclass(frozen=True, slots=True)
class MeldView:
    """A meld as it lies: tiles from left to right, None face down.

    `turned` is the place of the tile that was claimed, turned towards its source; a tile added to a
    pung lies on it and comes last. None where nothing was claimed.
    """

    kind: MeldKind
    tiles: tuple[Tile | None, ...]
    turned: int | None


@dataclass(frozen=True, slots=True)
class FloorTile:
    """A discard. `claimed_by` is who took it, `latest` whether it waits for its answer."""

    tile: Tile
    claimed_by: Wind | None
    latest: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """What lies before a player. `drawn` is the tile held apart, None face down or not there.

    `hand` leaves out the drawn tile where `has_drawn`.
    """

    wind: Wind
    hand: tuple[Tile | None, ...]
    has_drawn: bool
    drawn: Tile | None
    melds: tuple[MeldView, ...]
    flowers: tuple[Tile, ...]
    floor: tuple[FloorTile, ...]
    dead: bool
    at_turn: bool


@dataclass(frozen=True, slots=True)
class TableView:
    """The table at one moment.

    `standing` says for each wall which of its tiles still stand, in the order in which it was
    built (see `wall`); `breach` is the wall and the stack before which the deal begins, None until
    the dice have said so or where nobody throws.
    """

    phase: Phase
    seat: Wind
    players: tuple[PlayerView, ...]
    standing: tuple[tuple[bool, ...], ...]
    breach: tuple[Wind, int] | None
    dice: tuple[tuple[int, int], ...]
    left: int


def view(state: GameState, seat: Wind | None) -> TableView:
    """The table as the player at `seat` sees it; None sees all hands (not the wall).

    When the hand is over, concealed kongs are shown to everybody, and so is the winner's hand.
    """
    standing = _standing(state)
    return TableView(
        phase=state.phase,
        seat=state.seat,
        players=tuple(_player(state, wind, seat) for wind in Wind),
        standing=standing,
        breach=breach(state.dice) if state.dice and state.phase is not Phase.THROW else None,
        dice=state.dice,
        left=sum(sum(row) for row in standing),
    )


def plain(value: object) -> Any:
    """A view as JSON takes it: dictionaries, lists, tiles and winds as text, None face down.

    >>> plain(FloorTile(Tile(4), Wind.EAST, latest=False))
    {'tile': '5m', 'claimed_by': 'E', 'latest': False}
    """
    if isinstance(value, Tile):
        return value.text
    if isinstance(value, Wind):
        return value.letter
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _player(state: GameState, wind: Wind, seat: Wind | None) -> PlayerView:
    player = state.players[wind]
    winner = getattr(state.end, "seat", None)
    is_open = seat is None or seat is wind or winner is wind
    drawn = _drawn(state, wind)
    tiles = list(tiles_of(player.hand))
    if drawn is not None:
        tiles.remove(drawn)
    return PlayerView(
        wind=wind,
        hand=tuple(tile if is_open else FACE_DOWN for tile in tiles),
        has_drawn=drawn is not None,
        drawn=drawn if is_open else FACE_DOWN,
        melds=tuple(_meld(meld, is_open or state.over) for meld in player.melds),
        flowers=player.flowers,
        floor=_floor(state, player, wind),
        dead=player.dead,
        at_turn=wind is state.seat and not state.over,
    )


def _drawn(state: GameState, wind: Wind) -> Tile | None:
    """The tile that a player has just drawn and holds apart."""
    tile = state.tile
    if wind is not state.seat or state.phase not in (Phase.TURN, Phase.OVER):
        return None
    if tile is None or state.origin is Origin.CLAIM or not state.players[wind].held(tile):
        return None
    return tile if len(tiles_of(state.players[wind].hand)) % 3 == 2 else None


def _meld(meld: Meld, shown: bool) -> MeldView:
    if meld.kind is MeldKind.CONCEALED_KONG:
        return MeldView(meld.kind, meld.tiles if shown else (FACE_DOWN,) * 4, None)
    place = {Source.LEFT: 0, Source.OPPOSITE: 1, Source.RIGHT: len(meld.tiles) - 1}
    if meld.kind is MeldKind.ADDED_KONG:
        place[Source.RIGHT] = 2
    turned = place.get(meld.source) if meld.source is not None else None
    return MeldView(meld.kind, meld.tiles, turned)


def _floor(state: GameState, player: Player, wind: Wind) -> tuple[FloorTile, ...]:
    last = len(player.discards) - 1
    waits = state.phase is Phase.ANSWER and wind is state.seat
    return tuple(
        FloorTile(one.tile, one.claimed_by, waits and number == last)
        for number, one in enumerate(player.discards)
    )


def _standing(state: GameState) -> tuple[tuple[bool, ...], ...]:
    """Which tiles of the walls still stand."""
    rows = state.setup.rows
    if state.wall is None:
        return tuple((True,) * len(row) for row in rows)
    order = state.setup.ruleset.walls.order(rows, state.dice)
    stand = {order[place] for place in state.wall.standing()}
    starts = accumulate((len(row) for row in rows), initial=0)
    return tuple(
        tuple(start + place in stand for place in range(len(row)))
        for start, row in zip(starts, rows, strict=False)
    )
