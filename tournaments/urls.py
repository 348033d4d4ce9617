"""Addresses of accounts and tournaments."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from .views import (
    account,
    entries,
    entry,
    entry_import,
    home,
    jobs,
    links,
    overview,
    programme,
    seating,
    settings,
    staff,
    teams,
    tokens,
    welcome,
)

house = [
    path("", home.home, name="home"),
    path("welcome/", welcome.welcome, name="welcome"),
    path("login/", account.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/", account.account, name="account"),
    path("account/password/", account.OwnPassword.as_view(), name="password_change"),
    path("account/tokens/", tokens.create, name="token_create"),
    path("account/tokens/<int:pk>/revoke/", tokens.revoke, name="token_revoke"),
    path("tournaments/new/", home.tournament_new, name="tournament_new"),
]
organisation = [
    path("t/<slug:slug>/", overview.overview, name="tournament"),
    path("t/<slug:slug>/settings/", settings.settings, name="settings"),
    path("t/<slug:slug>/staff/", staff.staff, name="staff"),
    path("t/<slug:slug>/staff/<int:user>/", staff.staff_roles, name="staff_roles"),
    path("t/<slug:slug>/staff/<int:user>/password/", staff.staff_password, name="staff_password"),
    path("t/<slug:slug>/sessions/", programme.sessions, name="sessions"),
    path(
        "t/<slug:slug>/sessions/<int:number>/change/",
        programme.session_change,
        name="session_change",
    ),
    path(
        "t/<slug:slug>/sessions/<int:number>/remove/",
        programme.session_remove,
        name="session_remove",
    ),
]
seats = [
    path("t/<slug:slug>/seating/", seating.seating, name="seating"),
    path("t/<slug:slug>/seating/draw/", seating.seating_draw, name="seating_draw"),
    path("t/<slug:slug>/seating/import/", seating.seating_import, name="seating_import"),
    path("t/<slug:slug>/seating/publish/", seating.seating_publish, name="seating_publish"),
    path("t/<slug:slug>/seating/<int:number>/", seating.session_seating, name="session_seating"),
    path(
        "t/<slug:slug>/seating/<int:number>/publish/",
        seating.session_publish,
        name="session_publish",
    ),
    path(
        "t/<slug:slug>/seating/<int:number>/unpublish/",
        seating.session_unpublish,
        name="session_unpublish",
    ),
]
phones = [
    path("q/<str:key>/", links.enter, name="table_link"),
    path("t/<slug:slug>/sessions/<int:number>/links/", links.show, name="table_links"),
    path("t/<slug:slug>/sessions/<int:number>/links/make/", links.make, name="table_links_make"),
    path(
        "t/<slug:slug>/sessions/<int:number>/links/<int:table>/renew/",
        links.renew,
        name="table_link_renew",
    ),
    path(
        "t/<slug:slug>/sessions/<int:number>/links/<int:table>/revoke/",
        links.revoke,
        name="table_link_revoke",
    ),
]
people = [
    path("t/<slug:slug>/players/", entries.show, name="entries"),
    path("t/<slug:slug>/players/add/", entry.add, name="entry_add"),
    path("t/<slug:slug>/players/arrived/", entries.arrived, name="entries_arrived"),
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
]
work = [
    path("t/<slug:slug>/jobs/<int:job>/", jobs.show, name="job"),
    path("t/<slug:slug>/jobs/<int:job>/file/", jobs.file, name="job_file"),
    path("t/<slug:slug>/jobs/<int:job>/cancel/", jobs.cancel, name="job_cancel"),
    path("t/<slug:slug>/jobs/<int:job>/repeat/", jobs.repeat, name="job_repeat"),
]
urlpatterns = [*house, *organisation, *people, *seats, *phones, *work]
