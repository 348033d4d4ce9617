"""The product with the addresses of `bare_urls`, for any WSGI server."""

from __future__ import annotations

from django.conf import settings
from django.urls import resolve

from config.wsgi import application

__all__ = ["application"]

settings.ROOT_URLCONF = "tests.benchmarks.bare_urls"
resolve("/")
