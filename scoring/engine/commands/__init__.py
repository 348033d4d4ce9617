"""The subcommands of `python -m scoring.engine`, a module each.

A module offers `add_to(commands)`: it adds its parser and sets `run`, a function of the parsed
arguments that returns the exit status.
"""

from __future__ import annotations

from argparse import ArgumentParser, _SubParsersAction
from typing import TypeAlias

Commands: TypeAlias = "_SubParsersAction[ArgumentParser]"
