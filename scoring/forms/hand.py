"""The form of one hand, at the three depths at which a table enters it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from journal.forms import StyledForm
from scoring.engine.errors import EngineError
from scoring.engine.hand_json import hand_from_json, hand_to_json
from scoring.engine.hand_text import format_hand, parse_hand
from scoring.engine.settle import claim_questions
from scoring.forms.fans import FanRow, FansField, fan_rows
from scoring.forms.play import LETTERS, WholeNumber
from scoring.models import Hand
from scoring.selectors.rules import tournament_rules
from scoring.sentences import sentence
from scoring.services.checking import ASKED_ONLY, Deal, call_problems, check_entry
from tournaments.models import Tournament

DRAWN = "drawn"
SELF_DRAW = "self"
DEPTHS = (Hand.Depth.POINTS, Hand.Depth.FANS, Hand.Depth.TILES)
FAN_VALUES = (1, 2, 4, 6, 8, 12, 16)
"""The points by which the list of fans can be filtered; the last means that many and more."""
MARKS = ("last_of_its_kind", "last_wall_tile")


class HandForm(StyledForm):
    """One hand as it is read from the paper. `version` is that of the hand the page showed."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.CharField(max_length=80, required=False, widget=forms.HiddenInput)
    winner = forms.ChoiceField(
        label=gettext_lazy("Who won?"),
        choices=[(letter, letter) for letter in LETTERS] + [(DRAWN, gettext_lazy("Drawn hand"))],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Who won, or was the hand drawn?")},
    )
    discarder = forms.ChoiceField(
        label=gettext_lazy("Off whom?"),
        choices=[(letter, letter) for letter in LETTERS] + [(SELF_DRAW, gettext_lazy("Self-draw"))],
        widget=forms.RadioSelect,
        required=False,
    )
    depth = forms.ChoiceField(
        choices=[(depth.value, depth.label) for depth in DEPTHS],
        widget=forms.RadioSelect,
        required=False,
    )
    points = WholeNumber(label=gettext_lazy("Points"), required=False)
    flowers = WholeNumber(label=gettext_lazy("of them flowers"), required=False)
    fans = FansField(label=gettext_lazy("Fans as called"), required=False)
    tiles = forms.CharField(label=gettext_lazy("Tiles"), max_length=200, required=False)
    last_of_its_kind = forms.BooleanField(label=gettext_lazy("Last of its kind"), required=False)
    last_wall_tile = forms.BooleanField(label=gettext_lazy("Last of the wall"), required=False)
    kong_win = forms.BooleanField(
        label=gettext_lazy("After a kong, or a kong robbed"), required=False
    )
    sure = forms.BooleanField(label=gettext_lazy("Yes, it is right"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)

    def __init__(self, number: int, tournament: Tournament, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.number = number
        self.tournament = tournament

    @property
    def focus(self) -> str:
        """The field where typing goes on: the first with an error, else the winner."""
        return next((name for name in self.fields if name in self.errors), "winner")

    @property
    def shown_depth(self) -> str:
        """The depth that is open on the page."""
        given = self["depth"].value()
        least = self.tournament.least_depth
        return given if given in DEPTHS else least if least in DEPTHS else Hand.Depth.POINTS

    @property
    def called(self) -> dict[str, int]:
        """The fans called so far, however much of the form is right."""
        value = self["fans"].value()
        return FansField().called(value) if self.is_bound else dict(value or {})

    @property
    def fan_rows(self) -> list[FanRow]:
        """The list of fans as the page draws it."""
        return fan_rows(self.called, tournament_rules(self.tournament).profile)

    @property
    def mark_fields(self) -> list[forms.BoundField]:
        """How the winning tile came, for the page."""
        return [self[name] for name in (*MARKS, "kong_win")]

    def typed_tiles(self) -> dict[str, Any]:
        """The typed tiles as JSON; raises EngineError when they cannot be read."""
        text = str(self.data.get("tiles", ""))
        tiles = hand_to_json(parse_hand(text.split("|")[0]))
        tiles |= {name: bool(self.data.get(name)) for name in MARKS}
        if self.data.get("kong_win"):
            self_drawn = self.data.get("discarder") == SELF_DRAW
            tiles["kong_win"] = "replacement" if self_drawn else "robbing"
        return tiles

    def deal(self) -> Deal:
        """What was typed, as the services take it; raises EngineError for unreadable tiles."""
        data = self.cleaned_data
        if data["winner"] == DRAWN:
            return Deal(Hand.Kind.DRAWN)
        depth = self.shown_depth
        with_tiles = depth == Hand.Depth.TILES
        flowers = data["flowers"]
        return Deal(
            Hand.Kind.WIN,
            data["winner"],
            "" if data["discarder"] == SELF_DRAW else data["discarder"],
            data["points"] or 0,
            flowers if flowers is not None or depth == Hand.Depth.POINTS else 0,
            data["fans"] if depth == Hand.Depth.FANS or (with_tiles and data["fans"]) else None,
            self.typed_tiles() if with_tiles else None,
        )

    def clean(self) -> dict[str, Any]:
        """Check the hand as a whole; everything wrong is said at once."""
        data = super().clean() or {}
        if data.get("winner") in (None, DRAWN) or self.errors:
            return data
        if not data["discarder"]:
            self.add_error("discarder", _("Off whom, or self-draw?"))
        if data["points"] is None and self.shown_depth == Hand.Depth.POINTS:
            self.add_error("points", _("How many points?"))
        if not self.errors:
            self._check(data)
        return data

    def _check(self, data: dict[str, Any]) -> None:
        try:
            checked = check_entry(self.number, self.deal(), self.tournament)
        except ValidationError as error:
            self.add_error(None, error)
        except EngineError as error:
            self.add_error("tiles", ValidationError(sentence(error), code=error.code))
        else:
            for question in self.questions(checked.deal):
                if not data["sure"]:
                    self.add_error("sure", question)

    def questions(self, deal: Deal) -> list[str]:
        """What is asked once more before a deal is stored; fans only where the table is helped."""
        asked = list(claim_questions(deal.points))
        if deal.fans and self.tournament.table_help:
            problems = call_problems(deal, tournament_rules(self.tournament))
            asked += [problem for problem in problems if problem.code == ASKED_ONLY]  # type: ignore[misc]
        return [sentence(question) for question in asked]


def hand_form(number: int, tournament: Tournament, hand: Hand | None, version: int) -> HandForm:
    """The form of a hand: empty, or with what stands."""
    initial: dict[str, Any] = {"version": version, "key": uuid4().hex}
    if hand is not None and hand.kind == Hand.Kind.DRAWN:
        initial["winner"] = DRAWN
    elif hand is not None:
        initial |= {
            "winner": hand.winner,
            "discarder": hand.discarder or SELF_DRAW,
            "depth": hand.depth,
            "points": hand.points,
            "flowers": hand.flowers,
            "fans": hand.fans,
            **_tiles_initial(hand.tiles),
        }
    return HandForm(number, tournament, initial=initial)


def _tiles_initial(tiles: dict[str, Any] | None) -> dict[str, Any]:
    """The stored tiles as the fields of the form; nothing where they cannot be read."""
    if tiles is None:
        return {}
    try:
        text = format_hand(hand_from_json(tiles)).split("|")[0]
    except EngineError:
        return {}
    marks = {name: tiles.get(name) for name in MARKS}
    return {"tiles": text, "kong_win": bool(tiles.get("kong_win")), **marks}
