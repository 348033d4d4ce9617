"""The shift construction: schedules without a repeat from three short lists of shifts.

N = 4q. Players stand in four classes of q, numbered by an abelian group of order q. In session h
table x seats x of the first class, x+a, x+b and x+c of the others. Nobody meets twice if and only
if a, b, c and their three differences are each distinct over the sessions. Members of one class
never meet at all, which is why teams and countries are laid along the classes.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod

from tournaments.seating.chance import Chance
from tournaments.seating.problem import Round, Table

Shifts = tuple[int, int, int]
PAIRS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


@dataclass(frozen=True, slots=True)
class Group:
    """A finite abelian group by its tables: `plus[x][y]` is x+y, `minus[x][y]` is x-y."""

    plus: tuple[tuple[int, ...], ...]
    minus: tuple[tuple[int, ...], ...]

    @property
    def order(self) -> int:
        """How many elements it has."""
        return len(self.plus)


def abelian(cycles: tuple[int, ...]) -> Group:
    """The product of cyclic groups of the given orders.

    >>> abelian((2, 2)).plus[1]
    (1, 0, 3, 2)
    """
    elements = list(product(*(range(cycle) for cycle in cycles)))
    number = {element: place for place, element in enumerate(elements)}

    def combine(x: tuple[int, ...], y: tuple[int, ...], sign: int) -> int:
        return number[tuple((i + sign * j) % m for i, j, m in zip(x, y, cycles, strict=True))]

    plus = tuple(tuple(combine(x, y, 1) for y in elements) for x in elements)
    minus = tuple(tuple(combine(x, y, -1) for y in elements) for x in elements)
    return Group(plus, minus)


def groups_of(order: int) -> tuple[tuple[int, ...], ...]:
    """The abelian groups worth trying for classes of `order` players, as lists of cycles.

    A cyclic group of even order admits no full set of shifts, a product often does.

    >>> groups_of(12)
    ((2, 6), (12,))
    """
    found: list[tuple[int, ...]] = []
    for prime in (2, 3, 5, 7):
        power = next((k for k in range(3, 5) if prime**k == order), 0)
        if power:
            found.append((prime,) * power)
        if order % (prime * prime) == 0:
            found.append((prime, order // prime))
    found.append((order,))
    assert all(prod(cycles) == order for cycles in found)
    return tuple(found)


def differences(shifts: Shifts, group: Group) -> tuple[int, ...]:
    """The six numbers a session uses up, in the order of PAIRS."""
    a, b, c = shifts
    minus = group.minus
    return a, b, c, minus[b][a], minus[c][a], minus[c][b]


def shifted_rounds(
    sessions: tuple[Shifts, ...], group: Group, by_table: tuple[int, ...] = ()
) -> tuple[Round, ...]:
    """The rounds that the shifts of each session give; `by_table` shifts the table numbers."""
    q, plus, minus = group.order, group.plus, group.minus

    def table(x: int, shifts: Shifts) -> Table:
        a, b, c = shifts
        return x, q + plus[x][a], 2 * q + plus[x][b], 3 * q + plus[x][c]

    moves = by_table or (0,) * len(sessions)
    return tuple(
        tuple(table(minus[number][move], shifts) for number in range(q))
        for shifts, move in zip(sessions, moves, strict=True)
    )


def find_shifts(
    group: Group, sessions: int, chance: Chance, nodes: int
) -> tuple[Shifts, ...] | None:
    """Shifts for `sessions` sessions without a repeat, or None after `nodes` steps of search.

    Depth first: the next value of a, then b and c in an order by chance; a value of a may be
    passed over as long as enough remain.
    """
    q = group.order
    if sessions > q:
        return None
    linear = _multiples(group, sessions)
    if linear is not None:
        return linear
    used = [[False] * q for _ in PAIRS]
    chosen: list[Shifts] = []
    left = nodes

    def extend(a: int) -> bool:
        nonlocal left
        if len(chosen) == sessions:
            return True
        if q - a < sessions - len(chosen) or left <= 0:
            return False
        for shifts in _candidates(a, group, used, chance):
            left -= 1
            spent = differences(shifts, group)
            _mark(used, spent, True)
            chosen.append(shifts)
            if extend(a + 1):
                return True
            chosen.pop()
            _mark(used, spent, False)
            if left <= 0:
                return False
        return extend(a + 1)

    return tuple(chosen) if extend(0) else None


def spare_shifts(sessions: tuple[Shifts, ...], group: Group) -> Shifts | None:
    """Shifts of one session more without a repeat, None when there are none."""
    q, minus = group.order, group.minus
    used = list(zip(*(differences(shifts, group) for shifts in sessions), strict=True))
    free_a, free_b, free_c = ([x for x in range(q) if x not in used[at]] for at in range(3))
    for a in free_a:
        for b in free_b:
            if minus[b][a] in used[3]:
                continue
            for c in free_c:
                if minus[c][a] not in used[4] and minus[c][b] not in used[5]:
                    return a, b, c
    return None


def table_shifts(
    sessions: tuple[Shifts, ...], group: Group, chance: Chance, nodes: int
) -> tuple[int, ...] | None:
    """By how much to shift the table numbers of each session so that nobody repeats a table.

    With s the shift, s, s-a, s-b and s-c have to be distinct over the sessions. None when `nodes`
    steps find none.
    """
    minus, q = group.minus, group.order
    used: tuple[set[int], ...] = (set(), set(), set(), set())
    found: list[int] = []
    left = nodes

    def extend() -> bool:
        nonlocal left
        if len(found) == len(sessions):
            return True
        a, b, c = sessions[len(found)]
        for s in chance.shuffled(range(q)):
            spent = (s, minus[s][a], minus[s][b], minus[s][c])
            if any(value in taken for value, taken in zip(spent, used, strict=True)):
                continue
            left -= 1
            found.append(s)
            for value, taken in zip(spent, used, strict=True):
                taken.add(value)
            if left > 0 and extend():
                return True
            found.pop()
            for value, taken in zip(spent, used, strict=True):
                taken.discard(value)
        return False

    return tuple(found) if len(sessions) <= q and extend() else None


def _multiples(group: Group, sessions: int) -> tuple[Shifts, ...] | None:
    """h, 2h, 3h: no repeat when the order of the group has no factor 2 or 3."""
    plus = group.plus
    if group.order % 2 == 0 or group.order % 3 == 0:
        return None
    return tuple((h, plus[h][h], plus[h][plus[h][h]]) for h in range(sessions))


def _candidates(a: int, group: Group, used: list[list[bool]], chance: Chance) -> list[Shifts]:
    minus, q = group.minus, group.order
    used_b, used_c, used_ba, used_ca, used_cb = used[1:]
    bs = [b for b in range(q) if not used_b[b] and not used_ba[minus[b][a]]]
    cs = [c for c in range(q) if not used_c[c] and not used_ca[minus[c][a]]]
    both = [(a, b, c) for b in bs for c in cs if not used_cb[minus[c][b]]]
    return chance.shuffled(both)


def _mark(used: list[list[bool]], spent: tuple[int, ...], state: bool) -> None:
    for row, value in zip(used, spent, strict=True):
        row[value] = state
