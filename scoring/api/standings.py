"""Standings of players, teams and sessions: what the pages show, and what the staff sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import Direction, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.doors import Door, NoSuch, Query
from scoring.api.entries import TeamOut
from scoring.api.polling import etag_of
from scoring.ranking.table_points import format_points
from scoring.selectors.public import (
    PublicResults,
    public_results,
    staff_results,
    standings_mark,
)
from scoring.selectors.shared import Shared
from scoring.selectors.standings import Cell, StandingRow, TeamRow
from tournaments.gates import Access

_public: Shared[bytes] = Shared()
NOT_MODIFIED = OpenApiResponse(description="Nothing is new since the ETag that was sent")


class CellOut(serializers.Serializer[Any]):
    """What one session brought."""

    session = serializers.IntegerField()
    table = serializers.IntegerField()
    table_points = serializers.CharField()
    score = serializers.IntegerField()


class CellsField(serializers.ListField):
    """A cell a session; null where somebody did not play."""

    child = CellOut(allow_null=True)


class CellsInDocument(OpenApiSerializerFieldExtension):  # type: ignore[no-untyped-call]
    """Tells the OpenAPI document of the nulls, which its generator leaves out of lists."""

    target_class = CellsField

    def map_serializer_field(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        cell = auto_schema.resolve_serializer(CellOut, direction)
        return {"type": "array", "items": {"oneOf": [cell.ref, {"type": "null"}]}}


class RowOut(serializers.Serializer[Any]):
    """A line of the ranking. Table points are exact: `"21"` or `"97/2"`."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="True where others have the same place.")
    number = serializers.IntegerField(help_text="Start number.")
    name = serializers.CharField()
    country = serializers.CharField()
    team = serializers.CharField(allow_null=True)
    table_points = serializers.CharField()
    score = serializers.IntegerField()
    disqualified = serializers.BooleanField()
    moved = serializers.IntegerField(
        allow_null=True, help_text="Places gained since the session before."
    )
    sessions = CellsField()


class TeamRowOut(serializers.Serializer[Any]):
    """A line of the teams' ranking; `members` are start numbers, those that count first."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField()
    team = TeamOut()
    table_points = serializers.CharField()
    score = serializers.IntegerField()
    members = serializers.ListField(child=serializers.IntegerField())
    counted = serializers.IntegerField(help_text="How many of the members count.")


class ShownOut(serializers.Serializer[Any]):
    """Which sessions are ranked."""

    through = serializers.IntegerField(help_text="The last session ranked; 0 before the first.")
    sessions = serializers.ListField(child=serializers.IntegerField())
    provisional = serializers.BooleanField(help_text="True while one of their tables is open.")
    held = serializers.IntegerField(
        allow_null=True, help_text="The session whose results are not shown yet."
    )


class StandingsOut(ShownOut):
    """The ranking of the players."""

    rows = RowOut(many=True)


class TeamStandingsOut(ShownOut):
    """The ranking of the teams."""

    rows = TeamRowOut(many=True)


class StandingsQuery(Query):
    """Which ranking."""

    session = serializers.IntegerField(min_value=1, required=False, help_text="That one alone.")
    view = serializers.ChoiceField(
        ["public", "live"], default="public", help_text="live: every closed table, for the staff."
    )


class TeamStandingsQuery(Query):
    """Which ranking of the teams."""

    view = serializers.ChoiceField(["public", "live"], default="public")


class StandingsDoor(Door):
    """Answers with the mark of the public ranking (see `polling`)."""

    def answer(
        self, asked: dict[str, Any], written: Callable[[Access, PublicResults], dict[str, Any]]
    ) -> HttpResponse | Response:
        """What `written` makes of the results that may be seen; for the public once for all.

        The mark is read before the results: at worst a client asks once too often.
        """
        mark = standings_mark(self.kwargs["slug"]) or ""
        access = self.open()
        if asked["view"] == "public":
            question = (access.tournament.slug, type(self).__name__, asked.get("session"))
            kept = _public.answer(
                question,
                mark,
                lambda: JSONRenderer().render(written(access, public_results(access.tournament))),
            )
            headers = {"ETag": etag_of(kept.mark)}
            return HttpResponse(kept.value, content_type="application/json", headers=headers)
        if not access.is_staff:
            raise PermissionDenied
        return Response(written(access, staff_results(access.tournament)))


class Standings(StandingsDoor):
    """The ranking of the players."""

    @extend_schema(parameters=[StandingsQuery], responses={200: StandingsOut, 304: NOT_MODIFIED})
    def get(self, request: Request, slug: str) -> HttpResponse | Response:
        """Show the standings."""
        asked = self.asked(StandingsQuery)
        session = asked.get("session")

        def written(access: Access, results: PublicResults) -> dict[str, Any]:
            if session is not None and session not in results.numbers:
                raise NoSuch
            rows = results.rows if session is None else results.session_rows(session)
            return StandingsOut(shown(results) | {"rows": [_row(row) for row in rows]}).data

        return self.answer(asked, written)


class TeamStandings(StandingsDoor):
    """The ranking of the teams; 404 in a tournament without."""

    @extend_schema(
        parameters=[TeamStandingsQuery], responses={200: TeamStandingsOut, 304: NOT_MODIFIED}
    )
    def get(self, request: Request, slug: str) -> HttpResponse | Response:
        """Show the standings of the teams."""

        def written(access: Access, results: PublicResults) -> dict[str, Any]:
            if not access.tournament.has_teams:
                raise NoSuch
            rows = [_team_row(row) for row in results.team_rows]
            return TeamStandingsOut(shown(results) | {"rows": rows}).data

        return self.answer(self.asked(TeamStandingsQuery), written)


def shown(results: PublicResults) -> dict[str, Any]:
    """Which sessions are ranked."""
    return {
        "through": results.through,
        "sessions": results.numbers,
        "provisional": bool(results.missing),
        "held": results.held.number if results.held else None,
    }


def _row(row: StandingRow) -> dict[str, Any]:
    entry = row.entry
    return {
        "place": row.place,
        "shared": row.shared,
        "number": entry.number,
        "name": entry.player.public_name,
        "country": entry.player.country,
        "team": entry.team.name if entry.team else None,
        "table_points": format_points(row.table_points),
        "score": row.score,
        "disqualified": row.disqualified,
        "moved": row.moved,
        "sessions": [None if cell is None else _cell(cell) for cell in row.cells],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "session": cell.session,
        "table": cell.table,
        "table_points": format_points(cell.table_points),
        "score": cell.score,
    }


def _team_row(row: TeamRow) -> dict[str, Any]:
    return {
        "place": row.place,
        "shared": row.shared,
        "team": row.team,
        "table_points": format_points(row.table_points),
        "score": row.score,
        "members": [member.entry.number for member in row.members],
        "counted": row.counted,
    }
