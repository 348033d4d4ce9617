"""What all views of the API share: opening a tournament, reading input, pages of lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import conditional_page
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from tournaments.gates import Access, open_session, open_table, open_tournament
from tournaments.models import Entry, Role, Session, Table
from tournaments.selectors.entries import entries_of

# The largest whole number that both databases hold in the columns that clients write.
LARGEST = 2_147_483_647
PAGE, LARGEST_PAGE = 100, 500


class Query(serializers.Serializer[Any]):
    """Parameters of an address; one that is not known is refused, so that typos are noticed."""

    def to_internal_value(self, data: Any) -> Any:
        """The values by name."""
        unknown = sorted(set(data) - set(self.fields))
        if unknown:
            told = _("There is no such parameter.")
            raise serializers.ValidationError(
                {name: [serializers.ErrorDetail(str(told), code="unknown")] for name in unknown}
            )
        return super().to_internal_value(data)


class PageQuery(Query):
    """Which part of a list."""

    limit = serializers.IntegerField(min_value=1, max_value=LARGEST_PAGE, default=PAGE)
    offset = serializers.IntegerField(min_value=0, max_value=LARGEST, default=0)


class Door(APIView):
    """A view of the API; every answer has an ETag, and is 304 where that is known already."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """The view, with ETags."""
        view = super().as_view(**initkwargs)
        tagged = conditional_page(view)
        tagged.csrf_exempt = True
        return tagged

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        """Answers depend on who asks: no shared cache keeps them."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        answer.setdefault("Cache-Control", "private, no-cache")
        return answer

    def open(self, need: Role | None = None) -> Access:
        """The tournament of the address through the gate of the pages."""
        return open_tournament(self.request.user, self.kwargs["slug"], need=need)

    def open_session(self, need: Role | None = None) -> tuple[Access, Session]:
        """The session of the address; a draft is hidden from everybody but the staff."""
        access, session = open_session(
            self.request.user, self.kwargs["slug"], self.kwargs["number"], need=need
        )
        session.tournament = access.tournament
        return access, session

    def open_table(self, need: Role | None = None) -> tuple[Access, Table]:
        """The table of the address."""
        of = self.kwargs
        return open_table(self.request.user, of["slug"], of["number"], of["table"], need=need)

    def entry_of(self, access: Access) -> Entry:
        """The entry of the address."""
        entry = entries_of(access.tournament).filter(number=self.kwargs["entry"]).first()
        if entry is None:
            raise NoSuch
        entry.tournament = access.tournament
        return entry

    def taken(self, form: type[serializers.Serializer[Any]], **options: Any) -> dict[str, Any]:
        """The body as `form` reads it."""
        return read(form(data=self.request.data, **options))

    def asked(self, form: type[Query]) -> dict[str, Any]:
        """The parameters of the address as `form` reads them."""
        return read(form(data=self.request.query_params.dict()))

    def page(
        self,
        found: QuerySet[Any] | Sequence[Any],
        asked: Mapping[str, Any],
        form: type[serializers.Serializer[Any]],
        **context: Any,
    ) -> Response:
        """One page of a list, with the addresses of the pages beside it."""
        limit, offset = asked["limit"], asked["offset"]
        count = found.count() if isinstance(found, QuerySet) else len(found)
        rows = list(found[offset : offset + limit])
        here = self.request.build_absolute_uri()
        after, before = offset + limit, max(0, offset - limit)
        return Response(
            {
                "count": count,
                "next": replace_query_param(here, "offset", after) if after < count else None,
                "previous": replace_query_param(here, "offset", before) if offset else None,
                "results": form(rows, many=True, context=context).data,
            }
        )


class NoSuch(APIException):
    """404 below a tournament that is there."""

    status_code = 404
    default_code = "not_found"
    default_detail = _("Not found.")


class Nowhere(Door):
    """404 for an address that is none."""

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Nobody has to log in to be told so."""
        raise NoSuch

    def get(self, request: HttpRequest, **kwargs: Any) -> Response:
        """Never reached."""
        raise NoSuch


def read(form: serializers.Serializer[Any]) -> dict[str, Any]:
    """The values that a form takes."""
    form.is_valid(raise_exception=True)
    values: dict[str, Any] = form.validated_data
    return values
