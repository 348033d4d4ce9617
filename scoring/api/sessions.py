"""Sessions: the programme, and the steps from draft to approved."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.document import paged
from scoring.api.doors import Door, PageQuery
from scoring.api.tournaments import NewSessionIn
from scoring.services.sessions import (
    approve_session,
    finish_session,
    start_session,
    take_back_start,
)
from tournaments.models import Role, Session
from tournaments.services.seating import publish_session, unpublish_session
from tournaments.services.sessions import add_session, change_session, remove_session


class SessionOut(serializers.ModelSerializer[Session]):
    """A session of the programme."""

    class Meta:
        model = Session
        fields = ["number", "starts_at", "began_at", "minutes", "state"]
        read_only_fields = fields


class SessionQuery(PageQuery):
    """Filters of the list."""

    state = serializers.ChoiceField(Session.State.choices, required=False)


class Sessions(Door):
    """The programme; drafts are for the staff."""

    @extend_schema(parameters=[SessionQuery], responses=paged(SessionOut))
    def get(self, request: Request, slug: str) -> Response:
        """List sessions."""
        access = self.open()
        asked = self.asked(SessionQuery)
        found = access.tournament.sessions.order_by("number")
        if not access.is_staff:
            found = found.exclude(state=Session.State.DRAFT)
        if "state" in asked:
            found = found.filter(state=asked["state"])
        return self.page(found, asked, SessionOut)

    @extend_schema(request=NewSessionIn, responses={201: SessionOut})
    def post(self, request: Request, slug: str) -> Response:
        """Add a draft after all others (organiser)."""
        access = self.open(Role.ORGANISER)
        given = self.taken(NewSessionIn)
        made = add_session(by=request.user, tournament=access.tournament, **given)
        return Response(SessionOut(made).data, status.HTTP_201_CREATED)


class OneSession(Door):
    """One session."""

    @extend_schema(responses=SessionOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Show a session."""
        _access, session = self.open_session()
        return Response(SessionOut(session).data)

    @extend_schema(request=NewSessionIn(partial=True), responses=SessionOut)
    def patch(self, request: Request, slug: str, number: int) -> Response:
        """Move a session that is not over, or change its length (organiser)."""
        _access, session = self.open_session(Role.ORGANISER)
        given = self.taken(NewSessionIn, partial=True)
        changed = change_session(
            by=request.user,
            session=session,
            starts_at=given.get("starts_at", session.starts_at),
            minutes=given.get("minutes", session.minutes),
        )
        return Response(SessionOut(changed).data)

    @extend_schema(responses={204: None})
    def delete(self, request: Request, slug: str, number: int) -> Response:
        """Take a draft off the programme (organiser)."""
        _access, session = self.open_session(Role.ORGANISER)
        remove_session(by=request.user, session=session)
        return Response(status=status.HTTP_204_NO_CONTENT)


class Step(Door):
    """One step of a session; a refused one says what is missing."""

    need: ClassVar[Role] = Role.REFEREE
    act: ClassVar[Callable[..., Any]]

    @extend_schema(request=None, responses=SessionOut)
    def post(self, request: Request, slug: str, number: int) -> Response:
        """Take the step; the answer is the session as it stands then."""
        _access, session = self.open_session(self.need)
        type(self).act(by=request.user, session=session)
        session.refresh_from_db(fields=["state", "began_at"])
        return Response(SessionOut(session).data)


class Publish(Step):
    """Show everybody where they sit (organiser)."""

    need = Role.ORGANISER
    act = staticmethod(publish_session)


class Unpublish(Step):
    """Make a session that has not begun a draft again (organiser)."""

    need = Role.ORGANISER
    act = staticmethod(unpublish_session)


class Start(Step):
    """Begin a published session (referee)."""

    act = staticmethod(start_session)


class TakeBack(Step):
    """Take the start back while nothing is entered in the session (referee)."""

    act = staticmethod(take_back_start)


class Finish(Step):
    """End a session whose tables are all closed (referee)."""

    act = staticmethod(finish_session)


class Approve(Step):
    """Say that the results of a finished session stand (referee)."""

    act = staticmethod(approve_session)
