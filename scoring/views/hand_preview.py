"""What a hand would pay, told while it is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.engine.errors import EngineError
from scoring.engine.hand import HAND_SIZE, hand_problems
from scoring.engine.mcr.catalogue import BY_NAME
from scoring.engine.rotation import Seat, seat_wind
from scoring.engine.rules import Rules
from scoring.engine.settle import MINIMUM_POINTS, claim_problems, settle
from scoring.explained import Explained, explain
from scoring.forms.hand import DRAWN, SELF_DRAW, HandForm
from scoring.models import Hand
from scoring.selectors.rules import tournament_rules
from scoring.selectors.tables import TableSheet
from scoring.sentences import sentence
from scoring.services.checking import (
    ASKED_ONLY,
    Deal,
    call_problems,
    called_points,
    table_hand,
)

IMPOSSIBLE = ("fans_exclude", "fan_against_mode", "chicken_hand_alone")


@dataclass(frozen=True, slots=True)
class Typed:
    """What is typed so far: a deal that may still lack much, and by which rules it counts."""

    view: TableSheet
    form: HandForm
    deal: Deal
    rules: Rules

    @property
    def helped(self) -> bool:
        """Whether the page may count for the table."""
        return self.view.tournament.table_help


def preview(view: TableSheet, form: HandForm) -> dict[str, Any] | None:
    """The payments of what is typed, or the sentences about it; None while too little is."""
    fields = form.fields
    try:
        points = fields["points"].clean(form.data.get("points"))
        flowers = fields["flowers"].clean(form.data.get("flowers"))
    except ValidationError as error:
        return {"faults": error.messages}
    winner, off = form.data.get("winner", ""), form.data.get("discarder", "")
    if winner == DRAWN:
        return None
    deal = Deal(Hand.Kind.WIN, winner, "" if off == SELF_DRAW else off, points or 0, flowers)
    typed = Typed(view, form, deal, tournament_rules(view.tournament))
    found = _READ[form.shown_depth](typed)
    return None if found is None else found | _payments(typed, found)


def _read_points(typed: Typed) -> dict[str, Any] | None:
    if not typed.form.data.get("points"):
        return None
    return {"points": typed.deal.points}


def _read_fans(typed: Typed) -> dict[str, Any] | None:
    """The sum of the fans called so far, and what excludes what."""
    called = typed.form.called
    if not called:
        return {"points": 0}
    deal = replace(typed.deal, fans=called, flowers=typed.deal.flowers or 0)
    problems = call_problems(deal, typed.rules)
    found: dict[str, Any] = {
        "points": called_points(deal, typed.rules),
        "called": [row for row in typed.form.fan_rows if row.count],
        "faults": [sentence(one) for one in problems if _is_a_fault(one.code)],
    }
    if typed.helped:
        found["impossible"] = list(_impossible(deal, typed.rules))
    return found


def _is_a_fault(code: str) -> bool:
    """Too few points yet are no fault while fans are being ticked; the sum says it."""
    return code not in (ASKED_ONLY, "below_minimum")


def _impossible(deal: Deal, rules: Rules) -> Iterator[tuple[int, str]]:
    """Every fan that cannot be added to the call, by its number, with the reason."""
    called = dict(deal.fans or {})
    for name, fan in BY_NAME.items():
        if name in called:
            continue
        more = replace(deal, fans=called | {name: 1})
        for problem in call_problems(more, rules):
            if problem.code in IMPOSSIBLE and (
                name in problem.params.values() or problem.code == "chicken_hand_alone"
            ):
                yield fan.number, sentence(problem)
                break


def _read_tiles(typed: Typed) -> dict[str, Any] | None:
    """Whether the tiles can be; what they count only where the table is helped."""
    if not str(typed.form.data.get("tiles", "")).strip():
        return {"points": typed.deal.points, "tiles": 0}
    if typed.deal.winner not in Seat.__members__:
        return {"points": typed.deal.points}
    try:
        hand = table_hand(typed.form.number, replace(typed.deal, tiles=typed.form.typed_tiles()))
    except EngineError as error:
        return {"points": typed.deal.points, "faults": [sentence(error)]}
    problems = hand_problems(hand)
    count = len(hand.concealed) + 3 * len(hand.melds) + 1
    if count < HAND_SIZE:
        problems = tuple(one for one in problems if one.code != "wrong_tile_count")
    found: dict[str, Any] = {
        "points": typed.deal.points,
        "tiles": count,
        "faults": [sentence(one) for one in problems],
    }
    if found["faults"] or count < HAND_SIZE:
        return found
    try:
        explained = explain(hand, typed.rules)
    except EngineError as error:
        return found | {"faults": [sentence(error)]}
    return found | (_helped(typed, explained) if typed.helped else {})


def _helped(typed: Typed, explained: Explained) -> dict[str, Any]:
    """The count, and the points that are stored when nobody types a claim."""
    counted = explained.score
    points = typed.deal.points or (counted.total if counted.legal else 0)
    claim = typed.deal.points
    return {
        "explained": explained,
        "points": points,
        "higher": bool(claim) and (not counted.legal or claim > counted.total),
        "lower": bool(claim) and counted.legal and claim < counted.total,
    }


def _payments(typed: Typed, found: dict[str, Any]) -> dict[str, Any]:
    """What everybody receives, where winner, discarder and points are there and can be."""
    points, deal = found["points"], typed.deal
    if found.get("faults") or not points:
        return {}
    flowers = deal.flowers
    if typed.form.shown_depth == Hand.Depth.FANS and points - (flowers or 0) < MINIMUM_POINTS:
        return {}  # more fans may still be ticked; the sum is shown
    faults = [sentence(problem) for problem in claim_problems(points, flowers)]
    if faults:
        return {"faults": faults}
    more: dict[str, Any] = {
        "asked": typed.form.questions(replace(deal, points=points, fans=typed.form.called or None)),
        "bare": points - flowers if flowers else None,
    }
    off = typed.form.data.get("discarder", "")
    if deal.winner in Seat.__members__ and off and off != deal.winner:
        discarder = Seat[off] if off in Seat.__members__ else None
        paid = settle(points, winner=Seat[deal.winner], discarder=discarder)
        number = typed.form.number
        more["amounts"] = [
            (seat, seat_wind(seat.seat, number), paid[seat.seat])
            for seat in typed.view.by_wind(number)
        ]
    return more


_READ: dict[str, Callable[[Typed], dict[str, Any] | None]] = {
    Hand.Depth.POINTS: _read_points,
    Hand.Depth.FANS: _read_fans,
    Hand.Depth.TILES: _read_tiles,
}


def form_data(form: HandForm) -> QueryDict:
    """What the browser would send for a form as it stands, for the preview of a stored hand."""
    data = QueryDict(mutable=True)
    for name in form.fields:
        value = form[name].value()
        if name == "fans":
            for row in form.fan_rows:
                if row.count:
                    data[f"fan_{row.number}"] = str(row.count)
        elif value not in (None, False):
            data[name] = str(value)
    return data
