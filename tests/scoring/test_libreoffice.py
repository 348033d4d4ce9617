"""The files for the EMA as LibreOffice opens them: all fields, in order, zeros in front."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path

import pytest
from openpyxl import load_workbook

from scoring.exports.ema import CSV_HEADER, HEADERS, ema_csv, ema_workbook
from scoring.selectors.ema import ema_report
from tests.builders import add_entries, add_session, make_tournament
from tests.scoring.nasty import FIRST, LAST, rename
from tests.scoring.tables import close_with_totals
from tournaments.models import Session

pytestmark = [
    pytest.mark.long,
    pytest.mark.django_db,
    pytest.mark.skipif(
        not shutil.which("soffice"), reason="LibreOffice Calc (soffice) is not installed"
    ),
]

# Comma, double quotes, UTF-8, from the first line; written as the cells are shown.
CSV = "Text - txt - csv (StarCalc):44,34,76,1"
AS_SHOWN = f"csv:{CSV},,0,false,true"
# The second column is text, as somebody chooses in the window that opens for a CSV file.
NUMBERS_ARE_TEXT = f"{CSV},2/2"


@pytest.fixture
def report(db):
    """Eight players, one session: three share 7/3, one has no number, one a nasty name."""
    made = make_tournament()
    entries = add_entries(made, 8)
    rename(entries[0])
    guest = entries[2].player
    guest.country, guest.ema_number, guest.last_name = "SUI", None, "Łukasik-Köhler"
    guest.save()
    session = add_session(made, entries=entries, state=Session.State.FINISHED)
    close_with_totals(session.tables.get(number=1), (10, 10, 10, -30))
    close_with_totals(session.tables.get(number=2), (40, 12, -20, -32))
    return ema_report(made)


def opened(content: bytes, name: str, folder: Path, *options: str) -> Path:
    """The file that LibreOffice makes of what it read."""
    given = folder / name
    given.write_bytes(content)
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    subprocess.run(
        ["soffice", "--headless", profile, *options, "--outdir", folder / "out", given],
        check=True,
        capture_output=True,
        timeout=300,
    )
    (made,) = (folder / "out").iterdir()
    return made


# Place, first and last name, number, table points, score, member, country.
SHOWN = [
    ("1", "First02", "Last02", "05000002", "4.00", "40", "YES", "GER"),
    ("2", FIRST, LAST, "05000001", "2.33", "10", "YES", "GER"),
    ("2", "First03", "Łukasik-Köhler", "", "2.33", "10", "", "SUI"),
    ("2", "First05", "Last05", "05000005", "2.33", "10", "YES", "GER"),
    ("5", "First04", "Last04", "05000004", "2.00", "12", "YES", "GER"),
    ("6", "First06", "Last06", "05000006", "1.00", "-20", "YES", "GER"),
    ("7", "First07", "Last07", "05000007", "0.00", "-30", "YES", "GER"),
    ("8", "First08", "Last08", "05000008", "0.00", "-32", "YES", "GER"),
]


def test_the_workbook_shows_every_field_in_its_column(report, tmp_path):
    made = opened(ema_workbook(report), "ema.xlsx", tmp_path, "--convert-to", AS_SHOWN)
    with made.open(encoding="utf-8", newline="") as text:
        header, *rows = csv.reader(text)
    columns = "ABCDEFGHIJKLMNOPQR"
    assert header == [HEADERS.get(letter, "") for letter in columns]
    letters = "CDEFGHIJ"
    assert [tuple(row[columns.index(one)] for one in letters) for row in rows] == SHOWN
    rest = [one for one in columns if one not in letters]
    told = [
        {one: row[columns.index(one)] for one in rest if row[columns.index(one)]} for row in rows
    ]
    once = {"A": "Mosel Open", "B": "8", "L": "GER", "M": "Koblenz", "N": "2"}
    once |= {"P": "MCR", "Q": "2026-10-10", "R": "2"}
    assert told == [{}, once, {}, {}, {}, {}, {}, {}]


def test_the_csv_holds_the_fields_in_order_and_the_numbers_as_text(report, tmp_path):
    options = (f"--infilter={NUMBERS_ARE_TEXT}", "--convert-to", "xlsx")
    book = load_workbook(opened(ema_csv(report), "ema.csv", tmp_path, *options))
    header, *rows = book.active.iter_rows(values_only=True)
    assert header == CSV_HEADER
    countries = {"GER": "DE", "SUI": "CH"}
    assert rows == [
        (
            int(place),
            number or None,
            # What a spreadsheet would take for a formula has a quotation mark before it.
            f"'{last}" if last == LAST else last,
            first,
            countries[country],
            float(points),
            int(score),
        )
        for place, first, last, number, points, score, _member, country in SHOWN
    ]
