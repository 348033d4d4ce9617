"""Counting hands written as text."""

from scoring.engine.hand_text import parse_hand
from scoring.engine.mcr.score import score
from scoring.engine.rules import Rules

PTH = "Pung of Terminals or Honors"


def counted(text, profile="wmo", **settings):
    """The score of a hand under some settings."""
    return score(parse_hand(text), Rules().with_settings({"profile": profile, **settings}))


def fans(text, profile="wmo", **settings):
    """The fans of a hand with their counts; a fan counted once is the bare name."""
    counts = counted(text, profile, **settings).fan_counts
    return {f"{times} {name}" if times > 1 else name for name, times in counts.items()}


def total(text, profile="wmo", **settings):
    """The total of a hand."""
    return counted(text, profile, **settings).total
