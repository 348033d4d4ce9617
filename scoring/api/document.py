"""How the API describes itself: tags, and the refusals that every operation can answer with."""

from __future__ import annotations

import inspect
import re
from typing import Any, Literal

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import (
    OpenApiResponse,
    inline_serializer,
)
from rest_framework import serializers

from scoring.api.authentication import TokenAuthentication

Direction = Literal["request", "response"]

READ = {"400": "A parameter cannot be taken", "401": "The token does not work"}
STAFF = {"403": "The role is too low"}
WRITE = {
    "400": "It cannot be taken; `fields` says why",
    "401": "Log in first",
    "403": "The role is too low, or the CSRF token is missing",
    "413": "The request is too large",
    "415": "The request is no JSON",
    "429": "Too many writes; `Retry-After` says how long to wait",
}


class FieldErrorOut(serializers.Serializer[Any]):
    """What is wrong with one field."""

    code = serializers.CharField()
    message = serializers.CharField()


class ErrorOut(serializers.Serializer[Any]):
    """Every refusal has this form."""

    code = serializers.CharField(help_text="For programs; stays the same in every language.")
    message = serializers.CharField(help_text="For people.")
    fields = serializers.DictField(  # type: ignore[assignment]  # the name is part of the form
        child=FieldErrorOut(many=True), help_text="The fields to blame, by name."
    )


class Described(AutoSchema):
    """Adds to each operation the refusals of its method; `{slug}` and numbers can be missing."""

    def get_tags(self) -> list[str]:
        """The subject: the module of the view."""
        return [self.view.__module__.rsplit(".", 1)[-1]]

    def get_operation_id(self) -> str:
        """The method and the view: `get_tournaments`, `put_hand`."""
        words = re.findall("[A-Z][a-z]*", type(self.view).__name__.removeprefix("One"))
        return "_".join([str(self.method).lower(), *words]).lower()

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular has it
        """What the view is for, and what the method does."""
        method = getattr(self.view, str(self.method).lower())
        texts = [inspect.getdoc(type(self.view)), inspect.getdoc(method)]
        return "\n\n".join(text for text in texts if text)

    def _get_response_bodies(self, direction: Direction = "response") -> Any:
        bodies = super()._get_response_bodies(direction)
        told = (READ | STAFF) if self.method == "GET" else dict(WRITE)
        if "{" in self.path:
            told["404"] = "There is nothing here, or nothing for you"
        for status, text in told.items():
            if status not in bodies:
                answer = OpenApiResponse(ErrorOut, description=text)
                bodies[status] = self._get_response_for_code(  # type: ignore[no-untyped-call]
                    answer, status, ["application/json"]
                )
        return bodies


def paged(form: type[serializers.Serializer[Any]]) -> serializers.Serializer[Any]:
    """One page of a list of these."""
    name = form.__name__.removesuffix("Out")
    return inline_serializer(
        f"{name}PageOut",
        {
            "count": serializers.IntegerField(),
            "next": serializers.URLField(allow_null=True),
            "previous": serializers.URLField(allow_null=True),
            "results": form(many=True),
        },
    )


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the OpenAPI document tells it."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """A bearer token."""
        return {"type": "http", "scheme": "bearer"}
