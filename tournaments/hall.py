"""Where phones in the hall reach this product."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest

LOOPBACK = {"127.0.0.1", "localhost", "::1"}


def hall_address(request: HttpRequest) -> str:
    """Where phones reach this product, for QR codes; empty when only this machine can.

    The address that the server announces, else the one this page was asked under.
    """
    if settings.HALL_ADDRESS:
        return str(settings.HALL_ADDRESS)
    here = request.build_absolute_uri("/")
    return "" if urlsplit(here).hostname in LOOPBACK else here
