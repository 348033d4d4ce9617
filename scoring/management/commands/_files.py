"""What the commands of tournaments share: finding one, reading and writing files."""

from __future__ import annotations

from pathlib import Path

from django.core.management.base import CommandError

from scoring.exports.document import read_document
from scoring.services.document import Imported, import_document
from scoring.services.document_faults import DocumentError
from tournaments.models import Tournament


def find_tournament(slug: str) -> Tournament:
    """The tournament of that slug, or an error that names those there are."""
    tournament = Tournament.objects.filter(slug=slug).first()
    if tournament is None:
        known = ", ".join(Tournament.objects.values_list("slug", flat=True)) or "none"
        raise CommandError(f"There is no tournament {slug!r}. There are: {known}.")
    return tournament


def write_file(name: str, content: bytes) -> None:
    """Write the whole file or leave what was there."""
    target = Path(name)
    if not target.name or target.is_dir():
        raise CommandError(f"{name!r} is no name for a file.")
    part = target.with_name(target.name + ".part")
    try:
        part.write_bytes(content)
        part.replace(target)
    except OSError as fault:
        raise CommandError(f"{name} cannot be written: {fault.strerror}.") from fault


def import_file(name: str, *, reason: str) -> Imported:
    """Import the tournament of a file; all faults with their paths if it cannot be."""
    try:
        content = Path(name).read_bytes()
    except OSError as fault:
        raise CommandError(f"{name} cannot be read: {fault.strerror}.") from fault
    try:
        return import_document(by=None, document=read_document(content), reason=reason)
    except DocumentError as refused:
        lines = "\n".join(str(fault) for fault in refused.faults)
        raise CommandError(f"Nothing was imported from {name}:\n{lines}") from refused
