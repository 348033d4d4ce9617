"""The page of the API in a real browser: under the CSP, without any other host."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.e2e.conftest import Server

pytestmark = pytest.mark.browser


def test_the_page_shows_every_operation_and_asks_nobody_else(empty_server: Server, desk: Page):
    hosts = set()
    desk.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
    desk.goto(f"{empty_server.address}/api/v1/docs/")
    desk.wait_for_selector(".opblock", timeout=60_000)
    assert desk.locator(".opblock").count() >= 46
    assert hosts - {""} == {urlsplit(empty_server.address).netloc}
