"""All addresses."""

from django.urls import include, path

from config.health import health

urlpatterns = [
    path("health/", health, name="health"),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    path("players/", include("players.urls")),
]
