"""Hands with their records: every tile from the wall to the win, proved by the engine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils import timezone
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from scoring.engine.game.records.record import Record, record_problems
from scoring.engine.game.records.text import read_record
from scoring.engine.game.records.tokens import format_action
from scoring.engine.game.ruleset import MCR
from scoring.engine.game.session import HandResult, hand_result
from scoring.engine.game.state import GameState, Win
from scoring.engine.hand_json import hand_to_json
from scoring.engine.rotation import Seat, round_wind
from scoring.engine.version import ENGINE_VERSION
from scoring.game_sentences import fault_in_record
from scoring.models import Hand, Penalty
from scoring.selectors.rules import tournament_rules
from scoring.services.checking import Deal
from scoring.services.hands import StaleHand, freeze_rules, put_hand
from scoring.services.locks import (
    lock_table,
    place_of,
    require_open,
    require_referee,
    require_started,
    sheet_of,
    touch,
)
from tournaments.models import Occupant, Table, Tournament


@dataclass(frozen=True, slots=True)
class Proved:
    """A record of hand `number` of a session that the engine has played to its end."""

    text: str
    number: int
    record: Record
    last: GameState

    @property
    def result(self) -> HandResult:
        """Who won, by seat, and the penalties."""
        return hand_result(self.number, self.last)

    @property
    def deal(self) -> Deal:
        """The hand as the table has it, with fans and tiles."""
        result, end = self.result, self.last.end
        if not isinstance(end, Win) or result.winner is None:
            return Deal(Hand.Kind.DRAWN)
        return Deal(
            kind=Hand.Kind.WIN,
            winner=result.winner.name,
            discarder="" if result.discarder is None else result.discarder.name,
            points=result.points,
            flowers=result.flowers,
            fans=dict(end.verdict.fans),
            tiles=hand_to_json(end.hand),
        )

    @property
    def kept(self) -> dict[str, Any]:
        """The further fields of the stored hand."""
        return {
            "depth": Hand.Depth.RECORD,
            "record": self.text,
            "counted": self.counted,
            "engine_version": ENGINE_VERSION,
        }

    @property
    def counted(self) -> dict[str, Any] | None:
        """What the engine counts for the winner; None for a drawn hand."""
        if not isinstance(self.last.end, Win):
            return None
        verdict = self.last.end.verdict
        return {
            "total": verdict.total,
            "without_flowers": verdict.without_flowers,
            "legal": True,
            "fans": dict(verdict.fans),
        }


def prove_record(text: str, *, number: int, tournament: Tournament) -> Proved:
    """Play a record of hand `number` by the rules of the tournament.

    Raises ValidationError for the field `record`: what cannot be read, the first action that broke
    a rule, or everything in which the record differs from what was played.
    """
    read = read_record(text)
    if read.record is None:
        assert read.fault is not None
        raise _refused(fault_in_record(read.fault, {}), read.fault.code)
    record = read.record
    _require_rules(record, number, tournament)
    played = record.replay()
    words = {step: format_action(move.action) for step, move in enumerate(record.moves, start=1)}
    if read.fault is not None and played.fault is None:
        raise _refused(fault_in_record(read.fault, {}), read.fault.code)
    problems = record_problems(record, played)
    if problems:
        raise ValidationError(
            {
                "record": [
                    ValidationError(fault_in_record(problem, words), code=problem.code)
                    for problem in problems
                ]
            }
        )
    return Proved(text, number, record, played.last)


@transaction.atomic
def attach_record(*, by: Actor, hand: Hand, record: str) -> Hand:
    """Give a stored hand its record: a new row of depth `record` takes the place of the old one.

    Winner, discarder and points stay what they are, and so do results and standings. A claim below
    what the hand counts stands where the count was known.
    Raises StaleHand when the hand was changed meanwhile, ValidationError for `record` that is no
    proof of this hand, PermissionDenied for less than a referee once the session is finished.
    """
    table = lock_table(hand.table)
    require_referee(by, table.session)
    standing = Hand.objects.filter(table=table, number=hand.number, voided_at=None).first()
    if standing is None or standing.pk != hand.pk:
        raise StaleHand(hand.number, standing, None)
    proved = prove_record(record, number=hand.number, tournament=table.session.tournament)
    _require_same(standing, proved)
    _require_penalties(table, proved)
    # What the winner claimed stands; the count of the tiles is kept beside it.
    deal = replace(proved.deal, points=standing.points)
    return put_hand(
        by=by,
        table=table,
        number=hand.number,
        last=standing,
        deal=deal,
        kept=proved.kept,
        verb="hand.record_attached",
    )


@transaction.atomic
def record_played_hands(*, by: Actor, table: Table, records: Mapping[int, str]) -> list[Hand]:
    """Enter empty hands of an open table by their records, by number.

    Each record is proved; the hands are written together. Raises StaleHand where a hand is entered
    already, ValidationError for a closed table and for a record as `prove_record` does.
    """
    locked = lock_table(table)
    require_started(locked.session)
    require_open(locked, sheet_of(locked))
    proved = [
        prove_record(text, number=number, tournament=locked.session.tournament)
        for number, text in sorted(records.items())
    ]
    for one in proved:
        _require_penalties(locked, one)
    versions = _next_versions(locked, proved)
    hands = [_row(by, locked, one, versions.get(one.number, 0) + 1) for one in proved]
    Hand.objects.bulk_create(hands)
    freeze_rules(locked)
    for one in proved:
        record_event(
            scope=locked.session.tournament.scope,
            actor=by,
            verb="hand.recorded",
            target=place_of(locked, one.number),
            after=one.deal.said,
        )
    touch(locked)
    return hands


def _next_versions(table: Table, proved: list[Proved]) -> dict[int, int]:
    """The last version of each hand that was ever written; StaleHand for one that stands."""
    standing = {one.number: one for one in Hand.objects.filter(table=table, voided_at=None)}
    for one in proved:
        if one.number in standing:
            raise StaleHand(one.number, standing[one.number], one.deal)
    rows = Hand.objects.filter(table=table).values_list("number").annotate(last=Max("version"))
    return dict(rows.order_by("number"))


def _row(by: Actor, table: Table, proved: Proved, version: int) -> Hand:
    deal = proved.deal
    hand = Hand(
        table=table,
        number=proved.number,
        version=version,
        kind=deal.kind,
        winner=deal.winner,
        discarder=deal.discarder,
        points=deal.points,
        flowers=deal.flowers,
        fans=deal.fans,
        tiles=deal.tiles,
        entered_by=by if by is not None and by.is_authenticated else None,
        entered_at=timezone.now(),
        **proved.kept,
    )
    # Fields only: the engine has proved the rest, and the database checks its constraints.
    hand.clean_fields(exclude=["table", "entered_by"])
    return hand


def _refused(text: str, code: str) -> ValidationError:
    return ValidationError({"record": ValidationError(text, code=code)})


def _require_rules(record: Record, number: int, tournament: Tournament) -> None:
    """The record is of this game, by the tournament's rules, in the round of the hand."""
    ruleset = record.setup.ruleset
    if ruleset.name != MCR.name:
        text = _("This is a record of another game: %(name)s.")
        raise _refused(text % {"name": ruleset.name}, "other_ruleset")
    own, given = tournament_rules(tournament).settings(), ruleset.rules.settings()
    other = [f"{name}={given[name]}" for name in own if own[name] != given[name]]
    if ruleset.book != tournament.penalty_book:
        other.append(str(ruleset.book))
    if other:
        text = _("It was not played by the rules of this tournament: %(other)s.")
        raise _refused(text % {"other": ", ".join(other)}, "other_rules")
    expected = round_wind(number)
    if record.setup.round_wind is not expected:
        text = _("Hand %(hand)s is played in round %(expected)s, the record is of round %(given)s.")
        named = {"expected": expected.letter, "given": record.setup.round_wind.letter}
        raise _refused(text % {"hand": number, **named}, "other_round")


def _require_same(hand: Hand, proved: Proved) -> None:
    """The record tells the hand that stands; every difference is said."""
    deal = proved.deal
    pairs = (
        (_("winner"), hand.winner, deal.winner),
        (_("discarder"), hand.discarder, deal.discarder),
        (_("points"), _counted_points(hand), deal.points),
        (_("flowers"), hand.flowers if hand.flowers is not None else deal.flowers, deal.flowers),
    )
    text = _("%(what)s: the hand stands with %(stored)s, the record gives %(played)s.")
    wrong = [
        ValidationError(
            text % {"what": what, "stored": stored or "—", "played": played or "—"},
            code="other_hand",
        )
        for what, stored, played in pairs
        if stored != played
    ]
    if wrong:
        raise ValidationError({"record": wrong})


def _counted_points(hand: Hand) -> int:
    """What the hand was found to count; what stands where nobody has counted."""
    return int(hand.counted["total"]) if hand.counted else hand.points


def _require_penalties(table: Table, proved: Proved) -> None:
    """Every penalty of the record stands on the sheet; a sheet may have others of that hand."""
    wanted = [(seat, code) for seat, code, _payments in proved.result.penalties if code]
    if not wanted:
        return
    occupants = Occupant.objects.filter(
        seat__table=table, from_hand__lte=proved.number
    ).select_related("seat")
    entries = {Seat[one.seat.letter]: one.entry_id for one in occupants.order_by("from_hand")}
    given = Penalty.objects.filter(
        session=table.session, hand=proved.number, revoked_at__isnull=True
    ).values_list("entry_id", "code")
    standing = list(given)
    for seat, code in wanted:
        if (entries.get(seat), code) not in standing:
            text = _("The record has penalty %(code)s for seat %(seat)s: the sheet has not.")
            raise _refused(text % {"code": code, "seat": seat.name}, "other_penalties")
        standing.remove((entries[seat], code))
