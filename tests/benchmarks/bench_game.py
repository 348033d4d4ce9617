"""How fast hands are played: states applied and sensible hands a second, on one core.

Beside it the same sequences counted by the slow enumeration of the tests, which copies lists. Time
is that of the processor, so other programs disturb little.
"""

import sys
from collections.abc import Callable
from itertools import count as count_from
from time import process_time
from typing import TypeVar

from scoring.engine.game.apply import apply, start
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.perft import dealt_state, perft
from scoring.engine.game.play import Played, simulate
from scoring.engine.game.statistics import Tally
from scoring.engine.game.wall import drawing_order
from tests.engine.game.slow import Slow, count

T = TypeVar("T")

HANDS = 320
FLOOR, STAR = 10, 100


def main() -> None:
    """Print the figures."""
    list(simulate(32, seed=7))  # fills the tables that are built on first use
    hands, whole = timed(lambda: list(simulate(HANDS, seed=1)))
    say(f"sensible hands      {HANDS / whole:>9,.1f} a second (floor {FLOOR}, star {STAR})")
    tally = Tally()
    for played in hands:
        tally = tally.with_hand(played.last)
    say(f"                    {tally.figures()}")
    states, applying = timed(lambda: sum(replayed(played) for played in hands))
    say(f"states applied      {states / applying:>9,.0f} a second")
    listed, listing = timed(lambda: sum(listed_actions(played) for played in hands))
    say(f"applied and listed  {listed / listing:>9,.0f} states a second")
    compare_enumerations()
    say(f"Bound by the player: {1 - applying / whole:.0%} of the time of a hand is not the rules")
    say("but the comparison of some seventy plans at every turn and claim.")


def compare_enumerations() -> None:
    """Perft beside the slow enumeration, on a deal without flowers."""
    deals = (dealt_state(seed) for seed in count_from(1))
    state = next(deal for deal in deals if not deal.opening)
    slow = Slow([tile.text for tile in drawing_order(state.setup.rows, state.dice)])
    sequences, ours = timed(lambda: perft(state, 5))
    same, theirs = timed(lambda: count(slow, 5))
    assert same == sequences
    say(f"perft               {sequences / ours:>9,.0f} sequences a second")
    say(f"slow enumeration    {same / theirs:>9,.0f}   {theirs / ours:.0f} times slower")


def timed(work: Callable[[], T]) -> tuple[T, float]:
    """A result and the processor time that it took."""
    begin = process_time()
    result = work()
    return result, process_time() - begin


def replayed(played: Played) -> int:
    """Play a record; how many states that made."""
    state = start(played.record.setup)
    for move in played.record.moves:
        state = apply(state, move.action)
    return len(played.record.moves)


def listed_actions(played: Played) -> int:
    """List the legal actions of every state; how many states."""
    states = played.record.replay().states
    for state in states:
        legal_actions(state)
    return len(states)


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
