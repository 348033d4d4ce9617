"""`perft`: how many sequences of legal actions there are after a deal."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from scoring.engine.commands.simulate import positive
from scoring.engine.game.perft import dealt_state, perft

if TYPE_CHECKING:
    from scoring.engine.commands import Commands


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("perft", help="count the sequences of legal actions; prints JSON")
    parser.add_argument("--seed", type=int, required=True, help="which deal")
    parser.add_argument("--depth", type=positive, required=True, help="how many actions")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """One line a depth."""
    state = dealt_state(arguments.seed)
    for depth in range(1, arguments.depth + 1):
        line = {"seed": arguments.seed, "depth": depth, "sequences": perft(state, depth)}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()
    return 0
