"""A hand as JSON, one object a hand: what the command line and the API read and write.

`{"concealed": "78m55pWWW", "melds": [{"type": "pung", "tiles": "EEE", "from": 2}], "win": "9m",
"self_drawn": true, …}`. Fields that are missing mean false, none or 0; others are ignored.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.engine.errors import NotationError
from scoring.engine.hand import Hand, WinMode
from scoring.engine.melds import Meld, MeldKind, Source
from scoring.engine.notation import format_tiles, parse_tile, parse_tiles
from scoring.engine.rotation import Wind
from scoring.engine.tiles import WIND_LETTERS, Tile

_KONG_WINS = {
    None: WinMode.DISCARD,
    "replacement": WinMode.REPLACEMENT,
    "robbing": WinMode.ROBBING,
}
_MARKS = {
    "self_drawn": WinMode.SELF_DRAWN,
    "last_of_its_kind": WinMode.LAST_OF_ITS_KIND,
    "last_wall_tile": WinMode.LAST_WALL_TILE,
}


def hand_from_json(data: object) -> Hand:
    """The hand of a decoded JSON object; NotationError when it is none.

    >>> hand_from_json({"concealed": "12m", "win": "3m", "seat_wind": "N"}).seat_wind.name
    'NORTH'
    """
    if not isinstance(data, Mapping):
        raise NotationError("not_an_object")
    return Hand(
        parse_tiles(_text(data, "concealed")),
        parse_tile(_text(data, "win")),
        tuple(_meld(meld) for meld in _list(data, "melds")),
        _mode(data),
        _wind(data, "seat_wind"),
        _wind(data, "round_wind"),
        _flowers(data.get("flowers")),
    )


def hand_to_json(hand: Hand) -> dict[str, Any]:
    """The JSON object that `hand_from_json` reads."""
    flowers = hand.flowers
    kong_wins = {mode: word for word, mode in _KONG_WINS.items()}
    return {
        "concealed": format_tiles(hand.concealed),
        "melds": [
            {"type": meld.kind.value, "tiles": format_tiles(meld.tiles), "from": meld.source}
            for meld in hand.melds
        ],
        "win": hand.win.text,
        **{name: mark in hand.mode for name, mark in _MARKS.items()},
        "kong_win": kong_wins[hand.mode & (WinMode.REPLACEMENT | WinMode.ROBBING)],
        "seat_wind": None if hand.seat_wind is None else hand.seat_wind.letter,
        "round_wind": None if hand.round_wind is None else hand.round_wind.letter,
        "flowers": flowers if isinstance(flowers, int) else format_tiles(flowers),
    }


def _wrong(field: str) -> NotationError:
    return NotationError("wrong_field", field=field)


def _text(data: Mapping[str, object], field: str) -> str:
    value = data.get(field)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise _wrong(field)
    return value


def _list(data: Mapping[str, object], field: str) -> list[object]:
    value = data.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise _wrong(field)
    return value


def _meld(data: object) -> Meld:
    if not isinstance(data, Mapping):
        raise _wrong("melds")
    try:
        kind = MeldKind(data.get("type"))
        number = data.get("from")
        source = None if number is None else Source(number)
    except ValueError:
        raise _wrong("melds") from None
    return Meld(kind, parse_tiles(_text(data, "tiles")), source)


def _mode(data: Mapping[str, object]) -> WinMode:
    kong_win = data.get("kong_win")
    if not (kong_win is None or isinstance(kong_win, str)) or kong_win not in _KONG_WINS:
        raise _wrong("kong_win")
    mode = _KONG_WINS[kong_win]
    for field, mark in _MARKS.items():
        value = data.get(field)
        if not (value is None or isinstance(value, bool)):
            raise _wrong(field)
        if value:
            mode |= mark
    return mode


def _wind(data: Mapping[str, object], field: str) -> Wind | None:
    letter = _text(data, field)
    if not letter:
        return None
    if len(letter) != 1 or letter not in WIND_LETTERS:
        raise _wrong(field)
    return Wind(WIND_LETTERS.index(letter))


def _flowers(value: object) -> int | tuple[Tile, ...]:
    if value is None:
        return 0
    if isinstance(value, str):
        return parse_tiles(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise _wrong("flowers")
    return value
