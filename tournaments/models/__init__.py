"""The organisation of a tournament: who takes part, when, and where each person sits."""

from .entries import Entry, Team, new_code
from .sessions import Draw, Occupant, Seat, Session, Table, TableLink
from .staff import ApiToken, Role, Staff
from .tournament import FROZEN_SETTINGS, SETTINGS, Tournament

__all__ = [
    "FROZEN_SETTINGS",
    "SETTINGS",
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
    "new_code",
]
