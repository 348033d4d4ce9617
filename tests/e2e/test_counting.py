"""The calculator and the three depths of the table's page, with mouse, keyboard and thumb."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from scoring.engine.mcr.catalogue import number_of
from tests.e2e.conftest import Server, start_server

pytestmark = pytest.mark.browser
SESSION = "/t/mosel/sessions/1"
# Fourteen tiles by taps: a chow from the left, ten tiles, the winning tile.
TAPS = "3s 6s 9s 1m 4m 7m 2p 5p S S 8p"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose one tournament plays session 1 at seven tables, with hand 1 to enter."""
    for server in start_server(tmp_path_factory.mktemp("counting")):
        server.manage("shell", "-c", "from tests.scoring.play import make_play; make_play(28)")
        yield server


@pytest.fixture
def thumb(browser: Browser) -> Iterator[Page]:
    """A phone that is touched, 360 pixels wide."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, locale="en"
    )
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


def log_in(page: Page, server: Server, name: str) -> None:
    page.goto(f"{server.address}/login/")
    page.fill("[name=username]", name)
    page.fill("[name=password]", f"pw-{name}")
    page.press("[name=password]", "Enter")
    page.wait_for_url("**/")


def open_table(page: Page, server: Server, table: int) -> None:
    page.goto(f"{server.address}{SESSION}/tables/{table}/")


def no_overflow(page: Page) -> bool:
    root = "document.documentElement"
    return bool(page.evaluate(f"{root}.scrollWidth <= {root}.clientWidth"))


def tap_hand(page: Page, tap: str) -> None:
    """Tap the hand of case 3: `tap` is the name of the method, tap or click."""
    suit = "m"
    do = getattr(page, tap)
    do("[data-mode=chow]")
    for tile in ["6s", *TAPS.split()]:
        letter = tile[-1] if len(tile) == 2 else ""
        if letter and letter != suit and page.locator(f"[data-suit={letter}]").first.is_visible():
            do(f"button[data-suit={letter}]")
            suit = letter
        do(f"[data-tile='{tile}']")


def test_the_calculator_by_mouse(server: Server, desk: Page) -> None:
    desk.goto(f"{server.address}/calculator/")
    tap_hand(desk, "click")
    expect(desk.locator("#id_hand")).to_have_value("[678s,1] 147m 369s 25p SS 8p")
    desk.get_by_text("self-draw").click()
    desk.fill("#id_flowers", "1")
    desk.get_by_role("button", name="Count the hand").click()
    expect(desk.locator(".score1 .serif")).to_have_text("14")
    expect(desk.locator(".fans1 tbody th").first).to_contain_text("Knitted Straight 组合龙")
    assert "hand=%5B678s%2C1%5D" in desk.url
    address = desk.locator(".share2 a").get_attribute("href")
    desk.goto(str(address))
    expect(desk.locator(".score1 .serif")).to_have_text("14")


def test_the_calculator_by_keyboard(server: Server, desk: Page) -> None:
    desk.goto(f"{server.address}/calculator/")
    desk.focus("[data-mode=hand]")
    desk.keyboard.type("77789m11888pNNN")
    expect(desk.locator("[data-count]")).to_have_text("13")
    desk.keyboard.press("Backspace")
    expect(desk.locator("[data-count]")).to_have_text("12")
    desk.fill("#id_hand", "[NNN,2] 77789m 11888p 7m")
    expect(desk.locator("[data-count]")).to_have_text("14")
    desk.press("#id_hand", "Enter")
    expect(desk.locator("#worth")).to_have_text("No win: 6 without flowers, 8 are needed")


def test_the_calculator_by_thumb(server: Server, thumb: Page) -> None:
    thumb.goto(f"{server.address}/calculator/")
    tap_hand(thumb, "tap")
    expect(thumb.locator("[data-rack] .win [aria-label='8 of dots']")).to_be_visible()
    thumb.tap("text=Count the hand")
    expect(thumb.locator(".score1 .serif")).to_have_text("12")
    assert no_overflow(thumb)


def test_fourteen_tiles_are_tapped_in_fifteen_seconds(server: Server, thumb: Page) -> None:
    log_in(thumb, server, "sara")
    open_table(thumb, server, 1)
    thumb.locator("[name=depth][value=tiles]").check(force=True)
    began = time.monotonic()
    tap_hand(thumb, "tap")
    taken = time.monotonic() - began
    expect(thumb.locator("[data-count]")).to_have_text("14")
    assert taken < 15
    assert no_overflow(thumb)


def test_a_lower_claim_stands_without_a_word(server: Server, desk: Page) -> None:
    log_in(desk, server, "sara")
    open_table(desk, server, 2)
    desk.keyboard.press("1")
    desk.keyboard.press("2")
    desk.locator("[name=depth][value=tiles]").check(force=True)
    desk.fill("#id_tiles", "[678s,1] 147m 369s 25p SS 8p")
    desk.fill("#id_points", "10")
    expect(desk.locator("#payments .pay")).to_contain_text("+34")
    expect(desk.locator("#payments")).not_to_contain_text("Knitted Straight")
    desk.get_by_role("button", name="Save hand 1").click()
    expect(desk.locator(".said")).to_have_text("Hand 1 is stored.")
    row = desk.locator(".sheet tr", has=desk.locator("a[href$='hands/1/']"))
    expect(row.locator(".badge")).to_have_text(["tiles"])
    row.locator(".badge").click()
    expect(desk.locator("main")).to_contain_text("is told once the table is closed")


def test_a_higher_claim_is_disputed_and_settled(server: Server, desk: Page) -> None:
    log_in(desk, server, "rolf")
    open_table(desk, server, 3)
    desk.locator("[name=winner][value=A]").check(force=True)
    desk.locator("[name=discarder][value=B]").check(force=True)
    desk.locator("[name=depth][value=tiles]").check(force=True)
    desk.fill("#id_tiles", "[678s,1] 147m 369s 25p SS 8p")
    desk.fill("#id_points", "20")
    desk.get_by_role("button", name="Save hand 1").click()
    expect(desk.locator(".sheet .badge", has_text="disputed")).to_be_visible()
    desk.goto(f"{server.address}/t/mosel/desk/")
    expect(desk.locator("#next")).to_have_text("Table 3, hand 1: a claim is disputed")
    desk.locator(".next").get_by_role("link", name="Settle").click()
    expect(desk.locator("#ruling")).to_have_text("20 were called, the tiles count 12")
    desk.get_by_label("the count: 12").check()
    desk.get_by_label("Reason").fill("counted together")
    desk.get_by_role("button", name="Settle the claim").click()
    expect(desk.locator(".messages")).to_contain_text("Hand 1 is settled.")
    row = desk.locator(".sheet tr", has=desk.locator("a[href$='hands/1/']"))
    expect(row.locator(".how")).to_contain_text("12")


def test_fans_are_found_and_called_by_keyboard(server: Server, desk: Page) -> None:
    log_in(desk, server, "sara")
    open_table(desk, server, 4)
    desk.locator("[name=depth][value=fans]").check(force=True)
    desk.focus("[name=winner][value=A]")
    desk.keyboard.press("1")
    desk.keyboard.press("2")
    expect(desk.locator("#fan-search")).to_be_focused()
    for words in ("qing long", "和绝张", "attente unique", "all chows"):
        desk.keyboard.type(words)
        desk.keyboard.press("Enter")
    expect(desk.locator("#payments .sum2 .serif")).to_have_text("23")
    desk.get_by_role("button", name="Save hand 1").click()
    expect(desk.locator(".said")).to_have_text("Hand 1 is stored.")


def test_fans_are_dimmed_with_a_reason_only_with_help(server: Server, thumb: Page) -> None:
    log_in(thumb, server, "sara")
    for table, help_ in ((5, False), (5, True)):
        set_help(server, help_)
        open_table(thumb, server, table)
        thumb.locator("[name=winner][value=A]").check(force=True)
        thumb.locator("[name=discarder][value=B]").check(force=True)
        thumb.locator("[name=depth][value=fans]").check(force=True)
        thumb.fill("#fan-search", "full flush")
        thumb.locator("#fan-list li:not([hidden]) input[type=checkbox]").check()
        thumb.fill("#fan-search", "no honors")
        expect(thumb.locator("#payments .sum2 .serif")).to_have_text("24")
        row = thumb.locator(f"#fan-list li[data-fan='{number_of('No Honors')}']")
        if help_:
            expect(row).to_have_class("off")
            expect(row.locator(".why")).to_have_text("No Honors is not counted beside Full Flush.")
        else:
            expect(row.locator(".why")).to_have_text("")
        assert no_overflow(thumb)
    set_help(server, False)


def test_with_help_the_tiles_are_counted_while_they_are_typed(server: Server, desk: Page) -> None:
    set_help(server, True)
    log_in(desk, server, "sara")
    open_table(desk, server, 7)
    desk.locator("[name=winner][value=A]").check(force=True)
    desk.locator("[name=discarder][value=B]").check(force=True)
    desk.locator("[name=depth][value=tiles]").check(force=True)
    desk.fill("#id_tiles", "[678s,1] 147m 369s 25p SS 8p")
    expect(desk.locator("#payments .count2")).to_contain_text("12 Knitted Straight 组合龙")
    desk.fill("#id_points", "20")
    expect(desk.locator("#payments .count2")).to_contain_text("it will be disputed")
    set_help(server, False)


def set_help(server: Server, on: bool) -> None:
    server.manage(
        "shell",
        "-c",
        "from tournaments.models import Tournament;"
        f"Tournament.objects.filter(slug='mosel').update(table_help={on})",
    )
