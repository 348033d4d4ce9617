"""The product's addresses with one more: `/bare/`, a view that does nothing."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from config import urls


def bare(request: HttpRequest) -> HttpResponse:
    """Two bytes through all the middleware."""
    return HttpResponse("ok")


urlpatterns = [path("bare/", bare), *urls.urlpatterns]
