"""Make the demonstration tournament in a database of its own: what `./mcr demo` starts."""

from __future__ import annotations

from typing import Any

from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser

from journal.management.base import DataCommand
from scoring.services.demonstration import (
    ACCOUNTS,
    build_demonstration,
    is_current,
    password_of,
)
from tournaments.models import Tournament


class Command(DataCommand):
    help = "Make the demonstration tournament; only in a database that holds no other."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--fresh", action="store_true", help="make it again")

    def handle(self, *args: Any, **options: Any) -> None:
        if Tournament.objects.exclude(kind=Tournament.Kind.DEMONSTRATION).exists():
            raise CommandError("this database holds real tournaments; nothing was changed")
        if options["fresh"] or not is_current():
            self.stderr.write("Making the demonstration tournament …", style_func=str)
            call_command("flush", interactive=False, verbosity=0)
            build_demonstration()
        self.stderr.write("\n  Accounts of the demonstration:", style_func=str)
        for name, _full, role in ACCOUNTS:
            line = f"    {name:<8} {password_of(name):<18} {role.label}"
            self.stderr.write(line, style_func=str)
