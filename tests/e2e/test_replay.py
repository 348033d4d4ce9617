"""Watching a hand again in a browser: by keyboard, by itself, on a laptop and on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Server

pytestmark = pytest.mark.browser

HAND = "/t/mosel-open/sessions/1/tables/1/hands/1/replay/"
WALL = "The wall stands: 144 tiles."


def step(page: Page, number: int) -> None:
    expect(page.locator("#replay")).to_have_attribute("data-step", str(number))


def last_step(page: Page) -> int:
    return int(page.locator("#replay").get_attribute("data-last") or "0")


def played_by_keyboard(page: Page, server: Server) -> None:
    """From the wall to the fans with arrow keys, Home and End; the address follows."""
    page.goto(f"{server.address}{HAND}?view=south")
    expect(page.locator("#rp-say")).to_have_text(WALL)
    last = last_step(page)
    for number in (1, 2, 3):
        page.keyboard.press("ArrowRight")
        step(page, number)
    expect(page.locator("#rp-say")).to_have_text("The tiles are dealt.")
    expect(page.locator("#rp-live")).to_have_text("The tiles are dealt.")
    assert page.url.endswith("?step=3&view=south")
    # 13 tiles of South lie open, those of the three others face down.
    expect(page.locator(".at-bottom .rhand .ti:not(.back)")).to_have_count(13)
    expect(page.locator(".rhand .ti.back")).to_have_count(40)
    page.keyboard.press("ArrowLeft")
    step(page, 2)
    page.keyboard.press("End")
    step(page, last)
    expect(page.locator("#rp-say")).to_contain_text("points.")
    expect(page.get_by_role("heading", name="What the hand counts")).to_be_visible()
    page.keyboard.press("ArrowRight")
    step(page, last)
    page.keyboard.press("Home")
    step(page, 0)


def test_a_hand_is_watched_by_keyboard_on_a_laptop(demo_server: Server, desk: Page):
    played_by_keyboard(desk, demo_server)


def test_a_hand_is_watched_on_a_phone_without_scrolling_sideways(demo_server: Server, phone: Page):
    played_by_keyboard(phone, demo_server)
    for number in (0, 40, 999):
        phone.goto(f"{demo_server.address}{HAND}?step={number}")
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
    bar = phone.locator(".rgo").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] == 740


def test_focus_stays_on_the_button_that_was_pressed(demo_server: Server, desk: Page):
    desk.goto(demo_server.address + HAND)
    desk.locator("#rp-next").focus()
    desk.keyboard.press("Enter")
    step(desk, 1)
    expect(desk.locator("#rp-next")).to_be_focused()
    desk.keyboard.press("Enter")
    step(desk, 2)


def test_it_plays_by_itself_until_it_is_stopped_and_ends_at_the_end(
    demo_server: Server, desk: Page
):
    desk.goto(demo_server.address + HAND)
    last = last_step(desk)
    desk.goto(f"{demo_server.address}{HAND}?step={last - 3}")
    play = desk.locator("#rp-play")
    desk.keyboard.press("Space")
    expect(play).to_have_text("Pause")
    step(desk, last - 1)
    desk.keyboard.press("Space")
    expect(play).to_have_text("Play")
    desk.wait_for_timeout(2500)
    stood = int(desk.locator("#replay").get_attribute("data-step") or "0")
    assert last - 1 <= stood < last + 1
    desk.goto(f"{demo_server.address}{HAND}?step={last - 2}")
    play.click()
    step(desk, last)
    expect(play).to_be_disabled()


def test_it_works_without_javascript(demo_server: Server, browser):
    context = browser.new_context(java_script_enabled=False, locale="en")
    page = context.new_page()
    page.goto(demo_server.address + HAND)
    page.get_by_role("link", name="Next").click()
    expect(page.locator("#rp-say")).to_contain_text(re.compile(r"^East throws \d and \d"))
    page.locator("#rp-view-west").click()
    assert page.url.endswith("?step=1&view=west")
    page.get_by_label("Step", exact=True).fill("3")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#rp-say")).to_have_text("The tiles are dealt.")
    expect(page.locator("#rp-play")).to_be_hidden()
    context.close()
