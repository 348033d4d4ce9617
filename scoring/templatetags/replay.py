"""How a hand being played again is drawn: tiles face down, melds turned towards their source."""

from __future__ import annotations

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.game.view import MeldView, PlayerView
from scoring.engine.melds import MeldKind
from scoring.engine.tiles import Tile
from scoring.templatetags.tiles import tile

register = template.Library()


@register.simple_tag
def hand_tiles(player: PlayerView) -> SafeString:
    """The concealed tiles, the drawn one apart; one spoken word for those face down."""
    tiles = format_html_join("", "{}", ((_one(one),) for one in player.hand))
    drawn = format_html('<span class="apart">{}</span>', _one(player.drawn))
    return format_html("{}{}{}", _hidden(player), tiles, drawn if player.has_drawn else "")


def _hidden(player: PlayerView) -> SafeString:
    count = sum(one is None for one in player.hand) + (player.has_drawn and player.drawn is None)
    if not count:
        return SafeString("")
    said = ngettext("%(count)s tile face down", "%(count)s tiles face down", count)
    return format_html('<span class="sr">{}</span>', said % {"count": count})


@register.simple_tag
def meld_tiles(meld: MeldView) -> SafeString:
    """A declared set as it lies; the claimed tile is turned towards the player it came from."""
    added = meld.kind is MeldKind.ADDED_KONG
    pieces = []
    for place, one in enumerate(meld.tiles):
        turned = place == meld.turned
        if added and place == len(meld.tiles) - 1:
            continue
        inside = _one(one)
        if turned and added:
            inside = format_html("{}{}", _one(meld.tiles[-1]), inside)
        pieces.append((" turned" if turned else "", inside))
    return format_html(
        '<span class="mset" role="group" aria-label="{}">{}</span>',
        _meld_name(meld),
        format_html_join("", '<span class="mt{}">{}</span>', pieces),
    )


def _meld_name(meld: MeldView) -> str:
    return {
        MeldKind.CHOW: _("chow"),
        MeldKind.PUNG: _("pung"),
        MeldKind.CONCEALED_KONG: _("concealed kong"),
        MeldKind.ADDED_KONG: _("kong added to a pung"),
    }.get(meld.kind, _("kong"))


def _one(one: Tile | None) -> SafeString:
    """A tile, or the back of one."""
    if one is not None:
        return tile(one, 24)
    return format_html(
        '<span class="ti w24 back" aria-hidden="true"><svg class="tile" viewBox="0 0 60 80">'
        '<use href="{}#tback"></use></svg></span>',
        static("tiles.svg"),
    )
