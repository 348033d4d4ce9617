"""A counted hand as pages and the API tell it: fans with names, sets and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scoring.engine.hand import Hand, WinMode
from scoring.engine.mcr.fan import Fan
from scoring.engine.mcr.reasons import CountedFan, MadeOf
from scoring.engine.mcr.score import Score, score, waiting_values
from scoring.engine.readings import hand_waits
from scoring.engine.rotation import Seat
from scoring.engine.rules import Rules
from scoring.engine.settle import settle
from scoring.engine.tiles import Tile
from scoring.fan_names import fan_name, other_names
from scoring.sentences import definition, why_dropped


@dataclass(frozen=True, slots=True)
class FanLine:
    """A fan that counts or is dropped. `sets` lists the tiles of each set it is made of.

    `why` says what the fan is, or why it is not counted; `points` are those of all its instances.
    """

    fan: Fan
    count: int
    points: int
    sets: tuple[tuple[Tile, ...], ...]
    why: str

    @property
    def name(self) -> str:
        """The name in the reader's language."""
        return fan_name(self.fan)

    @property
    def others(self) -> tuple[tuple[str, str], ...]:
        """The English and the Chinese name, with their languages."""
        return other_names(self.fan)


@dataclass(frozen=True, slots=True)
class Wait:
    """A tile that the hand waits for, and what it would be worth."""

    tile: Tile
    score: Score


@dataclass(frozen=True, slots=True)
class Explained:
    """What a winning hand is worth, told for people."""

    hand: Hand
    score: Score
    fans: tuple[FanLine, ...]
    dropped: tuple[FanLine, ...]
    alternatives: tuple[tuple[FanLine, ...], ...]
    waits: tuple[Wait, ...]

    @property
    def flowers(self) -> int:
        """How many points are flowers."""
        return self.score.total - self.score.without_flowers


def explain(hand: Hand, rules: Rules) -> Explained:
    """Count a hand and tell why; raises InvalidHand and NotAWin as `score` does."""
    counted = score(hand, rules)
    waited = hand_waits(hand)
    return Explained(
        hand=hand,
        score=counted,
        fans=_counted(counted.fans),
        dropped=tuple(
            FanLine(
                one.fan,
                1,
                one.fan.points(rules.profile),
                _sets([one.sets]),
                why_dropped(one, waited),
            )
            for one in counted.dropped
        ),
        alternatives=tuple(_counted(other.fans) for other in counted.alternatives),
        waits=waiting(hand, rules),
    )


def waiting(hand: Hand, rules: Rules) -> tuple[Wait, ...]:
    """Every tile that completes the hand, with its value; the others stay as they are."""
    return tuple(Wait(tile, value) for tile, value in waiting_values(hand, rules))


def payments(explained: Explained) -> tuple[int, ...]:
    """What winner, discarder and the others receive; winner and one loser on a self-draw.

    Empty below eight points: nobody pays then.
    """
    if not explained.score.legal:
        return ()
    self_drawn = WinMode.SELF_DRAWN in explained.hand.mode
    discarder = None if self_drawn else Seat.B
    paid = settle(explained.score.total, winner=Seat.A, discarder=discarder)
    return paid[:2] if self_drawn else paid[:3]


def _counted(fans: Iterable[CountedFan]) -> tuple[FanLine, ...]:
    return tuple(
        FanLine(one.fan, one.count, one.points * one.count, _sets(one.sets), definition(one.fan))
        for one in fans
    )


def _sets(made: Iterable[MadeOf]) -> tuple[tuple[Tile, ...], ...]:
    """The sets of all instances, each once."""
    return tuple(dict.fromkeys(_each(made)))


def _each(made: Iterable[MadeOf]) -> Iterator[tuple[Tile, ...]]:
    for instance in made:
        yield from instance
