"""The engine on the command line: `python -m scoring.engine score | explain | replay | …`.

It needs the standard library alone.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Sequence

from scoring.engine.commands import explain, perft, replay, score, simulate
from scoring.engine.errors import EngineError

COMMANDS = (score, explain, replay, simulate, perft)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one subcommand and return its exit status, 2 for arguments that make no sense."""
    parser = ArgumentParser(prog="python -m scoring.engine", description="Mahjong, counted.")
    commands = parser.add_subparsers(required=True, metavar="command")
    for command in COMMANDS:
        command.add_to(commands)
    arguments = parser.parse_args(argv)
    try:
        status: int = arguments.run(arguments)
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return status


if __name__ == "__main__":
    sys.exit(main())
