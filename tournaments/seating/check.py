"""Whether a schedule from elsewhere fits the players: every fault at once, before it is saved."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.seating.errors import Problem
from tournaments.seating.problem import round_problems

GivenRound = Sequence[Sequence[int]]


def schedule_problems(
    rounds: Sequence[GivenRound], players: Collection[int], sessions: int | None = None
) -> tuple[Problem, ...]:
    """Every reason why `rounds` cannot be the schedule of `players`; empty when it can.

    The numbers are those of the file (start numbers will do). With `sessions` the number of
    rounds must be that one. Codes: `no_sessions`, `wrong_session_count`, `not_multiple_of_four`,
    `table_not_four`, `players_unknown`, `players_twice`, `players_missing`.

    >>> schedule_problems([[[1, 2, 3, 4]]], players=range(1, 9))[0].params["players"]
    (5, 6, 7, 8)
    """
    found: list[Problem] = []
    known = frozenset(players)
    if not rounds:
        found.append(Problem("no_sessions"))
    elif sessions is not None and len(rounds) != sessions:
        found.append(Problem("wrong_session_count", {"given": len(rounds), "needed": sessions}))
    if len(known) % 4:
        needed = -len(known) % 4
        found.append(Problem("not_multiple_of_four", {"players": len(known), "needed": needed}))
    for session, tables in enumerate(rounds, start=1):
        found.extend(round_problems(session, tables, known, known))
    return tuple(found)
