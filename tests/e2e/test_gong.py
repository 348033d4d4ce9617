"""The gong on the hall's screen: once at the start, twice before the end, three times then."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server

pytestmark = pytest.mark.browser

SETUP = """
from tests.builders import add_entries, add_session, make_tournament
from tournaments.models import Session
tournament = make_tournament()
add_session(tournament, entries=add_entries(tournament, 4), state=Session.State.PUBLISHED)
"""

START = """
from scoring.services.sessions import start_session
from tournaments.models import Session
start_session(by=None, session=Session.objects.get())
"""


def test_the_gong_strikes_at_the_start_before_the_end_and_at_the_end(
    desk: Page, empty_server: Server
):
    """The session is started late, as most are: the screen hears of it afterwards."""
    empty_server.manage("shell", "-v0", "-c", SETUP)
    desk.clock.install()
    desk.goto(f"{empty_server.hall_address}/t/mosel/clock/")
    sound = desk.locator("#sound")
    expect(sound).to_have_text("Gong is off: switch it on")
    sound.click()
    expect(sound).to_have_text("Gong is on")
    expect(sound).to_have_attribute("data-struck", "1")  # so that everybody hears that it works
    empty_server.manage("shell", "-v0", "-c", START)
    expect(sound).to_have_attribute("data-struck", "2")
    left = int(desk.locator("#hall").get_attribute("data-ends")) - int(
        desk.locator("#hall").get_attribute("data-starts")
    )
    # Nothing more is asked of the server, whose own time goes on as ever.
    desk.route("**/clock/**", lambda route: route.fulfill(status=204))
    desk.clock.fast_forward(left - 15 * 60_000 - 30_000)
    expect(sound).to_have_attribute("data-struck", "2")
    desk.clock.run_for(32_000)
    expect(sound).to_have_attribute("data-struck", "4")
    desk.clock.fast_forward(14 * 60_000 + 30_000)
    expect(sound).to_have_attribute("data-struck", "4")
    desk.clock.run_for(32_000)
    expect(sound).to_have_attribute("data-struck", "7")
    sound.click()
    expect(sound).to_have_text("Gong is off: switch it on")
    expect(sound).to_have_class("btn s red")
