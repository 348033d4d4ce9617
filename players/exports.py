"""Tables that leave the house: CSV and XLSX, harmless in any spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

import openpyxl
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE

from .models import Player

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
Table = Iterable[Sequence[str | int]]

PEOPLE_HEADINGS = ["First name", "Last name", "EMA number", "Country", "Club"]


def people_table(players: Iterable[Player], *, with_email: bool) -> list[list[str | int]]:
    """Headings and a row a person; the import reads the same columns."""
    rows: list[list[str | int]] = [[*PEOPLE_HEADINGS, *(["E-mail"] if with_email else [])]]
    for player in players:
        rows.append([*person_cells(player), *([player.email] if with_email else [])])
    return rows


def person_cells(player: Player) -> list[str | int]:
    """The cells under `PEOPLE_HEADINGS`."""
    club = player.club.name if player.club else ""
    number = player.ema_number or ""
    return [player.first_name, player.last_name, number, player.country, club]


def harmless(text: str) -> str:
    """The text so that no spreadsheet takes it for a formula.

    >>> harmless('=HYPERLINK("http://x")'), harmless("Köhler")
    ('\\'=HYPERLINK("http://x")', 'Köhler')
    """
    return f"'{text}" if text.startswith(_FORMULA) else text


def table_csv(table: Table) -> bytes:
    """Comma-separated UTF-8 with its mark, which spreadsheets need to see accents."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    for row in table:
        writer.writerow([harmless(cell) if isinstance(cell, str) else cell for cell in row])
    return out.getvalue().encode("utf-8-sig")


def table_xlsx(table: Table, title: str) -> bytes:
    """A workbook of one sheet. All text stays text: EMA numbers keep their zero, no formulas."""
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet(title[:31])
    sheet.freeze_panes = "A2"
    for row in table:
        sheet.append([_cell(sheet, value) for value in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _cell(sheet: object, value: str | int) -> WriteOnlyCell:
    if isinstance(value, int):
        return WriteOnlyCell(sheet, value)
    cell = WriteOnlyCell(sheet, ILLEGAL_CHARACTERS_RE.sub("", value))
    cell.data_type = "s"
    cell.number_format = "@"
    return cell
