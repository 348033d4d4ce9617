"""The organiser's day while it is played: hands by the keyboard, four totals, the desk."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.e2e import day as evening
from tests.e2e.day import Day, Seats, expect_running, signed


def play_session_one(day: Day) -> Seats:
    """Table 1 hand by hand with the keyboard alone, the others by four totals."""
    seats = day.seats(1)
    day.go("desk/")
    day.press("Start session 1")
    expect(day.page.get_by_role("heading", name="Start it all the same?")).to_be_visible()
    expect(day.page.get_by_text("are not ticked as arrived")).to_be_visible()
    day.press("Start session 1")
    enter_sixteen_hands(day)
    close_with_a_check(day)
    for table in (2, 3, 4, 5):
        enter_four_totals(day, 1, table, evening.SESSION_ONE[table][0])
    day.go("desk/")
    day.press("Finish session 1")
    return seats


def enter_sixteen_hands(day: Day) -> None:
    page = day.page
    keyboard = page.keyboard
    day.go("sessions/1/tables/1/")
    for number, hand in enumerate(evening.HANDS, start=1):
        expect(page.locator(f"#hand-form[action$='/hands/{number}/']")).to_be_visible()
        for key in hand.keys:
            keyboard.press(key)
        if number == 1:
            type_a_six(page)
        keyboard.type(hand.points)
        keyboard.press("Enter")
        expect(page.locator(".said")).to_have_text(f"Hand {number} is stored.")
        row = page.locator("#sheet tbody tr", has=page.locator(f'th a[href$="hand={number}"]'))
        expect_running(page, row, hand.running)
        if number == evening.FALSE_HU_AFTER:
            give_a_false_hu(day)


def type_a_six(page: Page) -> None:
    """A hand below 8 is refused and stays in the form, with everything else."""
    page.keyboard.type("6")
    page.keyboard.press("Enter")
    expect(page.locator("#id_points_error")).to_contain_text("below 8")
    expect(page.locator("#id_points")).to_have_value("6")
    expect(page.locator("#id_points")).to_be_focused()
    expect(page.locator("[name=winner]:checked")).to_have_value("A")
    expect(page.locator("[name=discarder]:checked")).to_have_value("B")
    page.keyboard.press("ControlOrMeta+a")


def give_a_false_hu(day: Day) -> None:
    """D showed a false hu in the hand that C won: 10 to each opponent. The next hand is half typed
    when somebody thinks of it, and still is afterwards."""
    page, keyboard = day.page, day.page.keyboard
    for key in "21f":
        keyboard.press(key)
    expect(page.get_by_label("What for?")).to_be_visible()
    keyboard.press("4")
    day.walk_to(page.get_by_label("What for?"))
    keyboard.type("P1")
    day.walk_to(page.get_by_label("Hand optional"))
    expect(page.get_by_label("Hand optional")).to_have_value("4")
    keyboard.type("3")
    keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("P1")
    expect_running(page, page.locator("#sheet tr.pen"), evening.FALSE_HU_RUNNING)
    expect(page.locator("[name=winner]:checked")).to_have_value("B")
    expect(page.locator("[name=discarder]:checked")).to_have_value("A")
    expect(page.locator("#id_points")).to_be_focused()
    keyboard.press("Escape")


def close_with_a_check(day: Day) -> None:
    """The sheet's four totals are typed as a check; one misread figure is named and kept."""
    page, keyboard = day.page, day.page.keyboard
    wrong = (evening.TABLE_ONE[0], 40, *evening.TABLE_ONE[2:])
    for typed in (wrong, evening.TABLE_ONE):
        if typed is not wrong:
            expect(page.locator("#id_total_b")).to_have_value("40")
            expect(page.locator("#id_total_b")).to_be_focused()
            day.walk_to(page.locator("#id_total_a"), "Shift+Tab")
        for total in typed:
            keyboard.press("ControlOrMeta+a")
            keyboard.type(str(total))
            keyboard.press("Enter")
        if typed is wrong:
            expect(page.locator("#id_total_b_error")).to_be_visible()
    expect(page.locator(".said")).to_have_text("Table 1 is closed.")
    result = page.locator(".pay.big li")
    expect(result.locator(".num:not(.tpc)")).to_have_text(list(map(signed, evening.TABLE_ONE)))
    expect(result.locator(".tpc")).to_have_text(list(evening.TABLE_ONE_POINTS))


def enter_four_totals(day: Day, session: int, table: int, totals: tuple[int, ...]) -> None:
    day.go(f"sessions/{session}/tables/{table}/")
    day.press("Four totals only")
    expect(day.page.locator("#id_total_a")).to_be_focused()
    for total in totals:
        day.page.keyboard.type(str(total))
        day.page.keyboard.press("Enter")
    expect(day.page.locator(".said")).to_have_text(f"Table {table} is closed.")


def play_session_two(day: Day) -> None:
    """Five tables by their totals; the desk leads from one step to the next."""
    day.go("desk/")
    day.press("Approve")
    day.press("Start session 2")
    asked = day.page.get_by_role("heading", name="Start it all the same?")
    expect(asked.or_(day.page.locator("#desk .clk"))).to_be_visible()
    if asked.is_visible():  # the programme's evening may be hours away
        day.press("Start session 2")
    for table, (totals, _points) in evening.SESSION_TWO.items():
        enter_four_totals(day, 2, table, totals)
    day.go("desk/")
    for words in ("Finish session 2", "Approve", "Open the exports"):
        day.press(words)
    expect(day.page.get_by_role("heading", name="Exports")).to_be_visible()
