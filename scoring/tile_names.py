"""How tiles are spoken: what screen readers and sentences say for `5p` or `E`."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.tiles import FLOWERS, TILE_BY_TEXT, Tile

_SUITS = {
    "m": gettext_lazy("%(rank)s of characters"),
    "s": gettext_lazy("%(rank)s of bamboos"),
    "p": gettext_lazy("%(rank)s of dots"),
}
_HONORS = {
    "E": gettext_lazy("East"),
    "S": gettext_lazy("South"),
    "W": gettext_lazy("West"),
    "N": gettext_lazy("North"),
    "C": gettext_lazy("red dragon"),
    "F": gettext_lazy("green dragon"),
    "P": gettext_lazy("white dragon"),
}


def tile_name(tile: Tile) -> str:
    """The spoken name of a tile, such as "5 of dots"."""
    if tile.is_suited:
        return str(_SUITS[tile.text[1]]) % {"rank": tile.rank}
    if tile.is_honor:
        return str(_HONORS[tile.text])
    return _("flower %(rank)s") % {"rank": tile - FLOWERS[0] + 1}


def name_of_text(text: str) -> str:
    """The spoken name of a written tile; the text itself where it is none."""
    return tile_name(TILE_BY_TEXT[text]) if text in TILE_BY_TEXT else text


def tile_list(tiles: Iterable[Tile]) -> str:
    """The spoken names of some tiles, one after the other."""
    return ", ".join(tile_name(tile) for tile in tiles)
