"""One's own tokens: listed, made in a browser's session, revoked."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.models import User
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.authentication import SessionAuthentication
from rest_framework.exceptions import PermissionDenied
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.document import paged
from scoring.api.doors import Door, NoSuch, PageQuery
from tournaments.models import ApiToken
from tournaments.services.tokens import create_token, revoke_token


class TokenOut(serializers.ModelSerializer[ApiToken]):
    """A token; of its text only the last four characters are known."""

    class Meta:
        model = ApiToken
        fields = ["id", "name", "tail", "created_at", "last_used_at", "revoked_at"]
        read_only_fields = fields


class NewTokenOut(TokenOut):
    """A new token with its text, which is told only now."""

    token = serializers.CharField(read_only=True)

    class Meta(TokenOut.Meta):
        fields = [*TokenOut.Meta.fields, "token"]
        read_only_fields = fields


class TokenIn(serializers.Serializer[Any]):
    """What the token is for."""

    name = serializers.CharField(max_length=80)


class Tokens(Door):
    """One's own tokens."""

    permission_classes = [IsAuthenticated]

    @extend_schema(parameters=[PageQuery], responses=paged(TokenOut))
    def get(self, request: Request) -> Response:
        """List one's tokens."""
        return self.page(owner(request).api_tokens.all(), self.asked(PageQuery), TokenOut)

    @extend_schema(request=TokenIn, responses={201: NewTokenOut})
    def post(self, request: Request) -> Response:
        """Make a token. Only a log-in with a password may: a stolen token makes no others."""
        if not isinstance(request.successful_authenticator, SessionAuthentication):
            raise PermissionDenied(code="session_needed")
        token, text = create_token(user=owner(request), name=self.taken(TokenIn)["name"])
        token.token = text  # type: ignore[attr-defined]
        return Response(NewTokenOut(token).data, status.HTTP_201_CREATED)


class OneToken(Door):
    """One of one's own tokens."""

    permission_classes = [IsAuthenticated]

    @extend_schema(responses={204: None})
    def delete(self, request: Request, pk: int) -> Response:
        """Revoke a token; it works no more from now on."""
        token = owner(request).api_tokens.filter(pk=pk).first()
        if token is None:
            raise NoSuch
        revoke_token(user=owner(request), token=token)
        return Response(status=status.HTTP_204_NO_CONTENT)


def owner(request: Request) -> User:
    """Who asks."""
    user = request.user
    assert isinstance(user, User)
    return user
