"""What comes over the wire: JSON only, of a reasonable size, and not too many writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import APIException, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.throttling import UserRateThrottle

if TYPE_CHECKING:
    from rest_framework.views import APIView

LARGEST_BODY = 256 * 1024


class TooLarge(APIException):
    """413."""

    status_code = 413
    default_code = "too_large"
    default_detail = _("The request is larger than 256 kB.")


class SmallJson(JSONParser):
    """JSON of a reasonable size that is an object."""

    def parse(
        self, stream: Any, media_type: str | None = None, parser_context: Any = None
    ) -> dict[str, Any]:
        """The object; a refusal as a parse or field error."""
        request = (parser_context or {})["request"]
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_BODY:
            raise TooLarge
        parsed = super().parse(stream, media_type, parser_context)
        if not isinstance(parsed, dict):
            raise ValidationError(_("Send a JSON object."), code="not_an_object")
        return parsed


class AlwaysJson(BaseContentNegotiation):
    """The API speaks JSON, whatever a client would accept."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        """The parser of the content type; None makes 415."""
        kind = (request.content_type or "").split(";")[0].strip().lower()
        return next((one for one in parsers if one.media_type == kind), None)

    def select_renderer(self, request: Request, renderers: Any, suffix: str | None = None) -> Any:
        """The first one."""
        return renderers[0], renderers[0].media_type


class WriteThrottle(UserRateThrottle):
    """Stops a program that writes without end; reading is never counted: a hall is one address."""

    scope = "writes"

    def allow_request(self, request: Request, view: APIView) -> bool:
        """True for every read, and for writes below the rate of the account."""
        return request.method in {"GET", "HEAD", "OPTIONS"} or super().allow_request(request, view)
