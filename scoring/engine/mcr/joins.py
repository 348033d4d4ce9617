"""Fans that join several sets, and which of them may be counted together.

Such a fan is a hyper-edge over the sets. A selection is legal if and only if it is acyclic: each
fan joins sets that lie in different connected components. Non-separation, non-identity and
account-once all follow from this.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, combinations_with_replacement, permutations
from typing import NamedTuple, TypeAlias

from scoring.engine.bags import SUIT_BITS, UNITS, Bag
from scoring.engine.mcr import fans_chows, fans_pungs  # noqa: F401 - they enter their fans
from scoring.engine.mcr.catalogue import BY_NUMBER
from scoring.engine.mcr.registry import CHOW_JOINS, PUNG_JOINS, JoinFan
from scoring.engine.tiles import SUITED_KINDS

SetJoin: TypeAlias = tuple[int, int, JoinFan]


class Join(NamedTuple):
    """A fan and the sets that it joins: one bit for each place."""

    fan: int
    members: int


class Selection(NamedTuple):
    """Fans that may be counted together, by number, and what they are worth."""

    points: int
    fans: tuple[int, ...]


NO_CHOICE = (Selection(0, ()),)

_POINTS = {fan.number: fan.points_wmo for fan in BY_NUMBER.values()}  # the same in both profiles


class Joins:
    """The fans that some kind of set can join to, each two and three sets asked once for all."""

    def __init__(self, sets: Iterable[tuple[int, ...]], fans: Sequence[SetJoin]) -> None:
        by_size = {size: [one for one in fans if one[1] == size] for size in (2, 3, 4)}
        self._of_four = by_size[4]
        self._known = {
            kinds: found[0]  # the same sets never join in two ways
            for kinds in sets
            if (found := _fans_of_all(kinds, by_size[len(kinds)]))
        }

    def of(self, kinds: Sequence[int]) -> list[Join]:
        """Every fan that some of the sets have; sets are numbers of (first) tiles, in order."""
        known = self._known
        found = [
            Join(known[part], members)
            for members, places in _PLACES[len(kinds)]
            if (part := tuple([kinds[place] for place in places])) in known
        ]
        if len(kinds) == 4:
            found += [Join(fan, 0b1111) for fan in _fans_of_all(kinds, self._of_four)]
        return found


def _fans_of_all(kinds: Sequence[int], fans: Sequence[SetJoin]) -> list[int]:
    """Those of `fans`, all of the right size, that join `kinds`."""
    order = sorted([(kind % 9 + 1, kind // 9) for kind in kinds])
    ranks = tuple([rank for rank, _ in order])
    suits = tuple([suit for _, suit in order])
    return [fan for fan, _, has in fans if has(ranks, suits)]


_PLACES = {
    sets: [
        (sum(1 << place for place in places), places)
        for size in range(2, min(sets, 3) + 1)
        for places in combinations(range(sets), size)
    ]
    for sets in range(5)
}

_STARTS = [9 * suit + first for suit in range(3) for first in range(7)]
CHOWS = Joins(
    chain.from_iterable(combinations_with_replacement(_STARTS, size) for size in (2, 3)), CHOW_JOINS
)
PUNGS = Joins(
    chain.from_iterable(combinations(range(SUITED_KINDS), size) for size in (2, 3)), PUNG_JOINS
)


def acyclic_selections(joins: Iterable[Join], sets: int) -> list[tuple[Join, ...]]:
    """Every legal selection of `joins` over `sets` sets, also the empty one.

    >>> one, two = Join(69, 0b011), Join(70, 0b110)
    >>> [[join.fan for join in chosen] for chosen in acyclic_selections([one, two], 3)]
    [[], [69], [70], [69, 70]]
    """
    found: list[tuple[tuple[Join, ...], tuple[int, ...]]] = [
        ((), tuple([1 << place for place in range(sets)]))
    ]
    for join in joins:
        members = join.members
        size = members.bit_count()
        for chosen, components in found[:]:
            touched = [part for part in components if part & members]
            if len(touched) == size:
                rest = [part for part in components if not part & members]
                found.append(((*chosen, join), (*rest, sum(touched))))
    return [chosen for chosen, _ in found]


def best_selections(joins: Sequence[Join], sets: int) -> tuple[Selection, ...]:
    """The legal selections worth most, each list of fans once.

    Selections that leave out other fans of the hand are kept beside them, the best of each such
    effect, because what they are worth depends on the rest of the hand.
    """
    if not joins:
        return NO_CHOICE
    best: dict[frozenset[str], list[Selection]] = {}
    for chosen in acyclic_selections(joins, sets):
        fans = tuple(sorted([join.fan for join in chosen]))
        selection = Selection(sum([_POINTS[fan] for fan in fans]), fans)
        effect = _EFFECTS[fans[0]] if fans else _NO_EFFECT
        rivals = best.get(effect)
        if rivals is None or selection.points > rivals[0].points:
            best[effect] = [selection]
        elif selection.points == rivals[0].points and selection not in rivals:
            rivals.append(selection)
    return tuple([selection for rivals in best.values() for selection in rivals])


_NO_EFFECT: frozenset[str] = frozenset()
_JOINED = frozenset(BY_NUMBER[fan].en for fan, _, _ in (*CHOW_JOINS, *PUNG_JOINS))
# The fans outside all joins that a joining fan leaves out. Only fans of all four sets leave out
# any, so that the first fan of a selection tells for all.
_EFFECTS = {
    fan: frozenset(out.fan for out in BY_NUMBER[fan].leaves_out if out.fan not in _JOINED)
    for fan, _, _ in (*CHOW_JOINS, *PUNG_JOINS)
}


def _chow_table() -> dict[Bag, tuple[Selection, ...]]:
    """The best selections of all two, three and four chows, by their bag.

    Which suit is which does not matter, nor does counting ranks from nine down: one bag in twelve
    is worked out, and the answer is entered for the others.
    """
    table: dict[Bag, tuple[Selection, ...]] = {}
    for size in (2, 3, 4):
        for kinds in combinations_with_replacement(_STARTS, size):
            bag = sum([UNITS[kind] for kind in kinds])
            if bag not in table:
                selections = best_selections(CHOWS.of(kinds), size)
                for alike in _alike(kinds):
                    table[alike] = selections
    return table


def _alike(kinds: Sequence[int]) -> Iterator[Bag]:
    """The bags that differ from `kinds` in nothing but the names of the suits and the direction."""
    suits = [sum([UNITS[kind % 9] for kind in kinds if kind // 9 == suit]) for suit in range(3)]
    turned = [sum([UNITS[6 - kind % 9] for kind in kinds if kind // 9 == s]) for s in range(3)]
    for three in (suits, turned):
        for first, second, third in permutations(three):
            yield first | second << SUIT_BITS | third << 2 * SUIT_BITS


CHOW_SELECTIONS = _chow_table()
"""The best selections of two or more chows, by their bag."""
