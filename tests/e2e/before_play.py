"""The organiser's day until the first tile: house, players, draw, papers."""

from __future__ import annotations

import io
from collections import Counter

from playwright.sync_api import expect
from pypdf import PdfReader

from tests.e2e.day import FIRST_DAY, LAST_NAMES, Day

COUNT = "from players.models import Player; print(Player.objects.count())"


def found_the_house(day: Day) -> None:
    """The first page; a wrong code first, which must not cost anything that was typed."""
    page, server = day.page, day.server
    page.goto(server.hall_address)
    fields = {
        "One-time code": "0000-0000",
        "Your name": "Olga Anders",
        "E-mail or short name": "olga",
        "Password": "east-wind-42",
        "Name": "Loire Cup",
        "Place optional": "Tours",
        "First day": FIRST_DAY,
    }
    for label, text in fields.items():
        page.get_by_label(label, exact=True).fill(text)
    page.get_by_label("Country").select_option("FRA")
    page.get_by_role("radio", name="Club evening").check()
    day.press("Create and import players")
    expect(page.get_by_text("That is not the code.")).to_be_visible()
    expect(page.get_by_text("Type it again")).to_be_visible()
    for label, text in fields.items():
        expected = "" if label == "Password" else text
        expect(page.get_by_label(label, exact=True)).to_have_value(expected)
    expect(page.get_by_label("Country")).to_have_value("FRA")
    expect(page.get_by_role("radio", name="Club evening")).to_be_checked()
    page.get_by_label("One-time code").fill(server.code)
    page.get_by_label("Password").fill("east-wind-42")
    day.press("Create and import players")
    expect(page.get_by_role("heading", name="Import players")).to_be_visible()
    assert not (server.folder / "first_code").exists()


def import_with_a_faulty_row(day: Day) -> None:
    """One number holds a letter; a spreadsheet has eaten the leading zero of another."""
    rows = ["Prénom;Nom;N° EMA;Pays;Club"]
    for number, name in enumerate(LAST_NAMES, start=1):
        ema = "4910001" if number == 1 else f"0491{number:04}"
        rows.append(f"First{number};{name};{ema};FRA;Tours")
    rows.append("Wrong;Row;049100O2;FRA;Tours")
    day.page.locator("[type=file]").set_input_files(
        {
            "name": "joueurs.csv",
            "mimeType": "text/csv",
            "buffer": "\r\n".join(rows).encode("utf-8-sig"),
        }
    )
    day.press("Look at the rows")
    page = day.page
    expect(page.locator(".tally li")).to_have_text(
        ["18 new", "0 known, changed", "0 known", "1 with problems"]
    )
    expect(page.locator(".faults li")).to_contain_text(["Row 20 Wrong Row"])
    expect(page.locator("tbody tr").first).to_contain_text("04910001")
    assert day.server.manage("shell", "-v0", "-c", COUNT).strip() == "0"
    day.press("Import the 18 good rows")
    expect(page.locator("#entries tbody tr")).to_have_count(18)
    assert day.server.manage("shell", "-v0", "-c", COUNT).strip() == "18"


def complete_the_tables(day: Day) -> None:
    """18 do not fill tables of four; two substitutes come, and it is asked whether they count."""
    page = day.page
    expect(page.locator(".now")).to_contain_text("two substitutes complete the tables")
    day.press("Choose substitutes")
    day.press("Complete the tables")
    expect(page.get_by_text("Choose yes or no.")).to_be_visible()
    page.get_by_label("yes").check()
    day.press("Complete the tables")
    expect(page.locator("#entries tbody tr")).to_have_count(20)
    expect(page.locator("#entries")).to_contain_text("Substitute 2")


def draw_and_publish(day: Day) -> None:
    """Draw both sessions with a seed said aloud, and publish them."""
    day.go("seating/")
    day.page.get_by_label("Seed").fill("291131")
    day.press("Draw lots")
    expect(day.page.get_by_text("Lots are drawn with seed 291131.")).to_be_visible()
    drawn = day.seats(1)
    day.go("seating/")
    day.press("Publish all 2 drafts")
    assert day.seats(1) == drawn
    for session in (1, 2):
        seats = day.seats(session)
        assert sorted(seats) == [1, 2, 3, 4, 5]
        assert {len(names) for names in seats.values()} == {4}
        assert len({name for names in seats.values() for name in names}) == 20
    met = Counter(
        frozenset((one, other))
        for session in (1, 2)
        for names in day.seats(session).values()
        for one in names
        for other in names
        if one < other
    )
    assert set(met.values()) == {1}  # nobody meets anybody twice


def replace_a_no_show(day: Day) -> str:
    """Who was drawn to seat D of table 5 does not come; the substitute is not ranked."""
    absent = day.seats(1)[5][3]
    page = day.page
    day.go("players/")
    day.press(absent)
    day.press("Did not come: give the place to a substitute")
    page.get_by_label("First name").fill("Zoé")
    page.get_by_label("Last name").fill("Zeller")
    day.press("Give the place to the substitute")
    expect(page.get_by_text("Choose yes or no.")).to_be_visible()
    expect(page.get_by_label("Last name")).to_have_value("Zeller")
    page.get_by_label("no", exact=True).check()
    day.press("Give the place to the substitute")
    seats = day.seats(1)
    assert seats[5][3] == "Zoé Zeller"
    assert absent not in [name for names in day.seats(2).values() for name in names]
    return absent


def pages_of(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def print_the_papers(day: Day, absent: str) -> None:
    """Seats for the wall, five score sheets, and one sheet again."""
    seats = day.seats(1)
    everybody = [name for names in seats.values() for name in names]
    day.go("papers/")
    expect(day.page.get_by_role("heading", name="The papers of session 1")).to_be_visible()
    [by_name] = pages_of(day.fetch("papers/1/by-player.pdf"))
    [by_table] = pages_of(day.fetch("papers/1/by-table.pdf"))
    for name in everybody:
        assert name.split()[-1] in by_name
        assert name.split()[-1] in by_table
    assert absent.split()[-1] not in by_name + by_table
    sheets = pages_of(day.fetch("papers/1/sheets.pdf"))
    assert len(sheets) == 5
    for number, text in enumerate(sheets, start=1):
        assert f"Session 1 of 2, table {number}" in text
        assert [name for name in everybody if name in text] == seats[number]
    [again] = pages_of(day.fetch("papers/1/sheets.pdf?table=5"))
    assert again == sheets[4]
