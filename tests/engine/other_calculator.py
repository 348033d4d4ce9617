"""The calculator of PyMahjongGB (development requirement), asked about our hands."""

from collections import Counter

import MahjongGB

from scoring.engine.hand import WinMode
from scoring.engine.mcr.catalogue import CATALOGUE
from scoring.engine.melds import MeldKind

PACKS = {MeldKind.CHOW: "CHI", MeldKind.PUNG: "PENG"}
NAMES = {fan.names.zh: fan.en for fan in CATALOGUE}
NAMES |= {"独听・单钓": "Single Wait", "独听・边张": "Edge Wait", "独听・嵌张": "Closed Wait"}


def arguments(hand):
    """What the other calculator wants to know of a hand."""
    return (
        tuple(_pack(meld) for meld in hand.melds),
        tuple(_tile(tile) for tile in hand.concealed),
        _tile(hand.win),
        hand.flower_count,
        WinMode.SELF_DRAWN in hand.mode,
        WinMode.LAST_OF_ITS_KIND in hand.mode,
        bool(hand.mode & (WinMode.REPLACEMENT | WinMode.ROBBING)),
        WinMode.LAST_WALL_TILE in hand.mode,
        int(hand.seat_wind),
        int(hand.round_wind),
        True,
    )


def count(hand):
    """The total and the fans that the other calculator gives."""
    rows = MahjongGB.MahjongFanCalculator(*arguments(hand))
    fans = Counter()
    for _, times, name, _ in rows:
        fans[NAMES[name]] += times
    return sum(points * times for points, times, *_ in rows), dict(fans)


def _tile(tile):
    if tile.is_suited:
        return f"{'WTB'[tile.suit]}{tile.rank}"
    return f"{'F' if tile.is_wind else 'J'}{tile.rank}"


def _pack(meld):
    offer = 0 if meld.is_concealed else int(meld.source)
    return (PACKS.get(meld.kind, "GANG"), _tile(sorted(meld.tiles)[1]), offer)
