"""The value of a hand with its reasons."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TypeAlias

from scoring.engine.errors import NotAWin
from scoring.engine.hand import Hand, WinMode, check_hand
from scoring.engine.mcr.catalogue import FLOWER_TILES
from scoring.engine.mcr.combine import Count, counts
from scoring.engine.mcr.found import hand_fans
from scoring.engine.mcr.nonrepeat import NonRepeat, non_repeat
from scoring.engine.mcr.reasons import (
    CountedFan,
    DroppedFan,
    counted_fans,
    dropped_fans,
    joined_sets,
)
from scoring.engine.mcr.view import HandView, ReadingView
from scoring.engine.readings import Reading, hand_waits, reachable, reading_of
from scoring.engine.rules import Rules
from scoring.engine.shapes import Form, Shape, shapes
from scoring.engine.tiles import Tile

LEAST_POINTS = 8
"""The points, without flowers, that a legal win needs."""


_OF_ONE_TILE = WinMode.ROBBING | WinMode.LAST_OF_ITS_KIND

Way: TypeAlias = tuple[ReadingView, Shape, Count]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another list of fans of the same total."""

    fans: tuple[CountedFan, ...]
    reading: Reading


@dataclass(frozen=True, slots=True)
class Score:
    """What a winning hand is worth and why.

    `fans` stand in the order of the rule book, flowers last; `dropped` are the fans that the hand
    also has but does not count, each with the rule; `alternatives` are other lists of fans with
    the same total; `waits` the tiles that the hand waited for.
    """

    total: int
    without_flowers: int
    fans: tuple[CountedFan, ...]
    reading: Reading
    alternatives: tuple[Alternative, ...]
    dropped: tuple[DroppedFan, ...]
    waits: tuple[Tile, ...]

    @property
    def legal(self) -> bool:
        """Whether the hand reaches the minimum of eight points without flowers."""
        return self.without_flowers >= LEAST_POINTS

    @property
    def fan_counts(self) -> dict[str, int]:
        """How often each fan counts, by its English name."""
        return {counted.fan.en: counted.count for counted in self.fans}


def total(hand: Hand, rules: Rules) -> int:
    """The points of a hand with flowers: the fast way, for a hand known to have no problems.

    Raises NotAWin when the tiles are no winning shape.
    """
    view = HandView(hand, rules)
    tables = non_repeat(rules)
    of_hand = hand_fans(view)
    best = 0
    for shape in shapes(view.bag, view.melds):
        for counted in counts(ReadingView(view, shape), of_hand, tables):
            if counted.points > best:
                best = counted.points
    if not best:
        raise NotAWin("not_a_winning_shape")
    return best + hand.flower_count


def score(hand: Hand, rules: Rules) -> Score:
    """Count `hand` as the best referee would, with all reasons.

    Raises InvalidHand for a hand that cannot exist, NotAWin for one that is no winning shape.

    >>> from scoring.engine.hand_text import parse_hand
    >>> counted = score(parse_hand("[678s,1] 147m 369s 25p SS 8p"), Rules())
    >>> counted.total, counted.fan_counts
    (12, {'Knitted Straight': 1})
    """
    check_hand(hand)
    view = HandView(hand, rules)
    tables = non_repeat(rules)
    best = _best(view, tables)
    if not best:
        raise NotAWin("not_a_winning_shape")
    (reading, shape, chosen), *others = best
    joined = joined_sets(reading, chosen)
    return Score(
        total=chosen.points + hand.flower_count,
        without_flowers=chosen.points,
        fans=_with_flowers(counted_fans(reading, chosen, joined, tables), hand),
        reading=reading_of(shape, view.bag, hand.melds),
        alternatives=tuple(_alternative(view, way, tables) for way in others),
        dropped=dropped_fans(reading, chosen, joined, tables),
        waits=hand_waits(hand),
    )


def _alternative(view: HandView, way: Way, tables: NonRepeat) -> Alternative:
    reading, shape, count = way
    fans = counted_fans(reading, count, joined_sets(reading, count), tables)
    melds = view.hand.melds
    return Alternative(_with_flowers(fans, view.hand), reading_of(shape, view.bag, melds))


def _best(view: HandView, tables: NonRepeat) -> list[Way]:
    """The ways to count the hand that are worth most, each list of fans once."""
    of_hand = hand_fans(view)
    best: list[Way] = []
    for shape in shapes(view.bag, view.melds):
        reading = ReadingView(view, shape)
        for count in counts(reading, of_hand, tables):
            if best and count.points > best[0][2].points:
                best.clear()
            if not best or count.points == best[0][2].points:
                best.append((reading, shape, count))
    return list({tuple(sorted(way[2].counted)): way for way in sorted(best, key=_order)}.values())


def _order(way: Way) -> tuple[bool, int, list[int]]:
    """Four sets before other forms, pungs before chows, earlier fans of the rule book first."""
    reading, _, count = way
    return reading.form is not Form.STANDARD, -reading.pungs.bit_count(), sorted(count.counted)


def _with_flowers(fans: tuple[CountedFan, ...], hand: Hand) -> tuple[CountedFan, ...]:
    if not hand.flower_count:
        return fans
    return (*fans, CountedFan(FLOWER_TILES, hand.flower_count, 1, ()))


def waiting_values(hand: Hand, rules: Rules) -> Iterator[tuple[Tile, Score]]:
    """What each tile that `hand` waits for, and can still come, would be worth.

    The rest of `hand` stays as it is, but another tile than its winning tile is neither robbed nor
    the last of its kind.
    """
    for tile in reachable(hand):
        mode = hand.mode if tile == hand.win else hand.mode & ~_OF_ONE_TILE
        yield tile, score(replace(hand, win=tile, mode=mode), rules)
