"""Write a tournament as its document."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from journal.management.base import DataCommand
from scoring.exports.document import write_document
from scoring.selectors.document import tournament_document

from ._files import find_tournament, write_file


class Command(DataCommand):
    """`export_tournament SLUG --out FILE`; without `--out` the document goes to the output."""

    help = (
        "Write a tournament as a JSON document that import_tournament reads. It is the "
        "organisers' own: e-mail addresses and payments are in it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Slug and file."""
        parser.add_argument("slug")
        parser.add_argument("--out", metavar="FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write the document."""
        text = write_document(tournament_document(find_tournament(options["slug"])))
        if options["out"]:
            write_file(options["out"], text.encode())
        else:
            self.stdout.write(text, ending="")
