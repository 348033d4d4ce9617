"""A whole hand on one line, for people and for records.

`[123m,1][EEEE] 456s 789p S S | ES1000 | 2`: melds, then the concealed tiles with the winning tile
last; then round wind, seat wind and four marks (self-drawn, last of its kind, last tile of the
wall, replacement or robbing); then the number of flowers, or the flowers. The two later parts may
be missing.
"""

from __future__ import annotations

import re

from scoring.engine.errors import NotationError
from scoring.engine.hand import Hand, WinMode
from scoring.engine.melds import format_meld, parse_meld
from scoring.engine.notation import LONGEST_TEXT, format_sorted, format_tiles, parse_tiles
from scoring.engine.rotation import Wind
from scoring.engine.tiles import WIND_LETTERS, Tile

_MELDS = re.compile(r"\[[^\]]*\]")
_CIRCUMSTANCES = re.compile(r"([ESWN-])([ESWN-])([01])([01])([01])([01])")
_MARKS = (WinMode.SELF_DRAWN, WinMode.LAST_OF_ITS_KIND, WinMode.LAST_WALL_TILE)


def parse_hand(text: str) -> Hand:
    """Read a hand; NotationError when it cannot be read.

    >>> hand = parse_hand("[EEE,2] 123456m 99s 23p 4p | ES1000")
    >>> hand.win.text, hand.mode.name, hand.seat_wind.name
    ('4p', 'SELF_DRAWN', 'SOUTH')
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError("text_too_long", length=len(text), limit=LONGEST_TEXT)
    tiles, *more = text.split("|")
    if len(more) > 2:
        raise NotationError("too_many_parts", count=len(more) + 1)
    concealed = parse_tiles(_MELDS.sub(" ", tiles))
    if not concealed:
        raise NotationError("no_winning_tile")
    melds = tuple(parse_meld(found[0]) for found in _MELDS.finditer(tiles))
    round_wind, seat_wind, mode = _circumstances(more[0].strip() if more else "")
    flowers = _flowers(more[1].strip() if len(more) > 1 else "0")
    return Hand(concealed[:-1], concealed[-1], melds, mode, seat_wind, round_wind, flowers)


def format_hand(hand: Hand) -> str:
    """The form that `parse_hand` reads, the concealed tiles in order.

    >>> format_hand(parse_hand("S | --0100 | 12f"))
    'S|--0100|12f'
    """
    melds = "".join(format_meld(meld) for meld in hand.melds)
    winds = _letter(hand.round_wind) + _letter(hand.seat_wind)
    marks = [mark in hand.mode for mark in _MARKS]
    marks.append(bool(hand.mode & (WinMode.REPLACEMENT | WinMode.ROBBING)))
    flowers = hand.flowers if isinstance(hand.flowers, int) else format_tiles(hand.flowers)
    tiles = format_sorted(hand.concealed) + hand.win.text
    return f"{melds}{tiles}|{winds}{''.join(str(int(mark)) for mark in marks)}|{flowers}"


def _circumstances(text: str) -> tuple[Wind | None, Wind | None, WinMode]:
    if not text:
        return None, None, WinMode.DISCARD
    match = _CIRCUMSTANCES.fullmatch(text)
    if match is None:
        raise NotationError("not_circumstances", text=text)
    mode = WinMode.DISCARD
    for mark, flag in zip(match.groups()[2:], _MARKS, strict=False):
        if mark == "1":
            mode |= flag
    if match[6] == "1":
        mode |= WinMode.REPLACEMENT if WinMode.SELF_DRAWN in mode else WinMode.ROBBING
    return _wind(match[1]), _wind(match[2]), mode


def _flowers(text: str) -> int | tuple[Tile, ...]:
    if re.fullmatch(r"[0-9]{1,3}", text):
        return int(text)
    return parse_tiles(text)


def _wind(letter: str) -> Wind | None:
    return None if letter == "-" else Wind(WIND_LETTERS.index(letter))


def _letter(wind: Wind | None) -> str:
    return "-" if wind is None else wind.letter
