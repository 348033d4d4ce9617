"""Hands: recorded, replaced and cleared, each with the version that was seen."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.document import ErrorOut, paged
from scoring.api.doors import LARGEST, Door, NoSuch, PageQuery, Query
from scoring.api.fields import Whole
from scoring.models import Hand, Sheet
from scoring.services.hands import clear_hand, record_hand, replace_hand
from tournaments.models import Role, Table


class HandOut(serializers.ModelSerializer[Hand]):
    """A hand that stands. `discarder` is empty for a self-drawn win, `flowers` null if unknown."""

    kind = serializers.ChoiceField(Hand.Kind.choices)
    winner = serializers.CharField(help_text="A to D, empty for a drawn hand.")
    discarder = serializers.CharField()
    flowers = serializers.IntegerField(allow_null=True)
    depth = serializers.ChoiceField(Hand.Depth.choices)

    class Meta:
        model = Hand
        fields = [
            "number",
            "version",
            "kind",
            "winner",
            "discarder",
            "points",
            "flowers",
            "depth",
            "disputed",
            "entered_at",
        ]
        read_only_fields = fields


class HandIn(serializers.Serializer[Any]):
    """A hand as it was played. `version` is that of the hand you saw, 0 for an empty one.

    `client_key`, chosen by you for this one deed, makes sending it twice the same as once.
    """

    version = Whole()
    kind = serializers.ChoiceField(Hand.Kind.choices)
    winner = serializers.CharField(max_length=1, allow_blank=True, default="")
    discarder = serializers.CharField(max_length=1, allow_blank=True, default="")
    points = Whole(least=-LARGEST, default=0)
    flowers = Whole(least=-LARGEST, allow_null=True, default=None)
    fans = serializers.DictField(
        child=Whole(),
        allow_null=True,
        default=None,
        help_text="The called fans by English name, with how often; points may then be 0.",
    )
    tiles = serializers.DictField(
        allow_null=True,
        default=None,
        help_text="The hand as the calculator takes it; winds and self-draw follow from the table.",
    )
    client_key = serializers.CharField(max_length=80, allow_null=True, default=None)
    reason = serializers.CharField(
        max_length=300,
        allow_blank=True,
        default="",
        help_text="Needed to correct a closed table.",
    )


class DealOut(serializers.Serializer[Any]):
    """What a hand says."""

    kind = serializers.CharField()
    winner = serializers.CharField()
    discarder = serializers.CharField()
    points = serializers.IntegerField()
    flowers = serializers.IntegerField(allow_null=True)


class StandingDealOut(DealOut):
    """What the hand that stands says, with the version to send in order to replace it."""

    version = serializers.IntegerField()


class ConflictOut(ErrorOut):
    """The error form with both values: what stands (null: nothing) and what you sent."""

    standing = StandingDealOut(allow_null=True)
    given = DealOut(allow_null=True)


STALE = OpenApiResponse(ConflictOut, description="Another value stands than you had seen")


class ClearQuery(Query):
    """Which hand is cleared, and why."""

    version = serializers.IntegerField(min_value=0, max_value=LARGEST)
    reason = serializers.CharField(max_length=300, required=False, allow_blank=True, default="")


class Hands(Door):
    """The hands that stand at a table."""

    @extend_schema(parameters=[PageQuery], responses=paged(HandOut))
    def get(self, request: Request, slug: str, number: int, table: int) -> Response:
        """List hands (staff)."""
        _access, row = self.open_table(Role.OBSERVER)
        asked = self.asked(PageQuery)
        found = row.hands.filter(voided_at=None).order_by("number")
        return self.page(found, asked, HandOut)


class OneHand(Door):
    """One hand of a table."""

    @extend_schema(responses=HandOut)
    def get(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Show a hand (staff); 404 while it is empty."""
        _access, row = self.open_table(Role.OBSERVER)
        found = row.hands.filter(number=hand, voided_at=None).first()
        if found is None:
            raise NoSuch
        return Response(HandOut(found).data)

    @extend_schema(request=HandIn, responses={200: HandOut, 409: STALE})
    def put(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Record a hand, or correct it (scorer); a closed table asks for `reason`.

        Two writers of one hand get 409 with both values, writers of different hands never.
        """
        _access, row = self.open_table(Role.SCORER)
        given = self.taken(HandIn)
        reason = given.pop("reason")
        doing: dict[str, Any] = {"by": request.user, "table": row, "number": hand, **given}
        if is_closed(row):
            return Response(HandOut(replace_hand(reason=reason, **doing)).data)
        return Response(HandOut(record_hand(**doing)).data)

    @extend_schema(parameters=[ClearQuery], responses={204: None, 409: STALE})
    def delete(self, request: Request, slug: str, number: int, table: int, hand: int) -> Response:
        """Clear a hand (scorer); on a closed table only the last one, with `reason`."""
        _access, row = self.open_table(Role.SCORER)
        asked = self.asked(ClearQuery)
        clear_hand(by=request.user, table=row, number=hand, **asked)
        return Response(status=status.HTTP_204_NO_CONTENT)


def is_closed(table: Table) -> bool:
    """True once the table has given its results."""
    return Sheet.objects.filter(table=table, closed_at__isnull=False).exists()
