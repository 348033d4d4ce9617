"""One action as one word: `E+5m`, `S=678p`, `W:hu`. The rest of the notation is in `text`."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from scoring.engine.errors import NotationError
from scoring.engine.game import actions as act
from scoring.engine.notation import format_tiles, parse_tile, parse_tiles
from scoring.engine.rotation import Wind
from scoring.engine.tiles import TILES, Tile

_TOKEN = re.compile(r"([ESWN])([+@\-#&=:])(.*)", re.DOTALL)
_WORD = re.compile(r"([a-z]+)(?:\(([^()]*)\))?")

_BY_SIGN: dict[str, type[Any]] = {
    "+": act.Draw,
    "-": act.Discard,
    "@": act.Flower,
    "#": act.ConcealedKong,
    "&": act.AddedKong,
}
_SIGNS = {kind: sign for sign, kind in _BY_SIGN.items()}
_BY_WORD: dict[str, type[Any]] = {
    "deal": act.Deal,
    "keep": act.Keep,
    "hu": act.Hu,
    "end": act.Unclaimed,
}
_WORDS = {kind: word for word, kind in _BY_WORD.items()}


def format_action(action: act.Action) -> str:
    """The word of an action.

    >>> format_action(act.Chow(Wind.SOUTH, TILES[23])), format_action(act.Throw(Wind.EAST, (3, 4)))
    ('S=678p', 'E:dice(3,4)')
    """
    return action.seat.letter + _format(action)


def _format(action: act.Action) -> str:
    match action:
        case act.Draw(_, tile) | act.Discard(_, tile) | act.Flower(_, tile):
            return _SIGNS[type(action)] + tile.text
        case act.ConcealedKong(_, tile) | act.AddedKong(_, tile):
            return _SIGNS[type(action)] + tile.text
        case act.Chow(_, first):
            return "=" + format_tiles(_run(first))
        case act.Pung(_, tile):
            return "=" + format_tiles((tile,) * 3)
        case act.Kong(_, tile):
            return "=" + format_tiles((tile,) * 4)
        case act.Throw(_, (one, other)):
            return f":dice({one},{other})"
        case act.FalseHu(_, shown):
            return ":false" if shown else ":false(hidden)"
        case act.Foul():
            return _format_foul(action)
    return ":" + _WORDS[type(action)]


def _run(first: Tile) -> tuple[Tile, ...]:
    """The tiles of a chow; one that cannot be is written as its lowest tile and fails the rules."""
    return TILES[first : first + 3] if first.is_suited and first.rank <= 7 else (first,)


def _format_foul(foul: act.Foul) -> str:
    words = [foul.code, str(foul.amount)]
    if foul.dead:
        words.append("dead")
    if foul.offended is not None:
        words.append(f"to{foul.offended.letter}")
    return f":foul({','.join(words)})"


@lru_cache(maxsize=4096)
def parse_action(text: str) -> act.Action:
    """The action of a word; NotationError `not_an_action` or a code of the tiles.

    Records say the same few hundred words over and over, and actions do not change.
    """
    match = _TOKEN.fullmatch(text)
    if match is None:
        raise NotationError("not_an_action", text=text)
    seat, sign, rest = Wind("ESWN".index(match[1])), match[2], match[3]
    if sign == ":":
        return _parse_word(seat, rest, text)
    if sign == "=":
        return _parse_claim(seat, rest, text)
    return _BY_SIGN[sign](seat, parse_tile(rest))  # type: ignore[no-any-return]


def _parse_claim(seat: Wind, rest: str, text: str) -> act.Action:
    tiles = parse_tiles(rest)
    if len(tiles) == 1 or (len(tiles) == 3 and tiles == _run(tiles[0])):
        return act.Chow(seat, tiles[0])
    if len(tiles) in (3, 4) and len(set(tiles)) == 1:
        return act.Pung(seat, tiles[0]) if len(tiles) == 3 else act.Kong(seat, tiles[0])
    raise NotationError("not_an_action", text=text)


def _parse_word(seat: Wind, rest: str, text: str) -> act.Action:
    match = _WORD.fullmatch(rest)
    if match is None:
        raise NotationError("not_an_action", text=text)
    word, given = match[1], match[2]
    if word in _BY_WORD and given is None:
        return _BY_WORD[word](seat)  # type: ignore[no-any-return]
    reader = _WITH_VALUES.get(word)
    action = reader(seat, given.split(",") if given else []) if reader else None
    if action is None:
        raise NotationError("not_an_action", text=text)
    return action


def _dice(seat: Wind, given: list[str]) -> act.Action | None:
    if len(given) != 2 or not all(re.fullmatch("[0-9]", number) for number in given):
        return None
    return act.Throw(seat, (int(given[0]), int(given[1])))


def _false_hu(seat: Wind, given: list[str]) -> act.Action | None:
    return act.FalseHu(seat, shown=not given) if given in ([], ["hidden"]) else None


def _foul(seat: Wind, given: list[str]) -> act.Action | None:
    match = re.fullmatch(r"(\w+),(\d{1,4})(,dead)?(?:,to([ESWN]))?", ",".join(given), re.ASCII)
    if match is None:
        return None
    offended = Wind("ESWN".index(match[4])) if match[4] else None
    return act.Foul(seat, match[1], int(match[2]), bool(match[3]), offended)


_WITH_VALUES: dict[str, Callable[[Wind, list[str]], act.Action | None]] = {
    "dice": _dice,
    "false": _false_hu,
    "foul": _foul,
}
