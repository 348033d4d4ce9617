"""The calculator for programs: what a hand is worth and why. Open to everybody."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import ErrorDetail
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.api.doors import Door
from scoring.engine.errors import EngineError, NotAWin
from scoring.engine.hand import Hand, hand_problems
from scoring.engine.hand_json import hand_from_json, hand_to_json
from scoring.engine.rules import SETTINGS, Rules
from scoring.engine.tiles import Tile
from scoring.explained import FanLine, Wait, explain, payments, waiting
from scoring.forms.calculator import BLAMED, CalculatorForm
from scoring.sentences import Coded, sentence


class MeldIn(serializers.Serializer[Any]):
    """A declared set. `from` is 1 left, 2 opposite, 3 right; null for a concealed kong."""

    type = serializers.ChoiceField(["chow", "pung", "melded_kong", "added_kong", "concealed_kong"])
    tiles = serializers.CharField(max_length=20)

    def get_fields(self) -> dict[str, Any]:
        """`from` is no name that Python allows in a class."""
        source = serializers.IntegerField(
            min_value=1, max_value=3, required=False, allow_null=True, default=None
        )
        return {**super().get_fields(), "from": source}


class CountIn(serializers.Serializer[Any]):
    """A hand, how it was won, and the rules. What is missing means no, none or 0."""

    concealed = serializers.CharField(
        max_length=100, help_text="Without melds and winning tile, such as `78m55pWWW`."
    )
    win = serializers.CharField(max_length=10, help_text="The winning tile.")
    melds = MeldIn(many=True, required=False)
    self_drawn = serializers.BooleanField(default=False)
    last_of_its_kind = serializers.BooleanField(default=False)
    last_wall_tile = serializers.BooleanField(default=False)
    kong_win = serializers.ChoiceField(
        ["replacement", "robbing"], required=False, allow_null=True, default=None
    )
    seat_wind = serializers.ChoiceField(list("ESWN"), required=False, allow_null=True, default=None)
    round_wind = serializers.ChoiceField(
        list("ESWN"), required=False, allow_null=True, default=None
    )
    flowers = serializers.IntegerField(default=0)
    settings = serializers.DictField(
        child=serializers.CharField(),
        required=False,
        help_text=f"Profile and referee settings: {', '.join(SETTINGS)}.",
    )


class FanOut(serializers.Serializer[Any]):
    """A fan: its number in the book, its names, all its points, its sets, and why."""

    number = serializers.IntegerField()
    names = serializers.DictField(child=serializers.CharField())
    count = serializers.IntegerField()
    points = serializers.IntegerField()
    sets = serializers.ListField(child=serializers.ListField(child=serializers.CharField()))
    why = serializers.CharField()


class WaitOut(serializers.Serializer[Any]):
    """A tile that completes the hand, and what it would be worth."""

    tile = serializers.CharField()
    total = serializers.IntegerField()
    legal = serializers.BooleanField()


class CountOut(serializers.Serializer[Any]):
    """What a hand is worth.

    `win` is about the shape, null for thirteen tiles, of which only the waits are told. `payments`
    are what winner, discarder and each other receive (winner and each other on a self-draw).
    """

    win = serializers.BooleanField(allow_null=True)
    code = serializers.CharField(allow_null=True, help_text="Why it is no win.")
    message = serializers.CharField(help_text="The same for people.")
    hand = serializers.DictField()
    legal = serializers.BooleanField()
    total = serializers.IntegerField()
    without_flowers = serializers.IntegerField()
    fans = FanOut(many=True)
    dropped = FanOut(many=True)
    alternatives = serializers.ListField(child=FanOut(many=True))
    waits = WaitOut(many=True)
    payments = serializers.ListField(child=serializers.IntegerField())


ASKED = [
    OpenApiParameter("hand", str, required=True, description="`[123m,1] 456s 789p EEE 5p 5p`"),
    OpenApiParameter("draw", str, enum=["discard", "self"]),
    OpenApiParameter("round", str, enum=list("ESWN")),
    OpenApiParameter("seat", str, enum=list("ESWN")),
    *(
        OpenApiParameter(name, str, description="`on` for yes")
        for name in ("last_of_its_kind", "last_wall_tile", "kong_win")
    ),
    OpenApiParameter("flowers", int),
    *(
        OpenApiParameter(name, str, enum=list(SETTINGS[name][1]))
        for name in (
            "profile",
            "exhausted_wait",
            "knitted_body_wait",
            "lesser_with_knitted_straight",
            "kongs_add_concealed",
        )
    ),
]


class Calculator(Door):
    """What a hand is worth, and why. Not for use during play."""

    permission_classes = (AllowAny,)  # a POST that writes nothing

    @extend_schema(parameters=ASKED, responses=CountOut)
    def get(self, request: Request) -> Response:
        """Count the hand of an address of the calculator's page."""
        form = CalculatorForm(request.query_params)
        if not form.is_valid():
            raise serializers.ValidationError(
                {
                    name: [ErrorDetail(str(text), error.code or "invalid") for text in error]
                    for name, errors in form.errors.as_data().items()
                    for error in errors
                }
            )
        if form.waiting is not None:
            found = waiting(form.waiting, form.rules)
            return Response(CountOut(_nothing(form.waiting) | {"waits": _waits(found)}).data)
        assert form.counted is not None
        return Response(CountOut(_answer(form.counted, form.rules)).data)

    @extend_schema(request=CountIn, responses=CountOut)
    def post(self, request: Request) -> Response:
        """Count a hand in the format of hand records."""
        given = self.taken(CountIn)
        settings = given.pop("settings", {})
        try:
            rules = Rules().with_settings(settings)
        except EngineError as error:
            raise _refused({"settings": [error]}) from error
        try:
            hand = hand_from_json(given)
        except EngineError as error:
            raise _refused({"concealed": [error]}) from error
        wrong: dict[str, list[Coded]] = {}
        for problem in hand_problems(hand):
            wrong.setdefault(BLAMED.get(problem.code, "concealed"), []).append(problem)
        if wrong:
            raise _refused(wrong)
        return Response(CountOut(_answer(hand, rules)).data)


def _refused(faults: dict[str, list[Coded]]) -> serializers.ValidationError:
    return serializers.ValidationError(
        {
            field: [ErrorDetail(sentence(fault), fault.code) for fault in found]
            for field, found in faults.items()
        }
    )


def _answer(hand: Hand, rules: Rules) -> dict[str, Any]:
    try:
        explained = explain(hand, rules)
    except NotAWin as error:
        return _nothing(hand) | {"win": False, "code": error.code, "message": sentence(error)}
    counted = explained.score
    return _nothing(hand) | {
        "win": True,
        "legal": counted.legal,
        "total": counted.total,
        "without_flowers": counted.without_flowers,
        "fans": _fans(explained.fans),
        "dropped": _fans(explained.dropped),
        "alternatives": [_fans(other) for other in explained.alternatives],
        "waits": _waits(explained.waits),
        "payments": payments(explained),
    }


def _nothing(hand: Hand) -> dict[str, Any]:
    """The answer about a hand that is not counted."""
    return {
        "win": None,
        "code": None,
        "message": "",
        "hand": hand_to_json(hand),
        "legal": False,
        "total": 0,
        "without_flowers": 0,
        **dict.fromkeys(("fans", "dropped", "alternatives", "waits", "payments"), ()),
    }


def _fans(lines: Iterable[FanLine]) -> list[dict[str, Any]]:
    return [
        {
            "number": line.fan.number,
            "names": {
                "en": line.fan.en,
                "fr": line.fan.names.fr,
                "zh": line.fan.names.zh,
                "pinyin": line.fan.names.pinyin,
            },
            "count": line.count,
            "points": line.points,
            "sets": [_texts(one) for one in line.sets],
            "why": line.why,
        }
        for line in lines
    ]


def _texts(tiles: Iterable[Tile]) -> list[str]:
    return [tile.text for tile in tiles]


def _waits(waits: Iterable[Wait]) -> list[dict[str, Any]]:
    return [
        {"tile": wait.tile.text, "total": wait.score.total, "legal": wait.score.legal}
        for wait in waits
    ]
