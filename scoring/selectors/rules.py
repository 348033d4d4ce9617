"""By which rules the hands of a tournament are counted."""

from __future__ import annotations

from scoring.engine.rules import Rules
from tournaments.models import Tournament


def tournament_rules(tournament: Tournament) -> Rules:
    """The profile of the tournament with its referee settings.

    Raises EngineError for settings the engine does not know; services and documents refuse those.
    """
    return Rules().with_settings({**tournament.rules, "profile": tournament.profile})
