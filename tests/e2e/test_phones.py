"""Three phones and a desk in one session, over plain http, with a network that comes and goes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.e2e.after_play import shown_places, shown_version
from tests.e2e.conftest import HALL_NAME, Server
from tests.e2e.phones import Phone

pytestmark = pytest.mark.browser

# Three tables and a substitute on the bench; the time of the session is over, so that a short
# evening can be closed. Seats A to D: table 1 has players 1, 4, 7, 10, table 2 has 2, 5, 8, 11,
# table 3 has 3, 6, 9, 12.
SETUP = """
import datetime as dt
from django.utils import timezone
from tests.builders import add_entries, add_session, add_staff, make_player, make_tournament
from tournaments.models import Entry, Role, Table
from tournaments.selectors.links import link_path
from tournaments.services.entries import add_entry
from tournaments.services.links import make_links
import json
tournament = make_tournament()
session = add_session(tournament, entries=add_entries(tournament, 12))
session.starts_at = timezone.now() - dt.timedelta(minutes=125)
session.save()
add_entry(by=None, tournament=tournament, player=make_player(90), kind=Entry.Kind.SUBSTITUTE,
          counts_for_ranking=False)
add_staff(tournament, "rolf", Role.REFEREE)
links = {link.table.number: link_path(link) for link in make_links(by=None, session=session)}
codes = dict(Entry.objects.values_list("number", "code"))
print(json.dumps({"links": links, "codes": codes}))
"""

STORED = """
import json
from journal.models import Event
from scoring.models import Hand, TableResult
fields = ("table__number", "number", "version", "winner", "discarder", "points")
rows = Hand.objects.filter(voided_at=None).order_by("table__number", "number")
results = {}
for row in TableResult.objects.order_by("table__number", "seat"):
    results.setdefault(row.table.number, []).append([row.score, row.table_points])
print(json.dumps({
    "hands": [list(row) for row in rows.values_list(*fields)],
    "written": Hand.objects.count(),
    "results": results,
    "closed_by": [event.actor_name for event in Event.objects.filter(verb="table.closed")],
}))
"""

RENEW = """
from tournaments.models import Table
from tournaments.selectors.links import link_path
from tournaments.services.links import renew_link
print(link_path(renew_link(by=None, table=Table.objects.get(number=2))))
"""

# Place, player's number, table points, score. Player 12 came too late and has nothing; the
# substitute's +32 and 4 table points at table 3 are nobody's.
STANDINGS = (
    ("1", "11", "4", "+69"),
    ("2", "01", "4", "+30"),
    ("3", "02", "2", "+35"),
    ("4", "04", "2", "+28"),
    ("5", "06", "2", "+24"),
    ("6", "10", "1", "+20"),
    ("7", "08", "1", "−7"),
    ("8", "09", "1", "−24"),
    ("9", "12", "0", "0"),
    ("10", "03", "0", "−32"),
    ("11", "07", "0", "−78"),
    ("12", "05", "0", "−97"),
)
# Hand 3 of table 1 was worth 30, not 10: players 4 and 10 gain and lose 20, 4 passes 1.
CORRECTED = (
    ("1", "11", "4", "+69"),
    ("2", "04", "4", "+48"),
    ("3", "02", "2", "+35"),
    ("4", "01", "2", "+30"),
    ("5", "06", "2", "+24"),
    ("6", "10", "1", "0"),
    *STANDINGS[6:],
)


@pytest.fixture
def hall(empty_server: Server) -> dict[str, Any]:
    """A running session at three tables, with the tables' links and the players' codes."""
    return json.loads(empty_server.manage("shell", "-v0", "-c", SETUP))


@pytest.fixture
def three(browser: Browser, empty_server: Server, hall: dict[str, Any]) -> Iterator[list[Phone]]:
    """A phone at each table."""
    phones = [Phone(browser, empty_server, hall["links"][table]) for table in "123"]
    yield phones
    for one in phones:
        one.context.close()
    assert [one.errors for one in phones] == [[], [], []]


def stored(server: Server) -> dict[str, Any]:
    return json.loads(server.manage("shell", "-v0", "-c", STORED))


def test_three_phones_and_a_desk(
    empty_server: Server, hall: dict[str, Any], three: list[Phone], desk: Page
) -> None:
    first, second, third = three
    home = f"{empty_server.hall_address}/t/mosel"
    log_in(desk, empty_server)
    a_late_player_and_a_substitute(desk, home, third)
    different_values_of_one_hand(desk, home, first)
    a_false_hu(desk, home, "07", "P1", (1, 3), "−78", first)
    an_undo_leaves_the_figures_as_they_were(first)
    kept = three_hands_without_network(second)
    assert [row[0] for row in stored(empty_server)["hands"]] == [1, 1, 1, 1, 3, 3]
    opened_again(second, kept)
    a_false_hu(desk, home, "05", "P2", (2, 3), "−97", second)
    second.shows({"11": "+69", "02": "+35", "08": "−7", "05": "−97"})
    found = stored(empty_server)
    assert found["hands"] == [
        [1, 1, 1, "A", "C", 24],
        [1, 2, 2, "D", "A", 12],
        [1, 3, 1, "B", "D", 10],
        [1, 4, 2, "", "", 0],
        [2, 1, 1, "A", "B", 10],
        [2, 2, 1, "", "", 0],
        [2, 3, 1, "D", "", 11],
        [3, 1, 1, "D", "A", 16],
        [3, 2, 1, "B", "C", 8],
    ]
    assert found["written"] == 11  # the nine, the one replaced, and the one undone
    assert found["results"] == {}

    confirm_by_codes(three, hall["codes"])
    close_the_session(desk, home)
    found = stored(empty_server)
    assert found["results"] == {
        "1": [[30, 48], [28, 24], [-78, 0], [20, 12]],
        "2": [[35, 24], [-97, 0], [-7, 12], [69, 48]],
        "3": [[-32, 0], [24, 24], [-24, 12], [32, 48]],
    }
    assert found["closed_by"] == [
        "table 3, First09 Last09",
        "table 2, First08 Last08",
        "table 1, First04 Last04",
    ]
    correct_after_approval(desk, home, first)


def log_in(desk: Page, server: Server) -> None:
    desk.goto(f"{server.hall_address}/login/")
    desk.locator("[name=username]").fill("rolf")
    desk.locator("[name=password]").fill("pw-rolf")
    desk.locator("form:has([name=password]) button").click()
    desk.wait_for_url(lambda url: "login" not in url)


def a_late_player_and_a_substitute(desk: Page, home: str, phone: Phone) -> None:
    """Player 12 is not there: the effect is shown, then confirmed; the open phone follows."""
    expect(phone.page.locator("#scores")).to_contain_text("First12 Last12")
    desk.goto(f"{home}/desk/")
    desk.get_by_role("link", name="Late, ill, no-show…").click()
    desk.get_by_label("Name or start number").fill("last12")
    desk.get_by_role("button", name="Find").click()
    desk.get_by_role("link", name="First12 Last12").click()
    desk.get_by_role("radio", name="late for more than 15 minutes").check()
    desk.get_by_role("radio", name="Last90").check()
    desk.get_by_role("button", name="Show what follows").click()
    effect = desk.get_by_role("region", name="What follows")
    rows = effect.locator("tbody tr")
    expect(rows.filter(has_text="First12 Last12")).to_contain_text("0: the session is lost")
    expect(rows.filter(has_text="First90 Last90")).to_contain_text("can win 4")
    phone.learns()
    expect(phone.page.locator("#scores")).to_contain_text("First12 Last12")
    effect.get_by_role("button", name="Confirm").click()
    expect(desk.get_by_text("First90 Last90 sits down for First12 Last12.")).to_be_visible()
    phone.learns()
    expect(phone.page.locator("#scores")).to_contain_text("First90 Last90")
    phone.is_at(1)
    phone.enter("Last90", "Last03", 16, saves="Save: Last90 +40")
    phone.is_at(2)
    phone.shows({"90": "+40", "06": "−8", "09": "−8", "03": "−24"})
    phone.enter("Last06", "Last09", 8, saves="Save: Last06 +32")
    phone.is_at(3)
    phone.shows({"90": "+32", "06": "+24", "09": "−24", "03": "−32"})


def different_values_of_one_hand(desk: Page, home: str, phone: Phone) -> None:
    """Hand 2 is in at the desk when the phone, out of touch for a moment, says something else."""
    phone.enter("Last01", "Last07", 24, saves="Save: Last01 +48")
    phone.is_at(2)
    phone.shows({"01": "+48", "04": "−8", "10": "−8", "07": "−32"})
    phone.context.set_offline(True)
    desk.goto(f"{home}/sessions/1/tables/1/")
    desk.keyboard.press("2")
    desk.keyboard.press("s")
    desk.keyboard.type("8")
    desk.keyboard.press("Enter")
    expect(desk.locator(".said")).to_have_text("Hand 2 is stored.")
    phone.enter("Last10", "Last01", 12, saves="Save: Last10 +36")
    expect(phone.page.locator("#trouble")).to_contain_text("Entries safe on this phone: 1.")
    phone.context.set_offline(False)
    phone.learns()
    asked = phone.page.locator("#conflicts li")
    expect(asked).to_contain_text("Hand 2: something else is stored.")
    expect(asked.get_by_role("button")).to_have_text(
        ["Keep what is stored: Last04, self-draw, 8", "Replace it with: Last10 off Last01, 12"]
    )
    expect(phone.page.locator("#hand")).to_be_hidden()
    phone.shows({"04": "+40", "01": "+32", "10": "−24", "07": "−48"})
    asked.get_by_role("button", name="Replace it with").tap()
    phone.is_at(3)
    phone.shows({"01": "+28", "10": "+28", "04": "−16", "07": "−40"})
    phone.enter("Last04", "Last10", 10, saves="Save: Last04 +34")
    phone.is_at(4)
    phone.shows({"01": "+20", "04": "+18", "10": "+10", "07": "−48"})


def a_false_hu(
    desk: Page, home: str, who: str, code: str, place: tuple[int, int], total: str, phone: Phone
) -> None:
    """The referee fines a false hu of the hand just played; sheet and phone show it."""
    table, hand = place
    desk.goto(f"{home}/sessions/1/tables/{table}/")
    desk.keyboard.press("f")
    desk.locator(".who4 label", has_text=f"Last{who}").click()
    desk.get_by_label("What for?").select_option(code)
    expect(desk.get_by_label("Hand optional")).to_have_value(str(hand))
    desk.get_by_role("button", name="Give the penalty").click()
    expect(desk.locator(".said")).to_have_text(f"{code} for First{who} Last{who} is stored.")
    phone.learns()
    row = phone.page.locator("#scores li", has_text=f"Last{who}")
    expect(row.locator("b")).to_have_text(total)


def an_undo_leaves_the_figures_as_they_were(phone: Phone) -> None:
    """Hand 4 goes in and out again: the same figures as before it."""
    before = {"01": "+30", "04": "+28", "10": "+20", "07": "−78"}
    phone.shows(before)
    phone.enter("Last01", "Self-draw", 9, saves="Save: Last01 +51")
    phone.is_at(5)
    phone.shows({"01": "+81", "04": "+11", "10": "+3", "07": "−95"})
    phone.page.get_by_role("button", name="Undo 4").tap()
    phone.is_at(4)
    expect(phone.page.locator("#save")).to_have_text("Save: Last01 +51")
    expect(phone.page.locator("#said")).to_have_text("Hand 4 is undone.")
    phone.page.locator(".pad button", has_text="8").tap()
    expect(phone.page.locator("#save")).to_have_text("Save: Last01 +48")
    phone.shows(before)
    phone.drawn()
    phone.is_at(5)
    phone.shows(before)


def three_hands_without_network(phone: Phone) -> Any:
    """Table 2 goes on without network, then its browser is closed; what it keeps."""
    phone.context.set_offline(True)
    phone.enter("Last02", "Last05", 10, saves="Save: Last02 +34")
    expect(phone.page.locator("#trouble")).to_contain_text("Entries safe on this phone: 1.")
    phone.page.get_by_role("button", name="Enter hand 2").tap()
    phone.drawn()
    phone.page.get_by_role("button", name="Enter hand 3").tap()
    phone.enter("Last11", "Self-draw", 11, saves="Save: Last11 +57")
    waiting = phone.page.locator("#queued li").all_inner_texts()
    assert [line.replace("\n", " ") for line in waiting] == [
        "3 Last11, self-draw 11",
        "2 drawn hand –",
        "1 Last02 off Last05 10",
    ]
    phone.shows({"11": "+49", "02": "+15", "08": "−27", "05": "−37"})
    return phone.close_browser()


def opened_again(phone: Phone, kept: Any) -> None:
    """The hands go out in order; the first answer is lost on the way, and counts once."""
    sent: list[tuple[str, int]] = []

    def lose_one(route: Route) -> None:
        hand = route.request.url.rstrip("/").rpartition("/")[2]
        headers = route.request.headers | {"host": route.request.url.split("/")[2]}
        direct = route.request.url.replace(HALL_NAME, "127.0.0.1")
        answer = route.fetch(url=direct, headers=headers)
        sent.append((hand, answer.status))
        if len(sent) == 1:
            route.abort()
        else:
            route.fulfill(response=answer)

    phone.open_browser(kept, meeting=lose_one)
    expect(phone.page.locator("#trouble")).to_contain_text("Entries safe on this phone: 3.")
    phone.learns()
    phone.is_at(4)
    expect(phone.page.locator("#trouble")).to_be_hidden()
    phone.shows({"11": "+49", "02": "+15", "08": "−27", "05": "−37"})
    assert sent == [("1", 200), ("1", 200), ("2", 200), ("3", 200)]
    assert phone.page.evaluate("localStorage.length") == 0


def confirm_by_codes(three: list[Phone], codes: dict[str, str]) -> None:
    """Time is over: the last hand is named, and a second person confirms with the own code."""
    wanted = (
        (4, "04", {"01": "+30", "04": "+28", "10": "+20", "07": "−78"}),
        (3, "08", {"11": "+69", "02": "+35", "08": "−7", "05": "−97"}),
        (2, "09", {"90": "+32", "06": "+24", "09": "−24", "03": "−32"}),
    )
    for table, (phone, (last, who, totals)) in enumerate(zip(three, wanted, strict=True), start=1):
        page, code = phone.page, codes[str(int(who))]
        page.get_by_role("button", name=f"Hand {last} was the last").tap()
        expect(page.locator(".confirming")).to_be_visible()
        phone.shows(totals)
        if table == 1:
            phone.confirms(f"Last{who}", "0000" if code != "0000" else "1111", table=table)
            expect(page.locator("#code-hint")).to_contain_text(f"not the code of First{who}")
        phone.confirms(f"Last{who}", code, table=table)
        said = f"Table {table} is closed. First{who} Last{who} confirmed it."
        expect(page.get_by_text(said)).to_be_visible()


def numbered(page: Page) -> tuple[tuple[str, ...], ...]:
    """Place, player's number, table points and score of the standings that are open."""
    names = page.locator(".st1 .nm").all_inner_texts()
    return tuple(
        (place, name[-2:], points, score)
        for (place, points, score), name in zip(shown_places(page), names, strict=True)
    )


def close_the_session(desk: Page, home: str) -> None:
    """The desk sees three closed tables, finishes the session and approves it."""
    desk.goto(f"{home}/desk/")
    for table in (1, 2, 3):
        expect(desk.locator(f"#table-{table}")).to_contain_text("Closed")
    desk.get_by_role("button", name="Finish session 1").click()
    desk.get_by_role("button", name="Approve").click()
    expect(desk.get_by_role("heading", name="Every session is approved")).to_be_visible()
    desk.goto(f"{home}/standings/")
    assert numbered(desk) == STANDINGS


def correct_after_approval(desk: Page, home: str, phone: Phone) -> None:
    """A reason is asked for; table, standings and the public list of corrections follow."""
    before = shown_version(desk)
    desk.goto(f"{home}/sessions/1/tables/1/?hand=3")
    desk.locator("#id_points").fill("30")
    desk.get_by_role("button", name="Save hand 3").click()
    expect(desk.locator("#id_reason_error")).to_be_visible()
    desk.locator("#id_reason").fill("misread")
    desk.get_by_role("button", name="Save hand 3").click()
    expect(desk.locator(".said")).to_have_text(
        "Hand 3 is corrected: 30, First04 Last04 off First10 Last10 "
        "(before: 10, First04 Last04 off First10 Last10)."
    )
    expect(desk.locator("#sheet .tot .serif")).to_have_text(["+30", "+48", "−78", "0"])
    desk.goto(f"{home}/standings/")
    assert shown_version(desk) == before + 1
    assert numbered(desk) == CORRECTED
    # Anybody may read what was corrected; the phone has no log-in.
    phone.page.goto(f"{home}/corrections/")
    listed = phone.page.locator("main .rows li")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text("Session 1, table 1, hand 3")
    expect(listed).to_contain_text(
        "10, First04 Last04 off First10 Last10 → 30, First04 Last04 off First10 Last10"
    )
    expect(listed).to_contain_text(f"standings version {before + 1}")


def test_a_phone_whose_link_is_ended_keeps_its_hands(
    browser: Browser, empty_server: Server, hall: dict[str, Any]
) -> None:
    phone = Phone(browser, empty_server, hall["links"]["2"])
    phone.context.set_offline(True)
    phone.enter("Last02", "Last05", 10, saves="Save: Last02 +34")
    expect(phone.page.locator("#trouble")).to_be_visible()
    renewed = empty_server.manage("shell", "-v0", "-c", RENEW).strip()
    phone.context.set_offline(False)
    phone.learns()
    expect(phone.page.locator("#trouble")).to_contain_text("This link has ended.")
    assert stored(empty_server)["hands"] == []
    phone.page.goto(empty_server.hall_address + renewed)
    phone.is_at(2)
    assert stored(empty_server)["hands"] == [[2, 1, 1, "A", "B", 10]]
    phone.context.close()
    assert phone.errors == []


ASK_FOR_FANS = """
from tournaments.models import Tournament
Tournament.objects.update(least_depth="fans")
"""


def test_a_phone_is_asked_for_the_fans_also_without_network(
    browser: Browser, empty_server: Server, hall: dict[str, Any]
) -> None:
    empty_server.manage("shell", "-v0", "-c", ASK_FOR_FANS)
    phone = Phone(browser, empty_server, hall["links"]["2"])
    page, save = phone.page, phone.page.locator("#save")
    phone.context.set_offline(True)
    page.locator("#hand .g4 label", has_text="Last02").tap()
    page.locator("#hand .g4f label:visible", has_text="Last05").tap()
    expect(save).to_have_text("Which fans were called?")
    expect(save).to_be_disabled()
    called = ("All Chows", "Mixed Triple Chow")
    for name in called:
        page.get_by_label("Find a fan").fill(name)
        page.locator("#fan-list li:visible", has_text=name).locator("input").first.check()
    expect(page.locator("#id_points")).to_have_value("10")
    expect(save).to_have_text("Save: Last02 +34")
    save.tap()
    expect(page.locator("#trouble")).to_contain_text("Entries safe on this phone: 1.")
    phone.shows({"02": "+34", "08": "−8", "11": "−8", "05": "−18"})
    phone.context.set_offline(False)
    phone.learns()
    phone.is_at(2)
    assert stored(empty_server)["hands"] == [[2, 1, 1, "A", "B", 10]]
    page.get_by_role("button", name="Undo 1").tap()
    phone.is_at(1)
    expect(save).to_have_text("Save: Last02 +34")
    expect(page.locator("#fan-list input:checked")).to_have_count(2)
    assert stored(empty_server)["hands"] == []
    phone.context.close()
    assert phone.errors == []
