"""Checking what a document says about the rules and about hands that were counted."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from scoring.engine.errors import EngineError
from scoring.engine.hand_json import hand_from_json
from scoring.engine.mcr.catalogue import BY_NAME
from scoring.engine.rules import Rules
from scoring.sentences import sentence
from scoring.services.document_faults import Faults
from scoring.services.document_fields import Values


def check_rules(rules: Any, faults: Faults) -> None:
    """The referee settings are those the engine knows: words by name."""
    words = isinstance(rules, dict) and all(isinstance(word, str) for word in rules.values())
    if not words:
        faults.add("tournament.rules", _("An object of words is expected."))
        return
    try:
        Rules().with_settings(rules)
    except EngineError as unknown:
        faults.add("tournament.rules", sentence(unknown))


def check_counted(hand: Values, path: str, faults: Faults) -> None:
    """Called fans, tiles and count of a hand can be read again."""
    fans, tiles, counted = (hand.get(name) for name in ("fans", "tiles", "counted"))
    if fans is not None and not _are_fans(fans):
        faults.add(f"{path}.fans", _("Fans by their English names with a number are expected."))
    if tiles is not None:
        try:
            hand_from_json(tiles)
        except EngineError as unreadable:
            faults.add(f"{path}.tiles", sentence(unreadable))
    if counted is not None and not _is_a_count(counted):
        faults.add(f"{path}.counted", _("A count with total, without_flowers, legal and fans."))
    if hand.get("disputed") and counted is None:
        faults.add(f"{path}.disputed", _("Only a counted hand is disputed."))


def _are_fans(value: Any) -> bool:
    return isinstance(value, dict) and all(
        name in BY_NAME and type(count) is int and 0 < count <= 8 for name, count in value.items()
    )


def _is_a_count(value: Any) -> bool:
    if not isinstance(value, dict) or not _are_fans(value.get("fans")):
        return False
    numbers = [value.get("total"), value.get("without_flowers")]
    return all(type(one) is int for one in numbers) and type(value.get("legal")) is bool
