"""`score`: a hand a line in, its value a line out, both as JSON."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from scoring.engine.commands.rules_arguments import add_rules_arguments, rules_from
from scoring.engine.errors import EngineError, NotationError, NotAWin
from scoring.engine.hand_json import hand_from_json
from scoring.engine.mcr.score import score
from scoring.engine.rules import Rules

if TYPE_CHECKING:
    from scoring.engine.commands import Commands


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("score", help="count hands: JSON lines in, JSON lines out")
    add_rules_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Answer every line of the standard input that is not blank."""
    rules = rules_from(arguments)
    for line in sys.stdin:
        if line.strip():
            sys.stdout.write(json.dumps(answer(line, rules), ensure_ascii=False) + "\n")
    return 0


def answer(line: str, rules: Rules) -> dict[str, Any]:
    """What is written for one line; whatever is wrong with it becomes a code."""
    name = None
    try:
        data = _decoded(line)
        name = data.get("id") if isinstance(data, Mapping) else None
        counted = score(hand_from_json(data), rules)
    except NotAWin as error:
        return {"id": name, "win": False, "why": error.code}
    except EngineError as error:
        return {"id": name, "error": {"code": error.code, **error.params}}
    return {
        "id": name,
        "win": True,
        "legal": counted.legal,
        "total": counted.total,
        "without_flowers": counted.without_flowers,
        "fans": counted.fan_counts,
    }


def _decoded(line: str) -> object:
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise NotationError("not_json", detail=str(error)) from None
