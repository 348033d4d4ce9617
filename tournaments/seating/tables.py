"""Table numbers: nobody comes to the same table again, where there are enough tables.

Annealing over swaps of two tables of a session; a table with a player who cannot move is pinned.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tournaments.seating.chance import Chance
from tournaments.seating.problem import Round, Table

STEPS = 50
Visits = dict[int, list[int]]


def number_tables(
    rounds: Sequence[Round],
    played: int,
    fixed: Mapping[int, int],
    *,
    chance: Chance,
    moves: int,
) -> tuple[Round, ...]:
    """The rounds with the tables of each session in a new order; `played` rounds stay.

    Lowers the number of visits after the first of a player to a table; an order without any stays.
    Players in `fixed` come to
    their table every time; two of different tables must not sit together.
    """
    if not fixed and not repeated_visits(rounds):
        return tuple(rounds)
    ordered = [list(tables) for tables in rounds]
    width = max(len(tables) for tables in rounds)
    visits: Visits = {p: [0] * width for tables in rounds for table in tables for p in table}
    for tables in ordered[:played]:
        for number, table in enumerate(tables):
            _visit(visits, table, number, 1)
    pinned = [_place(tables, visits, fixed, chance) for tables in ordered[played:]]
    _swap_tables(ordered[played:], pinned, visits, chance, moves)
    return tuple(tuple(tables) for tables in ordered)


def repeated_visits(rounds: Sequence[Round]) -> int:
    """Visits of a player to a table after his first there, over all players and tables."""
    seen: set[tuple[int, int]] = set()
    repeated = 0
    for tables in rounds:
        for number, table in enumerate(tables):
            for player in table:
                repeated += (player, number) in seen
                seen.add((player, number))
    return repeated


def _visit(visits: Visits, table: Table, number: int, change: int) -> None:
    for player in table:
        visits[player][number] += change


def _place(
    tables: list[Table], visits: Visits, fixed: Mapping[int, int], chance: Chance
) -> frozenset[int]:
    """Give the tables of one session their first numbers, the freshest left; the pinned ones."""
    placed: dict[int, Table] = {}
    loose: list[Table] = []
    for table in chance.shuffled(tables):
        number = next((fixed[player] for player in table if player in fixed), None)
        if number is None or number in placed:
            loose.append(table)
        else:
            placed[number] = table
    pinned = frozenset(placed)
    free = chance.shuffled([number for number in range(len(tables)) if number not in placed])
    for table in loose:
        a, b, c, d = (visits[player] for player in table)
        best = min(free, key=lambda number: a[number] + b[number] + c[number] + d[number])
        free.remove(best)
        placed[best] = table
    tables[:] = [placed[number] for number in range(len(tables))]
    for number, table in enumerate(tables):
        _visit(visits, table, number, 1)
    return pinned


def _swap_tables(
    rounds: list[list[Table]],
    pinned: list[frozenset[int]],
    visits: Visits,
    chance: Chance,
    moves: int,
) -> None:
    if not rounds or len(rounds[0]) < 2:
        return
    accept = 0.2
    for _ in range(STEPS):
        if not any(count > 1 for row in visits.values() for count in row):
            return
        for _ in range(moves // STEPS):
            session = chance.below(len(rounds))
            _try_swap(rounds[session], pinned[session], visits, accept, chance)
        accept *= 0.88


def _try_swap(
    tables: list[Table], pinned: frozenset[int], visits: Visits, accept: float, chance: Chance
) -> None:
    count = len(tables)
    i, j = chance.below(count), chance.below(count)
    if i == j or i in pinned or j in pinned:
        return
    delta = 8
    for player in tables[i]:
        row = visits[player]
        delta += row[j] - row[i]
    for player in tables[j]:
        row = visits[player]
        delta += row[i] - row[j]
    if delta > 0 and chance.random() >= accept**delta:
        return
    for table, old, new in ((tables[i], i, j), (tables[j], j, i)):
        _visit(visits, table, old, -1)
        _visit(visits, table, new, 1)
    tables[i], tables[j] = tables[j], tables[i]
