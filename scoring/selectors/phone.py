"""What the phone at a table shows: the next hand, who sits where, the totals so far."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Any

from scoring.engine.hand_json import hand_from_json
from scoring.engine.hand_text import format_hand
from scoring.engine.mcr.catalogue import number_of
from scoring.engine.mcr.claim import MOST
from scoring.engine.rotation import HANDS_PER_SESSION, dealer, round_wind, seats_by_wind
from scoring.models import Hand
from scoring.selectors.states import table_ends_at
from scoring.selectors.tables import SeatView, TableSheet
from tournaments.models import Session, Table, Tournament

MARKS = ("last_of_its_kind", "last_wall_tile", "kong_win")


@dataclass(frozen=True, slots=True)
class PhoneSeat:
    """A seat as the people at the table see it; `wind` is 0 to 3 in the hand shown."""

    letter: str
    name: str
    short: str
    full: str
    wind: int
    total: int


@dataclass(frozen=True, slots=True)
class Phone:
    """All that the phone's page shows; `seats` are East, South, West, North of `hand`."""

    view: TableSheet
    hand: int
    seats: tuple[PhoneSeat, ...]
    now: dt.datetime

    @property
    def mode(self) -> str:
        """soon (not started), enter, confirm (all in), closed, or paper (four totals stand)."""
        if self.view.is_closed:
            return "closed"
        if self.view.session.state != Session.State.RUNNING:
            return "soon"
        if self.view.has_totals_only:
            return "paper"
        return "enter" if self.view.next_hand else "confirm"

    @property
    def asked(self) -> str:
        """fans or tiles where the tournament asks for them with every win, else empty."""
        least = self.view.tournament.least_depth
        return least if least in (Hand.Depth.FANS, Hand.Depth.TILES) else ""

    @property
    def place(self) -> str:
        """The table for which a phone keeps entries, whatever link it came by."""
        return place_of_table(self.view.table)

    @property
    def round(self) -> int:
        """The wind round of the hand shown."""
        return int(round_wind(self.hand))

    @property
    def dealer(self) -> PhoneSeat:
        """Who deals in the hand shown."""
        return self.seats[0]

    @property
    def version(self) -> int:
        """The version that the form of the hand carries."""
        return self.view.version_of(self.hand)

    @property
    def last(self) -> Hand | None:
        """The hand that can be undone: the last one."""
        return self.view.hands.get(self.view.last_played)

    @property
    def by_score(self) -> list[PhoneSeat]:
        """The seats, the best score first."""
        return sorted(self.seats, key=lambda seat: (-seat.total, seat.letter))

    @property
    def ends(self) -> dt.datetime:
        """When time is over."""
        return table_ends_at(self.view.table)

    @property
    def is_over(self) -> bool:
        """True once time is over, so that the last hand can be named."""
        return self.now >= self.ends

    @property
    def asks_code(self) -> bool:
        """True where a second person confirms by code."""
        return self.view.tournament.confirm_by == Tournament.ConfirmBy.CODE


def place_of_table(table: Table) -> str:
    """How a page of this table names itself; session and tournament are loaded."""
    return f"{table.session.tournament.uid}:{table.session.number}:{table.number}"


def read_phone(view: TableSheet, now: dt.datetime) -> Phone:
    """The phone's page of a table; no query of its own."""
    hand = view.next_hand or view.last_played or 1
    seats = tuple(
        _seat(view, view.seats[seat], wind) for wind, seat in enumerate(seats_by_wind(hand))
    )
    return Phone(view, hand, seats, now)


def phone_state(phone: Phone) -> dict[str, Any]:
    """What changes, for the page's script: hands that stand, totals, what can be entered."""
    view = phone.view
    return {
        "version": view.table.version,
        "mode": phone.mode,
        "lastHand": view.last_hand,
        "seated": [_sitter(seat) for seat in view.seats],
        "totals": list(view.totals),
        "hands": {str(number): plain_hand(hand) for number, hand in view.hands.items()},
    }


def phone_setup(phone: Phone) -> dict[str, Any]:
    """What stays: names by seat, and for each hand who is East, South, West, North."""
    return {
        "place": phone.place,
        "session": phone.view.session.number,
        "names": {
            seat.letter: {"name": seat.name, "short": seat.short, "full": seat.full}
            for seat in phone.seats
        },
        "order": [
            "".join(seat.name for seat in seats_by_wind(hand))
            for hand in range(1, HANDS_PER_SESSION + 1)
        ],
        "dealers": "".join(dealer(hand).name for hand in range(1, HANDS_PER_SESSION + 1)),
    }


def plain_hand(hand: Hand) -> dict[str, Any]:
    """A stored hand as the script knows it, with its fans or tiles as the form sends them."""
    known: dict[str, Any] = {
        "version": hand.version,
        "kind": hand.kind,
        "winner": hand.winner,
        "discarder": hand.discarder,
        "points": hand.points,
    }
    more = {} if hand.tiles is None else _tiles_typed(hand.tiles)
    fans = hand.fans or {}
    for name in sorted(fans, key=number_of):
        number, count = number_of(name), fans[name]
        field = f"fan_{number}" if name in MOST else "fan"
        more.setdefault(field, []).append(str(count if name in MOST else number))
    if more:
        flowers = {"flowers": [str(hand.flowers)]} if hand.flowers else {}
        known["more"] = {"depth": [hand.depth]} | flowers | more
    return known


def _tiles_typed(tiles: dict[str, Any]) -> dict[str, list[str]]:
    typed = {"tiles": [format_hand(hand_from_json(tiles)).split("|")[0]]}
    return typed | {name: ["on"] for name in MARKS if tiles.get(name)}


def _sitter(seat: SeatView) -> int | None:
    return seat.entry.number if seat.entry else None


def _seat(view: TableSheet, seat: SeatView, wind: int) -> PhoneSeat:
    name = short = full = "—"
    if seat.entry is not None:
        player = seat.entry.player
        full = player.public_name
        if player.shown_as_initials:
            name = short = full
        else:
            given, short = player.shown_parts
            name = f"{given[:1]}. {short}" if given else short
    return PhoneSeat(seat.letter, name, short, full, wind, view.totals[seat.seat])
