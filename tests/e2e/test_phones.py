"""Three phones and a desk in one session, over plain http, with a network that comes and goes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.e2e.conftest import HALL_NAME, Server

pytestmark = pytest.mark.browser

# Two tables; the time of the session is over, so that a short evening can be closed.
SETUP = """
import datetime as dt
from django.utils import timezone
from tests.builders import add_entries, add_session, add_staff, make_tournament
from tournaments.models import Entry, Role, Table
from tournaments.selectors.links import link_path
from tournaments.services.links import make_links
import json
tournament = make_tournament()
session = add_session(tournament, entries=add_entries(tournament, 8))
session.starts_at = timezone.now() - dt.timedelta(minutes=125)
session.save()
add_staff(tournament, "sara", Role.SCORER)
links = {link.table.number: link_path(link) for link in make_links(by=None, session=session)}
codes = dict(Entry.objects.values_list("number", "code"))
print(json.dumps({"links": links, "codes": codes}))
"""

STORED = """
import json
from journal.models import Event
from scoring.models import Hand, TableResult
fields = ("table__number", "number", "version", "winner", "discarder", "points")
figures = ("table__number", "seat", "score", "table_points")
rows = Hand.objects.filter(voided_at=None).order_by("table__number", "number")
results = TableResult.objects.order_by("table__number", "seat")
print(json.dumps({
    "hands": [list(row) for row in rows.values_list(*fields)],
    "written": Hand.objects.count(),
    "results": [list(row) for row in results.values_list(*figures)],
    "closed_by": [event.actor_name for event in Event.objects.filter(verb="table.closed")],
}))
"""


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

    def close_browser(self) -> Any:
        """Close the browser; what it keeps on disk is all that is left."""
        kept = self.context.storage_state()
        self.context.close()
        return kept

    def open_browser(self, kept: Any) -> None:
        """Start it again with what it kept, and open the table's page."""
        self.context = self._context(kept)
        self.page = self._page()
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

    def totals(self) -> dict[str, str]:
        """The totals below the form, the best first."""
        rows = self.page.locator("#scores li").all()
        return {row.locator(".nm").inner_text()[-2:]: row.locator("b").inner_text() for row in rows}


@pytest.fixture
def hall(empty_server: Server) -> dict[str, Any]:
    """A running session at two tables, with the tables' links and the players' codes."""
    return json.loads(empty_server.manage("shell", "-v0", "-c", SETUP))


@pytest.fixture
def three(browser: Browser, empty_server: Server, hall: dict[str, Any]) -> Iterator[list[Phone]]:
    """Two phones at table 1, one at table 2."""
    phones = [Phone(browser, empty_server, hall["links"][table]) for table in ("1", "1", "2")]
    yield phones
    for one in phones:
        one.context.close()
    assert [one.errors for one in phones] == [[], [], []]


def stored(server: Server) -> dict[str, Any]:
    return json.loads(server.manage("shell", "-v0", "-c", STORED))


def test_three_phones_and_a_desk(
    empty_server: Server, hall: dict[str, Any], three: list[Phone], desk: Page
) -> None:
    first, second, far = three

    # Table 1, hand 1. Seats A to D are players 1, 3, 5, 7.
    first.enter("Last01", "Last05", 24, saves="Save: Last01 +48")
    first.is_at(2)
    assert first.totals() == {"01": "+48", "03": "−8", "07": "−8", "05": "−32"}

    # The second phone has not seen it and says something else: both values, one choice.
    second.enter("Last03", "Self-draw", 8, saves="Save: Last03 +48")
    asked = second.page.locator("#conflicts li")
    expect(asked).to_contain_text("Hand 1: something else is stored.")
    expect(asked.get_by_role("button")).to_have_text(
        ["Keep what is stored: Last01 off Last05, 24", "Replace it with: Last03, self-draw, 8"]
    )
    expect(second.page.locator("#hand")).to_be_hidden()
    asked.get_by_role("button", name="Keep what is stored").tap()
    second.is_at(2)
    assert second.totals() == {"01": "+48", "03": "−8", "07": "−8", "05": "−32"}

    # Different hands by different people both stand: hand 2 from the phone, hand 3 from the desk.
    log_in(desk, empty_server)
    desk.goto(f"{empty_server.hall_address}/t/mosel/sessions/1/tables/1/?hand=3")
    desk.keyboard.press("0")
    desk.get_by_role("button", name="Save: drawn hand").click()
    expect(desk.locator(".said")).to_contain_text("Hand 3 is stored")
    second.enter("Last03", "Self-draw", 8, saves="Save: Last03 +48")
    second.is_at(4)

    # Undo gives the values back to be corrected.
    second.drawn()
    second.is_at(5)
    second.page.get_by_role("button", name="Undo 4").tap()
    second.is_at(4)
    expect(second.page.locator("#save")).to_have_text("Save: drawn hand")
    second.enter("Last07", "Last01", 12, saves="Save: Last07 +36")
    second.is_at(5)
    expect(second.page.get_by_role("button", name="Undo 4")).to_be_visible()

    # Table 2 loses the network for three hands, and its browser is closed meanwhile.
    far.context.set_offline(True)
    far.enter("Last02", "Last04", 10, saves="Save: Last02 +34")
    expect(far.page.locator("#trouble")).to_contain_text("Entries safe on this phone: 1.")
    far.page.get_by_role("button", name="Enter hand 2").tap()
    far.drawn()
    far.page.get_by_role("button", name="Enter hand 3").tap()
    far.enter("Last08", "Self-draw", 11, saves="Save: Last08 +57")
    waiting = [line.replace("\n", " ") for line in far.page.locator("#queued li").all_inner_texts()]
    assert waiting == ["3 Last08, self-draw 11", "2 drawn hand –", "1 Last02 off Last04 10"]
    assert far.totals() == {"08": "+49", "02": "+15", "06": "−27", "04": "−37"}
    kept = far.close_browser()
    assert [row[0] for row in stored(empty_server)["hands"]] == [1, 1, 1, 1]

    # Opened again, it sends them in order; the first answer is lost on the way, and counts once.
    far.context = far._context(kept)
    far.page = far._page()
    lost: list[int] = []

    def lose_one(route: Route) -> None:
        if lost:
            route.continue_()
            return
        headers = route.request.headers | {"host": route.request.url.split("/")[2]}
        direct = route.request.url.replace(HALL_NAME, "127.0.0.1")
        lost.append(route.fetch(url=direct, headers=headers).status)
        route.abort()

    far.page.route("**/hands/1/", lose_one)
    far.page.goto(far.home)
    expect(far.page.locator("#trouble")).to_contain_text("Entries safe on this phone: 3.")
    for _ in range(100):  # the server may be slower than the phone is patient
        if lost:
            break
        far.page.wait_for_timeout(200)
    assert lost == [200]
    far.page.evaluate("window.dispatchEvent(new Event('online'))")
    far.is_at(4)
    expect(far.page.locator("#trouble")).to_be_hidden()
    assert far.totals() == {"08": "+49", "02": "+15", "06": "−27", "04": "−37"}
    assert far.page.evaluate("localStorage.length") == 0

    found = stored(empty_server)
    assert found["hands"] == [
        [1, 1, 1, "A", "C", 24],
        [1, 2, 1, "B", "", 8],
        [1, 3, 1, "", "", 0],
        [1, 4, 2, "D", "A", 12],
        [2, 1, 1, "A", "B", 10],
        [2, 2, 1, "", "", 0],
        [2, 3, 1, "D", "", 11],
    ]
    assert found["written"] == 8  # the seven, and the one undone
    assert found["results"] == []

    # Time is over: hand 4 was the last at table 1, and somebody else confirms by code.
    second.page.get_by_role("button", name="Hand 4 was the last").tap()
    page = second.page
    expect(page.get_by_role("button", name="Confirm and close table 1")).to_be_visible()
    assert second.totals() == {"03": "+32", "01": "+12", "07": "+12", "05": "−56"}
    page.locator(".confirming .g4 label", has_text="Last05").tap()
    page.get_by_label("Your code").fill("0000" if hall["codes"]["5"] != "0000" else "1111")
    page.get_by_role("button", name="Confirm and close table 1").tap()
    expect(page.locator("#code-hint")).to_contain_text("not the code of First05 Last05")
    page.get_by_label("Your code").fill(hall["codes"]["5"])
    page.get_by_role("button", name="Confirm and close table 1").tap()
    expect(page.get_by_text("Table 1 is closed. First05 Last05 confirmed it.")).to_be_visible()

    # The other phone at that table learns it by itself.
    expect(first.page.get_by_text("Table 1 is closed.")).to_be_visible(timeout=20_000)
    desk.goto(f"{empty_server.hall_address}/t/mosel/desk/")
    expect(desk.locator("#table-1")).to_contain_text("Closed")
    found = stored(empty_server)
    assert found["results"] == [
        [1, "A", 12, 18],
        [1, "B", 32, 48],
        [1, "C", -56, 0],
        [1, "D", 12, 18],
    ]
    assert found["closed_by"] == ["table 1, First05 Last05"]


def log_in(desk: Page, server: Server) -> None:
    desk.goto(f"{server.hall_address}/login/")
    desk.locator("[name=username]").fill("sara")
    desk.locator("[name=password]").fill("pw-sara")
    desk.locator("form:has([name=password]) button").click()
    desk.wait_for_url(lambda url: "login" not in url)


def test_a_phone_whose_link_is_ended_keeps_its_hands(
    browser: Browser, empty_server: Server, hall: dict[str, Any]
) -> None:
    phone = Phone(browser, empty_server, hall["links"]["2"])
    phone.context.set_offline(True)
    phone.enter("Last02", "Last04", 10, saves="Save: Last02 +34")
    expect(phone.page.locator("#trouble")).to_be_visible()
    renewed = empty_server.manage("shell", "-v0", "-c", RENEW).strip()
    phone.context.set_offline(False)
    phone.page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(phone.page.locator("#trouble")).to_contain_text("This link has ended.")
    assert stored(empty_server)["hands"] == []
    phone.page.goto(empty_server.hall_address + renewed)
    phone.is_at(2)
    assert stored(empty_server)["hands"] == [[2, 1, 1, "A", "B", 10]]
    phone.context.close()
    assert phone.errors == []


RENEW = """
from tournaments.models import Table
from tournaments.selectors.links import link_path
from tournaments.services.links import renew_link
print(link_path(renew_link(by=None, table=Table.objects.get(number=2))))
"""
