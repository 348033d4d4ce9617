"""Addresses of tournaments."""

from django.urls import path

from .views import jobs

urlpatterns = [
    path("t/<slug:slug>/jobs/<int:job>/", jobs.show, name="job"),
    path("t/<slug:slug>/jobs/<int:job>/file/", jobs.file, name="job_file"),
    path("t/<slug:slug>/jobs/<int:job>/cancel/", jobs.cancel, name="job_cancel"),
    path("t/<slug:slug>/jobs/<int:job>/repeat/", jobs.repeat, name="job_repeat"),
]
