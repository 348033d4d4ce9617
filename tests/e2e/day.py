"""What happens at the club evening of `test_organisers_day`: people, hands, totals, figures."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Server

SLUG = "loire-cup"
# Far away, so that no clock of the machine that runs the test comes into it.
FIRST_DAY = "2031-11-29"
Seats = dict[int, list[str]]
Ranked = list[tuple[int, str, Fraction, int]]
FETCH = """async (address) => {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(answer.status);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ""));
}"""
LAST_NAMES = [
    *("Albers", "Bech", "Carvalhal", "Dąbek", "Ebner", "Ferrante", "Górski", "Hofstra", "Ibáñez"),
    *("Jędrzejczyk", "Köhler", "Łukasik", "Marchand", "Nováčková", "Østergaard", "Perrin"),
    *("Quiroga", "Roussel"),
]


class Typed(NamedTuple):
    """One hand of table 1 as its keys, and what the sheet must show after it."""

    keys: str
    points: str
    running: tuple[int, int, int, int]


# Winner, then discarder or S for a self-draw, then points; 0 is a drawn hand. Seats 1 to 4 are the
# players who began East, South, West and North. By a discard the winner gets points + 24, the
# discarder pays points + 8, the others 8 each; by self-draw each of the three pays points + 8.
HANDS = (
    Typed("12", "8", (32, -16, -8, -8)),
    Typed("2s", "10", (14, 38, -26, -26)),
    # After this hand D pays 10 to each for a false hu: -6 30 10 -34 becomes 4 40 20 -64.
    Typed("31", "12", (-6, 30, 10, -34)),
    Typed("0", "", (4, 40, 20, -64)),
    Typed("23", "9", (-4, 73, 3, -72)),
    Typed("32", "9", (-12, 56, 36, -80)),
    Typed("0", "", (-12, 56, 36, -80)),
    Typed("0", "", (-12, 56, 36, -80)),
    Typed("1s", "8", (36, 40, 20, -96)),
    Typed("0", "", (36, 40, 20, -96)),
    Typed("0", "", (36, 40, 20, -96)),
    Typed("0", "", (36, 40, 20, -96)),
    Typed("0", "", (36, 40, 20, -96)),
    Typed("0", "", (36, 40, 20, -96)),
    # Now B is 20 ahead of C and pays 20 more than C does: the two are level.
    Typed("42", "20", (28, 12, 12, -52)),
    Typed("14", "48", (100, 4, 4, -108)),
)
FALSE_HU_AFTER = 3
FALSE_HU_RUNNING = (4, 40, 20, -64)
TABLE_ONE = (100, 4, 4, -108)
# Second and third place share 2 + 1 table points.
TABLE_ONE_POINTS = ("4", "1 1/2", "1 1/2", "0")
# The correction: the last hand was worth 58, so A gets 82 of which D pays 66.
CORRECTED = (110, 4, 4, -118)

# Four totals of the other tables, and what their ties make of 4, 2, 1, 0.
SESSION_ONE = {
    1: (TABLE_ONE, ("4", "3/2", "3/2", "0")),
    2: ((90, 30, -40, -80), ("4", "2", "1", "0")),
    3: ((60, 60, -50, -70), ("3", "3", "1", "0")),
    4: ((25, 25, 25, -75), ("7/3", "7/3", "7/3", "0")),
    5: ((120, -10, -10, -100), ("4", "3/2", "3/2", "0")),
}
SESSION_TWO = {
    1: ((48, 16, -16, -48), ("4", "2", "1", "0")),
    2: ((0, 0, 0, 0), ("7/4", "7/4", "7/4", "7/4")),
    3: ((70, 10, 10, -90), ("4", "3/2", "3/2", "0")),
    4: ((-20, 44, -20, -4), ("1/2", "4", "1/2", "2")),
    5: ((33, 11, -11, -33), ("4", "2", "1", "0")),
}
# Both sessions, the first as it stands after the correction.
CORRECTED_ONE = SESSION_ONE | {1: (CORRECTED, SESSION_ONE[1][1])}
# After session 1, best first: place, table points, score. The substitute in seat D of table 5
# (−100) is not ranked.
AFTER_SESSION_ONE = (
    ("1", "4", "+120"),
    ("2", "4", "+100"),
    ("3", "4", "+90"),
    ("4=", "3", "+60"),
    ("4=", "3", "+60"),
    ("6=", "2 1/3", "+25"),
    ("6=", "2 1/3", "+25"),
    ("6=", "2 1/3", "+25"),
    ("9", "2", "+30"),
    ("10=", "1 1/2", "+4"),
    ("10=", "1 1/2", "+4"),
    ("12=", "1 1/2", "−10"),
    ("12=", "1 1/2", "−10"),
    ("14", "1", "−40"),
    ("15", "1", "−50"),
    ("16", "0", "−70"),
    ("17", "0", "−75"),
    ("18", "0", "−80"),
    ("19", "0", "−108"),
)

EMA_HEADER = [
    *("Title", "Players", "Place", "First name", "Last name", "EMA number", "Table points"),
    *("Score", "EMA member", "Country", None, "Tournament country", "City", "MERS weight", None),
    *("Rules", "Date", "Days"),
]
EMA_CSV_HEADER = [
    *("position", "ema_id", "last_name", "first_name", "nationality", "points", "mahjong")
]


@dataclass
class Day:
    """The organiser's browser and what it has come to know."""

    page: Page
    server: Server

    def go(self, path: str = "") -> None:
        """Open a page of the tournament."""
        self.page.goto(self.address(path))

    def address(self, path: str = "") -> str:
        """The address of a page of the tournament."""
        return f"{self.server.hall_address}/t/{SLUG}/{path}"

    def press(self, name: str) -> None:
        """Press the one button, or follow the one link, of these words."""
        self.control(name).click()

    def press_save(self, hand: int) -> None:
        """Press the button that stores a hand; its key cap belongs to its words."""
        self.page.get_by_role("button", name=f"Save hand {hand}").click()

    def control(self, name: str) -> Locator:
        """The one button or link of these words."""
        button = self.page.get_by_role("button", name=name, exact=True)
        return button.or_(self.page.get_by_role("link", name=name, exact=True))

    def fetch(self, path: str) -> bytes:
        """What the browser gets at a path of the tournament, with the organiser's own log-in."""
        return base64.b64decode(self.page.evaluate(FETCH, self.address(path)))

    def save(self, words: str) -> bytes:
        """The file that a link of these words gives."""
        with self.page.expect_download() as download:
            self.press(words)
        return Path(download.value.path()).read_bytes()

    def seats(self, session: int) -> Seats:
        """Who sits at each table, seats A to D, as the page of the session says."""
        self.go(f"seating/{session}/")
        found = {}
        for card in self.page.locator(".bytable > li").all():
            number = int(card.locator("h3").inner_text().removeprefix("Table "))
            found[number] = card.locator("li > span:last-child").all_inner_texts()
        return found

    def walk_to(self, wanted: Locator, key: str = "Tab") -> None:
        """Go to a control with the keyboard as somebody without a mouse does."""
        for _step in range(60):
            if wanted.evaluate("one => one === document.activeElement"):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} never reaches {wanted}")


def signed(number: int) -> str:
    """A score as pages write it, with a true minus."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def expect_running(page: Page, row: Locator, running: tuple[int, int, int, int]) -> None:
    """The four running totals in a row of the sheet."""
    expect(row.locator(".rn")).to_have_text([signed(total) for total in running])
