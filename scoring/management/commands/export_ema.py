"""Write the results file for the European Mahjong Association."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from journal.management.base import DataCommand
from scoring.exports.ema import ema_csv, ema_workbook
from scoring.selectors.ema import ema_report

from ._files import find_tournament, write_file


class Command(DataCommand):
    """`export_ema SLUG --format xlsx|csv --out FILE [--provisional]`."""

    help = "Write the EMA results file; refused while a result is missing, unless --provisional."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Slug, format, file."""
        parser.add_argument("slug")
        parser.add_argument("--format", choices=["xlsx", "csv"], default="xlsx")
        parser.add_argument("--out", metavar="FILE", required=True)
        parser.add_argument("--provisional", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        """Write it, with warnings on the error output."""
        report = ema_report(find_tournament(options["slug"]))
        if report.is_provisional and not options["provisional"]:
            raise CommandError("\n".join(report.problems))
        for line in (*report.problems, *report.warnings):
            self.stderr.write(line)
        content = ema_workbook(report) if options["format"] == "xlsx" else ema_csv(report)
        write_file(options["out"], content)
