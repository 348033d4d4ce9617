"""`replay`: prove recorded hands from the first tile; one JSON line a hand."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from scoring.engine.errors import EngineError, NotationError
from scoring.engine.game.records.botzone import read_botzone
from scoring.engine.game.records.record import ReadRecord, Record, record_problems, result_of
from scoring.engine.game.records.text import read_records
from scoring.engine.game.state import GameState, Win

if TYPE_CHECKING:
    from scoring.engine.commands import Commands

NAMES = ("Match", "Hand", "Event")
"""The tags that name a hand, the first there is."""


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("replay", help="prove recorded hands: one JSON line a hand")
    parser.add_argument(
        "file", type=Path, help="hands in the notation of docs/records.md, or a log"
    )
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Answer every hand of the file; 1 if one of them is not as recorded."""
    answers = [answer(read) for read in read_file(arguments.file)]
    for line in answers:
        sys.stdout.write(json.dumps(line, ensure_ascii=False) + "\n")
    return 0 if answers and all(line["ok"] for line in answers) else 1


def read_file(path: Path) -> Iterator[ReadRecord]:
    """The hands of a file, in our notation or as a Botzone log."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeError) as error:
        raise NotationError("file_unreadable", file=str(path), detail=str(error)) from None
    return read_botzone(text) if text.lstrip().startswith("Match ") else read_records(text)


def answer(read: ReadRecord) -> dict[str, Any]:
    """What is written for one hand. `fault` is the code of the first thing that is wrong."""
    if read.record is None:
        return _line(None, fault=read.fault)
    record = read.record
    played = record.replay()
    problems = record_problems(record, played)
    unread = None if played.fault else read.fault
    fault = unread or (problems[0] if problems else None)
    return _line(record, played.last, fault=fault)


def _line(
    record: Record | None, last: GameState | None = None, *, fault: Any = None
) -> dict[str, Any]:
    won = last.end if last is not None and isinstance(last.end, Win) else None
    over = last is not None and last.over
    result = result_of(last) if last is not None and over else None
    return {
        "match": _name(record),
        "result": ("win" if won else "draw") if over else None,
        "winner": won.seat.letter if won else None,
        "total": result.total if result else None,
        "fans": dict(result.fans or ()) if result else None,
        "scores": list(result.scores or ()) if result else None,
        "recorded_total": record.claimed.total if record else None,
        "recorded_scores": _listed(record),
        "ok": fault is None,
        "fault": None if fault is None else _told(fault),
    }


def _name(record: Record | None) -> str | None:
    return next((record.tag(name) for name in NAMES if record.tag(name)), None) if record else None


def _listed(record: Record | None) -> list[int] | None:
    scores = record.claimed.scores if record else None
    return None if scores is None else list(scores)


def _told(fault: EngineError | Any) -> dict[str, Any]:
    return {"code": fault.code, **fault.params}
