"""Prepare the database, then run another command in the same process: `./mcr manage COMMAND …`."""

from __future__ import annotations

import argparse
from typing import Any

from django.core.management import execute_from_command_line
from django.core.management.base import BaseCommand, CommandParser

from journal.preparation import prepare


class Command(BaseCommand):
    """`prepare [COMMAND …]`: what it says itself goes to stderr, the rest is the command's own."""

    help = (
        "Do what is not yet done: copy a database with content aside, migrate, collect static "
        "files, compile the languages. Then run the command that follows."
    )
    requires_system_checks = []  # migrating comes first

    def add_arguments(self, parser: CommandParser) -> None:
        """The other command with its words."""
        parser.add_argument("command", nargs=argparse.REMAINDER)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, then hand over; a command that fails ends this process with its status."""
        prepare(say=self._say)
        if options["command"]:
            execute_from_command_line(["manage.py", *options["command"]])

    def _say(self, text: str) -> None:
        self.stderr.write(text, style_func=str)
