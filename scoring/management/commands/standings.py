"""Print the standings."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from typing import Any

from journal.management.base import DataCommand
from scoring.selectors.standings import (
    open_tables,
    plain_rows,
    plain_team_rows,
    standings_at,
    team_standings_at,
)

from ._files import find_tournament


class Command(DataCommand):
    """`standings SLUG [--json] [--teams] [--session N | --through N]`."""

    help = (
        "Print the standings of all closed tables. With --json nothing else goes to the output; "
        "that a table is missing is said on the error output."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Slug, shape and part."""
        parser.add_argument("slug")
        parser.add_argument("--json", action="store_true")
        parser.add_argument("--teams", action="store_true")
        part = parser.add_mutually_exclusive_group()
        part.add_argument("--session", type=int, metavar="N", help="one session alone")
        part.add_argument("--through", type=int, metavar="N", help="up to session N")

    def handle(self, *args: Any, **options: Any) -> None:
        """Print them."""
        tournament = find_tournament(options["slug"])
        if options["teams"]:
            rows = plain_team_rows(team_standings_at(tournament, through=options["through"]))
        else:
            through, session = options["through"], options["session"]
            rows = plain_rows(standings_at(tournament, through=through, session=session))
        for table in open_tables(tournament):
            self.stderr.write(f"provisional: session {table.session.number}, {table} is missing")
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
        else:
            self.stdout.write(_lines(rows))


def _lines(rows: Sequence[Mapping[str, object]]) -> str:
    """A plain table: place, name, table points, score."""
    return "\n".join(
        f"{row['place']:>4}  {row['name']:<32} {row['table_points']:>7} {row['score']:>+6}"
        for row in rows
    )
