"""The calculator's form: a hand as text, how it was won, and the rules to count it by."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from journal.forms import StyledForm
from scoring.engine.errors import EngineError
from scoring.engine.hand import HAND_SIZE, Hand, WinMode, hand_problems
from scoring.engine.hand_text import parse_hand
from scoring.engine.rotation import Wind
from scoring.engine.rules import Rules
from scoring.engine.tiles import WIND_LETTERS
from scoring.sentences import sentence
from tournaments.forms.rules import PROFILES, RULES_FIELDS
from tournaments.templatetags.qv import wind_name

BLAMED = {
    "robbing_self_drawn": "kong_win",
    "robbing_replacement": "kong_win",
    "robbing_last_wall_tile": "last_wall_tile",
    "replacement_not_self_drawn": "kong_win",
    "replacement_without_kong": "kong_win",
    "last_of_its_kind_held": "last_of_its_kind",
    "robbed_tile_held": "kong_win",
    "flower_count": "flowers",
}
MARKS = {
    "last_of_its_kind": WinMode.LAST_OF_ITS_KIND,
    "last_wall_tile": WinMode.LAST_WALL_TILE,
}


class CalculatorForm(StyledForm):
    """Everything the calculator asks. A hand of thirteen tiles asks for its waits alone.

    After `is_valid`, `counted` is the hand to count, or `waiting` one that lacks its last tile.
    """

    hand = forms.CharField(label=_("Tiles, the winning tile last"), max_length=200)
    draw = forms.ChoiceField(
        choices=[("discard", _("off a discard")), ("self", _("self-draw"))],
        required=False,
        widget=forms.RadioSelect,
    )
    round = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    seat = forms.ChoiceField(required=False, widget=forms.RadioSelect)
    last_of_its_kind = forms.BooleanField(label=_("Last of its kind"), required=False)
    last_wall_tile = forms.BooleanField(label=_("Last of the wall"), required=False)
    kong_win = forms.BooleanField(label=_("After a kong, or a kong robbed"), required=False)
    flowers = forms.IntegerField(label=_("Flowers"), required=False, min_value=0, max_value=8)
    profile = forms.ChoiceField(label=_("Rules"), choices=PROFILES, required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        winds = [(letter, wind_name(number)) for number, letter in enumerate(WIND_LETTERS)]
        self.fields["round"].choices = winds  # type: ignore[attr-defined]
        self.fields["seat"].choices = winds  # type: ignore[attr-defined]
        for name, field in RULES_FIELDS.items():
            self.fields[name] = field()
        self.counted: Hand | None = None
        self.waiting: Hand | None = None

    @property
    def wind_fields(self) -> list[forms.BoundField]:
        """Round and seat, for the page."""
        return [self["round"], self["seat"]]

    @property
    def mark_fields(self) -> list[forms.BoundField]:
        """How the winning tile came, for the page."""
        return [self[name] for name in (*MARKS, "kong_win")]

    @property
    def rules_fields(self) -> list[forms.BoundField]:
        """Profile and referee settings, for the page."""
        return [self[name] for name in ("profile", *RULES_FIELDS)]

    @property
    def rules(self) -> Rules:
        """By which rules to count; needs `is_valid`."""
        words = {name: self.cleaned_data[name] for name in ("profile", *RULES_FIELDS)}
        return Rules().with_settings({name: word for name, word in words.items() if word})

    def clean(self) -> dict[str, Any]:
        """Read the hand and check it as a whole: everything wrong at once, by field."""
        data = super().clean() or {}
        if "hand" not in data:
            return data
        try:
            hand = self._read(data)
        except EngineError as error:
            self.add_error("hand", ValidationError(sentence(error), code=error.code))
            return data
        if len(hand.concealed) + 3 * len(hand.melds) + 1 == HAND_SIZE - 1:
            self.waiting = replace(hand, concealed=(*hand.concealed, hand.win))
            hand = self.waiting
        for problem in hand_problems(hand):
            said = ValidationError(sentence(problem), code=problem.code)
            self.add_error(BLAMED.get(problem.code, "hand"), said)
        if not self.errors and self.waiting is None:
            self.counted = hand
        return data

    def _read(self, data: dict[str, Any]) -> Hand:
        """The hand of the text; what stands behind `|` in it goes before the other fields."""
        hand = parse_hand(data["hand"])
        if "|" in data["hand"]:
            return hand
        mode = WinMode.SELF_DRAWN if data.get("draw") == "self" else WinMode.DISCARD
        for name, mark in MARKS.items():
            mode |= mark if data.get(name) else WinMode.DISCARD
        if data.get("kong_win"):
            mode |= WinMode.REPLACEMENT if WinMode.SELF_DRAWN in mode else WinMode.ROBBING
        return replace(
            hand,
            mode=mode,
            round_wind=_wind(data.get("round")),
            seat_wind=_wind(data.get("seat")),
            flowers=data.get("flowers") or 0,
        )


def _wind(letter: str | None) -> Wind | None:
    return Wind(WIND_LETTERS.index(letter)) if letter else None
