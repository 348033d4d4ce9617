"""Addresses of accounts and tournaments."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from .views import (
    account,
    home,
    jobs,
    overview,
    programme,
    seating,
    settings,
    staff,
    welcome,
)

house = [
    path("", home.home, name="home"),
    path("welcome/", welcome.welcome, name="welcome"),
    path("login/", account.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("account/", account.account, name="account"),
    path("account/password/", account.OwnPassword.as_view(), name="password_change"),
    path("tournaments/new/", home.tournament_new, name="tournament_new"),
]
organisation = [
    path("t/<slug:slug>/", overview.overview, name="tournament"),
    path("t/<slug:slug>/settings/", settings.settings, name="settings"),
    path("t/<slug:slug>/staff/", staff.staff, name="staff"),
    path("t/<slug:slug>/staff/<int:user>/", staff.staff_roles, name="staff_roles"),
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
work = [
    path("t/<slug:slug>/jobs/<int:job>/", jobs.show, name="job"),
    path("t/<slug:slug>/jobs/<int:job>/file/", jobs.file, name="job_file"),
    path("t/<slug:slug>/jobs/<int:job>/cancel/", jobs.cancel, name="job_cancel"),
    path("t/<slug:slug>/jobs/<int:job>/repeat/", jobs.repeat, name="job_repeat"),
]
urlpatterns = [*house, *organisation, *seats, *work]
