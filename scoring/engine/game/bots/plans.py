"""How far a hand is from hands that are worth eight points.

A hand is held in unary: four bits a kind, as many of them set as there are tiles, so that what a
plan lacks is the count of bits of `plan & ~hand`. The cost of a plan is about the number of tiles
it lacks, each dearer the fewer of its kind are still to come.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple, TypeAlias

from scoring.engine.bags import (
    BITS,
    HONOR_SHIFT,
    ONES,
    SUIT_BITS,
    SUIT_MASK,
    UNITS,
    Bag,
    kinds_of,
)
from scoring.engine.melds import Meld, MeldKind
from scoring.engine.shapes import HONORS, KNITTED, ORPHANS
from scoring.engine.tiles import PLAY_KINDS

Unary: TypeAlias = int
MeldKey: TypeAlias = tuple[int, ...]

IMPOSSIBLE = 99.0
# What a missing tile costs by how many of its kind have not been seen.
_COSTS = (IMPOSSIBLE, 2.1, 1.4, 1.12, 1.0)
PUNG = 64
"""Added to the tile of a meld that is no chow."""

_SUITED: Bag = (1 << HONOR_SHIFT) - 1
_CHOW_STARTS: Bag = sum(UNITS[9 * suit + rank] for suit in range(3) for rank in range(7))
_ADJACENT: Bag = sum(UNITS[9 * suit + rank] for suit in range(3) for rank in range(8))


class Plan(NamedTuple):
    """A way to eight points: what it costs and which tiles of the hand it keeps."""

    cost: float
    keep: Bag


@dataclass(frozen=True, slots=True)
class _Body:
    """Nine tiles worth six points or more; `chows` are the first tiles of its sets."""

    tiles: Unary
    chows: tuple[int, ...]
    points: int
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class _Open:
    """What a body still needs in the hand beside the melds."""

    tiles: Unary
    needs_set: bool
    only_chow: bool
    weight: float


def unary(bag: Bag) -> Unary:
    """The bag in unary.

    >>> hex(unary(0x4210))
    '0xf310'
    """
    one, two, four = bag & ONES, bag >> 1 & ONES, bag >> 2 & ONES
    return one | two | four | (two | four) << 1 | (one & two | four) << 2 | four << 3


def meld_key(melds: tuple[Meld, ...]) -> MeldKey:
    """The melds as numbers: the lowest tile, more for a pung or a kong."""
    return tuple(min(meld.tiles) + (0 if meld.kind is MeldKind.CHOW else PUNG) for meld in melds)


def _of_kinds(kinds: list[int]) -> Unary:
    return unary(sum(UNITS[kind] for kind in kinds))


def _body(chows: tuple[int, ...], points: int) -> _Body:
    tiles = [kind for first in chows for kind in range(first, first + 3)]
    return _Body(_of_kinds(tiles), tuple(sorted(chows)), points)


def _bodies() -> Iterator[_Body]:
    """The fans of three chows, and the Knitted Straight."""
    for rank in range(7):
        yield _body((rank, 9 + rank, 18 + rank), 8)
    for order in permutations((0, 9, 18)):
        yield _body((order[0], order[1] + 3, order[2] + 6), 8)
        for rank in range(5):
            yield _body((order[0] + rank, order[1] + rank + 1, order[2] + rank + 2), 6)
    for suit in (0, 9, 18):
        yield _body((suit, suit + 3, suit + 6), 16)
        for rank in range(5):
            yield _body((suit + rank, suit + rank + 1, suit + rank + 2), 16)
        for rank in range(3):
            yield _body((suit + rank, suit + rank + 2, suit + rank + 4), 16)
    for kinds in KNITTED:
        yield _Body(kinds, (), 12, weight=1.5)


_BODIES = tuple(_bodies())


@lru_cache(maxsize=4096)
def _open_bodies(melds: MeldKey) -> tuple[tuple[_Open, ...], tuple[Unary, ...]]:
    """The bodies that can still be made beside the melds, and their tiles."""
    bodies = [_beside(body, melds) for body in _BODIES]
    possible = tuple(body for body in bodies if body is not None)
    return possible, tuple(body.tiles for body in possible)


def _beside(body: _Body, melds: MeldKey) -> _Open | None:
    wanted, others = list(body.chows), []
    tiles = body.tiles
    for meld in melds:
        if meld in wanted:
            wanted.remove(meld)
        else:
            others.append(meld)
    if len(others) > 1:
        return None
    if len(wanted) < len(body.chows):
        tiles = _of_kinds([kind for first in wanted for kind in range(first, first + 3)])
    bonus = any(meld >= PUNG + 31 for meld in others)
    only_chow = body.points < 8 and not bonus
    if only_chow and any(meld >= PUNG for meld in others):
        return None
    return _Open(tiles, not others, only_chow, body.weight)


def tile_costs(unseen: Bag) -> list[float]:
    """What a missing tile of each kind costs."""
    return [_COSTS[unseen >> shift & 15] for shift in _SHIFTS]


_SHIFTS = tuple(BITS * kind for kind in range(PLAY_KINDS))


def cost_of(missing: Unary, costs: list[float]) -> float:
    """What the missing tiles cost together."""
    cost = 0.0
    while missing:
        low = missing & -missing
        missing ^= low
        cost += costs[low.bit_length() - 1 >> 2]
    return cost


def rest(loose: Bag, needs_set: bool, only_chow: bool) -> tuple[float, Bag]:
    """What a set and a pair (or a pair alone) out of loose tiles cost, and the tiles for it."""
    if not needs_set:
        return _pair(loose & _SUITED if only_chow else loose)
    groups = [
        (shift, _group(loose >> shift & SUIT_MASK, shift == HONOR_SHIFT, only_chow))
        for shift in _GROUPS
        if loose >> shift & SUIT_MASK
    ]
    best, used = _NO_START + _NO_PAIR, 0
    for shift, (set_cost, set_tiles, _, _, both, both_tiles) in groups:
        if both < best:
            best, used = both, both_tiles << shift
        for other, (_, _, pair_cost, pair_tiles, _, _) in groups:
            if other != shift and set_cost + pair_cost < best:
                best = set_cost + pair_cost
                used = set_tiles << shift | pair_tiles << other
    return best, used


_GROUPS = (0, SUIT_BITS, 2 * SUIT_BITS, HONOR_SHIFT)
_NO_START = 3.3  # what a set costs of which there is nothing yet
_NO_PAIR = 1.4


@lru_cache(maxsize=1 << 15)
def _group(loose: Bag, honors: bool, only_chow: bool) -> tuple[float, Bag, float, Bag, float, Bag]:
    """The cheapest set, pair, and both, out of the tiles of one suit or of the honours."""
    if honors and only_chow:
        return _NO_START, 0, _NO_PAIR, 0, _NO_START + _NO_PAIR, 0
    set_cost, set_tiles = _NO_START, 0
    pair_cost, pair_tiles = _pair(loose)
    both, both_tiles = _NO_START + pair_cost, pair_tiles
    for cost, tiles in _set_starts(loose, honors, only_chow):
        if cost < set_cost:
            set_cost, set_tiles = cost, tiles
        more, pair = _pair(loose - tiles)
        if cost + more < both:
            both, both_tiles = cost + more, tiles + pair
    return set_cost, set_tiles, pair_cost, pair_tiles, both, both_tiles


def _pair(loose: Bag) -> tuple[float, Bag]:
    """The cost of a pair and its tiles."""
    pairs = twos(loose)
    if pairs:
        return 0.0, 2 * (pairs & -pairs)
    kinds = kinds_of(loose)
    return (0.9, kinds & -kinds) if kinds else (_NO_PAIR, 0)


def twos(bag: Bag) -> Bag:
    """One tile of each kind of which there are two or more."""
    return (bag >> 1 | bag >> 2) & ONES


def threes(bag: Bag) -> Bag:
    """One tile of each kind of which there are three or more."""
    return (bag >> 1 & bag | bag >> 2) & ONES


def _set_starts(loose: Bag, honors: bool, only_chow: bool) -> Iterator[tuple[float, Bag]]:
    """Sets and beginnings of sets in one group: what completing one costs, and its tiles."""
    kinds = kinds_of(loose)
    if not honors:
        runs = kinds & kinds >> BITS & _ADJACENT
        gaps = kinds & kinds >> 2 * BITS & _CHOW_STARTS
        yield from ((0.0, low * 0x111) for low in _bits(runs & gaps))
        yield from ((1.0, low * 0x11) for low in _bits(runs))
        yield from ((1.1, low * 0x101) for low in _bits(gaps))
        yield from ((2.2, low) for low in _bits(kinds))
    if not only_chow:
        yield from ((0.0, low * 3) for low in _bits(threes(loose)))
        yield from ((1.1, low * 2) for low in _bits(twos(loose)))


def _bits(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low
        bits ^= low


_NEAR = 1.4  # within this much of the fewest missing tiles, one missing tile more is no better


def body_plans(
    bag: Bag, melds: MeldKey, costs: list[float], limit: float = IMPOSSIBLE
) -> list[Plan]:
    """The plans with a body of nine tiles that lack the fewest of them, and at most `limit`."""
    bodies, wanted = _open_bodies(melds)
    if not bodies:
        return []
    hand = unary(bag)
    absent = ~hand
    lacking = [(tiles & absent).bit_count() for tiles in wanted]
    fewest = min(lacking)
    if fewest > limit:
        return []
    plans = [_plan(bag, hand, bodies[i], costs) for i, n in enumerate(lacking) if n == fewest]
    if min(plan.cost for plan in plans) > fewest + _NEAR:
        more = [i for i, n in enumerate(lacking) if n == fewest + 1]
        plans += [_plan(bag, hand, bodies[i], costs) for i in more]
    return plans


def _plan(bag: Bag, hand: Unary, body: _Open, costs: list[float]) -> Plan:
    have = body.tiles & hand
    cost = cost_of(body.tiles ^ have, costs)
    held = (have & ONES) + (have >> 1 & ONES) + (have >> 2 & ONES)
    more, used = rest(bag - held, body.needs_set, body.only_chow)
    return Plan(cost * body.weight + more, held + used)


_FEW_PAIRS = 4  # with fewer nobody begins


def pair_plan(bag: Bag, unseen: Bag) -> Plan:
    """Seven Pairs: a pair more for each that is missing, none of them claimed but the last."""
    fours = bag >> 2 & ONES
    pairs = twos(bag) + fours
    count = pairs.bit_count() if not fours else twos(bag).bit_count() + fours.bit_count()
    if count < _FEW_PAIRS:
        return Plan(IMPOSSIBLE, 0)
    singles = _bits(bag & ONES)
    best = sorted(singles, key=lambda low: -(unseen // low & 15))[: 7 - count]
    cost = sum(_COSTS[min(4, unseen // low & 15)] * 1.5 for low in best)
    return Plan(cost + 3.0 * (7 - count - len(best)), 2 * pairs + sum(best))


def knitted_plan(bag: Bag, unseen: Bag) -> Plan:
    """Lesser Honors and Knitted Tiles: fourteen different ones of sixteen."""
    kinds = kinds_of(bag)
    tiles = max(_KNITTED_AND_HONORS, key=lambda tiles: (kinds & tiles).bit_count())
    have = kinds & tiles
    lacks = 14 - have.bit_count()
    if lacks > _FEW_KNITTED:
        return Plan(IMPOSSIBLE, 0)
    alive = sum([1 for low in _bits(tiles ^ have) if unseen // low & 15])
    if alive < lacks:
        return Plan(IMPOSSIBLE, 0)
    return Plan(lacks * (0.75 + 0.5 * (alive - lacks < 2)), have)


_KNITTED_AND_HONORS = tuple(body | HONORS for body in KNITTED)
_FEW_KNITTED = 6  # lacking more nobody begins
_FEW_ORPHANS = 8  # with fewer kinds nobody begins


def orphan_plan(bag: Bag, costs: list[float]) -> Plan:
    """Thirteen Orphans."""
    kinds = kinds_of(bag) & ORPHANS
    if kinds.bit_count() < _FEW_ORPHANS:
        return Plan(IMPOSSIBLE, 0)
    pairs = twos(bag) & ORPHANS
    cost = cost_of(ORPHANS & ~kinds, costs) * 1.4 + (0 if pairs else 0.7)
    return Plan(cost, kinds + (pairs & -pairs))


def pung_plan(bag: Bag, melds: MeldKey, unseen: Bag) -> Plan:
    """All Pungs: the kinds with most tiles, of which enough are left, make four sets and a pair."""
    need = 4 - len(melds)
    if any(meld < PUNG for meld in melds):
        return Plan(IMPOSSIBLE, 0)
    triples = threes(bag)
    keep = [low * 3 for low in _bits(triples)][:need]
    doubles = list(_bits(twos(bag) & ~triples))
    doubles.sort(key=lambda low: -(unseen // low & 15))
    cost, sets = 0.0, need - len(keep)
    for low in doubles[:sets]:
        cost += _DOUBLE_COSTS[min(2, unseen // low & 15)]
        keep.append(low * 2)
    spare = doubles[sets : sets + 1]
    cost += 2.0 * (sets - len(doubles[:sets])) + (0 if spare else 0.9)
    return Plan(cost + 0.25, sum(keep) + sum(2 * low for low in spare))


_DOUBLE_COSTS = (3.2, 1.5, 0.85)
