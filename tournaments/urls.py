"""Addresses of tournaments."""

from django.urls import path

from .views import entries, entry, entry_import, jobs, teams

urlpatterns = [
    path("t/<slug:slug>/players/", entries.show, name="entries"),
    path("t/<slug:slug>/players/add/", entry.add, name="entry_add"),
    path("t/<slug:slug>/players/complete/", entry.complete, name="entries_complete"),
    path("t/<slug:slug>/players/import/", entry_import.show, name="entries_import"),
    path("t/<slug:slug>/players/export.<str:form>", entries.export, name="entries_export"),
    path("t/<slug:slug>/players/<int:number>/edit/", entry.edit, name="entry_edit"),
    path("t/<slug:slug>/players/<int:number>/replace/", entry.replace, name="entry_replace"),
    path("t/<slug:slug>/players/<int:number>/tick/<str:what>/", entries.tick, name="entry_tick"),
    path("t/<slug:slug>/players/<int:number>/do/<slug:action>/", entry.act, name="entry_act"),
    path("t/<slug:slug>/teams/", teams.show, name="teams"),
    path("t/<slug:slug>/teams/add/", teams.add, name="team_add"),
    path("t/<slug:slug>/teams/assign/", teams.assign, name="teams_assign"),
    path("t/<slug:slug>/teams/<int:team>/", teams.change, name="team_change"),
    path("t/<slug:slug>/jobs/<int:job>/", jobs.show, name="job"),
    path("t/<slug:slug>/jobs/<int:job>/file/", jobs.file, name="job_file"),
    path("t/<slug:slug>/jobs/<int:job>/cancel/", jobs.cancel, name="job_cancel"),
    path("t/<slug:slug>/jobs/<int:job>/repeat/", jobs.repeat, name="job_repeat"),
]
