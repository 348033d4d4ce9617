"""Write a tournament with its whole history."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from journal.management.base import DataCommand
from scoring.exports.document import write_document
from scoring.selectors.document import backup_document

from ._files import find_tournament, write_file


class Command(DataCommand):
    """`backup SLUG --out FILE`."""

    help = "Write a tournament with all its events as a JSON document that restore reads."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Slug and file."""
        parser.add_argument("slug")
        parser.add_argument("--out", metavar="FILE", required=True)

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the backup."""
        text = write_document(backup_document(find_tournament(options["slug"])))
        write_file(options["out"], text.encode())
