"""Compute results and standings again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from journal.management.base import DataCommand
from scoring.services.rebuild import Difference, check_derived, rebuild

from ._files import find_tournament


class Command(DataCommand):
    """`rebuild SLUG [--check]`: with `--check` nothing is written, and a difference is an error."""

    help = "Compute results and standings again from hands, penalties and seats, and compare."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Slug, and whether to compare only."""
        parser.add_argument("slug")
        parser.add_argument("--check", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare, or write."""
        tournament = find_tournament(options["slug"])
        if options["check"]:
            found = check_derived(tournament)
        else:
            found = rebuild(by=None, tournament=tournament, reason="rebuild")
        for one in found:
            self.stdout.write(_line(one))
        if found and options["check"]:
            raise CommandError(f"{len(found)} differences.")
        self.stdout.write("Written anew." if found else "All figures are the same.")


def _line(one: Difference) -> str:
    if one.table is None:
        return "standings: not those of the tables' results"
    return f"session {one.table.session.number}, {one.table}: {one.stored} is {one.computed}"
