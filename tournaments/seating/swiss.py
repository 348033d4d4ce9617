"""A session seated by standings: neighbours in the standings meet, nobody meets twice if it can be.

Players are their ranks here. A seating costs the rank span of each table (last rank minus first)
and a price for every earlier meeting. The search goes down the standings: the best rank not yet
seated takes three of the next few, and of all ways to seat so many tables the cheapest few
hundred are followed. Wider searches run only while repeats remain, the last from the bottom up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice

from tournaments.seating.anneal import Matrix
from tournaments.seating.chance import Chance
from tournaments.seating.errors import SeatingError
from tournaments.seating.problem import Grouping, GroupKind, Pair, Round
from tournaments.seating.winds import seat_winds

NO_REPEATS = 1_000
PRICES = (0, 2, 6, 20, NO_REPEATS)
BARRED = 50
# How many ranks below the best free one are looked at, and how many seatings are followed.
WINDOW, NARROW = 20, 12
MOST_STATES, STATES_TIMES_PLAYERS = 300, 30_000
NEIGHBOURS = (2, 3, 4, 6, 8, 11, 15)
CHOICES = 16
PRICED = 9
MOST_MENDINGS = 24
WIDER = 8
Four = tuple[int, int, int, int]
# The best free rank, and which of the ranks from it on are seated, as bits.
State = tuple[int, int]


@dataclass(frozen=True, slots=True)
class StandingsSession:
    """One session by standings; `tables` in seat order, the leaders' table first unless fixed.

    `repeats` counts pairs at these tables that had met before, `barred` forbidden pairs and team
    mates; spans are last rank minus first at a table, 3 for four neighbours.
    """

    tables: Round
    repeats: int
    barred: int
    mean_span: float
    widest_span: int


def by_standings(
    order: Sequence[int],
    past: Sequence[Round],
    *,
    groups: Sequence[Grouping] = (),
    forbidden: Sequence[Pair] = (),
    fixed: Sequence[tuple[int, int]] = (),
    seed: int = 0,
    price: int = NO_REPEATS,
) -> StandingsSession:
    """Seat the players of `order`, first place first, for the session after `past`.

    `price` is how many ranks of span one repeated meeting is worth; the default avoids repeats
    before all else. Team mates and `forbidden` pairs are kept apart, clubs and countries are not
    looked at. `fixed` holds (player, table index). Deterministic for its arguments. Raises
    SeatingError `not_multiple_of_four` or `players_twice`.
    """
    _check(order)
    bar = _bar_matrix(order, groups, forbidden, fixed)
    met = _met_matrix(order, past)
    for met_row, bar_row in zip(met, bar, strict=True):
        met_row[:] = [m + BARRED * b for m, b in zip(met_row, bar_row, strict=True)]
    tables = _cheapest_seating(met, price)
    named = _place([[order[rank] for rank in ranks] for ranks in tables], dict(fixed))
    seated = seat_winds((*past, named), len(past), Chance(seed))[-1]
    spans = [ranks[3] - ranks[0] for ranks in tables]
    pairs = [pair for ranks in tables for pair in combinations(ranks, 2)]
    return StandingsSession(
        seated,
        repeats=sum(met[one][two] % BARRED > 0 for one, two in pairs),
        barred=sum(bar[one][two] > 0 for one, two in pairs),
        mean_span=sum(spans) / len(spans),
        widest_span=max(spans),
    )


def trade_off(
    order: Sequence[int],
    past: Sequence[Round],
    *,
    groups: Sequence[Grouping] = (),
    forbidden: Sequence[Pair] = (),
    fixed: Sequence[tuple[int, int]] = (),
    seed: int = 0,
) -> tuple[StandingsSession, ...]:
    """Seatings from the narrowest tables to the fewest repeats; none is worse than another in both.

    For when it is too dense to have everything: the organiser chooses. Raises like by_standings.
    """
    found = [
        by_standings(
            order, past, groups=groups, forbidden=forbidden, fixed=fixed, seed=seed, price=price
        )
        for price in PRICES
    ]
    found.sort(key=lambda one: (one.mean_span, one.repeats))
    front: list[StandingsSession] = []
    for one in found:
        if not front or one.repeats < front[-1].repeats:
            front.append(one)
    return tuple(front)


def _check(order: Sequence[int]) -> None:
    if len(order) < 4 or len(order) % 4:
        raise SeatingError("not_multiple_of_four", players=len(order), needed=-len(order) % 4 or 4)
    if len(set(order)) < len(order):
        twice = tuple(sorted({player for player in order if list(order).count(player) > 1}))
        raise SeatingError("players_twice", players=twice)


def _met_matrix(order: Sequence[int], past: Sequence[Round]) -> Matrix:
    rank = {player: place for place, player in enumerate(order)}
    met = [[0] * len(order) for _ in order]
    for tables in past:
        for table in tables:
            for one, two in combinations([rank[p] for p in table if p in rank], 2):
                met[one][two] += 1
                met[two][one] += 1
    return met


def _bar_matrix(
    order: Sequence[int],
    groups: Sequence[Grouping],
    forbidden: Sequence[Pair],
    fixed: Sequence[tuple[int, int]],
) -> Matrix:
    """1 for each pair of ranks that is not to meet: team mates, forbidden, other fixed table."""
    rank = {player: place for place, player in enumerate(order)}
    bar = [[0] * len(order) for _ in order]
    apart = list(forbidden)
    apart += [(p, q) for (p, here), (q, there) in combinations(fixed, 2) if here != there]
    for grouping in groups:
        if grouping.kind is GroupKind.TEAM:
            for members in grouping.members():
                apart += combinations(members, 2)
    for one, two in apart:
        if one in rank and two in rank:
            bar[rank[one]][rank[two]] = bar[rank[two]][rank[one]] = 1
    return bar


def _cheapest_seating(met: Matrix, price: int) -> list[Four]:
    """The tables as ranks, best table first."""
    tables = _search(met, price)
    if price >= NO_REPEATS and _meetings(tables, met):
        turned = _search_upwards(met, price)
        tables = min(tables, turned, key=lambda found: _cost(found, met, price))
        tables = _mended(tables, met, price)
    return tables


def _search_upwards(met: Matrix, price: int) -> list[Four]:
    """The same search from the last rank to the first."""
    last = len(met) - 1
    found = _search([row[::-1] for row in met[::-1]], price)
    return sorted((last - d, last - c, last - b, last - a) for a, b, c, d in found)


def _mended(tables: list[Four], met: Matrix, price: int) -> list[Four]:
    """Seat each table with a repeat anew together with ever more of the tables next to it."""
    left = MOST_MENDINGS
    for near in NEIGHBOURS:
        for bad in [table for table in tables if _meetings([table], met)]:
            if bad not in tables or not left:
                continue
            left -= 1
            ordered = sorted(tables, key=lambda table: (abs(sum(table) - sum(bad)), table))
            part, rest = ordered[: near + 1], ordered[near + 1 :]
            ranks = sorted(rank for table in part for rank in table)
            small = [[met[one][two] for two in ranks] for one in ranks]
            for search in (_search, _search_upwards):
                found = [
                    (ranks[a], ranks[b], ranks[c], ranks[d]) for a, b, c, d in search(small, price)
                ]
                part = min(part, found, key=lambda some: _cost(some, met, price))
            tables = sorted(rest + part)
    return tables


def _meetings(tables: Sequence[Four], met: Matrix) -> int:
    return sum(met[one][two] for ranks in tables for one, two in combinations(ranks, 2))


def _cost(tables: Sequence[Four], met: Matrix, price: int) -> int:
    return price * _meetings(tables, met) + sum(ranks[3] - ranks[0] for ranks in tables)


def _search(met: Matrix, price: int) -> list[Four]:
    """Go down the standings table by table, following the cheapest states only."""
    width = min(MOST_STATES, STATES_TIMES_PLAYERS // len(met)) // (1 if price >= NO_REPEATS else 4)
    clear = [
        sum(1 << other for other, m in enumerate(row) if not m and other != rank)
        for rank, row in enumerate(met)
    ]
    level: dict[State, int] = {(0, 0): 0}
    steps: list[dict[State, tuple[State, Four]]] = []
    for _ in range(len(met) // 4):
        following: dict[State, int] = {}
        came: dict[State, tuple[State, Four]] = {}
        for state, cost in level.items():
            for more, four in _choices(state, met, clear, price):
                new = _after(state, four)
                if cost + more < following.get(new, cost + more + 1):
                    following[new] = cost + more
                    came[new] = (state, four)
        ranked = sorted(following.items(), key=lambda item: (item[1], item[0]))
        level = dict(ranked[:width])
        steps.append(came)
    return _walk_back(min(level, key=lambda state: level[state]), steps)


def _walk_back(state: State, steps: list[dict[State, tuple[State, Four]]]) -> list[Four]:
    tables: list[Four] = []
    for came in reversed(steps):
        state, four = came[state]
        tables.append(four)
    return tables[::-1]


def _after(state: State, four: Four) -> State:
    head, seated = state
    for rank in four:
        seated |= 1 << (rank - head)
    ahead = (~seated & (seated + 1)).bit_length() - 1
    return head + ahead, seated >> ahead


def _choices(state: State, met: Matrix, clear: list[int], price: int) -> list[tuple[int, Four]]:
    """The cheapest tables for the best free rank, looking further down when it finds none."""
    head, seated = state
    span = min(WINDOW if price >= NO_REPEATS else NARROW, len(met) - 1 - head)
    found: list[tuple[int, Four]] = []
    while True:
        free = ~seated & ((2 << span) - 2)
        fresh = islice(_fresh(head, free, clear), CHOICES)
        found = [(d, (head, head + b, head + c, head + d)) for b, c, d in fresh]
        if price <= span or (not found and head + span == len(met) - 1):
            near = islice(_bits(free), PRICED)
            found = [_priced(head, three, met, price) for three in combinations(near, 3)]
        if found:
            return sorted(found)[:CHOICES]
        span = min(span + WIDER, len(met) - 1 - head)


def _fresh(head: int, free: int, clear: list[int]) -> Iterator[tuple[int, int, int]]:
    """Three free ranks, as distances from `head`, all four strangers, the nearest first."""
    first = free & clear[head] >> head
    for d in _bits(first):
        second = first & clear[head + d] >> head & (1 << d) - 1
        for c in _bits(second):
            for b in _bits(second & clear[head + c] >> head & (1 << c) - 1):
                yield b, c, d


def _priced(head: int, three: tuple[int, int, int], met: Matrix, price: int) -> tuple[int, Four]:
    b, c, d = three
    four = (head, head + b, head + c, head + d)
    return d + price * sum([met[one][two] for one, two in combinations(four, 2)]), four


def _bits(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _place(tables: list[list[int]], fixed: dict[int, int]) -> Round:
    """Tables in the order of the standings, those of fixed players at their own number."""
    at: dict[int, list[int]] = {}
    loose: list[list[int]] = []
    for table in tables:
        number = next((fixed[player] for player in table if player in fixed), None)
        if number is None or number in at or number >= len(tables):
            loose.append(table)
        else:
            at[number] = table
    rest = iter(loose)
    ordered = [at[number] if number in at else next(rest) for number in range(len(tables))]
    return tuple((a, b, c, d) for a, b, c, d in ordered)
