"""People across tournaments: for organisers, as on the page."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from players.gates import keeps_people
from players.models import Player
from players.selectors import search_players
from players.services import save_player
from scoring.api.document import paged
from scoring.api.doors import Door, NoSuch, PageQuery


class PlayerOut(serializers.ModelSerializer[Player]):
    """A person as organisers see them."""

    club = serializers.CharField(source="club.name", default=None, allow_null=True)
    email = serializers.CharField(help_text="Empty where there is none.")

    class Meta:
        model = Player
        fields = [
            "id",
            "first_name",
            "last_name",
            "ema_number",
            "country",
            "club",
            "email",
            "shown_as_initials",
        ]
        read_only_fields = fields


class PersonIn(serializers.Serializer[Any]):
    """A person; `club` is a name, made where there is none."""

    first_name = serializers.CharField(max_length=120, allow_blank=True, required=False)
    last_name = serializers.CharField(max_length=120)
    ema_number = serializers.RegexField(r"^[0-9]{8}$", required=False, allow_null=True)
    country = serializers.CharField(max_length=3, allow_blank=True, required=False)
    club = serializers.CharField(max_length=120, allow_blank=True, required=False)
    email = serializers.EmailField(max_length=254, allow_blank=True, required=False)
    shown_as_initials = serializers.BooleanField(required=False)


class PlayerQuery(PageQuery):
    """Filters of the list."""

    q = serializers.CharField(max_length=80, required=False, help_text="Name or EMA number.")
    country = serializers.CharField(max_length=3, required=False)


class PeopleDoor(Door):
    """Open to whoever organises a tournament."""

    permission_classes = [IsAuthenticated]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """The gate of the people's pages."""
        super().initial(request, *args, **kwargs)
        if not keeps_people(request.user):
            raise PermissionDenied


class Players(PeopleDoor):
    """All people."""

    @extend_schema(parameters=[PlayerQuery], responses=paged(PlayerOut))
    def get(self, request: Request) -> Response:
        """List people."""
        asked = self.asked(PlayerQuery)
        found = search_players(asked.get("q", "")).order_by("sort_key", "id")
        if "country" in asked:
            found = found.filter(country=asked["country"])
        return self.page(found, asked, PlayerOut)

    @extend_schema(request=PersonIn, responses={201: PlayerOut})
    def post(self, request: Request) -> Response:
        """Write down somebody new."""
        made = save_player(by=request.user, **self.taken(PersonIn))
        return Response(PlayerOut(made).data, status.HTTP_201_CREATED)


class OnePlayer(PeopleDoor):
    """One person."""

    @extend_schema(responses=PlayerOut)
    def get(self, request: Request, player: int) -> Response:
        """Show a person."""
        return Response(PlayerOut(_person(player)).data)

    @extend_schema(request=PersonIn(partial=True), responses=PlayerOut)
    def patch(self, request: Request, player: int) -> Response:
        """Change a person; what is not sent stays."""
        given = self.taken(PersonIn, partial=True)
        changed = save_player(by=request.user, player=_person(player), **given)
        return Response(PlayerOut(changed).data)


def _person(pk: int) -> Player:
    person = search_players("").filter(pk=pk).first()
    if person is None:
        raise NoSuch
    return person
