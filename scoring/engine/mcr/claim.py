"""Checking fans as they were called, without the tiles: their sum and what excludes what."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from scoring.engine.hand import Problem, WinMode
from scoring.engine.mcr.catalogue import BY_NAME, CHICKEN_HAND, FLOWER_TILES
from scoring.engine.mcr.fan import Why
from scoring.engine.mcr.nonrepeat import left_out_by
from scoring.engine.mcr.score import LEAST_POINTS
from scoring.engine.rules import Rules
from scoring.engine.tiles import FLOWERS

# How often a fan can count in one hand, where that is more than once.
MOST = {
    "Pure Double Chow": 3,
    "Mixed Double Chow": 3,
    "Short Straight": 3,
    "Two Terminal Chows": 3,
    "Double Pung": 2,
    "Tile Hog": 3,
    "Pung of Terminals or Honors": 4,
    "Flower Tiles": len(FLOWERS),
}

ONLY_SELF_DRAWN = (
    "Self-Drawn",
    "Fully Concealed Hand",
    "Last Tile Draw",
    "Out with Replacement Tile",
)
ONLY_ON_DISCARD = ("Concealed Hand", "Melded Hand", "Last Tile Claim", "Robbing the Kong")


def claim_total(fans: Mapping[str, int], flowers: int, rules: Rules) -> int:
    """The sum of called fans, with flowers, whether or not they were called as a fan.

    >>> claim_total({"Full Flush": 1, "Tile Hog": 2}, 1, Rules())
    29
    """
    called = sum(
        BY_NAME[name].points(rules.profile) * count
        for name, count in fans.items()
        if name != FLOWER_TILES.en
    )
    return called + flowers


def check_claim(
    fans: Mapping[str, int], mode: WinMode, flowers: int, rules: Rules
) -> tuple[Problem, ...]:
    """Everything wrong with called fans, by name and count, all at once.

    The codes: `unknown_fan`, `fan_count`, `fans_exclude`, `chicken_hand_alone`, `fan_against_mode`,
    `mode_implies_fan`, `flower_count`, `below_minimum`. Only what is wrong in every hand is
    reported: without the tiles nobody can say that a fan was missed.

    >>> [problem.code for problem in check_claim({"Full Flush": 1, "No Honors": 1},
    ...                                          WinMode.DISCARD, 0, Rules())]
    ['fans_exclude']
    """
    unknown = [name for name in fans if name not in BY_NAME]
    if unknown:
        return tuple(Problem("unknown_fan", {"fan": name}) for name in unknown)
    called = {name: count for name, count in fans.items() if count}
    return (
        *_count_problems(called, flowers),
        *_exclusions(called, rules),
        *_mode_problems(called, mode),
        *_implied_by_mode(called, mode, rules),
        *_minimum(called, rules),
    )


def _count_problems(called: Mapping[str, int], flowers: int) -> Iterator[Problem]:
    for name, count in called.items():
        limit = MOST.get(name, 1)
        if not 0 < count <= limit:
            yield Problem("fan_count", {"fan": name, "count": count, "limit": limit})
    counted = called.get(FLOWER_TILES.en, flowers)
    if not 0 <= flowers <= len(FLOWERS) or counted != flowers:
        yield Problem("flower_count", {"count": flowers, "limit": len(FLOWERS)})


def _exclusions(called: Mapping[str, int], rules: Rules) -> Iterator[Problem]:
    for name, other in combinations(sorted(called, key=lambda fan: BY_NAME[fan].number), 2):
        for by, out in ((name, other), (other, name)):
            why = left_out_by(BY_NAME[by], rules).get(out) or _alternative(by, out, rules)
            if why:
                yield Problem("fans_exclude", {"fan": by, "excluded": out})
                break
    others = [name for name in called if name not in (CHICKEN_HAND.en, FLOWER_TILES.en)]
    if CHICKEN_HAND.en in called and others:
        yield Problem("chicken_hand_alone")


def _alternative(by: str, out: str, rules: Rules) -> bool:
    """Whether `by` stands in the place of `out`, or needs another reading of the tiles."""
    return any(
        row.fan == out and row.why in (Why.INSTEAD, Why.OTHER_READING) and row.when.holds(rules)
        for row in BY_NAME[by].leaves_out
    )


def _mode_problems(called: Mapping[str, int], mode: WinMode) -> Iterator[Problem]:
    impossible = ONLY_ON_DISCARD if WinMode.SELF_DRAWN in mode else ONLY_SELF_DRAWN
    for name in impossible:
        if name in called:
            yield Problem("fan_against_mode", {"fan": name})


def _implied_by_mode(called: Mapping[str, int], mode: WinMode, rules: Rules) -> Iterator[Problem]:
    """The fans that the way of winning gives, unless a called fan leaves them out."""
    left_out = {out for name in called for out in left_out_by(BY_NAME[name], rules)}
    for name in _given_by(mode):
        if name not in called and name not in left_out and called:
            yield Problem("mode_implies_fan", {"fan": name})


def _given_by(mode: WinMode) -> Iterator[str]:
    self_drawn = WinMode.SELF_DRAWN in mode
    if self_drawn:
        yield "Self-Drawn"
    if WinMode.REPLACEMENT in mode:
        yield "Out with Replacement Tile"
    if WinMode.ROBBING in mode:
        yield "Robbing the Kong"
    if WinMode.LAST_WALL_TILE in mode:
        yield "Last Tile Draw" if self_drawn else "Last Tile Claim"
    if WinMode.LAST_OF_ITS_KIND in mode and WinMode.ROBBING not in mode:
        yield "Last Tile"


def _minimum(called: Mapping[str, int], rules: Rules) -> Iterator[Problem]:
    points = claim_total(called, 0, rules)
    if points < LEAST_POINTS:
        yield Problem("below_minimum", {"points": points, "limit": LEAST_POINTS})
