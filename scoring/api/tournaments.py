"""Tournaments: the list, one with its settings, a new one."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.document import paged
from scoring.api.doors import Door, PageQuery
from scoring.api.fields import Day, Moment, Whole
from scoring.ranking.criteria import Criterion
from tournaments.gates import may_found_tournaments
from tournaments.models import SETTINGS, Role, Tournament
from tournaments.selectors.tournaments import listed
from tournaments.services.tournaments import change_settings, create_tournament


class TournamentOut(serializers.ModelSerializer[Tournament]):
    """A tournament as everybody sees it; `roles` are one's own."""

    players = serializers.IntegerField(help_text="How many play.")
    rules_frozen = serializers.SerializerMethodField(help_text="True from the first hand on.")
    criteria = serializers.ListField(child=serializers.ChoiceField(list(Criterion)))
    table_numbers = serializers.ListField(child=serializers.IntegerField())

    class Meta:
        model = Tournament
        fields = [
            "slug",
            *(name for name in SETTINGS if name != "rules"),
            "kind",
            "players",
            "rules_frozen",
        ]
        read_only_fields = fields

    def get_rules_frozen(self, tournament: Tournament) -> bool:
        """Whether the rules can still be changed."""
        return tournament.rules_frozen_at is not None


class SettingsIn(serializers.Serializer[Any]):
    """Settings to change; what is not sent stays."""

    name = serializers.CharField(max_length=120)
    place = serializers.CharField(max_length=120, allow_blank=True, required=False)
    country = serializers.CharField(max_length=3, allow_blank=True, required=False)
    start_date = Day()
    end_date = Day()
    timezone = serializers.CharField(max_length=64)
    profile = serializers.ChoiceField(Tournament.Profile.choices, required=False)
    penalty_book = serializers.ChoiceField(Tournament.PenaltyBook.choices, required=False)
    time_over = serializers.ChoiceField(Tournament.TimeOver.choices, required=False)
    table_help = serializers.BooleanField(required=False)
    least_depth = serializers.ChoiceField(Tournament.Depth.choices, required=False)
    results_shown = serializers.ChoiceField(Tournament.Shown.choices, required=False)
    confirm_by = serializers.ChoiceField(Tournament.ConfirmBy.choices, required=False)
    starting_seats = serializers.ChoiceField(Tournament.StartingSeats.choices, required=False)
    has_teams = serializers.BooleanField(required=False)
    team_scoring = serializers.ChoiceField(Tournament.TeamScoring.choices, required=False)
    criteria = serializers.ListField(
        child=serializers.ChoiceField([str(one) for one in Criterion]),
        allow_empty=False,
        max_length=len(Criterion),
        required=False,
    )
    table_numbers = serializers.ListField(child=Whole(least=1), max_length=500, required=False)
    qualification = serializers.BooleanField(required=False)

    def validate_criteria(self, value: list[str]) -> list[str]:
        """Each once."""
        return self._once(value)

    def validate_table_numbers(self, value: list[int]) -> list[int]:
        """Each once."""
        return self._once(value)

    def _once(self, value: list[Any]) -> list[Any]:
        if len(set(value)) < len(value):
            raise serializers.ValidationError("One of them stands twice.", code="twice")
        return value


class NewSessionIn(serializers.Serializer[Any]):
    """When a session starts and how long it lasts."""

    starts_at = Moment()
    minutes = Whole(least=10, most=600)


class TournamentIn(SettingsIn):
    """A new tournament with its draft sessions."""

    slug = serializers.SlugField(max_length=80, required=False)
    kind = serializers.ChoiceField(Tournament.Kind.choices, required=False)
    sessions = serializers.ListField(child=NewSessionIn(), required=False, max_length=40)


class TournamentQuery(PageQuery):
    """Filters of the list."""

    country = serializers.CharField(max_length=3, required=False)
    since = serializers.DateField(required=False, help_text="Ends on this day or later.")
    until = serializers.DateField(required=False, help_text="Starts on this day or before.")
    q = serializers.CharField(max_length=80, required=False, help_text="Part of name or place.")


class Tournaments(Door):
    """All tournaments that anybody may know of, the latest first."""

    @extend_schema(parameters=[TournamentQuery], responses=paged(TournamentOut))
    def get(self, request: Request) -> Response:
        """List tournaments."""
        asked = self.asked(TournamentQuery)
        return self.page(_found(asked), asked, TournamentOut)

    @extend_schema(request=TournamentIn, responses={201: TournamentOut})
    def post(self, request: Request) -> Response:
        """Make a tournament; its maker becomes the organiser."""
        if not may_found_tournaments(request.user):
            raise PermissionDenied
        given = self.taken(TournamentIn)
        sessions = [(one["starts_at"], one["minutes"]) for one in given.pop("sessions", [])]
        made = create_tournament(by=request.user, sessions=sessions, **given)  # type: ignore[arg-type]
        return Response(TournamentOut(counted(made)).data, status.HTTP_201_CREATED)


class OneTournament(Door):
    """One tournament."""

    @extend_schema(responses=TournamentOut)
    def get(self, request: Request, slug: str) -> Response:
        """Show a tournament."""
        return Response(TournamentOut(counted(self.open().tournament)).data)

    @extend_schema(request=SettingsIn(partial=True), responses=TournamentOut)
    def patch(self, request: Request, slug: str) -> Response:
        """Change settings (organiser); the rules are frozen from the first hand on."""
        access = self.open(Role.ORGANISER)
        changes = self.taken(SettingsIn, partial=True)
        changed = change_settings(by=request.user, tournament=access.tournament, changes=changes)
        return Response(TournamentOut(counted(changed)).data)


def counted(tournament: Tournament) -> Tournament:
    """The tournament with the number of its players."""
    players = Count("entries", filter=Q(entries__playing=True))
    return Tournament.objects.annotate(players=players).get(pk=tournament.pk)


def _found(asked: dict[str, Any]) -> QuerySet[Tournament]:
    found = listed().order_by("-start_date", "name", "pk")
    since: dt.date | None = asked.get("since")
    if since:
        found = found.filter(end_date__gte=since)
    if asked.get("until"):
        found = found.filter(start_date__lte=asked["until"])
    if asked.get("country"):
        found = found.filter(country=asked["country"])
    if asked.get("q"):
        found = found.filter(Q(name__icontains=asked["q"]) | Q(place__icontains=asked["q"]))
    return found
