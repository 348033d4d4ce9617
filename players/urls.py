"""Addresses of players."""

from django.urls import path

from .views import importing, people

urlpatterns = [
    path("", people.show, name="players"),
    path("add/", people.add, name="player_add"),
    path("import/", importing.show, name="players_import"),
    path("export.<str:form>", people.export, name="players_export"),
    path("<int:player>/", people.edit, name="player_edit"),
]
