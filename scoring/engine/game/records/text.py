"""The notation of whole hands: tags, then one word an action. `docs/records.md` describes it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from scoring.engine.errors import EngineError, NotationError
from scoring.engine.game.records.record import Claimed, Move, ReadRecord, Record
from scoring.engine.game.records.tokens import format_action, parse_action
from scoring.engine.game.ruleset import Ruleset, ruleset_named
from scoring.engine.game.state import Setup
from scoring.engine.game.wall import Rows
from scoring.engine.notation import format_tiles, parse_tiles
from scoring.engine.penalties import PenaltyBook
from scoring.engine.rotation import Wind
from scoring.engine.settle import Payments

LONGEST_RECORD = 100_000
LINE = 96

_WALLS = ("EastWall", "SouthWall", "WestWall", "NorthWall")
_HEAD = ("Ruleset", "Rules", "Penalties", "Round", *_WALLS)
_RESULT = ("Total", "Fans", "Scores")
_OWN = frozenset((*_HEAD, *_RESULT))

_TAG = re.compile(r'[ \t]*\[([A-Za-z][A-Za-z0-9_]*) "((?:[^"\\\n]|\\.)*)"\][ \t]*')
_PIECE = re.compile(r"\{((?:[^{}\\]|\\.)*)\}|([^\s{}]+)|([{}])", re.DOTALL)
_ESCAPES = {"n": "\n", "r": "\r"}


def format_record(record: Record) -> str:
    """The text that `parse_record` reads."""
    lines = [f'[{name} "{_escape(value)}"]' for name, value in _tags(record)]
    return "\n".join([*lines, "", *_lines(_pieces(record)), ""])


def _tags(record: Record) -> Iterator[tuple[str, str]]:
    yield from record.tags
    ruleset = record.setup.ruleset
    yield "Ruleset", ruleset.name
    yield "Rules", " ".join(f"{name}={word}" for name, word in ruleset.rules.settings().items())
    yield "Penalties", str(ruleset.book)
    yield "Round", record.setup.round_wind.letter
    for name, row in zip(_WALLS, record.setup.rows, strict=True):
        yield name, format_tiles(row)
    claimed = record.claimed
    if claimed.total is not None:
        yield "Total", str(claimed.total)
    if claimed.fans is not None:
        yield "Fans", "; ".join(f"{name}*{count}" for name, count in claimed.fans)
    if claimed.scores is not None:
        yield "Scores", " ".join(str(score) for score in claimed.scores)


def _pieces(record: Record) -> Iterator[str]:
    for move in record.moves:
        yield format_action(move.action)
        if move.comment:
            yield f"{{{_escape(move.comment)}}}"


def _lines(pieces: Iterator[str]) -> Iterator[str]:
    """The pieces in lines of at most `LINE` characters, none broken."""
    line = ""
    for piece in pieces:
        if line and len(line) + 1 + len(piece) > LINE:
            yield line
            line = ""
        line = f"{line} {piece}" if line else piece
    yield line


def _escape(value: str) -> str:
    return re.sub(r'([\\"{}])', r"\\\1", value).replace("\n", "\\n").replace("\r", "\\r")


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES.get(match[1], match[1]), value, flags=re.DOTALL)


def parse_record(text: str) -> Record:
    """The one record of a text; NotationError, or what the head's rules say, if it is broken."""
    read = read_record(text)
    if read.fault is not None:
        raise read.fault
    assert read.record is not None
    return read.record


def read_record(text: str) -> ReadRecord:
    """A record as far as it can be read, and the first fault."""
    try:
        tags, body = _split(text)
        record = _head(tags)
    except EngineError as fault:
        return ReadRecord(None, fault)
    moves: list[Move] = []
    try:
        _read_moves(body, moves)
    except NotationError as fault:
        return ReadRecord(replace(record, moves=tuple(moves)), fault)
    return ReadRecord(replace(record, moves=tuple(moves)))


def read_records(text: str) -> Iterator[ReadRecord]:
    """The records of a file: a tag after the actions of one begins the next."""
    current: list[str] = []
    in_moves = False
    for line in text.split("\n"):
        is_tag = line.lstrip(" \t").startswith("[")
        if is_tag and in_moves:
            yield read_record("\n".join(current))
            current, in_moves = [], False
        in_moves = in_moves or bool(line.strip() and not is_tag)
        current.append(line)
    if "".join(current).strip():
        yield read_record("\n".join(current))


def _split(text: str) -> tuple[dict[str, str], str]:
    """The tags and the text of the actions."""
    if len(text) > LONGEST_RECORD:
        raise NotationError("text_too_long", length=len(text), limit=LONGEST_RECORD)
    tags: dict[str, str] = {}
    lines = text.lstrip("\ufeff").split("\n")
    for number, line in enumerate(lines):
        match = _TAG.fullmatch(line.rstrip("\r"))
        if match is not None:
            if match[1] in tags:
                raise NotationError("tag_twice", tag=match[1], line=number + 1)
            tags[match[1]] = _unescape(match[2])
        elif line.lstrip(" \t").startswith("["):
            raise NotationError("not_a_tag", text=line.strip()[:LINE], line=number + 1)
        elif line.strip():
            return tags, "\n".join(lines[number:])
    return tags, ""


def _head(tags: dict[str, str]) -> Record:
    for name in _HEAD:
        if name not in tags:
            raise NotationError("missing_tag", tag=name)
    setup = Setup(_ruleset(tags), _rows(tags), _round_wind(tags["Round"]))
    fault = setup.ruleset.walls.fault(setup.rows)
    if fault is not None:
        raise NotationError(fault)
    others = tuple((name, value) for name, value in tags.items() if name not in _OWN)
    return Record(setup, (), others, _claimed(tags))


def _ruleset(tags: dict[str, str]) -> Ruleset:
    settings = {}
    for word in tags["Rules"].split():
        name, sign, value = word.partition("=")
        if not sign:
            raise NotationError("not_a_setting", text=word)
        settings[name] = value
    if tags["Penalties"] not in tuple(PenaltyBook):
        raise NotationError("unknown_penalty_book", text=tags["Penalties"])
    ruleset = ruleset_named(tags["Ruleset"])
    rules = ruleset.rules.with_settings(settings)
    return replace(ruleset, rules=rules, book=PenaltyBook(tags["Penalties"]))


def _rows(tags: dict[str, str]) -> Rows:
    east, south, west, north = (parse_tiles(tags[name]) for name in _WALLS)
    return east, south, west, north


def _round_wind(text: str) -> Wind:
    if text not in ("E", "S", "W", "N"):
        raise NotationError("not_a_wind", text=text)
    return Wind("ESWN".index(text))


def _claimed(tags: dict[str, str]) -> Claimed:
    return Claimed(
        total=_number(tags["Total"]) if "Total" in tags else None,
        fans=_fans(tags["Fans"]) if "Fans" in tags else None,
        scores=_scores(tags["Scores"]) if "Scores" in tags else None,
    )


def _number(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,5}", text):
        raise NotationError("not_a_number", text=text)
    return int(text)


def _fans(text: str) -> tuple[tuple[str, int], ...]:
    parts = [part.strip().rpartition("*") for part in text.split(";") if part.strip()]
    return tuple((name, _number(count)) for name, _, count in parts)


def _scores(text: str) -> Payments:
    numbers = [_number(word) for word in text.split()]
    if len(numbers) != 4:
        raise NotationError("not_four_scores", text=text)
    east, south, west, north = numbers
    return east, south, west, north


def _read_moves(body: str, moves: list[Move]) -> None:
    """Append the actions of `body` to `moves`, so that those before a fault are kept."""
    for match in _PIECE.finditer(body):
        comment, word, brace = match.groups()
        if brace or (comment is not None and not moves):
            raise NotationError("stray_comment", position=match.start())
        if comment is None:
            moves.append(Move(parse_action(word)))
        elif moves[-1].comment:
            raise NotationError("stray_comment", position=match.start())
        else:
            moves[-1] = replace(moves[-1], comment=_unescape(comment))
