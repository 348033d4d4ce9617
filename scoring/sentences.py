"""The one place where codes of the cores become sentences in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext


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
}


def sentence(fault: Coded) -> str:
    """What a fault says to the person who has to mend it."""
    params = dict(fault.params)
    special = _SPECIAL.get(fault.code)
    if special is not None:
        return special(params)
    return str(_PLAIN[fault.code]) % {name: _listed(value) for name, value in params.items()}


def _listed(value: Any) -> Any:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else value


def _below_minimum(params: dict[str, Any]) -> str:
    flowers = params["flowers"] or 0
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
