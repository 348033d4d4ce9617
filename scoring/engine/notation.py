"""Reading and writing tiles as text.

Read: `123m 456s 789p E S W N C F P` (case matters: `p` dots, `P` white dragon, `s` bamboos, `S`
South), `1z`–`7z` with 5 white, 6 green, 7 red, `1f`–`8f` flowers, Chinese (`一万`, `三条`, `東`,
`红中`) and the Unicode tiles U+1F000–U+1F029. Written: always the first form, without spaces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from scoring.engine.errors import NotationError
from scoring.engine.tiles import (
    DRAGONS,
    FLOWERS,
    GREEN,
    RED,
    TILES,
    WHITE,
    WINDS,
    Tile,
)

LONGEST_TEXT = 1000

_DIGITS = {digit: rank for rank, digit in enumerate("0123456789")}
_DIGITS |= {digit: rank for rank, digit in enumerate("一二三四五六七八九", 1)}

_GROUPS: dict[str, tuple[Tile, ...]] = {
    "m": TILES[0:9],
    "s": TILES[9:18],
    "p": TILES[18:27],
    "z": (*WINDS, WHITE, GREEN, RED),
    "f": FLOWERS,
}
_GROUPS |= dict.fromkeys("万萬", _GROUPS["m"])
_GROUPS |= dict.fromkeys("条條索", _GROUPS["s"])
_GROUPS |= dict.fromkeys("饼餅筒", _GROUPS["p"])

_SINGLES: dict[str, Tile] = {tile.text: tile for tile in (*WINDS, *DRAGONS)}
for _characters, _named in (
    ("东東", WINDS[0]),
    ("南", WINDS[1]),
    ("西", WINDS[2]),
    ("北", WINDS[3]),
    ("中", RED),
    ("发發発", GREEN),
    ("白", WHITE),
    ("梅", FLOWERS[0]),
    ("兰蘭", FLOWERS[1]),
    ("菊", FLOWERS[2]),
    ("竹", FLOWERS[3]),
    ("春", FLOWERS[4]),
    ("夏", FLOWERS[5]),
    ("秋", FLOWERS[6]),
    ("冬", FLOWERS[7]),
):
    _SINGLES |= dict.fromkeys(_characters, _named)

# U+1F000 on: winds, dragons, characters, bamboos, dots; plum, orchid, bamboo, chrysanthemum, …
_UNICODE_ORDER = (*WINDS, *DRAGONS, *TILES[:27], FLOWERS[0], FLOWERS[1], FLOWERS[3], FLOWERS[2])
_SINGLES |= {chr(0x1F000 + i): tile for i, tile in enumerate((*_UNICODE_ORDER, *FLOWERS[4:]))}

# Words of two characters that name one tile, full-width letters, and what stands between tiles.
_WORDS = str.maketrans({chr(0xFF01 + i): chr(0x21 + i) for i in range(94)})
_TWO_CHARACTERS = (("红中", "中"), ("紅中", "中"), ("发财", "发"), ("發財", "發"), ("白板", "白"))
_TWO_CHARACTER_WINDS = tuple((f"{w}{f}", w) for w in "东東南西北" for f in "风風")
_IGNORED = frozenset(" \t\r\n\u00a0\u3000,;·、，；\ufe0e\ufe0f")


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """The tiles of a text, in the order written; NotationError when it cannot be read.

    >>> parse_tiles("19m E F")
    (Tile('1m'), Tile('9m'), Tile('E'), Tile('F'))
    """
    if len(text) > LONGEST_TEXT:
        raise NotationError("text_too_long", length=len(text), limit=LONGEST_TEXT)
    return tuple(_read(_plain(text)))


def parse_tile(text: str) -> Tile:
    """The one tile of a text; NotationError unless it is exactly one."""
    tiles = parse_tiles(text)
    if len(tiles) != 1:
        raise NotationError("not_one_tile", text=text, count=len(tiles))
    return tiles[0]


def format_tiles(tiles: Iterable[Tile]) -> str:
    """The written form, in the order given: a suit's letter stands after its ranks.

    >>> format_tiles(parse_tiles("一万 二万 🀙 白 3z"))
    '12m1pPW'
    """
    parts = []
    for letter, run in groupby((tile.text for tile in tiles), key=lambda text: text[1:]):
        texts = list(run)
        parts.append("".join(text[0] for text in texts) + letter)
    return "".join(parts)


def format_sorted(tiles: Iterable[Tile]) -> str:
    """The written form in the order of the kinds: the way a hand is shown.

    >>> format_sorted(parse_tiles("E9m1m"))
    '19mE'
    """
    return format_tiles(sorted(tiles))


def _plain(text: str) -> str:
    """`text` with full-width letters made narrow and two-character names made one."""
    text = text.translate(_WORDS)
    for word, character in (*_TWO_CHARACTERS, *_TWO_CHARACTER_WINDS):
        text = text.replace(word, character)
    return text


def _read(text: str) -> Iterator[Tile]:
    """Read ranks until their suit, and letters that stand for themselves."""
    ranks: list[int] = []
    for position, character in enumerate(text):
        if character in _DIGITS:
            ranks.append(_DIGITS[character])
        elif character in _GROUPS:
            yield from _ranked(character, ranks, position)
            ranks.clear()
        elif character in _SINGLES:
            _refuse_bare_ranks(ranks, position)
            yield _SINGLES[character]
        elif character not in _IGNORED:
            raise NotationError("unknown_character", character=character, position=position)
    _refuse_bare_ranks(ranks, len(text))


def _ranked(letter: str, ranks: list[int], position: int) -> Iterator[Tile]:
    """The tiles of `ranks` in the group of `letter`."""
    group = _GROUPS[letter]
    if not ranks:
        raise NotationError("suit_without_ranks", character=letter, position=position)
    for rank in ranks:
        if not 1 <= rank <= len(group):
            raise NotationError("no_such_rank", rank=rank, character=letter, position=position)
        yield group[rank - 1]


def _refuse_bare_ranks(ranks: list[int], position: int) -> None:
    if ranks:
        raise NotationError("ranks_without_suit", ranks=tuple(ranks), position=position)
