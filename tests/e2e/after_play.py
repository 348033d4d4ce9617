"""The organiser's day once there are results: standings, correction, files, the way back."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import re
from collections import Counter
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import openpyxl
from playwright.sync_api import Page, expect

from tests.e2e import day as evening
from tests.e2e.conftest import start_server
from tests.e2e.day import Day, Ranked, Seats, signed


def shown_places(page: Page) -> tuple[tuple[str, str, str], ...]:
    """Place, table points and score of every row of the standings that are open."""
    rows = page.locator(".st1 tbody tr").all()
    return tuple(
        tuple(
            " ".join(row.locator(cell).inner_text().split()).replace(" =", "=")
            for cell in (".pl", ".tpc", ".scc")
        )
        for row in rows
    )


def shown_version(page: Page) -> int:
    found = re.search(r"Version (\d+)", page.locator("#standings .ph2").inner_text())
    assert found
    return int(found[1])


def look_at_the_standings(day: Day, absent: str) -> None:
    """After the first session, in order, with the fractions of the ties."""
    day.go("standings/")
    expect(day.page.get_by_role("heading", name="Standings after session 1")).to_be_visible()
    assert shown_places(day.page) == evening.AFTER_SESSION_ONE
    names = day.page.locator(".st1 .nm").all_inner_texts()
    assert {absent, "Zoé Zeller"}.isdisjoint(names)


def look_at_the_phone(phone: Page, day: Day, second: Seats) -> None:
    """Who starts West at table 2 of the next session finds that first, before any result."""
    name = second[2][2]
    phone.goto(day.address("standings/"))
    phone.get_by_role("link", name=name).click()
    expect(phone.get_by_role("heading", level=1)).to_have_text(name)
    card = phone.get_by_role("region", name="Your next table")
    expect(card).to_contain_text("Session 2 is next")
    expect(card.locator(".huge")).to_have_text("2")
    expect(card.locator(".wind1")).to_contain_text("West")
    expect(card.locator(".tm1")).to_have_text("20:15")
    expect(card.locator(".seatd a")).to_have_text([second[2][seat] for seat in (0, 1, 3)])
    result = phone.get_by_role("region", name="Result so far")
    assert card.bounding_box()["y"] < result.bounding_box()["y"]
    assert card.bounding_box()["y"] + card.bounding_box()["height"] <= 740
    assert phone.evaluate("document.documentElement.scrollWidth") == 360


def correct_with_a_reason(day: Day) -> None:
    """The last hand of table 1 was worth 58: asked why, then results and standings follow."""
    page = day.page
    day.go("standings/")
    before = shown_version(page)
    day.go("sessions/1/tables/1/?hand=16")
    page.locator("#id_points").fill("58")
    day.press_save(16)
    expect(page.locator("#id_reason_error")).to_be_visible()
    expect(page.locator("#id_points")).to_have_value("58")
    page.locator("#id_reason").fill("misread: 58, both players agree")
    day.press_save(16)
    expect(page.locator(".said")).to_contain_text("Hand 16 is corrected: 58, ")
    totals = page.locator("#sheet .tot .serif")
    expect(totals).to_have_text([signed(total) for total in evening.CORRECTED])
    day.go("standings/")
    assert shown_version(page) == before + 1
    wanted = {"+100": "+110", "−108": "−118"}
    assert shown_places(page) == tuple(
        (place, points, wanted.get(score, score))
        for place, points, score in evening.AFTER_SESSION_ONE
    )


def add_up(first: Seats, second: Seats) -> Ranked:
    """Place, name, table points and score of everybody ranked, from the figures typed."""
    points: Counter[str] = Counter()
    scores: Counter[str] = Counter()
    for seats, figures in ((first, evening.CORRECTED_ONE), (second, evening.SESSION_TWO)):
        for table, (totals, shares) in figures.items():
            for name, total, share in zip(seats[table], totals, shares, strict=True):
                points[name] += Fraction(share)
                scores[name] += total
    ranked = {name: (points[name], scores[name]) for name in points if name != "Zoé Zeller"}
    return [
        (1 + sum(other > mine for other in ranked.values()), name, *mine)
        for name, mine in sorted(ranked.items(), key=lambda row: row[1], reverse=True)
    ]


def check_the_ema_files(day: Day, expected: Ranked) -> None:
    """The workbook's fields in order, numbers as text with their zero; the CSV says the same."""
    sheet = openpyxl.load_workbook(io.BytesIO(day.save("Workbook (.xlsx)"))).active
    assert [cell.value for cell in sheet[1]] == evening.EMA_HEADER
    rows = [{cell.column_letter: cell for cell in row} for row in sheet.iter_rows(min_row=2)]
    found = [
        (
            row["C"].value,
            " ".join(filter(None, (row["D"].value, row["E"].value))),
            Fraction(row["G"].value).limit_denominator(12),
            row["H"].value,
        )
        for row in rows
    ]
    assert sorted(found) == sorted(expected)
    assert [row["C"].value for row in rows] == sorted(place for place, *_rest in expected)
    albers = next(row for row in rows if row["E"].value == "Albers")
    assert (albers["F"].value, albers["F"].data_type) == ("04910001", "s")
    assert (albers["I"].value, albers["J"].value) == ("YES", "FRA")
    tournament = [sheet[f"{letter}3"].value for letter in "ABLMNPQR"]
    day_one = dt.datetime.fromisoformat(evening.FIRST_DAY)
    # One day, at most 40 players and at most 5 countries: weight 1.
    assert tournament == ["Loire Cup", 19, "FRA", "Tours", 1, "MCR", day_one, 1]
    text = day.save("CSV for other readers").decode("utf-8-sig")
    lines = list(csv.DictReader(io.StringIO(text)))
    assert list(lines[0]) == evening.EMA_CSV_HEADER
    assert [line["ema_id"] for line in lines] == [row["F"].value or "" for row in rows]
    assert [line["mahjong"] for line in lines] == [str(row["H"].value) for row in rows]
    assert next(line for line in lines if line["last_name"] == "Albers")["nationality"] == "FR"


def backup_and_restore(day: Day, phone: Page, folder: Path, expected: Ranked) -> None:
    """The file, read into another empty house, gives the same standings and the same document."""
    file = folder / "loire.json"
    day.server.manage("backup", evening.SLUG, "--out", str(file))
    standings = day.server.manage("standings", evening.SLUG, "--json")
    assert sorted(
        (row["place"], row["name"], Fraction(row["table_points"]), row["score"])
        for row in json.loads(standings)
    ) == sorted(expected)
    document = day.server.manage("export_tournament", evening.SLUG)
    day.go("standings/")
    shown = shown_places(day.page)
    other_folder = folder / "other"
    other_folder.mkdir()
    with contextmanager(start_server)(other_folder) as other:
        said = other.manage("restore", str(file))
        assert said.splitlines()[-1] == evening.SLUG
        assert other.manage("standings", evening.SLUG, "--json") == standings
        assert other.manage("export_tournament", evening.SLUG) == document
        phone.goto(f"{other.hall_address}/t/{evening.SLUG}/standings/")
        assert shown_places(phone) == shown
