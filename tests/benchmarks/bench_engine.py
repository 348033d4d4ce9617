"""How many hands the engine counts in a second, beside PyMahjongGB on the same hands.

Distinct random hands of all kinds, one thread, no results kept, waits included. Processor
time is measured, and the machine's load shows in both columns: the ratio is what to compare.
"""

import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from time import process_time
from types import FrameType
from typing import Any

from scoring.engine.hand import Hand
from scoring.engine.mcr.score import score, total
from scoring.engine.readings import readings
from scoring.engine.rules import Profile, Rules
from tests.engine.random_hands import random_hands

HANDS = 4000
ROUNDS = 5
RULES = Rules(Profile.CN)


def main() -> None:
    """Print the figures."""
    hands = distinct_hands(HANDS)
    ours = rate(lambda hand: total(hand, RULES), hands)
    reasons = rate(lambda hand: score(hand, RULES), hands)
    say(f"{len(hands)} distinct hands, one thread, the best of {ROUNDS} rounds")
    say(f"totals              {ours:>9,.0f} hands a second")
    say(f"with all reasons    {reasons:>9,.0f}")
    theirs = other_rate(hands)
    if theirs:
        say(f"PyMahjongGB (C++)   {theirs:>9,.0f}   {theirs / ours:.1f} times our totals")
    else:
        say("PyMahjongGB is not installed: no ratio")
    say("readings of a hand, and totals a second:")
    for count, group in by_readings(hands).items():
        if len(group) >= 20:
            figure = rate(lambda hand: total(hand, RULES), group)
            say(f"  {count}: {figure:>9,.0f}   ({len(group)} hands)")
    seconds, megabytes = import_cost()
    say(f"import              {seconds:>9.2f} s, {megabytes:.0f} MB resident")
    say(
        f"Bound by calls of Python functions: {calls(hands[:500], 'fans_'):.0f} of fans a hand, and"
    )
    say(
        f"{calls(hands[:500], ''):.0f} in all. Further readings repeat those that look at the sets."
    )


def say(line: str) -> None:
    """Write a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def distinct_hands(count: int) -> list[Hand]:
    """Different hands from the generator of the tests."""
    return list(islice(dict.fromkeys(islice(random_hands(seed=1), 2 * count)), count))


def rate(work: Callable[[Any], object], items: Sequence[Any]) -> float:
    """Items a second, in the fastest of some rounds over all of them."""
    return len(items) / min(timed(work, items) for _ in range(ROUNDS))


def timed(work: Callable[[Any], object], items: Iterable[Any]) -> float:
    """The processor seconds that `work` takes over all items."""
    start = process_time()
    for item in items:
        work(item)
    return process_time() - start


def other_rate(hands: Sequence[Hand]) -> float | None:
    """The rate of PyMahjongGB, its arguments prepared before; None where it is missing."""
    try:
        from MahjongGB import MahjongFanCalculator
    except ImportError:
        return None
    from tests.engine.other_calculator import arguments

    return rate(lambda prepared: MahjongFanCalculator(*prepared), [*map(arguments, hands)])


def by_readings(hands: Iterable[Hand]) -> dict[int, list[Hand]]:
    """Hands by the number of their readings."""
    groups: dict[int, list[Hand]] = {}
    for hand in hands:
        groups.setdefault(len(readings(hand)), []).append(hand)
    return dict(sorted(groups.items()))


def calls(hands: Sequence[Hand], modules: str) -> float:
    """How many functions of the engine a total calls, in modules with a name like `modules`."""
    seen = 0

    def count(frame: FrameType, event: str, _: object) -> None:
        nonlocal seen
        path = frame.f_code.co_filename
        seen += event == "call" and "scoring/engine" in path and modules in path

    sys.setprofile(count)
    for hand in hands:
        total(hand, RULES)
    sys.setprofile(None)
    return seen / len(hands)


IMPORT = """
import resource, time
start = time.process_time()
import scoring.engine.mcr.score
seconds = time.process_time() - start
print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def import_cost() -> tuple[float, float]:
    """Processor seconds to import the engine in a fresh interpreter, at best, and megabytes."""
    runs = []
    for _ in range(ROUNDS):
        answer = subprocess.run(
            [sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True
        )
        seconds, megabytes = map(float, answer.stdout.split())
        runs.append((seconds, megabytes))
    return min(runs)


if __name__ == "__main__":
    main()
