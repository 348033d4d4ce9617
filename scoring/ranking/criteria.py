"""What may decide between two entries, one after the other.

EMA ranks by table points, then by score, and lets what is still equal share the place. The other
criteria are options of the tournament. A criterion measures a *group* of entries that all earlier
ones left equal, because the direct encounter only means something among those.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256
from itertools import combinations, groupby
from typing import TypeAlias

Id: TypeAlias = int | str
"""How the caller names entries and teams."""

Measure: TypeAlias = tuple[int, ...]
"""A value of a criterion; the greater is the better."""


class Criterion(StrEnum):
    """One step of the ranking."""

    TABLE_POINTS = "table_points"
    SCORE = "score"
    HANDS_WON = "hands_won"
    BEST_SESSION = "best_session"
    DIRECT_ENCOUNTER = "direct_encounter"
    LOT = "lot"


EMA_CRITERIA = (Criterion.TABLE_POINTS, Criterion.SCORE)
"""EMA guidelines for MERS tournaments (2018): nothing else decides."""


@dataclass(frozen=True, slots=True)
class Result:
    """What one session brought one entry; `table_points` in twelfths.

    `hands_won` is None where only totals are known. `table` is None where the entry did not sit at
    one, so a session lost or missed is no encounter.
    """

    entry: Id
    session: int
    table_points: int
    score: int
    hands_won: int | None = None
    table: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """One entry's results, by session, and their sums."""

    entry: Id
    results: tuple[Result, ...]
    disqualified: bool = False

    @property
    def table_points(self) -> int:
        """The sum in twelfths; a disqualified entry has none in the whole tournament."""
        return 0 if self.disqualified else sum(result.table_points for result in self.results)

    @property
    def score(self) -> int:
        """The sum of the scores."""
        return sum(result.score for result in self.results)

    @property
    def hands_won(self) -> int | None:
        """The sum of the hands won; None where one session's are unknown."""
        total = 0
        for result in self.results:
            if result.hands_won is None:
                return None
            total += result.hands_won
        return total


def _table_points(group: Sequence[Tally], _seed: str) -> list[Measure]:
    return [(tally.table_points,) for tally in group]


def _score(group: Sequence[Tally], _seed: str) -> list[Measure]:
    return [(tally.score,) for tally in group]


def _hands_won(group: Sequence[Tally], _seed: str) -> list[Measure]:
    """Decides nothing in a group in which somebody's hands are unknown."""
    won = [tally.hands_won for tally in group]
    known = [(hands,) for hands in won if hands is not None]
    return list(known) if len(known) == len(group) else [()] * len(group)


def _best_session(group: Sequence[Tally], _seed: str) -> list[Measure]:
    """The best session by table points, then score; no session is worse than any."""
    return [
        max(((result.table_points, result.score) for result in tally.results), default=())
        for tally in group
    ]


def _direct_encounter(group: Sequence[Tally], _seed: str) -> list[Measure]:
    """Encounters won minus lost against the others of the group: who had the better score."""
    balance = dict.fromkeys((tally.entry for tally in group), 0)
    for one, other in combinations(group, 2):
        won = sum(_encounters(one, other))
        balance[one.entry] += won
        balance[other.entry] -= won
    return [(balance[tally.entry],) for tally in group]


def _encounters(one: Tally, other: Tally) -> list[int]:
    """1, 0 or −1 for each table that both sat at, as `one` had the better score or not."""
    met = {(result.session, result.table): result.score for result in other.results}
    return [
        (result.score > score) - (result.score < score)
        for result in one.results
        if result.table is not None
        and (score := met.get((result.session, result.table))) is not None
    ]


def _lot(group: Sequence[Tally], seed: str) -> list[Measure]:
    """SHA-256 of "seed:entry", the greatest first: anyone can draw it again."""
    drawn = [sha256(f"{seed}:{tally.entry}".encode()).digest() for tally in group]
    return [(int.from_bytes(digest),) for digest in drawn]


_MEASURES: Mapping[Criterion, Callable[[Sequence[Tally], str], list[Measure]]] = {
    Criterion.TABLE_POINTS: _table_points,
    Criterion.SCORE: _score,
    Criterion.HANDS_WON: _hands_won,
    Criterion.BEST_SESSION: _best_session,
    Criterion.DIRECT_ENCOUNTER: _direct_encounter,
    Criterion.LOT: _lot,
}


def split_group(group: Sequence[Tally], criterion: Criterion, seed: str) -> list[list[Tally]]:
    """The entries of `group` in subgroups that `criterion` leaves equal, the best first."""
    measures = _MEASURES[criterion](group, seed)
    order = sorted(range(len(group)), key=lambda index: measures[index], reverse=True)
    return [
        [group[index] for index in equal]
        for _, equal in groupby(order, key=lambda index: measures[index])
    ]


def id_key(name: Id) -> tuple[int, str]:
    """An order of names that does not depend on who was given first: numbers, then words.

    >>> sorted([10, "b", 9, "a"], key=id_key)
    [9, 10, 'a', 'b']
    """
    return (name, "") if isinstance(name, int) else (2**63, name)
