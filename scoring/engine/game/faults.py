"""Why an action is refused: one check an action, each rule with its own code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from scoring.engine.errors import IllegalAction
from scoring.engine.game import actions as act
from scoring.engine.game.ruleset import FALSE_HU
from scoring.engine.game.state import AFTER, PLAY_MASK, GameState, Origin, Phase
from scoring.engine.game.winning import offered_tile, win_fault, wins
from scoring.engine.melds import MeldKind
from scoring.engine.penalties import DeadHand, PenaltyError, Scope, penalty_payments
from scoring.engine.penalty_books import find_rule
from scoring.engine.rotation import Seat, Wind
from scoring.engine.tiles import TILES, Tile

_BEFORE_PLAY = (Phase.THROW, Phase.DEAL)
# What has to be done before anything else in a phase.
_DUE = {
    Phase.THROW: "dice_first",
    Phase.DEAL: "deal_first",
    Phase.OPENING: "flowers_first",
    Phase.DRAW: "draw_first",
    Phase.TURN: "discard_first",
    Phase.REPLACE: "replacement_first",
    Phase.ROB: "replacement_first",
    Phase.ANSWER: "discard_unanswered",
    Phase.OVER: "hand_is_over",
}


def check(state: GameState, action: act.Action) -> None:
    """Raise IllegalAction with the rule that `action` breaks in `state`, if it breaks one."""
    if state.phase is Phase.OVER:
        raise IllegalAction("hand_is_over")
    _CHECKS[type(action)](state, action)


def _refuse_unless(allowed: bool, code: str, **params: Any) -> None:
    if not allowed:
        raise IllegalAction(code, **params)


def _check_turn(state: GameState, seat: Wind, *phases: Phase) -> None:
    """One of `phases` is on, and it is the turn of `seat`."""
    if state.phase not in phases:
        raise IllegalAction(_DUE[state.phase], seat=state.seat.letter)
    if state.seat != seat:
        raise IllegalAction("not_your_turn", seat=seat.letter, turn=state.seat.letter)


def _check_held(state: GameState, seat: Wind, tile: Tile, count: int = 1) -> None:
    held = state.players[seat].held(tile)
    if held < count:
        raise IllegalAction("tile_not_held", tile=tile.text, held=held, needed=count)


def _check_no_flower(state: GameState, seat: Wind) -> None:
    """A flower is exposed at once, unless the rules let it be kept."""
    if state.players[seat].hand <= PLAY_MASK or state.phase is Phase.OPENING:
        return
    _refuse_unless(state.setup.ruleset.rules.keep_flowers, "flower_must_be_exposed")


def _throw(state: GameState, action: act.Throw) -> None:
    _refuse_unless(state.phase is Phase.THROW, "dice_already_thrown")
    _check_turn(state, action.seat, Phase.THROW)
    possible = all(1 <= number <= 6 for number in action.dice)
    _refuse_unless(possible, "no_such_dice", dice=action.dice)


def _deal(state: GameState, action: act.Deal) -> None:
    _refuse_unless(state.phase in _BEFORE_PLAY, "already_dealt")
    _check_turn(state, action.seat, Phase.DEAL)


def _flower(state: GameState, action: act.Flower) -> None:
    _check_turn(state, action.seat, Phase.OPENING, Phase.TURN)
    _refuse_unless(action.tile.is_flower, "not_a_flower", tile=action.tile.text)
    _check_held(state, action.seat, action.tile)
    _refuse_unless(state.origin is not Origin.CLAIM or state.opening, "flower_after_claim")


def _keep(state: GameState, action: act.Keep) -> None:
    kept = state.setup.ruleset.rules.keep_flowers
    _refuse_unless(kept, "flowers_may_not_be_kept")
    _refuse_unless(state.phase in (*_BEFORE_PLAY, Phase.OPENING), "opening_is_over")
    _check_turn(state, action.seat, Phase.OPENING)


def _draw(state: GameState, action: act.Draw) -> None:
    if state.phase is Phase.ANSWER:
        if action.seat != AFTER[state.seat]:
            raise IllegalAction("not_your_turn", seat=action.seat.letter)
    else:
        _check_turn(state, action.seat, Phase.DRAW, Phase.REPLACE, Phase.ROB)
    assert state.wall is not None
    if state.phase in (Phase.ANSWER, Phase.DRAW):
        _refuse_unless(state.wall.left(action.seat) > 0, "wall_is_empty")
    tile = due_tile(state, action.seat)
    if tile != action.tile:
        raise IllegalAction("not_the_next_tile", tile=action.tile.text, next=tile.text)


def due_tile(state: GameState, seat: Wind) -> Tile:
    """The tile that `seat` draws now: a replacement where one is due, else the next of the wall."""
    assert state.wall is not None
    if state.phase in (Phase.REPLACE, Phase.ROB):
        return state.wall.next_replacement(seat)
    return state.wall.next_tile(seat)


def _discard(state: GameState, action: act.Discard) -> None:
    _check_turn(state, action.seat, Phase.TURN)
    _check_no_flower(state, action.seat)
    _check_held(state, action.seat, action.tile)


def _check_claim(state: GameState, seat: Wind) -> Tile:
    """The discard may be claimed by `seat`; its tile."""
    if state.phase is not Phase.ANSWER:
        code = "no_discard_to_claim" if state.phase is Phase.TURN else _DUE[state.phase]
        raise IllegalAction(code)
    assert state.tile is not None
    _refuse_unless(seat != state.seat, "own_discard")
    _refuse_unless(not state.tile.is_flower, "flower_cannot_be_claimed")
    _refuse_unless(not state.is_last_tile, "last_discard_for_hu_only")
    return state.tile


def _chow(state: GameState, action: act.Chow) -> None:
    tile = _check_claim(state, action.seat)
    _refuse_unless(action.seat == AFTER[state.seat], "chow_not_from_left")
    first = action.first
    _refuse_unless(not tile.is_honor and first.is_suited, "chow_of_honors", tile=tile.text)
    _refuse_unless(first.rank <= 7, "not_a_chow", first=first.text)
    _refuse_unless(0 <= tile - first <= 2, "discard_not_in_chow", tile=tile.text, first=first.text)
    for part in TILES[first : first + 3]:
        if part != tile:
            _check_held(state, action.seat, part)


def _pung(state: GameState, action: act.Pung) -> None:
    tile = _check_claim(state, action.seat)
    _check_same(tile, action.tile)
    _check_held(state, action.seat, tile, 2)


def _check_same(discard: Tile, named: Tile) -> None:
    _refuse_unless(discard == named, "not_the_discard", tile=named.text, discard=discard.text)


def _kong(state: GameState, action: act.Kong) -> None:
    tile = _check_claim(state, action.seat)
    _check_same(tile, action.tile)
    exposed = has_pung(state, action.seat, tile)
    _refuse_unless(not exposed, "pung_made_kong_by_discard", tile=tile.text)
    _check_held(state, action.seat, tile, 3)
    _check_replacement(state, action.seat)


def has_pung(state: GameState, seat: Wind, tile: Tile) -> bool:
    """Whether an exposed pung of `tile` lies before `seat`."""
    return any(
        meld.kind is MeldKind.PUNG and meld.tiles[0] == tile for meld in state.players[seat].melds
    )


def _check_replacement(state: GameState, seat: Wind) -> None:
    assert state.wall is not None
    _refuse_unless(state.wall.replacements_left(seat) > 0, "no_replacement_left")


def _concealed_kong(state: GameState, action: act.ConcealedKong) -> None:
    _check_turn(state, action.seat, Phase.OPENING, Phase.TURN)
    _refuse_unless(state.opening or state.origin is not Origin.CLAIM, "kong_after_claim")
    _refuse_unless(not action.tile.is_flower, "kong_of_flowers", tile=action.tile.text)
    _check_no_flower(state, action.seat)
    _check_held(state, action.seat, action.tile, 4)
    _check_replacement(state, action.seat)


def _added_kong(state: GameState, action: act.AddedKong) -> None:
    _check_turn(state, action.seat, Phase.TURN)
    _refuse_unless(state.origin is not Origin.CLAIM, "kong_after_claim")
    _check_no_flower(state, action.seat)
    _check_held(state, action.seat, action.tile)
    exposed = has_pung(state, action.seat, action.tile)
    _refuse_unless(exposed, "no_pung_to_add_to", tile=action.tile.text)
    _check_replacement(state, action.seat)


def _hu(state: GameState, action: act.Hu) -> None:
    _refuse_unless(not state.players[action.seat].dead, "dead_hand", seat=action.seat.letter)
    tile = offered_tile(state, action.seat)
    if tile is None:
        raise IllegalAction(_no_tile_code(state, action.seat), seat=action.seat.letter)
    _refuse_unless(state.phase is Phase.TURN or not tile.is_flower, "flower_cannot_be_claimed")
    fault = win_fault(state, action.seat, tile)
    if fault is not None:
        raise fault


def _no_tile_code(state: GameState, seat: Wind) -> str:
    """Why there is no tile that `seat` could win with."""
    if state.phase is Phase.TURN:
        return "hu_after_claim" if seat == state.seat else "not_your_turn"
    if state.phase is Phase.ANSWER:
        return "own_discard"
    if state.phase is Phase.REPLACE and seat != state.seat and state.origin is Origin.KONG:
        return "kong_cannot_be_robbed"
    return _DUE[state.phase]


def _unclaimed(state: GameState, action: act.Unclaimed) -> None:
    _refuse_unless(state.phase is Phase.ANSWER, "no_discard_to_claim")
    turn = AFTER[state.seat]
    _refuse_unless(action.seat == turn, "not_your_turn", seat=action.seat.letter)
    _refuse_unless(state.is_last_tile, "wall_not_empty")


def _false_hu(state: GameState, action: act.FalseHu) -> None:
    _refuse_unless(state.phase not in _BEFORE_PLAY, _DUE[state.phase])
    _refuse_unless(not state.players[action.seat].dead, "dead_hand", seat=action.seat.letter)
    _refuse_unless(not wins(state, action.seat), "hu_is_good", seat=action.seat.letter)


def false_hu_row(state: GameState, action: act.FalseHu) -> str | None:
    """The row of the penalty book that fits a false hu, read off the hand."""
    rows = FALSE_HU[state.setup.ruleset.book]
    if not action.shown:
        return rows.not_shown
    tile = offered_tile(state, action.seat)
    fault = None if tile is None else win_fault(state, action.seat, tile)
    return rows.below_minimum if fault and fault.code == "below_minimum" else rows.not_a_win


def _foul(state: GameState, action: act.Foul) -> None:
    """The row exists, belongs to a hand and allows the amount and the dead hand."""
    _refuse_unless(state.phase not in _BEFORE_PLAY, _DUE[state.phase])
    try:
        rule = find_rule(state.setup.ruleset.book, action.code)
        penalty_payments(
            rule,
            offender=Seat(action.seat),
            amount=action.amount,
            offended=None if action.offended is None else Seat(action.offended),
        )
    except PenaltyError as fault:
        raise IllegalAction(fault.code, **fault.params) from None
    _refuse_unless(
        rule.scope is Scope.HAND and not rule.counts_as,
        "not_a_penalty_of_a_hand",
        penalty=rule.code,
    )
    never_dead = rule.dead_hand is DeadHand.NO
    _refuse_unless(not (action.dead and never_dead), "dead_hand_not_in_book", penalty=rule.code)


_CHECKS: dict[type[act.Action], Callable[[GameState, Any], None]] = {
    act.Throw: _throw,
    act.Deal: _deal,
    act.Flower: _flower,
    act.Keep: _keep,
    act.Draw: _draw,
    act.Discard: _discard,
    act.Chow: _chow,
    act.Pung: _pung,
    act.Kong: _kong,
    act.ConcealedKong: _concealed_kong,
    act.AddedKong: _added_kong,
    act.Hu: _hu,
    act.Unclaimed: _unclaimed,
    act.FalseHu: _false_hu,
    act.Foul: _foul,
}
