"""What a backup knows of printed papers: codes and links that go on working after a restore."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from scoring.services.document_faults import Faults
from scoring.services.document_fields import read_list, refuse_twice, refuse_unknown, required
from tournaments.models import Entry, Table, TableLink

_CODE = re.compile(r"[0-9]{4}")
_KEY = re.compile(r"[0-9a-f]{32}")


@dataclass(slots=True)
class PaperData:
    """Codes by start number, and the keys of links by session and table."""

    codes: dict[int, str] = field(default_factory=dict)
    links: dict[tuple[int, int], str] = field(default_factory=dict)


def read_paper(
    raw: Any,
    entries: Collection[int],
    tables: Mapping[int, Collection[int]],
    faults: Faults,
) -> PaperData:
    """The part `paper` of a document; `tables` are the tables' numbers by session."""
    if not isinstance(raw, dict):
        faults.add("paper", _("An object is expected."))
        return PaperData()
    refuse_unknown(raw, ("codes", "links"), "paper", faults)
    return PaperData(_codes(raw, entries, faults), _links(raw, tables, faults))


def _codes(raw: Mapping[str, Any], entries: Collection[int], faults: Faults) -> dict[int, str]:
    found = []
    for path, one in _records(raw, "codes", ("number", "code"), faults):
        number = required(one, "number", path, entries, faults)
        code = _text(one, "code", path, _CODE, faults)
        found.append((number, code))
    refuse_twice([number for number, _code in found], "paper.codes", "number", faults)
    return {number: code for number, code in found if number is not None}


def _links(
    raw: Mapping[str, Any], tables: Mapping[int, Collection[int]], faults: Faults
) -> dict[tuple[int, int], str]:
    places: list[tuple[int, int]] = []
    keys = []
    for path, one in _records(raw, "links", ("session", "table", "key"), faults):
        session = required(one, "session", path, tables, faults)
        if session is not None:
            table = required(one, "table", path, tables[session], faults)
            places.append((session, table or 0))
            keys.append(_text(one, "key", path, _KEY, faults))
    refuse_twice(places, "paper.links", "table", faults)
    refuse_twice(keys, "paper.links", "key", faults)
    return dict(zip(places, keys, strict=True))


def _records(
    raw: Mapping[str, Any], name: str, fields: Sequence[str], faults: Faults
) -> list[tuple[str, dict[str, Any]]]:
    """The objects of a list, each with its path."""
    found = []
    for index, one in enumerate(read_list(raw, name, "paper", faults)):
        path = f"paper.{name}[{index}]"
        if isinstance(one, dict):
            refuse_unknown(one, fields, path, faults)
            found.append((path, one))
        else:
            faults.add(path, _("An object is expected."))
    return found


def _text(
    one: Mapping[str, Any], name: str, path: str, form: re.Pattern[str], faults: Faults
) -> str:
    value = one.get(name)
    if isinstance(value, str) and form.fullmatch(value):
        return value
    faults.add(f"{path}.{name}", _("This is not as the program writes it."))
    return ""


def save_links(tables: Mapping[tuple[int, int], Table], paper: PaperData) -> list[str]:
    """Let the links on paper open the tables again, by session and number; sentences about it.

    A link that opens a table of another tournament here goes on doing so.
    """
    taken = set(
        TableLink.objects.filter(key__in=paper.links.values()).values_list("key", flat=True)
    )
    TableLink.objects.bulk_create(
        TableLink(table=tables[place], key=key)
        for place, key in paper.links.items()
        if key not in taken
    )
    if not taken:
        return []
    return [_("Printed links open the tables of the tournament that is here already.")]


def code_of(paper: PaperData, number: int) -> str:
    """The code on the player's programme, or a new one."""
    return paper.codes.get(number) or Entry._meta.get_field("code").get_default()
