"""Tables: who sits where, for everybody; the sheet and what closes it, for the staff."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.document import paged
from scoring.api.doors import Door, NoSuch, PageQuery
from scoring.api.fields import ReasonIn, Whole
from scoring.api.hands import HandOut
from scoring.api.penalties import PenaltyOut
from scoring.ranking.table_points import format_points
from scoring.selectors.tables import TableSheet, table_sheet
from scoring.services.sheets import (
    LARGEST_TOTAL,
    close_table,
    reopen_table,
    set_last_hand,
    set_totals,
)
from tournaments.gates import Access
from tournaments.models import Role, Seat, Session, Table, Tournament
from tournaments.selectors.seating import SeatView, TableView, session_tables

OVER = (Session.State.FINISHED, Session.State.APPROVED)


class SitterOut(serializers.Serializer[Any]):
    """Somebody in a seat from hand `from_hand` on."""

    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField()
    country = serializers.CharField()
    from_hand = serializers.IntegerField()


class SeatOut(serializers.Serializer[Any]):
    """A seat; A to D started East, South, West, North, unless seats are drawn at the table."""

    letter = serializers.ChoiceField(Seat.Letter.choices)
    wind = serializers.ChoiceField(["east", "south", "west", "north"], allow_null=True)
    sitters = SitterOut(many=True)


class TableOut(serializers.Serializer[Any]):
    """A table of a published session."""

    number = serializers.IntegerField()
    seats = SeatOut(many=True)


class SheetOut(TableOut):
    """The score sheet; scores and table points are those of seats A to D."""

    version = serializers.IntegerField(help_text="Counts every change of the table.")
    closed_at = serializers.DateTimeField(allow_null=True)
    last_hand = serializers.IntegerField(help_text="16, or the last hand before time was over.")
    totals_only = serializers.BooleanField(help_text="True for four typed totals without hands.")
    hands = HandOut(many=True)
    penalties = PenaltyOut(many=True)
    scores = serializers.ListField(child=serializers.IntegerField(), min_length=4, max_length=4)
    table_points = serializers.ListField(
        child=serializers.CharField(), min_length=4, max_length=4, help_text='"4", "7/3", …'
    )


class TotalsIn(serializers.Serializer[Any]):
    """Four totals of seats A to D for a sheet without hands; null takes them away."""

    totals = serializers.ListField(
        child=Whole(least=-LARGEST_TOTAL, most=LARGEST_TOTAL),
        min_length=4,
        max_length=4,
        allow_null=True,
    )
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class CloseIn(serializers.Serializer[Any]):
    """`typed` are totals read from the paper, compared with the hands; nulls were not typed."""

    typed = serializers.ListField(
        child=Whole(least=-LARGEST_TOTAL, most=LARGEST_TOTAL, allow_null=True),
        min_length=4,
        max_length=4,
        required=False,
        default=list,
    )


class LastHandIn(serializers.Serializer[Any]):
    """The hand after which time was over; 16 takes it back."""

    last_hand = Whole(least=1, most=16)


class Tables(Door):
    """Where people sit in a session."""

    @extend_schema(parameters=[PageQuery], responses=paged(TableOut))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List the tables of a session."""
        access, session = self.open_session()
        asked = self.asked(PageQuery)
        shows = shows_winds(access.tournament, session)
        rows = [_seated(view, access, shows) for view in session_tables(session)]
        return self.page(rows, asked, TableOut)


class OneTable(Door):
    """Where people sit at a table."""

    @extend_schema(responses=TableOut)
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Show a table."""
        access, session = self.open_session()
        shows = shows_winds(access.tournament, session)
        for view in session_tables(session):
            if view.table.number == table:
                return Response(TableOut(_seated(view, access, shows)).data)
        raise NoSuch


class SheetDoor(Door):
    """What changes a sheet; the answer is the sheet as it stands then."""

    def sheet(self, access: Access, table: Table) -> Response:
        """The answer."""
        table.refresh_from_db(fields=["version"])
        return Response(SheetOut(_sheet(table_sheet(table), access)).data)


class OneSheet(SheetDoor):
    """The score sheet."""

    @extend_schema(responses=SheetOut)
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Show the sheet (staff)."""
        return self.sheet(*self.open_table(Role.OBSERVER))


class SheetStep(SheetDoor):
    """One change of a sheet (scorer; what is finished is the referee's)."""

    takes: ClassVar[type[serializers.Serializer[Any]]]
    act: ClassVar[Callable[..., Any]]

    def post(self, request: Request, slug: str, number: int, table: int) -> Response:
        """Change the sheet."""
        access, row = self.open_table(Role.SCORER)
        type(self).act(by=request.user, table=row, **self.taken(self.takes))
        return self.sheet(access, row)


@extend_schema(request=CloseIn, responses=SheetOut)
class Close(SheetStep):
    """Close the table: scores, table points and the next standings."""

    takes, act = CloseIn, staticmethod(close_table)


@extend_schema(request=ReasonIn, responses=SheetOut)
class Reopen(SheetStep):
    """Open a closed table of a running session again."""

    takes, act = ReasonIn, staticmethod(reopen_table)


@extend_schema(request=LastHandIn, responses=SheetOut)
class LastHand(SheetStep):
    """Say that time was over."""

    takes, act = LastHandIn, staticmethod(set_last_hand)


@extend_schema(request=TotalsIn, responses=SheetOut)
class Totals(SheetStep):
    """Give a table without hands its four totals; it is still to be closed."""

    takes, act = TotalsIn, staticmethod(set_totals)


def shows_winds(tournament: Tournament, session: Session) -> bool:
    """False while starting seats are drawn at the table and nobody can know the winds."""
    drawn = tournament.starting_seats == Tournament.StartingSeats.DRAWN
    return not drawn or session.state in OVER


def _seated(view: TableView, access: Access, shows: bool) -> dict[str, Any]:
    return {
        "number": view.table.number,
        "seats": [_seat(seat, access, shows) for seat in view.seats],
    }


def _seat(seat: SeatView, access: Access, shows: bool) -> dict[str, Any]:
    sitters = [(one.entry, one.from_hand) for one in seat.occupants]
    return _seat_values(seat.letter, seat.wind.name.lower() if shows else None, sitters, access)


def _seat_values(letter: str, wind: str | None, sitters: Any, access: Access) -> dict[str, Any]:
    return {
        "letter": letter,
        "wind": wind,
        "sitters": [
            {
                "number": entry.number,
                "name": entry.player.full_name if access.is_staff else entry.player.public_name,
                "country": entry.player.country,
                "from_hand": from_hand,
            }
            for entry, from_hand in sitters
        ],
    }


def _sheet(view: TableSheet, access: Access) -> dict[str, Any]:
    shows = shows_winds(view.tournament, view.session)
    winds = ("east", "south", "west", "north") if shows else (None,) * 4
    sitters = {one.entry.pk: one.entry for people in view.rows.sitters.values() for one in people}
    return {
        "number": view.table.number,
        "seats": [
            _seat_values(
                seat.letter, wind, [(one.entry, one.from_hand) for one in seat.sitters], access
            )
            for seat, wind in zip(view.seats, winds, strict=True)
        ],
        "version": view.table.version,
        "closed_at": view.closed_at,
        "last_hand": view.last_hand,
        "totals_only": view.has_totals_only,
        "hands": view.rows.hands,
        "penalties": [_known(one, sitters) for one in view.penalties],
        "scores": view.totals,
        "table_points": [format_points(points) for points in view.points],
    }


def _known(penalty: Any, sitters: dict[int, Any]) -> Any:
    """The penalty with the entries already read, so that each costs no query."""
    penalty.entry = sitters[penalty.entry_id]
    if penalty.to_entry_id in sitters:
        penalty.to_entry = sitters[penalty.to_entry_id]
    return penalty
