"""The results file for the European Mahjong Association: workbook, filled template, CSV.

Columns by letter: A title, B players, C place, D first name, E last name, F EMA number (text),
G table points, H score, I EMA member, J country, L tournament country, M city, N MERS weight,
P rules, Q first day, R days; K and O stay empty. Header in row 1, players from row 2, the fields of
the tournament once, in row 3.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from collections.abc import Callable
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from players.countries import ISO2
from players.exports import harmless
from scoring.ranking.table_points import decimal_points
from scoring.selectors.ema import EmaLine, EmaReport

HEADERS = {
    "A": "Title",
    "B": "Players",
    "C": "Place",
    "D": "First name",
    "E": "Last name",
    "F": "EMA number",
    "G": "Table points",
    "H": "Score",
    "I": "EMA member",
    "J": "Country",
    "L": "Tournament country",
    "M": "City",
    "N": "MERS weight",
    "P": "Rules",
    "Q": "Date",
    "R": "Days",
}
WIDTHS = {"A": 36, "D": 18, "E": 22, "F": 12, "G": 12, "L": 18, "M": 18, "N": 12, "Q": 12}
TOURNAMENT_ROW = 3
LARGEST_TEMPLATE = 5 * 1024 * 1024
LARGEST_UNPACKED = 40 * 1024 * 1024
CSV_HEADER = (
    "position",
    "ema_id",
    "last_name",
    "first_name",
    "nationality",
    "points",
    "mahjong",
)
PROVISIONAL = "PROVISIONAL"
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def ema_workbook(report: EmaReport) -> bytes:
    """The workbook with our own header."""
    book = Workbook()
    sheet = book.active
    assert isinstance(sheet, Worksheet)  # a new workbook has one
    sheet.title = "Results"
    for letter, text in HEADERS.items():
        sheet[f"{letter}1"] = text
    for letter, width in WIDTHS.items():
        sheet.column_dimensions[letter].width = width
    sheet.freeze_panes = "A2"
    return _filled(book, sheet, report)


def fill_template(report: EmaReport, content: bytes) -> bytes:
    """The federation's own workbook with our figures in the columns of those letters.

    Its header and everything else stay. Raises ValidationError for what is no such workbook.
    """
    refusal = ValidationError(_("This is no Excel workbook (.xlsx) that can be filled."))
    if len(content) > LARGEST_TEMPLATE:
        raise ValidationError(_("The workbook is larger than 5 MB."))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            if sum(one.file_size for one in packed.infolist()) > LARGEST_UNPACKED:
                raise refusal
        book = load_workbook(io.BytesIO(content))
    except ValidationError:
        raise
    except Exception as fault:  # a broken workbook fails in as many ways as there are parts
        raise refusal from fault
    sheet = book.active
    if not isinstance(sheet, Worksheet):
        raise refusal
    try:
        return _filled(book, sheet, report)
    except (AttributeError, ValueError) as fault:  # merged cells below the header
        raise refusal from fault


def _filled(book: Workbook, sheet: Worksheet, report: EmaReport) -> bytes:
    for number, line in enumerate(report.lines, start=2):
        for letter, value in _player_cells(line).items():
            _write(sheet, f"{letter}{number}", value)
        sheet[f"F{number}"].number_format = "@"
        sheet[f"G{number}"].number_format = "0.00"
    for letter, value in _tournament_cells(report).items():
        _write(sheet, f"{letter}{TOURNAMENT_ROW}", value)
    sheet[f"Q{TOURNAMENT_ROW}"].number_format = "yyyy-mm-dd"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _player_cells(line: EmaLine) -> dict[str, Any]:
    points = line.table_points
    return {
        "C": line.row.place,
        "D": line.first_name,
        "E": line.last_name,
        "F": line.ema_number,
        "G": points.numerator if points.denominator == 1 else float(points),
        "H": line.row.score,
        "I": "YES" if line.is_member else "",
        "J": line.entry.player.country,
    }


def _tournament_cells(report: EmaReport) -> dict[str, Any]:
    tournament = report.tournament
    name = tournament.name
    weight = report.weight
    return {
        "A": f"{name} ({PROVISIONAL})" if report.is_provisional else name,
        "B": len(report.lines),
        "L": tournament.country,
        "M": tournament.place,
        "N": float(weight.value) if weight else "",
        "P": "MCR",
        "Q": tournament.start_date,
        "R": weight.days if weight else "",
    }


def _write(sheet: Worksheet, place: str, value: Any) -> None:
    """One cell; a text stays a text, whatever sign it begins with."""
    cell = sheet[place]
    if value == "":
        cell.value = None
        return
    cell.value = _CONTROL.sub("", value) if isinstance(value, str) else value
    if isinstance(value, str):
        cell.data_type = "s"


def ema_csv(report: EmaReport) -> bytes:
    """The CSV other readers take: UTF-8 with BOM, two-letter countries (UK for Britain)."""
    out = io.StringIO()
    write: Callable[[Any], Any] = csv.writer(out).writerow
    write(CSV_HEADER)
    for line in report.lines:
        write(
            (
                line.row.place,
                line.ema_number,
                harmless(line.last_name),
                harmless(line.first_name),
                country_iso2(line.entry.player.country),
                _points(line),
                line.row.score,
            )
        )
    return "\ufeff".encode() + out.getvalue().encode()


def _points(line: EmaLine) -> str:
    """A whole number, or two decimals rounded half up."""
    points = line.table_points
    whole = points.denominator == 1
    return str(points) if whole else decimal_points(line.row.table_points)


def country_iso2(code: str) -> str:
    """The two letters of a country, UK for Britain as the federation writes it.

    >>> country_iso2("GBR"), country_iso2("SUI"), country_iso2("")
    ('UK', 'CH', '')
    """
    return "UK" if code == "GBR" else ISO2.get(code, "")
