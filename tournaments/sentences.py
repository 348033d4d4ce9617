"""What the seating core refuses, said in the reader's language. Codes are those of the core."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from tournaments.seating.errors import Problem

SENTENCES: dict[str, Any] = {
    "too_few_players": _("There are too few players: a draw needs at least %(least)s."),
    "too_many_players": _("%(players)s players are more than the %(most)s that can be drawn."),
    "not_multiple_of_four": ngettext_lazy(
        "%(players)s players cannot sit in fours: one player or substitute is missing.",
        "%(players)s players cannot sit in fours: %(needed)s players or substitutes are missing.",
        "needed",
    ),
    "sessions_out_of_range": _("A draw takes 1 to %(most)s sessions."),
    "no_sessions": _("The file has no session."),
    "wrong_session_count": _("The file has %(given)s sessions instead of %(needed)s."),
    "table_not_four": _("Session %(session)s, table %(table)s: a table has four players."),
    "table_twice": _("Session %(session)s: table %(table)s comes twice."),
    "table_unknown": _("Session %(session)s: the hall has no table %(table)s (see the settings)."),
    "players_unknown": _("Session %(session)s: nobody who plays has number %(players)s."),
    "players_twice": _("Session %(session)s: number %(players)s sits twice."),
    "players_missing": _("Session %(session)s: number %(players)s has no seat."),
    "too_few_tables": _(
        "The hall has %(given)s table numbers, %(needed)s are needed: add some in the settings."
    ),
}


def sentence(problem: Problem, number_of: Callable[[int], int] = int) -> ValidationError:
    """A problem as an error of a form; `number_of` turns players into start numbers."""
    params = dict(problem.params)
    if isinstance(params.get("players"), tuple):
        params["players"] = ", ".join(str(number_of(player)) for player in params["players"])
    text = SENTENCES.get(problem.code)
    if text is None:
        raise ValueError(f"the page never asks for what {problem.code} refuses")
    return ValidationError(text, code=problem.code, params=params)


def sentences(problems: tuple[Problem, ...], number_of: Callable[[int], int] = int) -> list[Any]:
    """All problems as errors of a form."""
    return [sentence(problem, number_of) for problem in problems]


def filled(error: ValidationError) -> str:
    """The sentence of a single error with its parameters."""
    params: Mapping[str, Any] = error.params or {}
    return str(error.message % params if params else error.message)
