"""Read a tournament in from a file."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from journal.management.base import DataCommand

from ._files import import_file


class Command(DataCommand):
    """`import_tournament FILE`: notes first, the slug alone on the last line."""

    help = (
        "Read a tournament in from its document or from a recorded tournament; the last line is "
        "its slug."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it, or say everything that is wrong."""
        imported = import_file(options["file"], reason="imported from a file")
        for note in imported.notes:
            self.stdout.write(note)
        self.stdout.write(imported.tournament.slug)
