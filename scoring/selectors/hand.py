"""One hand for its own page: what was called beside what it counts, and who may see that."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring.engine.mcr.catalogue import BY_NAME
from scoring.engine.mcr.fan import Fan
from scoring.models import Hand
from scoring.selectors.tables import TableSheet
from tournaments.gates import Access
from tournaments.models import Role, Session, Tournament

DONE = (Session.State.FINISHED, Session.State.APPROVED)


@dataclass(frozen=True, slots=True)
class Compared:
    """One fan as it was called and as it counts."""

    fan: Fan
    points: int
    called: int
    counted: int

    @property
    def differs(self) -> bool:
        """True where call and count do not agree."""
        return self.called != self.counted


def is_public(view: TableSheet) -> bool:
    """Whether everybody may see the hands of a table: it is closed and its results are shown."""
    shown = view.tournament.results_shown
    return view.is_closed and (shown == Tournament.Shown.LIVE or view.session.state in DONE)


def may_see_count(access: Access, view: TableSheet, hand: Hand) -> bool:
    """Whether the page tells what the tiles count.

    Where the table is not helped, nobody learns that a claim was too low before the table is
    closed; a disputed claim is shown to the referee who has to settle it.
    """
    if view.is_closed or view.tournament.table_help:
        return True
    return hand.disputed and access.may(Role.REFEREE)


def compared(hand: Hand) -> tuple[Compared, ...]:
    """Every fan that was called or counts, in the order of the book; empty without a call."""
    return tuple(_compared(hand)) if hand.fans is not None and hand.counted is not None else ()


def _compared(hand: Hand) -> Iterator[Compared]:
    called, counted = hand.fans or {}, (hand.counted or {}).get("fans", {})
    profile = hand.table.session.tournament.profile
    for name, fan in BY_NAME.items():
        if name in called or name in counted:
            points = fan.points_cn if profile == "cn" and fan.points_cn else fan.points_wmo
            yield Compared(fan, points, called.get(name, 0), counted.get(name, 0))
