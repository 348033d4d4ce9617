"""Tiles on pages: a picture from the sprite with a spoken name and a small index."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.engine.mcr.fan import Fan
from scoring.engine.melds import Meld
from scoring.engine.tiles import DRAGONS, FLOWERS, TILES, WINDS, Tile
from scoring.fan_names import fan_name, other_names
from scoring.tile_names import tile_name
from tournaments.templatetags.qv import wind_letter

register = template.Library()


@register.simple_tag
def tile(one: Tile, width: int = 29) -> SafeString:
    """One tile, `width` pixels wide: 24, 29, 38, 44 or 54."""
    return format_html(
        '<span class="ti w{}" role="img" aria-label="{}"><svg class="tile" viewBox="0 0 60 80"'
        ' aria-hidden="true"><use href="{}#{}"></use></svg><i aria-hidden="true">{}</i></span>',
        width,
        tile_name(one),
        static("tiles.svg"),
        _symbol(one),
        _index(one),
    )


@register.simple_tag
def tiles(some: Iterable[Tile], width: int = 24) -> SafeString:
    """Tiles side by side, as they stand in a set."""
    return format_html(
        '<span class="tiles">{}</span>',
        format_html_join("", "{}", ((tile(one, width),) for one in some)),
    )


@register.simple_tag
def picker_rows() -> list[tuple[str, tuple[Tile, ...]]]:
    """The tiles of the picker: three suits by letter, and the honours (`z`)."""
    return [
        *((letter, TILES[9 * suit : 9 * suit + 9]) for suit, letter in enumerate("msp")),
        ("z", (*WINDS, *DRAGONS)),
    ]


@register.filter
def in_order(some: Iterable[Tile]) -> list[Tile]:
    """Tiles by suit and rank."""
    return sorted(some)


@register.filter
def fan_label(fan: Fan) -> SafeString:
    """A fan in the reader's language, with its English and Chinese names."""
    others = format_html_join("", ' <span class="zh" lang="{}">{}</span>', other_names(fan))
    return format_html("{}{}", fan_name(fan), others)


@register.filter
def shown(meld: Meld) -> tuple[Tile, ...]:
    """The tiles of a declared set in order."""
    return tuple(sorted(meld.tiles))


def _symbol(one: Tile) -> str:
    """The name of the picture in the sprite: `t5m`, `tE`, `tf3`."""
    return f"tf{one - FLOWERS[0] + 1}" if one.is_flower else f"t{one.text}"


def _index(one: Tile) -> str:
    """The small mark for readers who do not read the numerals."""
    if one.is_wind:
        return wind_letter(one - WINDS[0])
    return str(one.rank) if one.is_suited else ("" if one.is_flower else one.text)
