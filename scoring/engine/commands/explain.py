"""`explain`: one hand for people, with its fans, their sets and what is not counted."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.engine.commands.rules_arguments import add_rules_arguments, rules_from
from scoring.engine.errors import EngineError
from scoring.engine.hand import Hand
from scoring.engine.hand_text import format_hand, parse_hand
from scoring.engine.mcr.reasons import CountedFan, DroppedFan, MadeOf
from scoring.engine.mcr.score import Score, score, waiting_values
from scoring.engine.notation import format_tiles
from scoring.engine.rules import Rules

if TYPE_CHECKING:
    from scoring.engine.commands import Commands


def add_to(commands: Commands) -> None:
    """Add the subcommand."""
    parser = commands.add_parser("explain", help="count one hand and say why")
    parser.add_argument("hand", help="such as '[EEE,2] 123456m 99s 23p 4p | ES1000 | 1'")
    add_rules_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Write what the hand is worth; the status is 1 when it is no win or cannot be read."""
    rules = rules_from(arguments)
    try:
        hand = parse_hand(arguments.hand)
        lines = list(explanation(hand, score(hand, rules), rules))
    except EngineError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def explanation(hand: Hand, counted: Score, rules: Rules) -> Iterator[str]:
    """The lines that tell how `hand` counts."""
    yield format_hand(hand)
    legal = "a legal win" if counted.legal else "no legal win: 8 without flowers are needed"
    yield f"{counted.total} points ({counted.without_flowers} without flowers), {legal}"
    yield from (f"  {_counted(fan)}" for fan in counted.fans)
    for alternative in counted.alternatives:
        names = ", ".join(f"{fan.count} × {fan.fan.en}" for fan in alternative.fans)
        yield f"or as well: {names}"
    if counted.dropped:
        yield "not counted:"
        yield from (f"  {_dropped(fan)}" for fan in counted.dropped)
    yield "waits:"
    for tile, value in waiting_values(hand, rules):
        yield f"  {tile.text:<3}{value.total}"


def _counted(fan: CountedFan) -> str:
    times = f" × {fan.count}" if fan.count > 1 else ""
    sets = "; ".join(_sets(made) for made in fan.sets)
    text = f"{fan.points * fan.count:>3}  {fan.fan.en} {fan.fan.names.zh}{times}"
    return f"{text}: {sets}" if sets else text


def _dropped(fan: DroppedFan) -> str:
    because = f" ({fan.by.en})" if fan.by else ""
    sets = f": {_sets(fan.sets)}" if fan.sets else ""
    return f"{fan.fan.en}{sets} — {fan.why.value.replace('_', ' ')}{because}"


def _sets(made: MadeOf) -> str:
    return " ".join(format_tiles(tiles) for tiles in made)
