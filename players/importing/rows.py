"""People as an uploaded table gives them, with what is wrong, cell by cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.translation import gettext as _

from players.countries import read_country
from players.ema import has_known_prefix, is_number, tidy_number
from players.names import fold, full_name, split_name

from .columns import columns_of
from .files import Cells, heading_row, read_table

_LONGEST = 120
_NOTHING = {"-", "–", "—", "?", "n/a", "na", "none", "aucun", "0"}


@dataclass(frozen=True, slots=True)
class RawRow:
    """A row as it stands in the file: its number there, and the text of each known field."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong in one cell, said in the reader's language."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class PersonRow:
    """A row that was understood; values are empty where the cell is empty or faulty.

    `notes` say what was put right or looks odd; `problems` keep the row from being imported.
    `name_was_split` tells that both names came out of one cell, so that the cut is a guess.
    """

    line: int
    cells: Mapping[str, str]
    first_name: str = ""
    last_name: str = ""
    ema_number: str = ""
    country: str = ""
    club: str = ""
    email: str = ""
    team: str = ""
    start_number: int | None = None
    name_was_split: bool = False
    problems: tuple[Problem, ...] = field(default=())
    notes: tuple[str, ...] = field(default=())

    @property
    def full_name(self) -> str:
        """The whole name."""
        return full_name(self.first_name, self.last_name)

    def with_problem(self, where: str, text: str) -> PersonRow:
        """The row with one more problem."""
        return replace(self, problems=(*self.problems, Problem(where, text)))


def read_rows(data: bytes) -> list[RawRow]:
    """The rows below the headings that say anything. Raises ValidationError as `read_table`."""
    table = read_table(data)
    head = heading_row(table)
    columns = columns_of(table[head])
    rows = [
        RawRow(line, _cells(columns, cells))
        for line, cells in enumerate(table[head + 1 :], start=head + 2)
    ]
    rows = [row for row in rows if any(row.cells.values())]
    if not rows:
        raise ValidationError(_("There are headings, but no rows below them."), code="empty")
    return rows


def _cells(columns: Mapping[str, int], cells: Cells) -> dict[str, str]:
    return {name: cells[place] if place < len(cells) else "" for name, place in columns.items()}


def check_rows(rows: Iterable[RawRow]) -> list[PersonRow]:
    """Each row understood and checked, alone and beside the others."""
    return _refuse_twins([_check(row) for row in rows])


def _check(raw: RawRow) -> PersonRow:
    first, last, was_split = _names(raw.cells)
    number = raw.cells.get("ema_number", "")
    number = "" if number.casefold() in _NOTHING else number
    country = raw.cells.get("country", "")
    country = "" if country.casefold() in _NOTHING else country
    start = raw.cells.get("start_number", "")
    tidy, code = tidy_number(number), read_country(country) or ""
    row = PersonRow(
        line=raw.line,
        cells=raw.cells,
        first_name=first,
        last_name=last,
        ema_number=tidy if is_number(tidy) else "",
        country=code,
        club=raw.cells.get("club", ""),
        email=raw.cells.get("email", ""),
        team=raw.cells.get("team", ""),
        start_number=_whole(start),
        name_was_split=was_split,
    )
    problems = [
        *_name_problems(row),
        *_number_problems(number, row),
        *_country_problems(country, row),
        *_other_problems(start, row),
    ]
    return replace(row, problems=tuple(problems), notes=tuple(_notes(number, row)))


def _names(cells: Mapping[str, str]) -> tuple[str, str, bool]:
    """First name, last name, and whether the cut between them was guessed."""
    if "last_name" in cells:
        first, last = cells.get("first_name", ""), cells["last_name"]
        return (first, last, False) if last else ("", first, False)
    return (*split_name(cells.get("name", "")), True)


def _whole(text: str) -> int | None:
    digits = text.removesuffix(".0")
    known = digits.isascii() and digits.isdigit() and len(digits) <= 6 and int(digits) > 0
    return int(digits) if known else None


def _name_problems(row: PersonRow) -> Iterable[Problem]:
    where = "name" if row.name_was_split else "last_name"
    if not fold(row.last_name):
        yield Problem(where, _("The name is missing."))
    for name, text in (("first_name", row.first_name), (where, row.last_name)):
        if len(text) > _LONGEST:
            yield Problem(
                where if row.name_was_split else name,
                _("This name is longer than 120 letters."),
            )


def _number_problems(text: str, row: PersonRow) -> Iterable[Problem]:
    if text and not row.ema_number:
        yield Problem("ema_number", _("“%s” is no EMA number: it has eight digits.") % text)


def _country_problems(text: str, row: PersonRow) -> Iterable[Problem]:
    if text and not row.country:
        yield Problem("country", _("“%s” is no country.") % text)


def _other_problems(start: str, row: PersonRow) -> Iterable[Problem]:
    if row.email:
        try:
            validate_email(row.email)
        except ValidationError:
            yield Problem("email", _("“%s” is no e-mail address.") % row.email)
    for name, text in (("club", row.club), ("team", row.team)):
        if len(text) > _LONGEST:
            yield Problem(name, _("This name is longer than 120 letters."))
    if start and row.start_number is None:
        yield Problem("start_number", _("“%s” is no start number.") % start)


def _notes(number: str, row: PersonRow) -> Iterable[str]:
    if not row.ema_number:
        return
    digits = sum(sign.isdigit() for sign in number.removesuffix(".0"))
    if digits == 7:
        yield _("A leading zero was put back: %s.") % row.ema_number
    if not has_known_prefix(row.ema_number):
        yield (
            _("EMA numbers that begin with %s are not known; kept as it is.") % (row.ema_number[:2])
        )


def _refuse_twins(rows: Sequence[PersonRow]) -> list[PersonRow]:
    """An EMA number in two good rows: neither can be trusted, and both are named.

    A row with problems of its own is left out anyhow, so that it takes no other with it.
    """
    holders: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        if row.ema_number and not row.problems:
            holders[row.ema_number].append(row.line)
    return [
        row.with_problem("ema_number", lines_sentence(holders[row.ema_number]))
        if row.line in holders[row.ema_number] and len(holders[row.ema_number]) > 1
        else row
        for row in rows
    ]


def lines_sentence(lines: Sequence[int]) -> str:
    """The sentence that names the rows with one EMA number."""
    return _("Rows %(first)s and %(last)s have the same EMA number.") % {
        "first": ", ".join(map(str, lines[:-1])),
        "last": lines[-1],
    }
