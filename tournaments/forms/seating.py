"""Forms of the seating: drawing lots, and a file from elsewhere."""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from tournaments.models import Draw
from tournaments.seating.problem import GroupKind
from tournaments.services.seating import HIGHEST_SEED, SeatedTable

MOST_BYTES = 500_000
MOST_FAULTS = 20
COLUMNS = 6
APART = {
    GroupKind.COUNTRY.value: gettext_lazy("people of one country"),
    GroupKind.CLUB.value: gettext_lazy("people of one club"),
}
"""Who is kept apart when that is asked, by the name under which a draw stores it."""


class DrawForm(StyledForm):
    """Which drafts are drawn, who is kept apart, and the seed that makes it repeatable."""

    sessions = forms.TypedMultipleChoiceField(
        label=gettext_lazy("Sessions"), coerce=int, widget=forms.CheckboxSelectMultiple
    )
    apart = forms.MultipleChoiceField(
        label=gettext_lazy("Keep apart where it can be"),
        choices=list(APART.items()),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    seed = forms.IntegerField(
        label=gettext_lazy("Seed"),
        min_value=0,
        max_value=HIGHEST_SEED,
        required=False,
        help_text=gettext_lazy(
            "A number of up to six digits, said aloud in the hall, gives a draw that anybody can "
            "repeat. Left empty: drawn by chance."
        ),
    )

    def __init__(
        self, *args: Any, drafts: Iterable[int], last: Draw | None = None, **kwargs: Any
    ) -> None:
        """`last` is the draw made before: its wishes stay ticked, and drawing again keeps them."""
        numbers = list(drafts)
        wishes = last.figures.get("apart", []) if last else []
        super().__init__(*args, initial={"sessions": numbers, "apart": wishes}, **kwargs)
        field: Any = self.fields["sessions"]
        field.choices = [
            (number, _("Session %(number)s") % {"number": number}) for number in numbers
        ]

    def groups(self) -> list[GroupKind]:
        """The groups to keep apart."""
        return [GroupKind(value) for value in self.cleaned_data["apart"]]


class SeatingFileForm(StyledForm):
    """A file with one table a line: session, table, and the start numbers in seats A, B, C, D."""

    file = forms.FileField(
        label=gettext_lazy("Seating file"),
        help_text=gettext_lazy(
            "CSV: session, table, A, B, C, D. A to D are the start numbers of those who start "
            "East, South, West, North."
        ),
    )

    def clean_file(self) -> dict[int, list[SeatedTable]]:
        """The tables of each session."""
        given = self.cleaned_data["file"]
        if given.size > MOST_BYTES:
            raise ValidationError(_("The file is too long for a seating."), code="too_long")
        try:
            text = given.read().decode("utf-8-sig")
        except UnicodeDecodeError as fault:
            raise ValidationError(_("The file is no text in UTF-8."), code="not_text") from fault
        try:
            return read_seating(text)
        except csv.Error as fault:
            raise ValidationError(_("The file is no table: CSV is needed."), code="csv") from fault


def read_seating(text: str) -> dict[int, list[SeatedTable]]:
    """The tables of each session in a seating file; a first line of titles is skipped.

    Raises ValidationError with a sentence for each line that cannot be read.

    >>> read_seating("session;table;A;B;C;D" + chr(10) + "1;2;5;6;7;8")
    {1: [(2, (5, 6, 7, 8))]}
    """
    found: dict[int, list[SeatedTable]] = defaultdict(list)
    faults: list[ValidationError] = []
    for line, row in enumerate(_rows(text), start=1):
        numbers = [_number(cell) for cell in row]
        if not any(row) or (line == 1 and not any(numbers)):
            continue
        if len(row) != COLUMNS or None in numbers:
            faults.append(_fault(line))
            continue
        session, table, *four = (number for number in numbers if number is not None)
        found[session].append((table, tuple(four)))
    if faults:
        raise ValidationError(faults[:MOST_FAULTS])
    if not found:
        raise ValidationError(_("The file has no table."), code="empty")
    return dict(found)


def _rows(text: str) -> Iterable[list[str]]:
    head = (text.splitlines() or [""])[0]
    separator = max(";\t,", key=head.count)
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        cells = [cell.strip() for cell in row]
        while len(cells) > COLUMNS and not cells[-1]:
            cells.pop()
        yield cells


def _number(cell: str) -> int | None:
    return int(cell) if re.fullmatch(r"[0-9]{1,4}", cell) and int(cell) > 0 else None


def _fault(line: int) -> ValidationError:
    return ValidationError(
        _("Line %(line)s: six numbers are needed: session, table, A, B, C, D."),
        code="unreadable_line",
        params={"line": line},
    )
