"""Log-in of programs: `Authorization: Bearer qv_…`. The session of a browser works too."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from tournaments.services.tokens import use_token

KEYWORD = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """Acts as the person who made the token; a token that does not work is refused (401)."""

    def authenticate(self, request: Request) -> tuple[User, None] | None:
        """The owner of the token in the header; None where there is no such header."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != KEYWORD.lower().encode():
            return None
        try:
            text = words[1].decode("ascii") if len(words) == 2 else ""
        except UnicodeDecodeError:
            text = ""
        user = use_token(text) if text else None
        if user is None:
            raise AuthenticationFailed(_("This token does not work."))
        return user, None

    def authenticate_header(self, request: Request) -> str:
        """Makes refusals 401 and tells how to log in."""
        return f'{KEYWORD} realm="api"'
