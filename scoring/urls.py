"""Addresses of scoring."""

from django.urls import path

from .views import exports, player, standings

urlpatterns = [
    path("t/<slug:slug>/standings/", standings.show, name="standings"),
    path("t/<slug:slug>/standings/part/", standings.part, name="standings_part"),
    path("t/<slug:slug>/standings/leaders/", standings.leaders, name="standings_leaders"),
    path("t/<slug:slug>/players/<int:number>/", player.show, name="entry"),
    path("t/<slug:slug>/exports/", exports.show, name="exports"),
    path("t/<slug:slug>/exports/<str:name>", exports.download, name="export_file"),
]
