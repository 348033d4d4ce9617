"""One form for every refusal: `{"code", "message", "fields"}`.

`fields` names what is to blame: `{"points": [{"code": "below_minimum", "message": "…"}]}`. A
conflict (409) has the two values beside it: `standing` is stored, `given` was sent.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from typing import Any

from django.core.exceptions import NON_FIELD_ERRORS
from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import ValidationError as DjangoValidationError
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, status
from rest_framework.exceptions import ErrorDetail
from rest_framework.response import Response
from rest_framework.views import set_rollback

from scoring.services.checking import Deal
from scoring.services.hands import StaleHand

log = logging.getLogger(__name__)


def body(code: str, message: str, fields: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The one form of an error."""
    return {"code": code, "message": message, "fields": dict(fields or {})}


def answer_fault(fault: Exception, context: Mapping[str, Any]) -> Response:
    """The answer to any exception of an API view; what nobody foresaw is logged and is a 500."""
    set_rollback()
    if isinstance(fault, StaleHand):
        return _conflict(fault)
    if isinstance(fault, DjangoValidationError):
        return Response(_refused(fault), status.HTTP_400_BAD_REQUEST)
    if isinstance(fault, Http404):
        fault = exceptions.NotFound()
    elif isinstance(fault, DjangoPermissionDenied):
        fault = exceptions.PermissionDenied(str(fault) or None)
    if isinstance(fault, exceptions.ValidationError):
        return Response(_invalid(fault), fault.status_code)
    if isinstance(fault, exceptions.APIException):
        detail = fault.detail
        assert isinstance(detail, ErrorDetail)
        return Response(
            body(str(detail.code), str(detail)), fault.status_code, headers=_headers(fault)
        )
    log.error("an API view failed", exc_info=fault)
    answer = body("server_error", _("Something went wrong here; it has been written down."))
    return Response(answer, status.HTTP_500_INTERNAL_SERVER_ERROR)


def _headers(fault: exceptions.APIException) -> dict[str, str]:
    """Who has to log in is told how, who has to wait is told how long."""
    told = {}
    if getattr(fault, "auth_header", None):
        told["WWW-Authenticate"] = fault.auth_header  # type: ignore[attr-defined]
    if getattr(fault, "wait", None):
        told["Retry-After"] = f"{fault.wait:.0f}"  # type: ignore[attr-defined]
    return told


def _conflict(stale: StaleHand) -> Response:
    """409: what stands (with its version) and what was sent."""
    standing = None
    if stale.standing is not None:
        standing = Deal.of(stale.standing).said | {"version": stale.standing.version}
    answer = body("stale", " ".join(stale.messages)) | {
        "standing": standing,
        "given": None if stale.given is None else stale.given.said,
    }
    return Response(answer, status.HTTP_409_CONFLICT)


def _refused(fault: DjangoValidationError) -> dict[str, Any]:
    """What a service refused; without fields to blame its own code is the answer's."""
    if not hasattr(fault, "error_dict"):
        codes = {error.code for error in fault.error_list}
        code = codes.pop() if len(codes) == 1 else None
        return body(code or "invalid", " ".join(fault.messages))
    named = {
        name: [{"code": one.code or "invalid", "message": " ".join(one.messages)} for one in errors]
        for name, errors in fault.error_dict.items()
    }
    general = named.pop(NON_FIELD_ERRORS, [])
    return _summed(named, general)


def _invalid(fault: exceptions.ValidationError) -> dict[str, Any]:
    """What a serializer refused, nested fields as `sessions.0.minutes`."""
    named: dict[str, list[dict[str, str]]] = {}
    for path, detail in _flat(fault.detail):
        named.setdefault(path, []).append({"code": str(detail.code), "message": str(detail)})
    general = named.pop("", []) + named.pop("non_field_errors", [])
    return _summed(named, general)


def _summed(named: Mapping[str, Any], general: list[dict[str, str]]) -> dict[str, Any]:
    if general and not named:
        return body(general[0]["code"], " ".join(one["message"] for one in general))
    message = _("Some fields cannot be taken: %(names)s.") % {"names": ", ".join(sorted(named))}
    return body("invalid", " ".join([message, *(one["message"] for one in general)]), named)


def _flat(detail: Any, path: str = "") -> Iterator[tuple[str, ErrorDetail]]:
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            yield from _flat(inner, f"{path}.{name}" if path else str(name))
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, Mapping | list)
            yield from _flat(inner, f"{path}.{index}" if nested else path)
    else:
        yield path, detail
