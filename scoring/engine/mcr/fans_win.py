"""Fans of how the hand was won, of concealment, of kongs, and of the only wait."""

from __future__ import annotations

from scoring.engine.bags import UNITS, count_in
from scoring.engine.hand import WinMode
from scoring.engine.mcr.registry import (
    ON_DISCARD,
    SELF_DRAWN,
    WAITS,
    WITH_KONGS,
    hand_fan,
    reading_fan,
)
from scoring.engine.mcr.view import EDGE, MIDDLE, HandView, ReadingView

_REPLACEMENT = WinMode.REPLACEMENT.value
_ROBBING = WinMode.ROBBING.value
_LAST_WALL_TILE = WinMode.LAST_WALL_TILE.value
_LAST_OF_ITS_KIND = WinMode.LAST_OF_ITS_KIND.value


@hand_fan("Last Tile Draw", SELF_DRAWN)
def last_tile_draw(hand: HandView) -> bool:
    """Self-draw of the last tile of the wall."""
    return hand.mode & _LAST_WALL_TILE != 0


@hand_fan("Last Tile Claim", ON_DISCARD)
def last_tile_claim(hand: HandView) -> bool:
    """Win on the last discard."""
    return hand.mode & _LAST_WALL_TILE != 0


@hand_fan("Out with Replacement Tile", SELF_DRAWN)
def out_with_replacement_tile(hand: HandView) -> bool:
    """Win on the tile drawn after a kong."""
    return hand.mode & _REPLACEMENT != 0


@hand_fan("Robbing the Kong", ON_DISCARD)
def robbing_the_kong(hand: HandView) -> bool:
    """Win on the tile that another player adds to a pung."""
    return hand.mode & _ROBBING != 0


@hand_fan("Melded Hand", ON_DISCARD)
def melded_hand(hand: HandView) -> bool:
    """Four melded sets and a win on a discard."""
    return hand.melded == 4


@hand_fan("Fully Concealed Hand", SELF_DRAWN)
def fully_concealed_hand(hand: HandView) -> bool:
    """No melded set, won by self-draw."""
    return not hand.melded


@hand_fan("Last Tile", SELF_DRAWN, ON_DISCARD)
def last_tile(hand: HandView) -> bool:
    """The fourth of a tile whose three others are visible to all, if only in the own melds."""
    return hand.mode & _LAST_OF_ITS_KIND != 0 or count_in(hand.shown, hand.win) == 3


@hand_fan("Concealed Hand", ON_DISCARD)
def concealed_hand(hand: HandView) -> bool:
    """No melded set, won on a discard."""
    return not hand.melded


@hand_fan("Self-Drawn", SELF_DRAWN)
def self_drawn(hand: HandView) -> bool:
    """Won by self-draw."""
    return True


@hand_fan("Four Kongs", WITH_KONGS)
def four_kongs(hand: HandView) -> bool:
    """Four kongs of any kind."""
    return hand.kongs.bit_count() == 4


@hand_fan("Three Kongs", WITH_KONGS)
def three_kongs(hand: HandView) -> bool:
    """Three kongs of any kind."""
    return hand.kongs.bit_count() == 3


@hand_fan("Two Concealed Kongs", WITH_KONGS)
def two_concealed_kongs(hand: HandView) -> bool:
    """Two concealed kongs; with three, only the concealed pungs count."""
    return hand.concealed_kongs.bit_count() == 2


@hand_fan("Concealed Kong and Melded Kong", WITH_KONGS)
def concealed_kong_and_melded_kong(hand: HandView) -> bool:
    """Two kongs, one of either kind."""
    return hand.kongs.bit_count() == 2 and hand.concealed_kongs.bit_count() == 1


@hand_fan("Two Melded Kongs", WITH_KONGS)
def two_melded_kongs(hand: HandView) -> bool:
    """Two claimed or added kongs."""
    return (hand.kongs & ~hand.concealed_kongs).bit_count() == 2


@hand_fan("Concealed Kong", WITH_KONGS)
def concealed_kong(hand: HandView) -> bool:
    """One concealed kong."""
    return hand.concealed_kongs.bit_count() == 1


@hand_fan("Melded Kong", WITH_KONGS)
def melded_kong(hand: HandView) -> bool:
    """One claimed or added kong."""
    return (hand.kongs & ~hand.concealed_kongs).bit_count() == 1


@reading_fan("Edge Wait", WAITS)
def edge_wait(reading: ReadingView) -> bool:
    """Waiting only for the 3 of 1-2-3 or the 7 of 7-8-9."""
    return reading.own_chows & EDGE[reading.hand.win] != 0 and reading.waits_for_one


@reading_fan("Closed Wait", WAITS)
def closed_wait(reading: ReadingView) -> bool:
    """Waiting only for the middle tile of a chow."""
    return reading.own_chows & MIDDLE[reading.hand.win] != 0 and reading.waits_for_one


@reading_fan("Single Wait", WAITS)
def single_wait(reading: ReadingView) -> bool:
    """Waiting only for the second tile of the pair."""
    return reading.pair == UNITS[reading.hand.win] and reading.waits_for_one
