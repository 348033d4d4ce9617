"""The product with one more address: `/bare/`, a view that does nothing."""

from __future__ import annotations

from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

application = get_wsgi_application()


def bare(request: HttpRequest) -> HttpResponse:
    """Two bytes through all the middleware."""
    return HttpResponse("ok")


def _add() -> None:
    from config import urls

    urls.urlpatterns.insert(0, path("bare/", bare))


_add()
