"""Play hands and sessions with players for the machine."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import TypeAlias

from scoring.engine.game import actions as act
from scoring.engine.game.apply import apply, start
from scoring.engine.game.bots.bot import Bot, RandomBot
from scoring.engine.game.bots.sensible import SensibleBot
from scoring.engine.game.legal import legal_actions
from scoring.engine.game.records.record import Move, Record, result_of
from scoring.engine.game.records.tokens import format_action
from scoring.engine.game.ruleset import MCR, Claim, Ruleset
from scoring.engine.game.state import GameState, Phase, Setup
from scoring.engine.rotation import (
    HANDS_PER_SESSION,
    Seat,
    Wind,
    round_wind,
    seats_by_wind,
)

Bots: TypeAlias = tuple[Bot, Bot, Bot, Bot]
"""Four players, by wind in a hand and by seat in a session."""

BOTS: Mapping[str, Callable[[Random], Bot]] = {"sensible": SensibleBot, "random": RandomBot}
"""The players there are."""

NOBODY: Mapping[int, Collection[Seat]] = {}


@dataclass(frozen=True, slots=True)
class Played:
    """A finished hand: its record and its last state."""

    record: Record
    last: GameState


def make_bots(kind: str, seed: int | str) -> Bots:
    """Four players of a kind in `BOTS`, each with dice of their own."""
    a, b, c, d = (BOTS[kind](Random(f"{seed} {seat.name}")) for seat in Seat)
    return a, b, c, d


def play_hand(
    setup: Setup,
    bots: Bots,
    random: Random,
    tags: tuple[tuple[str, str], ...] = (),
    *,
    dead: Collection[Wind] = (),
) -> Played:
    """Play one hand; `bots` are East, South, West and North, `random` throws the dice.

    Who is `dead` from the start plays on and does not win; the record does not say why.
    """
    state, moves = _with_dead(start(setup), dead), []
    while not state.over:
        move = next_move(state, bots, random)
        moves.append(move)
        state = apply(state, move.action)
    return Played(Record(setup, tuple(moves), tags, result_of(state)), state)


def _with_dead(state: GameState, dead: Collection[Wind]) -> GameState:
    east, south, west, north = (
        replace(player, dead=wind in dead) for wind, player in zip(Wind, state.players, strict=True)
    )
    return replace(state, players=(east, south, west, north))


def next_move(state: GameState, bots: Bots, random: Random) -> Move:
    """What happens next, with the calls that lost the priority as a comment."""
    if state.phase is Phase.THROW:
        return Move(act.Throw(state.seat, (random.randint(1, 6), random.randint(1, 6))))
    if state.phase in (Phase.TURN, Phase.OPENING):
        return Move(bots[state.seat].turn(state))
    actions = legal_actions(state)
    if len(actions) == 1:
        return Move(actions[0])
    return _answered(state, actions, bots)


def _answered(state: GameState, actions: tuple[act.Action, ...], bots: Bots) -> Move:
    """Ask everybody who may claim; the last action is what happens when nobody does."""
    options: dict[Wind, list[Claim]] = {}
    for action in actions:
        if isinstance(action, act.CLAIMS):
            options.setdefault(action.seat, []).append(action)
    called = [bots[seat].answer(state, seat, tuple(claims)) for seat, claims in options.items()]
    calls = [call for call in called if call is not None]
    if not calls:
        return Move(actions[-1])
    taken = state.setup.ruleset.precedence(calls, state.seat)
    return Move(taken, " ".join(format_action(call) for call in calls if call is not taken))


def play_session(
    bots: Bots,
    seed: int | str,
    *,
    ruleset: Ruleset = MCR,
    hands: Iterable[int] = range(1, HANDS_PER_SESSION + 1),
    tags: tuple[tuple[str, str], ...] = (),
    dead: Mapping[int, Collection[Seat]] = NOBODY,
) -> Iterator[tuple[int, Played]]:
    """Play hands of a session one by one, each with its number; `bots` are seats A to D.

    The wall of a hand depends on seed and number alone; `tags` go into every record. `dead` are
    the seats that do not win by the number of the hand.
    """
    for number in hands:
        random = Random(f"{seed} {number}")
        seats = seats_by_wind(number)
        east, south, west, north = (bots[seat] for seat in seats)
        barred = dead.get(number, ())
        winless = [wind for wind, seat in zip(Wind, seats, strict=True) if seat in barred]
        setup = Setup(ruleset, ruleset.walls.build(random), round_wind(number))
        named = (*tags, ("Hand", str(number)))
        yield number, play_hand(setup, (east, south, west, north), random, named, dead=winless)


def simulate(
    hands: int, seed: int, *, bots: str = "sensible", ruleset: Ruleset = MCR
) -> Iterator[Played]:
    """Play `hands` hands in sessions of sixteen; the same for the same seed everywhere."""
    for session, first in enumerate(range(0, hands, HANDS_PER_SESSION)):
        numbers = range(1, min(HANDS_PER_SESSION, hands - first) + 1)
        players = make_bots(bots, f"{seed} {session}")
        for _, played in play_session(players, f"{seed} {session}", ruleset=ruleset, hands=numbers):
            yield played
