"""A phone at a table, as the people there hold it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import Server


class Phone:
    """A phone let in at a table; its browser can be closed and opened again."""

    def __init__(self, browser: Browser, server: Server, link: str) -> None:
        self.browser = browser
        self.home = f"{server.hall_address}/t/mosel/phone/"
        self.errors: list[str] = []
        self.context = self._context(None)
        self.page = self._page()
        self.page.goto(server.hall_address + link)
        assert self.page.url == self.home
        assert self.page.evaluate("isSecureContext") is False

    def _context(self, kept: Any) -> BrowserContext:
        size = {"width": 360, "height": 740}
        return self.browser.new_context(
            viewport=size, locale="en", has_touch=True, is_mobile=True, storage_state=kept
        )

    def _page(self) -> Page:
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def learns(self) -> None:
        """Ask the server at once for what has changed, as the page does every ten seconds."""
        self.page.evaluate("window.dispatchEvent(new Event('online'))")

    def close_browser(self) -> Any:
        """Close the browser; what it keeps on disk is all that is left."""
        kept = self.context.storage_state()
        self.context.close()
        return kept

    def open_browser(self, kept: Any, *, meeting: Callable[[Route], None]) -> None:
        """Start it again with what it kept, and open the table's page; `meeting` gets each hand."""
        self.context = self._context(kept)
        self.page = self._page()
        self.page.route("**/hands/*/", meeting)
        self.page.goto(self.home)

    def enter(self, winner: str, off: str, points: int, *, saves: str) -> None:
        """Tap a win; `off` is a name or "Self-draw"; `saves` is what the button says."""
        page = self.page
        page.locator("#hand .g4 label", has_text=winner).tap()
        page.locator("#hand .g4f label:visible", has_text=off).tap()
        for digit in str(points):
            page.locator(".pad button", has_text=digit).tap()
        expect(page.locator("#save")).to_have_text(saves)
        page.locator("#save").tap()

    def drawn(self) -> None:
        """Tap a drawn hand."""
        self.page.locator(".pad label").tap()
        expect(self.page.locator("#save")).to_have_text("Save: drawn hand")
        self.page.locator("#save").tap()

    def is_at(self, hand: int) -> None:
        """Wait for the form of a hand."""
        expect(self.page.locator("#title")).to_have_text(f"Session 1, hand {hand}")
        expect(self.page.locator("#hand")).to_be_visible()

    def shows(self, totals: dict[str, str]) -> None:
        """Wait for the totals below the form, by the numbers of the players, the best first."""
        rows = self.page.locator("#scores li")
        expect(rows.locator(".nm")).to_have_text([re.compile(f"{who}$") for who in totals])
        expect(rows.locator("b")).to_have_text(list(totals.values()))

    def confirms(self, seat: str, code: str, *, table: int) -> None:
        """A second person confirms the totals with the code of the programme."""
        page = self.page
        page.locator(".confirming .g4 label", has_text=seat).tap()
        page.get_by_label("Your code").fill(code)
        page.get_by_role("button", name=f"Confirm and close table {table}").tap()
