"""All addresses."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("i18n/", include("django.conf.urls.i18n")),
    path("", include("scoring.urls")),
    path("", include("tournaments.urls")),
    path("players/", include("players.urls")),
    path("", include("config.placeholders")),
]
