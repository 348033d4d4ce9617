"""Who sat where, by name, in many sessions at once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from players.models import Player
from scoring.play_words import Place
from tournaments.models import Occupant, Tournament


@dataclass(frozen=True, slots=True)
class Seated:
    """Seat letter, first hand and name of everybody, by session and table, in order of hands."""

    rows: Mapping[tuple[int, int], list[tuple[str, int, str]]]

    def at(self, place: Place) -> dict[str, str]:
        """Who sits at the table in the hand, by seat letter; without a hand, who began there."""
        found: dict[str, str] = {}
        for letter, from_hand, name in self.rows.get((place.session, place.table or 0), ()):
            if letter not in found or from_hand <= (place.hand or 0):
                found[letter] = name
        return found


def read_seated(
    tournament: Tournament, sessions: Collection[int], name: Callable[[Player], str]
) -> Seated:
    """The seats of these sessions, people named by `name`; one query."""
    rows = Occupant.objects.filter(session__tournament=tournament, session__number__in=sessions)
    found: dict[tuple[int, int], list[tuple[str, int, str]]] = {}
    for row in rows.select_related("session", "seat__table", "entry__player").order_by("from_hand"):
        seat = row.seat
        told = (seat.letter, row.from_hand, name(row.entry.player))
        found.setdefault((row.session.number, seat.table.number), []).append(told)
    return Seated(found)
