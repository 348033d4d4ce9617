"""Addresses of scoring."""

from django.urls import path

from .views import papers

urlpatterns = [
    path("t/<slug:slug>/papers/", papers.show, name="papers"),
    path("t/<slug:slug>/papers/<slug:name>.<slug:form>", papers.of_tournament, name="paper"),
    path(
        "t/<slug:slug>/papers/<int:number>/<slug:name>.<slug:form>",
        papers.of_session,
        name="session_paper",
    ),
    path("t/<slug:slug>/papers/<int:number>/pack/", papers.pack, name="papers_pack"),
]
