"""Read a backup in."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from journal.management.base import DataCommand
from tournaments.models import Tournament
from tournaments.services.accounts import has_accounts

from ._files import import_file


class Command(DataCommand):
    """`restore FILE`: notes first, the slug alone on the last line; stderr says what is next."""

    help = "Read a backup in, with its events. Nothing that is here already is changed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file."""
        parser.add_argument("file")

    def handle(self, *args: Any, **options: Any) -> None:
        """Import it, or say everything that is wrong."""
        imported = import_file(options["file"], reason="restored from a backup")
        for note in imported.notes:
            self.stdout.write(note)
        self.stderr.write(_next_step(imported.tournament))
        self.stdout.write(imported.tournament.slug)


def _next_step(tournament: Tournament) -> str:
    """What came in, and how the reader gets to it."""
    if has_accounts():
        return f"Restored: {tournament.name}. Log in as before; it stands on the first page."
    return (
        f"Restored: {tournament.name}. Next: start ./mcr run, open the address that it prints, and "
        "make your account on the first page."
    )
