"""Names of pages that are still being built; each goes when its page stands."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path


def missing(request: HttpRequest, **parts: object) -> HttpResponse:
    """Nothing here yet."""
    raise Http404


urlpatterns = [
    path("t/<slug:slug>/players/<int:number>/", missing, name="entry"),
    path("t/<slug:slug>/standings/", missing, name="standings"),
    path("t/<slug:slug>/standings/leaders/", missing, name="standings_leaders"),
    path("t/<slug:slug>/exports/", missing, name="exports"),
]
