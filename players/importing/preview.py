"""The preview of an import as a page shows it: one line a row, its cells with their problems."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from .rows import PersonRow

LABELS: Mapping[str, object] = {
    "start_number": _("Start number"),
    "name": _("Name"),
    "first_name": _("First name"),
    "last_name": _("Last name"),
    "ema_number": _("EMA number"),
    "country": _("Country"),
    "club": _("Club"),
    "team": _("Team"),
    "email": _("E-mail"),
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as it will be stored (or as it stands in the file, where it is faulty)."""

    label: object
    text: str
    problems: tuple[str, ...]


def fields_of(rows: Sequence[PersonRow]) -> list[str]:
    """The columns that the file has, in the order of the page."""
    return [name for name in LABELS if rows and name in rows[0].cells]


def cells_of(row: PersonRow, fields: Sequence[str]) -> list[Cell]:
    """The cells of a row under `fields`."""
    return [_cell(row, name) for name in fields]


def _cell(row: PersonRow, name: str) -> Cell:
    problems = tuple(problem.text for problem in row.problems if problem.field == name)
    stored = row.full_name if name == "name" else getattr(row, name)
    text = row.cells[name] if problems or not stored else str(stored)
    return Cell(LABELS[name], text, problems)
