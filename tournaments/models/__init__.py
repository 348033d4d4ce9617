"""The organisation of a tournament: who takes part, when, and where each person sits."""

from .organisation import (
    ApiToken,
    Draw,
    Role,
    Staff,
    Tournament,
    default_criteria,
    new_code,
    new_key,
)
from .people import Entry, Team
from .play import Occupant, Seat, Session, Table, TableLink

__all__ = [
    "ApiToken",
    "Draw",
    "Entry",
    "Occupant",
    "Role",
    "Seat",
    "Session",
    "Staff",
    "Table",
    "TableLink",
    "Team",
    "Tournament",
    "default_criteria",
    "new_code",
    "new_key",
]
