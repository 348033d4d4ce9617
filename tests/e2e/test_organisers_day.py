"""A club evening from the first start to the federation's file, as one tired person does it.

18 people and two substitutes, two sessions at five tables; one person does not come.
"""

from __future__ import annotations

import io
import json
import subprocess
import sys

import openpyxl
import pytest
from playwright.sync_api import Browser, Page, expect
from pypdf import PdfReader

from tests.e2e.conftest import Server, start_server
from tests.shared_data import ROOT

pytestmark = pytest.mark.browser

LAST_NAMES = (
    "Albers Bech Carvalhal Dąbek Ebner Ferrante Górski Hofstra Ibáñez Jędrzejczyk Köhler Łukasik "
    "Marchand Nováčková Østergaard Perrin Quiroga Roussel"
).split()
# What is typed for the sixteen hands of a table: winner, discarder, points. 0 is a drawn hand.
# B and C end level on purpose; hand 3 also has a false hu of D.
HANDS = [
    *("1 2 8", "2 s 10", "3 1 12", "0", "2 3 9", "3 2 9", "0", "0"),
    *("0", "0", "0", "0", "0", "0", "4 1 20", "2 4 8"),
]


class Day:
    """The organiser's browser and what it has come to know."""

    def __init__(self, page: Page, server: Server) -> None:
        self.page = page
        self.server = server
        self.slug = "loire-cup"

    def go(self, path: str = "") -> None:
        """Open a page of the tournament."""
        self.page.goto(f"{self.server.hall_address}/t/{self.slug}/{path}")

    def press(self, name: str) -> None:
        """Press a button or follow a link by its words."""
        wanted = self.page.get_by_role("button", name=name).or_(
            self.page.get_by_role("link", name=name)
        )
        wanted.first.click()

    def download(self, path: str) -> bytes:
        """A file of the tournament, with the organiser's own log-in."""
        answer = self.page.request.get(f"{self.server.hall_address}/t/{self.slug}/{path}")
        assert answer.ok, answer.status
        return answer.body()


def test_the_organisers_day(
    desk: Page, phone: Page, browser: Browser, empty_server: Server, tmp_path
):
    day = Day(desk, empty_server)
    found_the_tournament(day)
    import_with_a_faulty_row(day)
    complete_and_replace(day)
    draw_and_publish(day)
    replace_a_no_show(day)
    print_the_papers(day)
    play_session_one(day)
    finish_and_look(day, phone)
    correct_with_a_reason(day)
    ema_file(day)
    backup_and_restore(day, tmp_path)


def found_the_tournament(day: Day) -> None:
    page, server = day.page, day.server
    page.goto(server.hall_address)
    page.get_by_label("One-time code").fill("0000-0000")
    page.locator("[name=full_name], [name=person], [name=founder-name], [name=name]").first.fill(
        "Olga Anders"
    )
    page.locator("[name$=username]").fill("olga")
    page.locator("[name$=password]").fill("east-wind-42")
    fields = page.locator("fieldset").nth(1)
    fields.get_by_label("Name").fill("Loire Cup")
    fields.get_by_label("Place").fill("Tours")
    fields.get_by_label("Country").select_option("FRA")
    fields.get_by_label("First day").fill("2026-11-28")
    page.get_by_text("Club evening").click()
    day.press("Create and import players")
    expect(page.locator(".err, .note.act").first).to_be_visible()
    expect(fields.get_by_label("Place")).to_have_value("Tours")
    page.get_by_label("One-time code").fill(server.code)
    page.locator("[name$=password]").fill("east-wind-42")
    day.press("Create and import players")
    expect(page.get_by_role("heading", name="Import players")).to_be_visible()
    assert not (server.folder / "first_code").exists()


def import_with_a_faulty_row(day: Day) -> None:
    rows = ["Prénom;Nom;N° EMA;Pays;Club"]
    for number, name in enumerate(LAST_NAMES, start=1):
        rows.append(f"First{number};{name};{'4' if number == 1 else '04'}91{number:04};FRA;Tours")
    rows.append("Wrong;Row;04910002;FRA;Tours")
    text = "\r\n".join(rows).encode("cp1252", errors="xmlcharrefreplace")
    text = "\r\n".join(rows).encode("utf-8-sig")
    page = day.page
    page.locator("[type=file]").set_input_files(
        {"name": "players.csv", "mimeType": "text/csv", "buffer": text}
    )
    day.press("Look at the rows")
    expect(page.get_by_text("04910001").first).to_be_visible()
    expect(page.get_by_text("04910002").first).to_be_visible()
    assert day.server.manage("shell", "-v0", "-c", COUNT).strip() == "0"


COUNT = "from players.models import Player; print(Player.objects.count())"
