"""Starting winds: each player each wind once in every four sessions, always.

Sessions are cut into blocks of four. In a block, players and tables form a bipartite graph in
which every table has four players and every player at most four tables; two Euler splits colour
its edges with the four winds so that no player and no table has a wind twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from tournaments.seating.chance import Chance
from tournaments.seating.problem import Round, Table

BLOCK = 4
IDLE_SWEEPS = 25
MOST_RESEATED = 2_000
Edge = tuple[int, int]


def seat_winds(rounds: Sequence[Round], played: int, chance: Chance) -> tuple[Round, ...]:
    """The rounds with the players of each table put in seat order; `played` rounds stay.

    Without a past, or after a past of whole blocks seated here, each player starts with each wind
    floor(R/4) or ceil(R/4) times and once in each full block. After any other past the winds to
    come are mended as far as a search finds.
    """
    seated = list(rounds)
    for start in range(played - played % BLOCK, len(rounds), BLOCK):
        first, end = max(start, played), min(start + BLOCK, len(rounds))
        seated[first:end] = _seat_block(rounds[first:end])
    return _all_mended(seated, played, chance) if played else tuple(seated)


def wind_faults(rounds: Sequence[Round]) -> int:
    """Wind totals outside floor(R/4)…ceil(R/4), counted by how much, and repeats in blocks.

    R is the number of sessions of the player in question.
    """
    return sum(_cost(history) for history in wind_histories(rounds).values())


def wind_histories(rounds: Sequence[Round]) -> dict[int, list[int]]:
    """The starting winds of each player session by session, -1 where he did not play."""
    players = sorted({player for tables in rounds for table in tables for player in table})
    histories = {player: [-1] * len(rounds) for player in players}
    for session, tables in enumerate(rounds):
        for table in tables:
            for wind, player in enumerate(table):
                histories[player][session] = wind
    return histories


def cells_outside(history: Sequence[int]) -> int:
    """How many of the four winds a player has too often or too rarely.

    >>> cells_outside([0, 1, 2, 3, 0, 0])
    1
    """
    east, south, west = history.count(0), history.count(1), history.count(2)
    north = history.count(3)
    least, rest = divmod(east + south + west + north, 4)
    most = least + (rest > 0)
    return sum([not least <= count <= most for count in (east, south, west, north)])


def block_repeats(history: Sequence[int]) -> int:
    """How many times a wind comes again within its block of four sessions."""
    repeats = 0
    for start in range(0, len(history), BLOCK):
        block = [wind for wind in history[start : start + BLOCK] if wind >= 0]
        repeats += len(block) - len(set(block))
    return repeats


def _cost(history: Sequence[int]) -> int:
    return 3 * cells_outside(history) + block_repeats(history)


def _seat_block(rounds: Sequence[Round]) -> list[Round]:
    """Seat up to four sessions so that no player has a wind twice in them."""
    tables = [table for tables in rounds for table in tables]
    edges = [(player, number) for number, table in enumerate(tables) for player in table]
    seat: dict[Edge, int] = {}
    east_south, west_north = euler_split(edges)
    for wind, half in ((0, east_south), (2, west_north)):
        for offset, matching in enumerate(euler_split(half)):
            seat.update(dict.fromkeys(matching, wind + offset))
    ordered = [_in_seats(table, number, seat) for number, table in enumerate(tables)]
    sizes = [len(tables) for tables in rounds]
    starts = [sum(sizes[:place]) for place in range(len(sizes))]
    return [tuple(ordered[start : start + size]) for start, size in zip(starts, sizes, strict=True)]


def _in_seats(table: Table, number: int, seat: dict[Edge, int]) -> Table:
    east, south, west, north = sorted(table, key=lambda player: seat[player, number])
    return east, south, west, north


def euler_split(edges: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """Halve a bipartite graph: at each vertex the two halves differ by at most one edge.

    Edges are (left, right); right vertices must have an even degree. Left vertices of odd degree
    are joined to one vertex more (-1), then the edges are taken alternately along closed walks,
    which have an even length.
    """
    odd = [left for left, degree in Counter(left for left, _ in edges).items() if degree % 2]
    every = [*edges, *((left, -1) for left in odd)]
    at_left: dict[int, list[int]] = {}
    at_right: dict[int, list[int]] = {}
    for number, (left, right) in enumerate(every):
        at_left.setdefault(left, []).append(number)
        at_right.setdefault(right, []).append(number)
    taken = bytearray(len(every))
    halves: tuple[list[Edge], list[Edge]] = ([], [])
    for start in at_left:
        left = start
        while (out := _next_edge(at_left[left], taken)) is not None:
            halves[0].append(every[out])
            back = _next_edge(at_right[every[out][1]], taken)
            assert back is not None, "a right vertex of odd degree"
            halves[1].append(every[back])
            left = every[back][0]
    first, second = ([edge for edge in half if edge[1] >= 0] for half in halves)
    return first, second


def _next_edge(numbers: list[int], taken: bytearray) -> int | None:
    while numbers:
        number = numbers.pop()
        if not taken[number]:
            taken[number] = 1
            return number
    return None


def seat_changed(
    rounds: Sequence[Round], played: int, changed: Sequence[tuple[int, int]], chance: Chance
) -> tuple[Round, ...]:
    """The rounds with better seats after a repair at the `changed` (round, table) indices.

    Blocks of four sessions to come that have a fault are seated anew, the block that is partly
    played is mended at the changed tables, then at all its tables to come.
    """
    seated = list(rounds)
    for start in range(-(-played // BLOCK) * BLOCK, len(rounds), BLOCK):
        block = seated[start : start + BLOCK]
        if wind_faults(block):
            seated[start : start + BLOCK] = _seat_block(block)
    loose = [(number, table) for number, table in changed if number < played + -played % BLOCK]
    return _all_mended(_mended(seated, loose, chance), played, chance)


def _all_mended(rounds: Sequence[Round], played: int, chance: Chance) -> tuple[Round, ...]:
    """Mend the block that is partly played, then, for the totals, everything to come."""
    loose = _to_come(rounds, played)
    soon = [(number, table) for number, table in loose if number < played + -played % BLOCK]
    return _mended(_mended(rounds, soon, chance), loose, chance)


def _to_come(rounds: Sequence[Round], played: int) -> list[tuple[int, int]]:
    return [(n, place) for n in range(played, len(rounds)) for place in range(len(rounds[n]))]


def _mended(
    rounds: Sequence[Round], loose: Sequence[tuple[int, int]], chance: Chance
) -> tuple[Round, ...]:
    """Reseat those of the `loose` tables with a player at fault, the best of the 24 ways each.

    Equal ways are taken by chance, so that a fault wanders until it meets its opposite. The best
    state seen is kept.
    """
    histories = wind_histories(rounds)
    tables = [list(seated) for seated in rounds]
    best, kept, idle = wind_faults(rounds), tuple(rounds), 0
    left = MOST_RESEATED
    while loose and best and idle < IDLE_SWEEPS and left > 0:
        faulty = {player for player, history in histories.items() if _cost(history)}
        for session, place in chance.shuffled(loose):
            if not faulty.isdisjoint(tables[session][place]):
                tables[session][place] = _best_seats(
                    tables[session][place], session, histories, chance
                )
                left -= 1
        now = sum(map(_cost, histories.values()))
        idle += 1
        if now < best:
            best, kept, idle = now, tuple(tuple(seated) for seated in tables), 0
    return kept


def _best_seats(
    table: Table, session: int, histories: dict[int, list[int]], chance: Chance
) -> Table:
    """The table in the seats that cost least, also noted in `histories`."""
    costs: dict[int, list[int]] = {}
    for player in table:
        history, costs[player] = histories[player], []
        for wind in range(4):
            history[session] = wind
            costs[player].append(_cost(history))

    def price(way: tuple[int, ...]) -> tuple[int, float]:
        return sum(costs[player][wind] for wind, player in enumerate(way)), chance.random()

    best = min(permutations(table), key=price)
    for wind, player in enumerate(best):
        histories[player][session] = wind
    a, b, c, d = best
    return a, b, c, d
