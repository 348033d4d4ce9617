"""Every page of the demonstration as the browser sees it, at four widths, for three readers."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import parse_qsl, urlsplit

import pytest
from django.urls import Resolver404, resolve
from playwright.sync_api import Browser, BrowserContext

from scoring.services.demonstration import ACCOUNTS, SLUG, password_of
from tests.e2e.conftest import Server
from tests.e2e.inspection import SMALL_TARGETS, Inspector
from tournaments.models import Role

pytestmark = pytest.mark.every_page

# Sheets of paper have the width of A4, files are no pages, and Swagger draws the API's page itself.
NOT_PAGES = {"paper", "session_paper", "export_file", "job_file", "api_schema", "api_docs"}
FILES = (".csv", ".xlsx", ".json", ".pdf", ".html")
# Query fields that make another page of the same address.
TELLING = {"do", "view", "hand", "revoke", "session"}
# Of a scorer's pages an organiser sees all, and more on them.
HEARD = {"visitor", "organiser"}
READERS = {"visitor": None, "scorer": Role.SCORER, "organiser": Role.ORGANISER}

# What each reader gets to at least: a walk that ends early must not pass.
PUBLIC = {"home", "tournament", "seating", "session_seating", "standings", "entries", "entry"}
STAFF = PUBLIC | {"desk", "table", "papers", "account", "password_change"}
REACHED = {
    "visitor": PUBLIC | {"login"},
    "scorer": STAFF,
    "organiser": STAFF
    | {"settings", "staff", "sessions", "exports", "tournament_new", "teams"}
    | {"entries_import", "entry_add", "entry_edit", "entry_replace"}
    | {"players", "players_import", "player_add", "player_edit"},
}


def open_as(
    browser: Browser, server: Server, role: Role | None, locale: str = "en"
) -> BrowserContext:
    """A browser context whose screen is touched, logged in where there is a role."""
    context = browser.new_context(has_touch=True, locale=locale)
    if role is not None:
        name = next(name for name, _full, has in ACCOUNTS if has == role)
        page = context.new_page()
        page.goto(f"{server.address}/login/")
        page.locator("[name=username]").fill(name)
        page.locator("[name=password]").fill(password_of(name))
        page.locator("main [type=submit], main button").first.click()
        page.wait_for_url(lambda address: "/login/" not in address)
        page.close()
    return context


def kind_of(path: str) -> tuple[str, ...] | None:
    """What makes a page another page than those seen: its name, and what its query tells."""
    parts = urlsplit(path)
    try:
        match = resolve(parts.path)
    except Resolver404:
        return None
    if match.url_name in NOT_PAGES or parts.path.endswith(FILES):
        return None
    if match.url_name == "hand_replay":
        return (match.url_name,)
    told = [name for name, _value in parse_qsl(parts.query) if name in TELLING]
    told += [value for name, value in parse_qsl(parts.query) if name in {"do", "view"}]
    return (match.url_name or "", *sorted(told))


def walk(inspector: Inspector, start: list[str]) -> Iterator[str]:
    """Follow the links from `start`; one page of each kind, open when it is yielded."""
    seen: set[tuple[str, ...]] = set()
    waiting = list(start)
    while waiting:
        path = waiting.pop(0).partition("#")[0]
        kind = kind_of(path)
        if kind is None or kind in seen:
            continue
        seen.add(kind)
        inspector.open(path)
        yield path
        waiting += inspector.links()


@pytest.mark.parametrize("reader", READERS)
def test_every_page_is_sound(reader: str, browser: Browser, demo_server: Server):
    context = open_as(browser, demo_server, READERS[reader])
    inspector = Inspector(context, demo_server.address)
    paths: list[str] = []
    found: list[str] = []
    for path in walk(inspector, ["/", f"/t/{SLUG}/"]):
        paths.append(path)
        found += inspector.findings(path)
        if reader in HEARD:
            found += inspector.barriers(path)
    context.close()
    assert not found, "\n".join(found)
    assert REACHED[reader] <= {kind_of(path)[0] for path in paths}


# Pages with links of one or two words, which are two letters in Chinese.
SHORT_LINKS = ("", "players/1/", "standings/", "desk/", "log/", "exports/")
# Where the head and the text begin, without what surrounds them.
EDGES = """() => [document.querySelector(".top .brand"), document.querySelector("h1")]
  .map((one) => Math.round(one.getBoundingClientRect().left))"""


def test_a_chinese_phone_has_links_for_fingers_and_one_edge(browser: Browser, demo_server: Server):
    context = open_as(browser, demo_server, Role.ORGANISER, locale="zh-CN")
    inspector = Inspector(context, demo_server.address)
    inspector.page.set_viewport_size({"width": 360, "height": 740})
    found, edges = [], {}
    for path in SHORT_LINKS:
        inspector.open(f"/t/{SLUG}/{path}")
        assert inspector.page.locator("html").get_attribute("lang") == "zh-hans"
        found += [f"{path}: {small}" for small in inspector.page.evaluate(SMALL_TARGETS)]
        if inspector.page.locator(".top").count():
            edges[path] = tuple(inspector.page.evaluate(EDGES))
    context.close()
    assert found == []
    assert set(edges.values()) == {(16, 16)}
    assert "desk/" in edges
