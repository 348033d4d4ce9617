"""Every step of a hand as a sentence: what screen readers say and the page shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.errors import NotationError
from scoring.engine.game import actions as act
from scoring.engine.game.records.tokens import parse_action
from scoring.engine.game.state import GameState, Origin, Phase, Win
from scoring.engine.game.wall import breach
from scoring.engine.rotation import Wind
from scoring.engine.tiles import TILES, Tile
from scoring.tile_names import tile_list, tile_name
from tournaments.templatetags.qv import wind_name


def start_sentence(state: GameState) -> str:
    """What the page says before anything has happened."""
    tiles = sum(len(row) for row in state.setup.rows)
    return _("The wall stands: %(tiles)s tiles.") % {"tiles": tiles}


def step_sentence(
    action: act.Action, before: GameState, after: GameState, seat: Wind | None = None
) -> str:
    """What `action` did, as the player at `seat` knows it; None knows all tiles."""
    hidden = seat is not None and seat is not action.seat
    if hidden and not after.over:
        if isinstance(action, act.Draw):
            return _drawn(action, before, "")
        if isinstance(action, act.ConcealedKong):
            return _("%(who)s lays down a concealed kong.") % {"who": wind_name(action.seat)}
    return _TOLD[type(action)](action, before, after)


def lost_calls(comment: str) -> tuple[str, ...]:
    """The calls that lost the priority; a comment that is none is told as it is."""
    if not comment:
        return ()
    try:
        calls = [parse_action(word) for word in comment.split()]
    except NotationError:
        return (comment,)
    if not all(type(call) in _CALLS for call in calls):
        return (comment,)
    return tuple(
        _("%(who)s called %(what)s too.") % {"who": wind_name(call.seat), "what": _call(call)}
        for call in calls
    )


def _call(call: act.Action) -> str:
    return _CALLS[type(call)]()


_CALLS: dict[type[act.Action], Callable[[], str]] = {
    act.Chow: lambda: _("chow"),
    act.Pung: lambda: _("pung"),
    act.Kong: lambda: _("kong"),
    act.Hu: lambda: _("hu"),
}


def _plain(text: str, action: act.Action, **more: Any) -> str:
    return text % {"who": wind_name(action.seat), **more}


def _throw(action: act.Throw, before: GameState, after: GameState) -> str:
    one, other = action.dice
    told = _plain(_("%(who)s throws %(one)s and %(other)s."), action, one=one, other=other)
    if after.phase is not Phase.DEAL:
        return told
    wall, stack = breach(after.dice)
    broken = _("The wall of %(wall)s is broken after %(stack)s stacks from the right.")
    return f"{told} {broken % {'wall': wind_name(wall), 'stack': stack}}"


def _deal(action: act.Deal, before: GameState, after: GameState) -> str:
    return _("The tiles are dealt.")


def _keep(action: act.Keep, before: GameState, after: GameState) -> str:
    return _plain(_("%(who)s exposes no more flowers."), action)


def _flower(action: act.Flower, before: GameState, after: GameState) -> str:
    return _plain(_("%(who)s exposes %(tile)s."), action, tile=tile_name(action.tile))


def _draw(action: act.Draw, before: GameState, after: GameState) -> str:
    return _drawn(action, before, tile_name(action.tile))


def _drawn(action: act.Draw, before: GameState, tile: str) -> str:
    """A draw; the tile stays untold where it is hidden."""
    if before.phase in (Phase.REPLACE, Phase.ROB):
        for_flower = before.phase is Phase.REPLACE and before.origin is Origin.FLOWER
        if not tile:
            text = _("%(who)s draws a replacement.")
        elif for_flower or before.opening:
            text = _("%(who)s draws %(tile)s for the flower.")
        else:
            text = _("%(who)s draws %(tile)s for the kong.")
    else:
        text = _("%(who)s draws %(tile)s.") if tile else _("%(who)s draws a tile.")
    return _plain(text, action, tile=tile)


def _discard(action: act.Discard, before: GameState, after: GameState) -> str:
    return _plain(_("%(who)s discards %(tile)s."), action, tile=tile_name(action.tile))


def _chow(action: act.Chow, before: GameState, after: GameState) -> str:
    run = TILES[action.first : action.first + 3]
    return _claimed(_("%(who)s claims %(tile)s for the chow %(set)s."), action, before, run)


def _pung(action: act.Pung, before: GameState, after: GameState) -> str:
    return _claimed(_("%(who)s claims %(tile)s for a pung."), action, before)


def _kong(action: act.Kong, before: GameState, after: GameState) -> str:
    return _claimed(_("%(who)s claims %(tile)s for a kong."), action, before)


def _claimed(text: str, action: act.Action, before: GameState, tiles: tuple[Tile, ...] = ()) -> str:
    assert before.tile is not None
    return _plain(text, action, tile=tile_name(before.tile), set=tile_list(tiles))


def _concealed_kong(action: act.ConcealedKong, before: GameState, after: GameState) -> str:
    text = _("%(who)s lays down a concealed kong: %(tile)s.")
    return _plain(text, action, tile=tile_name(action.tile))


def _added_kong(action: act.AddedKong, before: GameState, after: GameState) -> str:
    return _plain(_("%(who)s adds %(tile)s to the pung."), action, tile=tile_name(action.tile))


def _hu(action: act.Hu, before: GameState, after: GameState) -> str:
    won = after.end
    assert isinstance(won, Win)
    if won.discarder is None:
        text = _("%(who)s wins with %(tile)s, self-drawn: %(points)s points.")
    elif before.phase is Phase.ROB:
        text = _("%(who)s robs the kong of %(off)s with %(tile)s and wins: %(points)s points.")
    else:
        text = _("%(who)s wins on %(tile)s from %(off)s: %(points)s points.")
    return _plain(
        text,
        action,
        tile=tile_name(won.hand.win),
        off="" if won.discarder is None else wind_name(won.discarder),
        points=won.verdict.total,
    )


def _unclaimed(action: act.Unclaimed, before: GameState, after: GameState) -> str:
    return _("The wall is empty and nobody wins: the hand is drawn.")


def _false_hu(action: act.FalseHu, before: GameState, after: GameState) -> str:
    return _plain(_("%(who)s calls a false hu; the hand of %(who)s is dead."), action)


def _foul(action: act.Foul, before: GameState, after: GameState) -> str:
    text = _("%(who)s has a penalty: %(code)s, %(amount)s points.")
    return _plain(text, action, code=action.code, amount=action.amount)


_TOLD: dict[type[act.Action], Callable[[Any, GameState, GameState], str]] = {
    act.Throw: _throw,
    act.Deal: _deal,
    act.Keep: _keep,
    act.Flower: _flower,
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
