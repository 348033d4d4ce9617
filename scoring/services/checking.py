"""Checking what a hand says, as deep as it was entered: total, fans, or all tiles.

The claim belongs to the winner: what was called stands where the engine counts more; where it
counts less, also less than eight, the hand is disputed until a referee settles it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from scoring.engine.errors import EngineError, NotAWin
from scoring.engine.hand import Hand as EngineHand
from scoring.engine.hand import WinMode, hand_problems
from scoring.engine.hand_json import hand_from_json, hand_to_json
from scoring.engine.mcr.claim import check_claim, claim_total
from scoring.engine.mcr.score import Score, score
from scoring.engine.rotation import HANDS_PER_SESSION, Seat, round_wind, seat_wind
from scoring.engine.rules import Rules
from scoring.engine.settle import claim_problems
from scoring.engine.version import ENGINE_VERSION
from scoring.fan_names import fan_name
from scoring.models import Hand
from scoring.selectors.rules import tournament_rules
from scoring.sentences import Coded, sentence
from tournaments.models import Tournament

BLAMED = {
    "flowers_out_of_range": "flowers",
    "flower_count": "flowers",
    "below_minimum": "points",
    "points_above_limit": "points",
}
ASKED_ONLY = "mode_implies_fan"
DEPTHS = list(Hand.Depth)


@dataclass(frozen=True, slots=True)
class Deal:
    """What a hand says: drawn, or who won, off whom (empty: self-drawn) and how many points.

    `fans` are those the winner called, by English name and count; `tiles` the hand as
    `scoring.engine.hand_json` writes it. `points` 0 means that nobody typed a total: it then
    follows from the fans, or from the tiles where the table is helped.
    """

    kind: str
    winner: str = ""
    discarder: str = ""
    points: int = 0
    flowers: int | None = None
    fans: Mapping[str, int] | None = None
    tiles: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, hand: Hand) -> Deal:
        """What a stored hand says."""
        return cls(
            hand.kind,
            hand.winner,
            hand.discarder,
            hand.points,
            hand.flowers,
            hand.fans,
            hand.tiles,
        )

    @property
    def depth(self) -> Hand.Depth:
        """How much of the hand is known."""
        if self.tiles is not None:
            return Hand.Depth.TILES
        return Hand.Depth.POINTS if self.fans is None else Hand.Depth.FANS

    @property
    def said(self) -> dict[str, Any]:
        """The deal as the journal keeps it: fans and tiles only where they are known."""
        said = {
            "kind": self.kind,
            "winner": self.winner,
            "discarder": self.discarder,
            "points": self.points,
            "flowers": self.flowers,
        }
        known = {"fans": self.fans, "tiles": self.tiles}
        return said | {name: value for name, value in known.items() if value is not None}


@dataclass(frozen=True, slots=True)
class Checked:
    """A deal that can be, complete, with what the engine makes of it (None: no tiles)."""

    deal: Deal
    score: Score | None = None

    @property
    def disputed(self) -> bool:
        """Whether the claim is above what the hand counts, or the hand counts below eight."""
        counted = self.score
        return counted is not None and (not counted.legal or self.deal.points > counted.total)

    @property
    def kept(self) -> dict[str, Any]:
        """The fields of the stored hand that follow from the check."""
        depth = self.deal.depth
        return {
            "depth": depth,
            "counted": None if self.score is None else counted_json(self.score),
            "disputed": self.disputed,
            "engine_version": "" if depth == Hand.Depth.POINTS else ENGINE_VERSION,
        }


def counted_json(counted: Score) -> dict[str, Any]:
    """What the engine counts, as it is stored and as the command line prints it."""
    return {
        "total": counted.total,
        "without_flowers": counted.without_flowers,
        "legal": counted.legal,
        "fans": counted.fan_counts,
    }


def check_entry(number: int, deal: Deal, tournament: Tournament) -> Checked:
    """The deal with its points, and the engine's count where the tiles are known.

    Raises ValidationError for a hand that no table can have had, and for one that is entered less
    deeply than the tournament demands: everything wrong at once, by field (`winner`, `discarder`,
    `points`, `flowers`, `fans`, `tiles`).
    """
    if not 1 <= number <= HANDS_PER_SESSION:
        raise ValidationError(_("A session has hands 1 to 16."), code="hand_number")
    if deal.kind == Hand.Kind.DRAWN:
        if deal != Deal(Hand.Kind.DRAWN):
            raise ValidationError(_("A drawn hand has no winner and no points."), code="drawn")
        return Checked(deal)
    errors = _who(deal)
    if errors:
        raise ValidationError(errors)
    _require_depth(deal, tournament)
    rules = tournament_rules(tournament)
    counted: Score | None = None
    if deal.tiles is not None:
        hand = table_hand(number, deal)
        counted = _count(hand, rules)
        deal = replace(deal, tiles=hand_to_json(hand), flowers=hand.flower_count)
    if deal.fans is not None:
        deal = _with_called(deal, rules)
    if not deal.points and counted is not None:
        deal = replace(deal, points=_counted_points(counted, tournament))
    _refuse_all(claim_problems(deal.points, deal.flowers))
    return Checked(deal, counted)


def table_hand(number: int, deal: Deal) -> EngineHand:
    """The tiles of a deal with what the table knows: winds, self-draw and flowers.

    Raises ValidationError on `tiles` when they cannot be read.
    """
    try:
        hand = hand_from_json(deal.tiles)
    except EngineError as error:
        raise ValidationError({"tiles": [_error(error)]}) from error
    self_drawn = WinMode.DISCARD if deal.discarder else WinMode.SELF_DRAWN
    return replace(
        hand,
        mode=hand.mode & ~WinMode.SELF_DRAWN | self_drawn,
        seat_wind=seat_wind(Seat[deal.winner], number),
        round_wind=round_wind(number),
        flowers=hand.flowers if deal.flowers is None else deal.flowers,
    )


def call_problems(deal: Deal, rules: Rules) -> list[Coded]:
    """What is wrong with the called fans; `mode_implies_fan` is only worth a question."""
    mode = WinMode.DISCARD if deal.discarder else WinMode.SELF_DRAWN
    return list(check_claim(deal.fans or {}, mode, deal.flowers or 0, rules))


def called_points(deal: Deal, rules: Rules) -> int:
    """What the called fans sum to with the flowers; KeyError for a fan that is none."""
    return claim_total(deal.fans or {}, deal.flowers or 0, rules)


def _who(deal: Deal) -> dict[str, list[ValidationError]]:
    """What is wrong with winner and discarder."""
    errors: dict[str, list[ValidationError]] = {}
    seats = Seat.__members__
    if deal.winner not in seats:
        errors["winner"] = [ValidationError(_("Who won?"), code="winner_missing")]
    elif deal.winner == deal.discarder:
        text = _("The winner cannot be the one who discarded.")
        errors["discarder"] = [ValidationError(text, code="winner_is_discarder")]
    if deal.discarder and deal.discarder not in seats:
        errors["discarder"] = [ValidationError(_("Off whom?"), code="discarder_unknown")]
    if deal.depth == Hand.Depth.POINTS:  # all that is wrong with a plain total is said at once
        for problem in claim_problems(deal.points, deal.flowers):
            errors[BLAMED[problem.code]] = [_error(problem)]
    return errors


def _require_depth(deal: Deal, tournament: Tournament) -> None:
    least = Hand.Depth(tournament.least_depth)
    if DEPTHS.index(deal.depth) < DEPTHS.index(least):
        text = {
            Hand.Depth.FANS: _("In this tournament the fans of every win are entered."),
            Hand.Depth.TILES: _("In this tournament the tiles of every win are entered."),
            Hand.Depth.RECORD: _("In this tournament every win comes with its record."),
        }[least]
        raise ValidationError({"depth": [ValidationError(text, code="too_shallow")]})


def _count(hand: EngineHand, rules: Rules) -> Score:
    """The engine's count; raises ValidationError on `tiles` for no hand and no win."""
    _refuse_all(hand_problems(hand), "tiles")
    try:
        return score(hand, rules)
    except NotAWin as error:
        raise ValidationError({"tiles": [_error(error)]}) from error


def _with_called(deal: Deal, rules: Rules) -> Deal:
    """The deal with the sum of the called fans; refuse what no hand can have."""
    wrong = [problem for problem in call_problems(deal, rules) if problem.code != ASKED_ONLY]
    if not deal.fans:
        raise ValidationError(
            {"fans": [ValidationError(_("Which fans were called?"), code="no_fans")]}
        )
    _refuse_all(wrong, "fans")
    total = called_points(deal, rules)
    if deal.points not in (0, total):
        text = _("The called fans sum to %(sum)s, not %(points)s.")
        params = {"sum": total, "points": deal.points}
        raise ValidationError({"points": [ValidationError(text % params, code="sum_differs")]})
    known = deal.flowers if deal.flowers is not None else 0
    return replace(deal, points=total, flowers=known)


def _counted_points(counted: Score, tournament: Tournament) -> int:
    """The count where it may be told; else the winner has to name the points."""
    if not tournament.table_help:
        text = _("How many points did the winner call?")
        raise ValidationError({"points": [ValidationError(text, code="claim_missing")]})
    if not counted.legal:
        text = _("The hand counts %(points)s without flowers, below 8: no win. Found: %(fans)s.")
        found = ", ".join(f"{fan} {times}" for fan, times in counted_names(counted))
        params = {"points": counted.without_flowers, "fans": found}
        raise ValidationError({"points": [ValidationError(text % params, code="below_minimum")]})
    return counted.total


def counted_names(counted: Score) -> list[tuple[str, int]]:
    """The counted fans as people read them: name and points."""
    return [(fan_name(one.fan), one.points * one.count) for one in counted.fans]


def _refuse_all(problems: Iterable[Coded], field: str = "") -> None:
    errors: dict[str, list[ValidationError]] = {}
    for problem in problems:
        errors.setdefault(BLAMED.get(problem.code, field or "points"), []).append(_error(problem))
    if errors:
        raise ValidationError(cast(Any, errors))


def _error(fault: Coded) -> ValidationError:
    return ValidationError(sentence(fault), code=fault.code)
