"""Penalties of the tournament's book: given and revoked."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.document import paged
from scoring.api.doors import Door, NoSuch, PageQuery
from scoring.api.fields import ReasonIn, Whole
from scoring.models import Penalty
from scoring.services.penalties import give_penalty, revoke_penalty
from tournaments.gates import Access
from tournaments.models import Entry, Role


class PenaltyOut(serializers.ModelSerializer[Penalty]):
    """A penalty; `amount` is what the offender loses."""

    entry = serializers.IntegerField(source="entry.number", help_text="Start number.")
    to_entry = serializers.IntegerField(
        source="to_entry.number", default=None, allow_null=True, help_text="Who gets all of it."
    )
    hand = serializers.IntegerField(allow_null=True)
    effect = serializers.CharField()

    class Meta:
        model = Penalty
        fields = [
            "id",
            "entry",
            "hand",
            "code",
            "amount",
            "each_opponent",
            "to_entry",
            "dead_hand",
            "effect",
            "reason",
            "given_at",
            "revoked_at",
            "revoked_reason",
        ]
        read_only_fields = fields


class PenaltyIn(serializers.Serializer[Any]):
    """A penalty to give; what is left out is what the book says."""

    entry = Whole(least=1, help_text="Start number of the offender.")
    code = serializers.CharField(max_length=12)
    hand = Whole(least=1, most=16, allow_null=True, required=False)
    amount = Whole(allow_null=True, required=False)
    to_entry = Whole(least=1, allow_null=True, required=False)
    dead_hand = serializers.BooleanField(allow_null=True, required=False)
    effect = serializers.CharField(max_length=12, allow_blank=True, required=False)
    reason = serializers.CharField(max_length=300, allow_blank=True, default="")


class PenaltyQuery(PageQuery):
    """Filters of the list."""

    entry = serializers.IntegerField(min_value=0, required=False, help_text="Start number.")


class Penalties(Door):
    """The penalties of a session, also those that are revoked."""

    @extend_schema(parameters=[PenaltyQuery], responses=paged(PenaltyOut))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """List penalties (staff)."""
        _access, session = self.open_session(Role.OBSERVER)
        asked = self.asked(PenaltyQuery)
        found = session.penalties.select_related("entry", "to_entry").order_by("id")
        if "entry" in asked:
            found = found.filter(entry__number=asked["entry"])
        return self.page(found, asked, PenaltyOut)

    @extend_schema(request=PenaltyIn, responses={201: PenaltyOut})
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Give a penalty (scorer; a disqualification is the referee's)."""
        access, session = self.open_session(Role.SCORER)
        given = self.taken(PenaltyIn)
        given["entry"] = _entry(access, "entry", given["entry"])
        if given.get("to_entry") is not None:
            given["to_entry"] = _entry(access, "to_entry", given["to_entry"])
        made = give_penalty(by=request.user, session=session, **given)
        return Response(PenaltyOut(made).data, status.HTTP_201_CREATED)


class Revoke(Door):
    """Take a penalty back."""

    @extend_schema(request=ReasonIn, responses=PenaltyOut)
    def post(self, request: Request, slug: str, number: int, penalty: int) -> Response:
        """Revoke a penalty, with a reason (scorer); it stays in the history."""
        _access, session = self.open_session(Role.SCORER)
        found = session.penalties.select_related("entry", "to_entry").filter(pk=penalty).first()
        if found is None:
            raise NoSuch
        given = self.taken(ReasonIn)
        return Response(PenaltyOut(revoke_penalty(by=request.user, penalty=found, **given)).data)


def _entry(access: Access, field: str, number: int) -> Entry:
    entry = access.tournament.entries.select_related("player").filter(number=number).first()
    if entry is None:
        detail = serializers.ErrorDetail("There is no such start number.", code="unknown")
        raise serializers.ValidationError({field: [detail]})
    return entry
