"""Names of pages that are still being built; each goes when its page stands."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path


def missing(request: HttpRequest, **parts: object) -> HttpResponse:
    """Nothing here yet."""
    raise Http404


urlpatterns = [
    path("", missing, name="home"),
    path("welcome/", missing, name="welcome"),
    path("login/", missing, name="login"),
    path("logout/", missing, name="logout"),
    path("account/", missing, name="account"),
    path("tournaments/new/", missing, name="tournament_new"),
    path("players/", missing, name="players"),
    path("players/import/", missing, name="players_import"),
    path("t/<slug:slug>/", missing, name="tournament"),
    path("t/<slug:slug>/settings/", missing, name="settings"),
    path("t/<slug:slug>/staff/", missing, name="staff"),
    path("t/<slug:slug>/sessions/", missing, name="sessions"),
    path("t/<slug:slug>/players/", missing, name="entries"),
    path("t/<slug:slug>/teams/", missing, name="teams"),
    path("t/<slug:slug>/seating/", missing, name="seating"),
    path("t/<slug:slug>/seating/<int:number>/", missing, name="session_seating"),
    path("t/<slug:slug>/desk/", missing, name="desk"),
    path("t/<slug:slug>/sessions/<int:number>/tables/<int:table>/", missing, name="table"),
    path("t/<slug:slug>/papers/", missing, name="papers"),
]
