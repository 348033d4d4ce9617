"""An uploaded table as rows of text: CSV in the usual encodings and separators, or XLSX."""

from __future__ import annotations

import codecs
import csv
import io
import unicodedata
import zipfile
from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any

import openpyxl
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from players.names import tidy

from .columns import columns_of, has_a_name

MAX_BYTES = 2 * 1024 * 1024
MAX_ROWS = 5000
_MAX_COLUMNS = 60
_MAX_UNPACKED = 60 * 1024 * 1024
_MAX_CELL = 500
_HEADING_ROWS = 10
_SEPARATORS = ",;\t"
_ZIP, _OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"

Cells = Sequence[str]


def _unreadable(text: Any, code: str = "unreadable") -> ValidationError:
    return ValidationError(text, code=code)


def read_table(data: bytes) -> list[Cells]:
    """All rows of the file as text, empty ones too, so that row n of the file is item n − 1.

    Raises ValidationError (codes too_big, too_many_rows, unreadable, old_excel, empty).
    """
    if len(data) > MAX_BYTES:
        raise _unreadable(_("The file is larger than 2 MB."), "too_big")
    if data.startswith(_OLD_EXCEL):
        raise _unreadable(
            _("This is an old Excel file (.xls): save it as .xlsx or CSV."), "old_excel"
        )
    rows = _read_xlsx(data) if data.startswith(_ZIP) else _read_csv(_decode(data))
    while rows and not any(rows[-1]):
        rows.pop()
    if not rows:
        raise _unreadable(_("The file is empty."), "empty")
    if len(rows) > MAX_ROWS + 1:
        raise _unreadable(_("The file has more than 5000 rows."), "too_many_rows")
    return rows


def _decode(data: bytes) -> str:
    """The text of a file: UTF-8 or UTF-16 with or without its mark, otherwise Windows' Latin-1."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encodings = ["utf-16"]
    elif b"\0" in data[:200]:
        encodings = ["utf-16-le" if data[1:2] == b"\0" else "utf-16-be"]
    else:
        encodings = ["utf-8-sig", "cp1252", "latin-1"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if not _looks_binary(text):
            return text
    raise _unreadable(_("This file is no table: choose a CSV or XLSX file."))


def _looks_binary(text: str) -> bool:
    """True for characters that no table of text holds."""
    return any(unicodedata.category(sign) == "Cc" for sign in set(text) - set("\r\n\t\v\f\x85\xa0"))


def _read_csv(text: str) -> list[Cells]:
    """The rows by the separator under which the headings are understood best."""
    ways = [_split(text, separator) for separator in _SEPARATORS]
    return max(ways, key=_understood)


def _split(text: str, separator: str) -> list[Cells]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        return [_tidy(row) for row in islice(reader, MAX_ROWS + 2)]
    except csv.Error as fault:
        raise _unreadable(_("This file is no table: choose a CSV or XLSX file.")) from fault


def _understood(rows: Sequence[Cells]) -> tuple[int, int]:
    head = rows[:_HEADING_ROWS]
    return max((len(columns_of(row)) for row in head), default=0), max(map(len, head), default=0)


def heading_row(rows: Sequence[Cells]) -> int:
    """The index of the row of headings, among the first ten.

    Raises ValidationError (code no_headings) where no row names a column of names.
    """
    found = [(len(columns_of(row)), -index) for index, row in enumerate(rows[:_HEADING_ROWS])]
    best = -max(found, default=(0, 0))[1]
    if not rows or not has_a_name(columns_of(rows[best])):
        raise ValidationError(
            _(
                "No column of names was found: the first row must hold headings such as "
                "“First name”, “Last name”, “EMA number”, “Country”."
            ),
            code="no_headings",
        )
    return best


def _read_xlsx(data: bytes) -> list[Cells]:
    """The first sheet of a workbook; formulas count as the values that were saved with them."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            if sum(part.file_size for part in packed.infolist()) > _MAX_UNPACKED:
                raise _unreadable(_("The file is too large once unpacked."), "too_big")
        book = openpyxl.load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()
        rows = sheet.iter_rows(max_row=MAX_ROWS + 2, max_col=_MAX_COLUMNS, values_only=True)
        return [_tidy(_cell_text(value) for value in row) for row in rows]
    except ValidationError:
        raise
    # A broken workbook fails in as many ways as it has parts: zip, XML, missing parts, values.
    except Exception as fault:
        raise _unreadable(_("This workbook cannot be read: save it again, or as CSV.")) from fault


def _cell_text(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _tidy(cells: Iterable[str]) -> Cells:
    """Cells without surrounding and doubled spaces, and without the mark of harmless text."""
    return [_unmarked(tidy(cell))[:_MAX_CELL] for cell in islice(cells, _MAX_COLUMNS)]


def _unmarked(text: str) -> str:
    """Exports put an apostrophe before text that a spreadsheet would take for a formula."""
    return text[1:] if text.startswith("'") and text[1:2] in tuple("=+-@") else text
