"""`simulate`: let the machine play hands, print what came out, and write the records."""

from __future__ import annotations

import gzip
import json
import sys
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.engine.game.play import BOTS, Played, simulate
from scoring.engine.game.records.text import format_record
from scoring.engine.game.statistics import Tally

if TYPE_CHECKING:
    from scoring.engine.commands import Commands


def positive(text: str) -> int:
    """A number of at least one, for the argument parser."""
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise ArgumentTypeError(f"not a positive number: {text}")
    return int(text)


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("simulate", help="let the machine play hands; prints JSON")
    parser.add_argument("--hands", type=positive, required=True, help="how many hands")
    parser.add_argument("--seed", type=int, required=True, help="the same seed, the same hands")
    parser.add_argument("--bots", choices=tuple(BOTS), default="sensible", help="who plays")
    parser.add_argument("--out", type=Path, help="a folder for the records, a file a session")
    parser.add_argument("--file", type=Path, help="one file for all records; packed if named .gz")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Play, write and count."""
    tally = Tally()
    texts: list[str] = []
    written: list[str] = []
    if arguments.out:
        arguments.out.mkdir(parents=True, exist_ok=True)
    for played in simulate(arguments.hands, arguments.seed, bots=arguments.bots):
        tally = tally.with_hand(played.last)
        if arguments.out:
            texts = _written(arguments.out, texts, played, tally.hands)
        if arguments.file:
            written.append(format_record(played.record))
    if texts:
        _write(arguments.out, texts, tally.hands)
    if arguments.file:
        _write_all(arguments.file, "\n".join(written))
    sys.stdout.write(json.dumps(tally.figures()) + "\n")
    return 0


def _written(out: Path, texts: list[str], played: Played, number: int) -> list[str]:
    """The records of the session so far; a full session goes to its file."""
    texts = [*texts, format_record(played.record)]
    if number % 16:
        return texts
    _write(out, texts, number)
    return []


def _write(out: Path, texts: list[str], number: int) -> None:
    name = f"session-{(number + 15) // 16:04d}.txt"
    (out / name).write_text("\n".join(texts), encoding="utf-8")


def _write_all(file: Path, text: str) -> None:
    """One file; the same text gives the same bytes, packed too: no time of writing in it."""
    content = text.encode()
    file.write_bytes(gzip.compress(content, 9, mtime=0) if file.suffix == ".gz" else content)
