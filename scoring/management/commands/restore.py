"""Read a backup in."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from journal.management.base import DataCommand

from ._files import import_file


class Command(DataCommand):
    """`restore FILE`: notes first, the slug alone on the last line."""

    help = "Read a backup in, with its events. Nothing that is here already is changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it, or say everything that is wrong."""
        imported = import_file(options["file"], reason="restored from a backup")
        for note in imported.notes:
            self.stdout.write(note)
        self.stdout.write(imported.tournament.slug)
