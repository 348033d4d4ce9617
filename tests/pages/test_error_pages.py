"""The page for our own faults, which may rely on nothing, and the small picture of every page."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.contrib.staticfiles import finders
from django.test import RequestFactory
from django.urls import path
from django.views.defaults import server_error


def broken(request):
    """A view with a fault of ours."""
    raise RuntimeError("the secret of the fault")


urlpatterns = [path("broken/", broken)]


@pytest.fixture
def broken_page(settings, client):
    """A site whose only page is broken. No test here may touch the database: pytest refuses it."""
    settings.ROOT_URLCONF = __name__
    client.raise_request_exception = False
    return client


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("en", "Something went wrong on our side"),
        ("fr", "Une erreur s’est produite de notre côté"),
    ],
)
def test_a_fault_of_ours_is_told_without_database_and_without_the_reason(
    broken_page, language, title
):
    answer = broken_page.get("/broken/", headers={"accept-language": language})
    text = answer.content.decode()
    assert answer.status_code == 500
    assert re.findall(r"<h1>(.*?)</h1>", text) == [title]
    assert re.findall(r'href="(/|[^"]+\.css)"', text) == [
        "/static/css/tokens.css",
        "/static/css/parts.css",
        "/static/css/pages.css",
        "/",
    ]
    assert "secret" not in text


def test_the_page_needs_neither_a_context_nor_middleware():
    answer = server_error(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"Something went wrong on our side</h1>" in answer.content


@pytest.mark.django_db
def test_pages_name_a_picture_that_is_served(client):
    page = client.get("/calculator/").content.decode()
    (address,) = re.findall(r'<link rel="icon" href="/static/([^"]+)" type="image/svg\+xml">', page)
    drawn = ElementTree.parse(finders.find(address)).getroot()
    assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
    assert len(list(drawn)) > 0
