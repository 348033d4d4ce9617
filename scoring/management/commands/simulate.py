"""Let the machine play the rest of a rehearsal, while the pages show it."""

from __future__ import annotations

import time
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import CommandError

from journal.management.base import DataCommand
from scoring.engine.rotation import HANDS_PER_SESSION
from scoring.services.rehearsal import make_rehearsal
from scoring.services.simulation import Played, play_on

from ._files import find_tournament


def speed(text: str) -> float:
    """Hands a minute and table, 0 for as fast as possible."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 600:
        raise ArgumentTypeError(f"not between 0 and 600: {text}")
    return value


class Command(DataCommand):
    """`simulate SLUG [--sessions N] [--speed HANDS] [--seed S] [--copy]`."""

    help = (
        "Play the rest of a tournament with the machine's players, through the services of the "
        "pages. Only a demonstration or a rehearsal; --copy makes a rehearsal first. The last "
        "line is the slug of what was played."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """What, how far and how fast."""
        parser.add_argument("slug")
        parser.add_argument("--sessions", type=int, metavar="N", help="no more than N sessions")
        parser.add_argument(
            "--speed",
            type=speed,
            default=0,
            metavar="HANDS",
            help="hands a minute at each table; 0, the default: as fast as possible",
        )
        parser.add_argument("--seed", type=int, default=1, help="the same seed, the same hands")
        parser.add_argument("--copy", action="store_true", help="play a copy, made as a rehearsal")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, saying what happens on the error output."""
        tournament = find_tournament(options["slug"])
        if options["copy"]:
            tournament = make_rehearsal(by=None, tournament=tournament)
        pace = options["speed"]
        try:
            for played in play_on(
                by=None,
                tournament=tournament,
                seed=options["seed"],
                sessions=options["sessions"],
                at_once=1 if pace else HANDS_PER_SESSION,
            ):
                self._say(played)
                if pace and played.playing:
                    time.sleep(60 / pace / played.playing)
        except ValidationError as refused:
            raise CommandError(" ".join(refused.messages)) from refused
        self.stdout.write(tournament.slug)

    def _say(self, played: Played) -> None:
        hands = ", ".join(map(str, played.hands))
        if hands:
            text = f"session {played.session}, table {played.table}: hand {hands}"
            self.stderr.write(text, style_func=str)
