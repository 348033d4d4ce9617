"""The one place where codes of the cores become sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.mcr.catalogue import BY_NAME
from scoring.engine.mcr.fan import Fan, Why
from scoring.engine.mcr.reasons import DroppedFan
from scoring.engine.tiles import Tile
from scoring.fan_names import fan_name
from scoring.tile_names import name_of_text, tile_list


class Coded(Protocol):
    """A fault of a core: an error or a problem."""

    @property
    def code(self) -> str: ...

    @property
    def params(self) -> Mapping[str, Any]: ...


_PLAIN = {
    "winner_is_discarder": gettext_lazy("The winner cannot be the one who discarded."),
    "points_above_limit": gettext_lazy("%(points)s is more than any hand counts (%(limit)s)."),
    "flowers_out_of_range": gettext_lazy(
        "There are %(limit)s flowers; %(flowers)s of them cannot be."
    ),
    "ask_again": gettext_lazy("%(points)s points are rare. Is it right?"),
    "no_hand_played": gettext_lazy("No hand is entered."),
    "seat_empty": gettext_lazy("Nobody sits in seat %(seat)s."),
    "hand_missing": gettext_lazy("Hand %(hand)s is missing."),
    "unplayed_before_played": gettext_lazy("Hand %(hand)s is not played, a later one is."),
    "disputed_claim": gettext_lazy("Hand %(hand)s is disputed: a referee has to settle it."),
    "penalty_in_unplayed_hand": gettext_lazy(
        "There is a penalty in hand %(hand)s, which is not played."
    ),
    "total_differs": gettext_lazy("The hands give %(computed)s, not %(typed)s."),
    "four_totals": gettext_lazy("A table has four totals."),
    "unknown_penalty": gettext_lazy("The penalty book knows no “%(penalty)s”. It has: %(known)s."),
    "no_such_sanction": gettext_lazy(
        "The rules know no “%(given)s”. What exists: %(known)s. Nobody loses table points."
    ),
    "offended_missing": gettext_lazy("Say who receives the points."),
    "offended_not_expected": gettext_lazy("Nobody receives points alone for this."),
    "offended_is_offender": gettext_lazy("The offender cannot receive the points."),
    # typed tiles
    "text_too_long": gettext_lazy("The text is too long: %(length)s characters of %(limit)s."),
    "too_many_parts": gettext_lazy("A hand has three parts between “|”, not %(count)s."),
    "no_winning_tile": gettext_lazy("No tiles yet. The winning tile stands last."),
    "not_circumstances": gettext_lazy("“%(text)s” is not winds and four marks, such as ES1000."),
    "unknown_character": gettext_lazy(
        "“%(character)s” is no tile: write 123m 456s 789p E S W N C F P."
    ),
    "suit_without_ranks": gettext_lazy("“%(character)s” has no numbers before it."),
    "no_such_rank": gettext_lazy("There is no %(rank)s%(character)s."),
    "ranks_without_suit": gettext_lazy(
        "%(ranks)s: which suit? Write m, s or p behind the numbers."
    ),
    "not_one_tile": gettext_lazy("“%(text)s” has to be one tile, not %(count)s."),
    "not_a_meld": gettext_lazy("“%(text)s” is no declared set: write [123m,1], [EEE,2], [EEEE]."),
    "not_a_source": gettext_lazy("“%(text)s”: %(source)s does not say whose discard it was."),
    "not_an_object": gettext_lazy("A hand is a JSON object."),
    "wrong_field": gettext_lazy("“%(field)s” cannot be read."),
    # hands that cannot exist
    "too_many_melds": gettext_lazy("A hand has at most %(limit)s sets, not %(count)s."),
    "wrong_tile_count": gettext_lazy(
        "A hand has %(expected)s tiles, these are %(count)s (a kong counts as three)."
    ),
    "five_of_a_kind": gettext_lazy("There are four of each tile, not %(count)s: %(tile)s."),
    "flower_in_hand": gettext_lazy("A flower is never part of the hand: %(tile)s."),
    "flower_in_meld": gettext_lazy("Declared set %(meld)s has a flower in it."),
    "wrong_meld_size": gettext_lazy("Declared set %(meld)s has the wrong number of tiles."),
    "unequal_tiles_in_meld": gettext_lazy("The tiles of declared set %(meld)s are not all alike."),
    "chow_of_honors": gettext_lazy("Declared set %(meld)s: honours form no chow."),
    "not_a_chow": gettext_lazy("Declared set %(meld)s is not three in a row of one suit."),
    "concealed_kong_with_source": gettext_lazy(
        "Declared set %(meld)s: a concealed kong comes from nobody."
    ),
    "chow_not_from_left": gettext_lazy(
        "Declared set %(meld)s: a chow comes from the player on the left."
    ),
    "robbing_self_drawn": gettext_lazy("A robbed kong is not self-drawn."),
    "robbing_replacement": gettext_lazy("A tile is either robbed or drawn after a kong."),
    "robbing_last_wall_tile": gettext_lazy("No kong can be robbed when the wall is empty."),
    "replacement_not_self_drawn": gettext_lazy("A tile drawn after a kong is self-drawn."),
    "replacement_without_kong": gettext_lazy("The hand has no kong after which a tile was drawn."),
    "last_of_its_kind_held": gettext_lazy(
        "Last of its kind: the hand itself holds another %(tile)s hidden."
    ),
    "robbed_tile_held": gettext_lazy(
        "The robbed player held three of them, so the hand cannot hold another %(tile)s."
    ),
    "flower_count": gettext_lazy("There are %(limit)s flowers; %(count)s of them cannot be."),
    "not_a_flower": gettext_lazy("Only flowers and seasons can stand among the flowers."),
    "flower_twice": gettext_lazy("Each flower exists once."),
    "not_a_winning_shape": gettext_lazy(
        "These tiles are no winning hand. Is a tile wrong? Else it was a false hu."
    ),
    # called fans
    "unknown_fan": gettext_lazy("There is no fan “%(fan)s”."),
    "fan_count": gettext_lazy("%(fan)s counts at most %(limit)s times, not %(count)s."),
    "fans_exclude": gettext_lazy("%(excluded)s is not counted beside %(fan)s."),
    "chicken_hand_alone": gettext_lazy(
        "Chicken Hand stands alone: a hand with another fan has it not."
    ),
    "fan_against_mode": gettext_lazy("%(fan)s does not go with this way of winning."),
    "mode_implies_fan": gettext_lazy("%(fan)s was not called. Is the call complete?"),
    "fans_sum_differs": gettext_lazy("The called fans sum to %(sum)s, not %(points)s."),
    # settings
    "unknown_setting": gettext_lazy("There is no setting “%(name)s”. There are: %(known)s."),
    "unknown_setting_value": gettext_lazy(
        "“%(name)s” cannot be “%(value)s”, only one of: %(known)s."
    ),
}

_WHY = {
    Why.NAMED: gettext_lazy("The rule book does not add it to %(by)s."),
    Why.CONTAINED: gettext_lazy("It is always part of %(by)s."),
    Why.SAME_PUNGS: gettext_lazy("The pung counts for %(by)s already."),
    Why.ONE_WAIT: gettext_lazy("The winning tile is read in one place: %(by)s counts."),
    Why.OTHER_READING: gettext_lazy("%(by)s reads the same tiles in another way."),
    Why.PROFILE: gettext_lazy("These rules do not add it to %(by)s."),
    Why.INSTEAD: gettext_lazy("%(by)s is counted in its place."),
    Why.ACCOUNT_ONCE: gettext_lazy("Its sets are joined by other fans already."),
}
_FANS = ("fan", "excluded")


def sentence(fault: Coded) -> str:
    """What a fault says to the person who has to mend it."""
    params = dict(fault.params)
    special = _SPECIAL.get(fault.code)
    if special is not None:
        return special(params)
    return str(_PLAIN[fault.code]) % {name: _said(name, value) for name, value in params.items()}


def definition(fan: Fan) -> str:
    """What a fan is, as the rule book page says it."""
    return _(fan.definition)


def why_dropped(dropped: DroppedFan, waits: Iterable[Tile]) -> str:
    """Why a fan that the hand has is not counted; `waits` are the tiles the hand waited for."""
    if dropped.why is Why.SEVERAL_WAITS:
        return _("The hand waited for several tiles: %(tiles)s.") % {"tiles": tile_list(waits)}
    return str(_WHY[dropped.why]) % {"by": fan_name(dropped.by) if dropped.by else ""}


def _said(name: str, value: Any) -> Any:
    """A parameter as people say it: fans and tiles by their names, several values as a list."""
    if name in _FANS and value in BY_NAME:
        return fan_name(BY_NAME[value])
    if name == "tile":
        return name_of_text(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


def _below_minimum(params: dict[str, Any]) -> str:
    flowers = params.get("flowers") or 0
    if not flowers:
        return _("%(points)s is below 8: no win. Was it a false hu?") % params
    return ngettext(
        "%(points)s less %(flowers)s flower is %(rest)s, below 8: no win. Was it a false hu?",
        "%(points)s less %(flowers)s flowers is %(rest)s, below 8: no win. Was it a false hu?",
        flowers,
    ) % (params | {"rest": params["points"] - flowers})


def _unbalanced(params: dict[str, Any]) -> str:
    if params["expected"]:
        text = _("The four totals sum to %(sum)s; the penalties leave %(expected)s.")
        return text % params
    return _("The four totals sum to %(sum)s; they have to sum to 0.") % params


def _not_in_book(params: dict[str, Any]) -> str:
    allowed = ", ".join(map(str, params["allowed"])) + (" …" if params["endless"] else "")
    if params["allowed"] == (0,):
        return _("%(penalty)s costs no points.") % params
    return _("%(penalty)s costs %(allowed)s points, not %(amount)s.") % (
        params | {"allowed": allowed}
    )


_SPECIAL = {
    "below_minimum": _below_minimum,
    "totals_do_not_balance": _unbalanced,
    "amount_not_in_book": _not_in_book,
}


def refusal(fault: Coded, field: str | None = None) -> ValidationError:
    """The fault as an error of a form, tied to `field` where a field is to blame."""
    error = ValidationError(sentence(fault), code=fault.code)
    return ValidationError({field: error}) if field else error


def refuse_all(faults: Iterable[Coded]) -> None:
    """Raise all faults at once, if there are any."""
    errors = [ValidationError(sentence(fault), code=fault.code) for fault in faults]
    if errors:
        raise ValidationError(errors)
