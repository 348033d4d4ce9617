"""A recorded hand step by step, as a page draws it: who sees what, and where it lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from scoring.engine.game.records.record import Record
from scoring.engine.game.records.text import parse_record
from scoring.engine.game.state import GameState, Phase, Win
from scoring.engine.game.view import PlayerView, TableView, view
from scoring.engine.rotation import Seat, Wind, seats_by_wind
from scoring.models import Hand
from scoring.replay_sentences import lost_calls, start_sentence, step_sentence
from scoring.selectors.tables import TableSheet
from tournaments.gates import Access
from tournaments.models import Entry

PLACES = ("bottom", "right", "top", "left")
"""Around the table from the reader, in the order of play."""

STACKS = 18
# The drawn wall: where its first stack begins, from stack to stack, a stack's length and depth,
# and where the walls on the near and the far side lie.
_FIRST, _PITCH, _LONG, _DEEP, _NEAR, _FAR = 19, 9, 8, 10, 6, 184


@dataclass(frozen=True, slots=True)
class PlayedRecord:
    """A record with all its states: `states[n]` is the table after n actions."""

    record: Record
    states: tuple[GameState, ...]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.states) - 1


@lru_cache(maxsize=32)
def played_record(text: str) -> PlayedRecord:
    """All states of a stored record; kept, as a reader asks for one step after another.

    Only proved records are stored, so the fold never stops early.
    """
    record = parse_record(text)
    return PlayedRecord(record, record.replay().states)


@dataclass(frozen=True, slots=True)
class Stack:
    """A stack of the wall in the drawing: its place, and how many of its tiles still stand."""

    x: int
    y: int
    width: int
    height: int
    tiles: int
    breach: bool


@dataclass(frozen=True, slots=True)
class Panel:
    """A player at a step. `score` is what the hand brought, known at the end."""

    place: str
    view: PlayerView
    entry: Entry | None
    score: int | None
    won: bool

    staff: bool

    @property
    def wind(self) -> Wind:
        """The seat wind."""
        return self.view.wind

    @property
    def is_dealer(self) -> bool:
        """True for East."""
        return self.wind is Wind.EAST

    @property
    def name(self) -> str:
        """The full name for the staff, the public one for everybody else."""
        if self.entry is None:
            return "—"
        return self.entry.player.full_name if self.staff else self.entry.player.public_name


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a hand as somebody sees it; `seen_by` is None where all hands lie open."""

    number: int
    last: int
    seen_by: Wind | None
    said: str
    lost: tuple[str, ...]
    table: TableView
    panels: tuple[Panel, ...]
    stacks: tuple[Stack, ...]
    round_wind: Wind
    win: Win | None
    over: bool

    @property
    def before(self) -> int:
        """The step before, 0 at the beginning."""
        return max(self.number - 1, 0)

    @property
    def after(self) -> int:
        """The step after, the last at the end."""
        return min(self.number + 1, self.last)

    @property
    def has_before(self) -> bool:
        """False at the beginning."""
        return self.number > 0

    @property
    def has_after(self) -> bool:
        """False at the end."""
        return self.number < self.last

    @property
    def view(self) -> str:
        """How the address names who looks."""
        return "open" if self.seen_by is None else self.seen_by.name.lower()


def replay_step(
    access: Access, sheet: TableSheet, hand: Hand, number: int, seen_by: Wind | None
) -> Step:
    """Step `number` of a recorded hand; one beyond the end gives the end."""
    played = played_record(hand.record)
    at = min(number, played.last)
    state = played.states[at]
    table = view(state, seen_by)
    move = played.record.moves[at - 1] if at else None
    said = (
        step_sentence(move.action, played.states[at - 1], state, seen_by)
        if move
        else start_sentence(state)
    )
    return Step(
        number=at,
        last=played.last,
        seen_by=seen_by,
        said=said,
        lost=lost_calls(move.comment) if move else (),
        table=table,
        panels=tuple(_panels(access, sheet, hand, state, seen_by)),
        stacks=tuple(_stacks(state, table, seen_by)),
        round_wind=state.setup.round_wind,
        win=state.end if isinstance(state.end, Win) else None,
        over=state.over,
    )


def _place(wind: Wind, seen_by: Wind | None) -> int:
    """Where a player sits from the reader: 0 in front, then in the order of play."""
    return (wind - (seen_by or Wind.EAST)) % 4


def _panels(
    viewer: Access, sheet: TableSheet, hand: Hand, state: GameState, seen_by: Wind | None
) -> Iterator[Panel]:
    """The four players, the reader's first, then in the order of play."""
    players = view(state, seen_by).players
    scores = state.scores if state.over else (None,) * 4
    seats = seats_by_wind(hand.number)
    for wind in sorted(Wind, key=lambda one: _place(one, seen_by)):
        yield Panel(
            place=PLACES[_place(wind, seen_by)],
            view=players[wind],
            entry=_sitting(sheet, seats[wind], hand.number),
            score=scores[wind],
            won=isinstance(state.end, Win) and state.end.seat is wind,
            staff=viewer.is_staff,
        )


def _sitting(sheet: TableSheet, seat: Seat, number: int) -> Entry | None:
    """Who played in the seat in that hand."""
    sitters = [one for one in sheet.seats[seat].sitters if one.from_hand <= number]
    return sitters[-1].entry if sitters else None


def _stacks(state: GameState, table: TableView, seen_by: Wind | None) -> Iterator[Stack]:
    """The stacks of the four walls; nothing where everybody has a wall of their own."""
    if any(len(row) != 2 * STACKS for row in state.setup.rows):
        return
    for wind in Wind:
        standing = table.standing[wind]
        for stack in range(STACKS):
            left = sum(standing[2 * stack : 2 * stack + 2])
            broken = table.breach == (wind, stack) and state.phase is not Phase.OVER
            yield _drawn_stack(_place(wind, seen_by), stack, left, broken)


def _drawn_stack(place: int, stack: int, tiles: int, broken: bool) -> Stack:
    """A stack in a square of 200: walls run to the left of the player who built them."""
    along, back = _FIRST + _PITCH * (STACKS - 1 - stack), _FIRST + _PITCH * stack
    x, y = ((along, _FAR), (_FAR, back), (back, _NEAR), (_NEAR, along))[place]
    wide = place % 2 == 0
    return Stack(x, y, _LONG if wide else _DEEP, _DEEP if wide else _LONG, tiles, broken)
