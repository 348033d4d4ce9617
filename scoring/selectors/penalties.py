"""The penalty book of a tournament, in the groups that a form shows."""

from __future__ import annotations

from django.utils.translation import gettext as _

from scoring.engine.penalties import DeadHand, Payee, PenaltyBook, PenaltyRule
from scoring.engine.penalty_books import book_rules
from tournaments.models import Tournament


def penalty_groups(tournament: Tournament) -> list[tuple[str, list[PenaltyRule]]]:
    """The rows of the tournament's book by what they lead to; empty groups are left out."""
    groups: dict[str, list[PenaltyRule]] = {
        _("False hu"): [],
        _("Points"): [],
        _("Dead hand"): [],
        _("Warning, then points"): [],
        _("More than points"): [],
    }
    false_hu, points, dead, ladder, more = groups.values()
    for rule in book_rules(PenaltyBook(tournament.penalty_book)):
        if rule.paid_to is Payee.EACH_OPPONENT and rule.dead_hand is DeadHand.YES:
            false_hu.append(rule)
        elif rule.ladder:
            ladder.append(rule)
        elif rule.amounts:
            points.append(rule)
        elif rule.dead_hand is not DeadHand.NO:
            dead.append(rule)
        else:
            more.append(rule)
    return [(title, rules) for title, rules in groups.items() if rules]


def infractions(tournament: Tournament) -> dict[str, str]:
    """What each code of the tournament's book is for."""
    book = PenaltyBook(tournament.penalty_book)
    return {rule.code: _(rule.infraction) for rule in book_rules(book)}
