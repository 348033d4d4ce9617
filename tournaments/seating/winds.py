"""Starting winds: each player each wind once in every four sessions, always.

Sessions are cut into blocks of four. In a block, players and tables form a bipartite graph in
which every table has four players and every player at most four tables; two Euler splits colour
its edges with the four winds so that no player and no table has a wind twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tournaments.seating.chance import Chance
from tournaments.seating.problem import Round, Table

BLOCK = 4
MENDING_MOVES = 60_000
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
    if played and wind_faults(seated):
        seated[played:] = _mended(seated, played, chance)
    return tuple(seated)


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
    """How many of the four winds a player has too often or too rarely."""
    counts = Counter(wind for wind in history if wind >= 0)
    least, rest = divmod(counts.total(), 4)
    most = least + (rest > 0)
    return sum(not least <= counts[wind] <= most for wind in range(4))


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


def _mended(rounds: Sequence[Round], played: int, chance: Chance) -> list[Round]:
    """Swap seats inside tables to come while the players concerned are not worse off."""
    histories = wind_histories(rounds)
    cost = {player: _cost(history) for player, history in histories.items()}
    tables = [[list(table) for table in tables] for tables in rounds]
    total = sum(cost.values())
    for _ in range(MENDING_MOVES):
        if not total:
            break
        session = played + chance.below(len(rounds) - played)
        table = chance.pick(tables[session])
        one, two = chance.below(4), chance.below(4)
        p, q = table[one], table[two]
        if one == two or not (cost[p] or cost[q] or chance.random() < 0.1):
            continue
        histories[p][session], histories[q][session] = two, one
        new_p, new_q = _cost(histories[p]), _cost(histories[q])
        delta = new_p + new_q - cost[p] - cost[q]
        if delta <= 0 or (delta == 1 and chance.random() < 0.02):
            table[one], table[two] = q, p
            cost[p], cost[q] = new_p, new_q
            total += delta
        else:
            histories[p][session], histories[q][session] = one, two
    return [tuple((a, b, c, d) for a, b, c, d in tables[s]) for s in range(played, len(rounds))]
