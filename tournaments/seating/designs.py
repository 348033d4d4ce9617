"""Ready-made schedules in which nobody meets anybody twice, for up to 76 players.

16 and 64 players are the lines of an affine space over the field of four elements; the others are
stored in `designs.json`, a list of players a session, four in a row a table.
"""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path

from tournaments.seating.problem import Round

DATA = Path(__file__).with_name("designs.json")
# Multiplication of the field of four elements 0, 1, w, w+1; addition is exclusive or.
TIMES = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))


def ready_made(players: int) -> tuple[Round, ...]:
    """The longest known schedule without a repeat for `players`, empty when none is stored.

    Any of its sessions make a schedule too.

    >>> [len(ready_made(n)) for n in (16, 20, 24, 64, 80)]
    [5, 5, 7, 21, 0]
    """
    dimension = {16: 2, 64: 3}.get(players)
    return affine_rounds(dimension) if dimension else _stored().get(players, ())


@cache
def affine_rounds(dimension: int) -> tuple[Round, ...]:
    """The classes of parallel lines of the affine space of 4^dimension points."""
    points = list(product(range(4), repeat=dimension))
    number = {point: place for place, point in enumerate(points)}

    def line(point: tuple[int, ...], direction: tuple[int, ...]) -> tuple[int, int, int, int]:
        a, b, c, d = sorted(
            number[tuple(x ^ TIMES[t][step] for x, step in zip(point, direction, strict=True))]
            for t in range(4)
        )
        return a, b, c, d

    directions = [point for point in points if next(filter(None, point), 0) == 1]
    return tuple(
        tuple(sorted({line(point, direction) for point in points})) for direction in directions
    )


@cache
def _stored() -> dict[int, tuple[Round, ...]]:
    rows: dict[str, list[list[int]]] = json.loads(DATA.read_text(encoding="utf-8"))
    return {int(players): tuple(map(_round, sessions)) for players, sessions in rows.items()}


def _round(seats: list[int]) -> Round:
    fours = zip(seats[0::4], seats[1::4], seats[2::4], seats[3::4], strict=True)
    return tuple(fours)
