"""Who takes part: entries and teams."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from django.db import transaction
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from players.services import save_player
from scoring.api.document import paged
from scoring.api.doors import Door, PageQuery
from scoring.api.fields import MaybeReasonIn, Whole
from scoring.api.players import PersonIn
from scoring.services.substitutions import replace_absent
from tournaments.gates import Access
from tournaments.models import Entry, Role, Team
from tournaments.selectors.entries import find_entries, public_entries
from tournaments.selectors.seating import matching
from tournaments.services.entries import (
    add_entry,
    change_entry,
    delete_entry,
    return_entry,
    withdraw_entry,
)


class TeamOut(serializers.ModelSerializer[Team]):
    """A team."""

    class Meta:
        model = Team
        fields = ["number", "name"]
        read_only_fields = fields


class EntryOut(serializers.Serializer[Any]):
    """An entry. Everybody sees number, name as shown, country, club, team; the rest is the staff's.

    `player`, `email` and `paid` are for organisers.
    """

    number = serializers.IntegerField()
    name = serializers.CharField(help_text="Initials for the public where the player wants that.")
    country = serializers.CharField(help_text="Three letters, or empty.")
    club = serializers.CharField(allow_null=True)
    team = TeamOut(allow_null=True)
    playing = serializers.BooleanField()
    kind = serializers.ChoiceField(Entry.Kind.choices, required=False)
    state = serializers.ChoiceField(Entry.State.choices, required=False)
    counts_for_ranking = serializers.BooleanField(required=False)
    replaces = serializers.IntegerField(required=False, allow_null=True)
    ema_number = serializers.CharField(required=False, allow_null=True)
    arrived = serializers.BooleanField(required=False)
    note = serializers.CharField(required=False)
    player = serializers.IntegerField(required=False)
    email = serializers.CharField(required=False)
    paid = serializers.BooleanField(required=False)

    def to_representation(self, entry: Entry) -> dict[str, Any]:
        """What the person who asks may see."""
        values = entry_values(entry, self.context["access"])
        shown = super().to_representation(values)
        return {name: shown[name] for name in values}


def entry_values(entry: Entry, access: Access) -> dict[str, Any]:
    """An entry as values, no more of it than this person may see."""
    player = entry.player
    values: dict[str, Any] = {
        "number": entry.number,
        "name": player.full_name if access.is_staff else player.public_name,
        "country": player.country,
        "club": player.club.name if player.club else None,
        "team": entry.team,
        "playing": entry.playing,
    }
    if access.is_staff:
        values |= {
            "kind": entry.kind,
            "state": entry.state,
            "counts_for_ranking": entry.counts_for_ranking,
            "replaces": entry.replaces.number if entry.replaces else None,
            "ema_number": player.ema_number,
            "arrived": entry.arrived,
            "note": entry.note,
        }
    if access.is_organiser:
        values |= {"player": player.pk, "email": player.email, "paid": entry.paid}
    return values


class EntryQuery(PageQuery):
    """Filters of the list."""

    q = serializers.CharField(max_length=80, required=False, help_text="Name or start number.")
    country = serializers.CharField(max_length=3, required=False)
    team = serializers.IntegerField(min_value=0, required=False, help_text="Number of the team.")


class ChangeIn(serializers.Serializer[Any]):
    """What to change of an entry; a scorer may send `arrived` alone."""

    number = Whole(least=1, required=False)
    team = Whole(required=False, allow_null=True, help_text="Number of the team, or null.")
    counts_for_ranking = serializers.BooleanField(required=False)
    note = serializers.CharField(max_length=200, allow_blank=True, required=False)
    paid = serializers.BooleanField(required=False)
    arrived = serializers.BooleanField(required=False)


class EntryIn(serializers.Serializer[Any]):
    """A new entry: `player` is a known person, or `person` somebody new."""

    player = Whole(required=False)
    person = PersonIn(required=False)
    number = Whole(least=1, required=False)
    team = Whole(required=False, allow_null=True)
    kind = serializers.ChoiceField(Entry.Kind.choices, default=Entry.Kind.PLAYER)
    counts_for_ranking = serializers.BooleanField(default=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two."""
        if ("player" in attrs) == ("person" in attrs):
            raise serializers.ValidationError("Send player or person.", code="player_or_person")
        return attrs


class ReplaceIn(MaybeReasonIn):
    """Who takes the place of somebody who did not come; a closed table asks for the reason."""

    substitute = Whole(least=1, help_text="Start number of somebody on the bench.")
    counts_for_ranking = serializers.BooleanField()


class Entries(Door):
    """The entries by start number; the public sees who plays."""

    @extend_schema(parameters=[EntryQuery], responses=paged(EntryOut))
    def get(self, request: Request, slug: str) -> Response:
        """List entries."""
        access = self.open()
        asked = self.asked(EntryQuery)
        return self.page(_found(access, asked), asked, EntryOut, access=access)

    @extend_schema(request=EntryIn, responses={201: EntryOut})
    def post(self, request: Request, slug: str) -> Response:
        """Enter somebody (organiser)."""
        access = self.open(Role.ORGANISER)
        given = self.taken(EntryIn)
        person = given.pop("person", None)
        with transaction.atomic():
            if person is None:
                player = _player(given.pop("player"))
            else:
                player = save_player(by=request.user, **person)
            team = _team(access, given.pop("team", None))
            made = add_entry(
                by=request.user, tournament=access.tournament, player=player, team=team, **given
            )
        return Response(EntryOut(made, context={"access": access}).data, status.HTTP_201_CREATED)


class OneEntry(Door):
    """One entry."""

    @extend_schema(responses=EntryOut)
    def get(self, request: Request, slug: str, entry: int) -> Response:
        """Show an entry."""
        access = self.open()
        return Response(EntryOut(self.entry_of(access), context={"access": access}).data)

    @extend_schema(request=ChangeIn, responses=EntryOut)
    def patch(self, request: Request, slug: str, entry: int) -> Response:
        """Change an entry (organiser; a scorer ticks who has arrived)."""
        only_arrived = set(request.data) == {"arrived"}
        access = self.open(Role.SCORER if only_arrived else Role.ORGANISER)
        row = self.entry_of(access)
        given = self.taken(ChangeIn)
        if "team" in given:
            given["team"] = _team(access, given["team"])
        changed = change_entry(by=request.user, entry=row, **given)
        return Response(EntryOut(changed, context={"access": access}).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, entry: int) -> Response:
        """Take an entry off that was never seated (organiser)."""
        row = self.entry_of(self.open(Role.ORGANISER))
        delete_entry(by=request.user, entry=row)
        return Response(status=status.HTTP_204_NO_CONTENT)


class EntryStep(Door):
    """Withdraw or come back."""

    act: ClassVar[Callable[..., Entry]]

    @extend_schema(request=MaybeReasonIn, responses=EntryOut)
    def post(self, request: Request, slug: str, entry: int) -> Response:
        """Take the step (organiser)."""
        access = self.open(Role.ORGANISER)
        row = self.entry_of(access)
        given = self.taken(MaybeReasonIn)
        changed = type(self).act(by=request.user, entry=row, **given)
        return Response(EntryOut(changed, context={"access": access}).data)


class Withdraw(EntryStep):
    """Out of the draws to come; past results stay."""

    act = staticmethod(withdraw_entry)


class Return(EntryStep):
    """Takes part again."""

    act = staticmethod(return_entry)


class Replace(Door):
    """Somebody did not come."""

    @extend_schema(request=ReplaceIn, responses=EntryOut)
    def post(self, request: Request, slug: str, entry: int) -> Response:
        """Give the place to a substitute (referee); the answer is the substitute's entry."""
        access = self.open(Role.REFEREE)
        row = self.entry_of(access)
        given = self.taken(ReplaceIn)
        substitute = access.tournament.entries.filter(number=given["substitute"]).first()
        if substitute is None:
            raise _unknown("substitute")
        changed = replace_absent(
            by=request.user,
            entry=row,
            stand_in=substitute,
            counts_for_ranking=given["counts_for_ranking"],
            reason=given["reason"],
        )
        return Response(EntryOut(changed, context={"access": access}).data)


class Teams(Door):
    """The teams by number."""

    @extend_schema(parameters=[PageQuery], responses=paged(TeamOut))
    def get(self, request: Request, slug: str) -> Response:
        """List teams."""
        access = self.open()
        asked = self.asked(PageQuery)
        return self.page(access.tournament.teams.order_by("number"), asked, TeamOut)


def _found(access: Access, asked: dict[str, Any]) -> Any:
    """The staff searches full names; the public what it is shown, or initials would tell."""
    query = asked.get("q", "")
    if access.is_staff:
        found = find_entries(access.tournament, query=query)
    else:
        found = public_entries(access.tournament)
    if "country" in asked:
        found = found.filter(player__country=asked["country"])
    if "team" in asked:
        found = found.filter(team__number=asked["team"])
    found = found.order_by("number")
    return found if access.is_staff or not query else matching(found, query)


def _player(pk: int) -> Player:
    player = Player.objects.filter(pk=pk).first()
    if player is None:
        raise _unknown("player")
    return player


def _team(access: Access, number: int | None) -> Team | None:
    if number is None:
        return None
    team = access.tournament.teams.filter(number=number).first()
    if team is None:
        raise _unknown("team")
    return team


def _unknown(field: str) -> serializers.ValidationError:
    detail = serializers.ErrorDetail("There is no such number.", code="unknown")
    return serializers.ValidationError({field: [detail]})
