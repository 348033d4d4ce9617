"""A session being played, for the tests of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User

from journal.models import Event
from scoring.models import Hand, Penalty, Sheet, Standings, TableResult
from scoring.services.hands import record_hand
from tests.builders import add_entries, add_session, add_staff, make_tournament
from tournaments.models import Entry, Role, Session, Table, Tournament


@dataclass
class Play:
    """One running session with its tables, and a scorer."""

    tournament: Tournament
    entries: list[Entry]
    session: Session
    scorer: User
    referee: User

    @property
    def table(self) -> Table:
        """Table 1, read again."""
        return self.table_number(1)

    def table_number(self, number: int) -> Table:
        """A table of the session."""
        return self.session.tables.select_related("session__tournament").get(number=number)

    def hand(self, number: int, *, version: int = 0, table: int = 1, **deal: Any) -> Hand:
        """Record a hand; drawn unless a winner is named."""
        deal.setdefault("kind", "win" if "winner" in deal else "drawn")
        return record_hand(
            by=self.scorer,
            table=self.table_number(table),
            number=number,
            version=version,
            **deal,
        )

    def all_hands(self, table: int = 1, *, but: tuple[int, ...] = ()) -> None:
        """Sixteen hands: A wins hand 1 off B with 24, the others are drawn."""
        for number in range(1, 17):
            if number in but:
                continue
            if number == 1:
                self.hand(1, table=table, winner="A", discarder="B", points=24)
            else:
                self.hand(number, table=table)


def make_play(players: int = 4, **fields: Any) -> Play:
    """A tournament of `players` in its running session 1."""
    tournament = make_tournament(**fields)
    entries = add_entries(tournament, players)
    session = add_session(tournament, entries=entries)
    return Play(
        tournament,
        entries,
        session,
        add_staff(tournament, "sara", Role.SCORER),
        add_staff(tournament, "rolf", Role.REFEREE),
    )


def counts() -> dict[str, int]:
    """How many rows of each kind there are: what bad input must not change."""
    kinds = (Hand, Penalty, Sheet, TableResult, Standings, Event)
    return {kind.__name__: kind.objects.count() for kind in kinds}


def scores(table: Table) -> list[tuple[str, int, int]]:
    """Seat, score and table points (twelfths) of a closed table."""
    return list(table.results.values_list("seat", "score", "table_points"))
