"""A recorded hand as a value, and the proof of it."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.engine.errors import EngineError, Problem
from scoring.engine.game.actions import Action
from scoring.engine.game.apply import start
from scoring.engine.game.replay import Replay, replay
from scoring.engine.game.state import GameState, Setup, Win
from scoring.engine.settle import Payments


@dataclass(frozen=True, slots=True)
class Move:
    """An action, and what was noted beside it, such as calls that lost the priority."""

    action: Action
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Claimed:
    """What whoever wrote the record says came out; None where it says nothing.

    `total` is 0 for a drawn hand; `fans` are English names with their counts.
    """

    total: int | None = None
    fans: tuple[tuple[str, int], ...] | None = None
    scores: Payments | None = None


@dataclass(frozen=True, slots=True)
class Record:
    """A hand from the wall to the end. `tags` are words about it: event, hand, players."""

    setup: Setup
    moves: tuple[Move, ...]
    tags: tuple[tuple[str, str], ...] = ()
    claimed: Claimed = Claimed()

    def tag(self, name: str) -> str:
        """The value of a tag; empty where it is missing."""
        return dict(self.tags).get(name, "")

    def replay(self) -> Replay:
        """All states, up to the first illegal action."""
        return replay(start(self.setup), [move.action for move in self.moves])


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record as far as it could be read; `fault` is the first thing that could not.

    `record` is None when not even its head can be read.
    """

    record: Record | None
    fault: EngineError | None = None


def result_of(state: GameState) -> Claimed:
    """What came out of a finished hand."""
    if isinstance(state.end, Win):
        verdict = state.end.verdict
        return Claimed(verdict.total, verdict.fans, state.scores)
    return Claimed(0, (), state.scores)


def record_problems(record: Record, played: Replay) -> tuple[Problem, ...]:
    """Everything in which a record and its replay differ, all at once.

    Codes: that of the first illegal action, `hand_not_finished`, `other_total`, `other_fans`,
    `other_scores`.
    """
    if played.fault is not None:
        step = len(played.states)
        return (Problem(played.fault.code, {**played.fault.params, "step": step}),)
    if not played.last.over:
        return (Problem("hand_not_finished", {"step": len(played.states)}),)
    result = result_of(played.last)
    pairs = (
        ("other_total", record.claimed.total, result.total),
        ("other_fans", _sorted(record.claimed.fans), _sorted(result.fans)),
        ("other_scores", record.claimed.scores, result.scores),
    )
    return tuple(
        Problem(code, {"recorded": recorded, "counted": counted})
        for code, recorded, counted in pairs
        if recorded is not None and recorded != counted
    )


def _sorted(fans: tuple[tuple[str, int], ...] | None) -> tuple[tuple[str, int], ...] | None:
    return None if fans is None else tuple(sorted(fans))
