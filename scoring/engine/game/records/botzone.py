"""Reader for the text logs of Botzone: duplicate walls, no flowers, Chinese practice.

A log names only the tiles that were dealt and drawn. Each wall is filled up with tiles that nobody
drew, so that the replay knows when a wall is empty.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from scoring.engine.errors import EngineError, NotationError
from scoring.engine.game import actions as act
from scoring.engine.game.records.record import Claimed, Move, ReadRecord, Record
from scoring.engine.game.records.tokens import format_action
from scoring.engine.game.ruleset import DUPLICATE
from scoring.engine.game.state import AFTER, Setup
from scoring.engine.game.wall import FULL_SET, Rows
from scoring.engine.mcr.catalogue import CATALOGUE
from scoring.engine.rotation import Wind
from scoring.engine.tiles import DRAGONS, FLOWERS, TILES, WINDS, Tile

ROW = 34
_DEALT = 13

_TILES: dict[str, Tile] = {
    f"{letter}{number}": tile
    for letter, tiles in (
        ("W", TILES[0:9]),
        ("T", TILES[9:18]),
        ("B", TILES[18:27]),
        ("F", WINDS),
        ("J", DRAGONS),
    )
    for number, tile in enumerate(tiles, 1)
}
_ENGLISH = {fan.names.zh: fan.en for fan in CATALOGUE}
_ENGLISH |= {"嵌张": "Closed Wait"}

_DEAL = re.compile(r"Player ([0-3]) Deal ?(.*)")
_LINE = re.compile(r"Player ([0-3]) (\w+)(?: ([A-Z]\d))?")


def read_botzone(text: str) -> Iterator[ReadRecord]:
    """The hands of a log, one a `Match`; a broken one up to its first fault."""
    for block in re.split(r"(?m)^(?=Match )", text):
        if block.strip():
            yield _read(block.splitlines())


def _read(lines: list[str]) -> ReadRecord:
    moves: list[Move] = []
    dealt: dict[Wind, list[Tile]] = {}
    head: dict[str, str] = {}
    fault: EngineError | None = None
    try:
        for line in filter(None, map(str.strip, lines)):
            _read_line(line, head, dealt, moves)
    except NotationError as broken:
        fault = broken
    try:
        record = _record(head, dealt, moves)
    except NotationError as broken:
        return ReadRecord(None, fault or broken)
    return ReadRecord(record, fault)


def _read_line(
    line: str, head: dict[str, str], dealt: dict[Wind, list[Tile]], moves: list[Move]
) -> None:
    word, _, rest = line.partition(" ")
    if word in ("Match", "Wind", "Fan", "Score", "Huang"):
        head[word] = rest
        if word == "Huang" and moves:
            moves.append(Move(act.Unclaimed(AFTER[moves[-1].action.seat])))
    elif match := _DEAL.fullmatch(line):
        dealt[Wind(int(match[1]))] = [_tile(tile) for tile in match[2].split()]
    else:
        moves.append(_move(line, moves))


def _tile(text: str) -> Tile:
    if text not in _TILES:
        raise NotationError("unknown_tile", text=text)
    return _TILES[text]


def _move(line: str, moves: list[Move]) -> Move:
    """One line: an action, and the calls that it took the priority from."""
    taken, *lost = line.split(" Ignore ")
    action = _action(taken, moves)
    calls = [_action(call, moves) for text in lost for call in re.split(r" (?=Player)", text)]
    return Move(action, " ".join(format_action(call) for call in calls))


def _action(text: str, moves: list[Move]) -> act.Action:
    match = _LINE.fullmatch(text.strip())
    if match is None or match[2] not in _ACTIONS:
        raise NotationError("not_an_action", text=text)
    seat = Wind(int(match[1]))
    if match[2] == "Hu":
        return act.Hu(seat)
    if match[2] == "Gang":
        return act.Kong(seat, _last_discard(moves, text))
    if match[2] == "Peng":
        return act.Pung(seat, _tile(match[3] or ""))
    return _ACTIONS[match[2]](seat, _tile(match[3] or ""))


def _last_discard(moves: list[Move], text: str) -> Tile:
    """A kong of a discard is written without saying which."""
    if moves and isinstance(moves[-1].action, act.Discard):
        return moves[-1].action.tile
    raise NotationError("not_an_action", text=text)


def _chow(seat: Wind, middle: Tile) -> act.Action:
    if not middle.is_suited or middle.is_terminal:
        raise NotationError("not_a_chow", tile=middle.text)
    return act.Chow(seat, TILES[middle - 1])


_ACTIONS: dict[str, Callable[[Wind, Tile], act.Action]] = {
    "Draw": act.Draw,
    "Play": act.Discard,
    "Chi": _chow,
    "Peng": act.Pung,
    "Gang": act.Kong,
    "AnGang": act.ConcealedKong,
    "BuGang": act.AddedKong,
    "Hu": lambda seat, _: act.Hu(seat),
}


def _record(head: dict[str, str], dealt: dict[Wind, list[Tile]], moves: list[Move]) -> Record:
    if head.get("Wind") not in ("0", "1", "2", "3"):
        raise NotationError("not_a_wind", text=head.get("Wind", ""))
    if [len(dealt.get(seat, ())) for seat in Wind] != [_DEALT] * 4:
        raise NotationError("deal_missing")
    setup = Setup(DUPLICATE, _rows(dealt, moves), Wind(int(head["Wind"])))
    tags = (("Match", head.get("Match", "")),)
    return Record(setup, (Move(act.Deal()), *moves), tags, _claimed(head))


def _rows(dealt: dict[Wind, list[Tile]], moves: Iterable[Move]) -> Rows:
    """Four walls: what was dealt and drawn, then tiles that nobody saw."""
    known = {seat: list(dealt[seat]) for seat in Wind}
    for move in moves:
        if isinstance(move.action, act.Draw):
            known[move.action.seat].append(move.action.tile)
    left = Counter(FULL_SET[: -len(FLOWERS)])
    left.subtract(tile for row in known.values() for tile in row)
    if min(left.values()) < 0 or max(map(len, known.values())) > ROW:
        raise NotationError("not_a_full_set")
    unseen = sorted(left.elements())
    rows = []
    for row in known.values():
        missing = ROW - len(row)
        rows.append((*row, *unseen[:missing]))
        del unseen[:missing]
    east, south, west, north = rows
    return east, south, west, north


def _claimed(head: dict[str, str]) -> Claimed:
    """The recorded result; a hand that was broken off has none."""
    scores = tuple(_number(word) for word in head.get("Score", "").split())
    if "Huang" in head:
        return Claimed(0, (), _four(scores))
    if "Fan" not in head:
        return Claimed()
    total, _, fans = head["Fan"].partition(" ")
    named = (part.rpartition("*") for part in fans.split("+"))
    return Claimed(
        _number(total),
        tuple((_english(name), _number(count)) for name, _, count in named),
        _four(scores),
    )


def _four(scores: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    return (scores[0], scores[1], scores[2], scores[3]) if len(scores) == 4 else None


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,5}", text):
        raise NotationError("not_a_number", text=text)
    return int(text)


def _english(name: str) -> str:
    """The English name of a fan, which may carry a note before a middle dot."""
    name = name.rpartition("・")[2]
    if name not in _ENGLISH:
        raise NotationError("unknown_fan", text=name)
    return _ENGLISH[name]
