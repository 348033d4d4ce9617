"""Small tournaments for tests, put together straight from models."""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import User

from players.models import Player
from tournaments.models import (
    Entry,
    Occupant,
    Role,
    Seat,
    Session,
    Staff,
    Table,
    Team,
    Tournament,
)

START = dt.datetime(2026, 10, 10, 7, 0, tzinfo=dt.UTC)


def make_user(name: str = "olga", *, superuser: bool = False) -> User:
    """An account whose password is `pw-<name>`."""
    make = User.objects.create_superuser if superuser else User.objects.create_user
    return make(name, password=f"pw-{name}")


def make_player(number: int, **fields: object) -> Player:
    """Player "First Last" numbered, with an EMA number, from Germany."""
    given = {
        "first_name": f"First{number:02}",
        "last_name": f"Last{number:02}",
        "ema_number": f"0500{number:04}",
        "country": "GER",
    } | fields
    key = f"{given['last_name']} {given['first_name']}".casefold()
    return Player.objects.create(**{"sort_key": key} | given)


def make_tournament(slug: str = "mosel", **fields: object) -> Tournament:
    """A two-day tournament without entries or sessions."""
    return Tournament.objects.create(
        **{
            "slug": slug,
            "name": "Mosel Open",
            "place": "Koblenz",
            "country": "GER",
            "start_date": dt.date(2026, 10, 10),
            "end_date": dt.date(2026, 10, 11),
            "timezone": "Europe/Berlin",
        }
        | fields
    )


def add_staff(tournament: Tournament, name: str, role: Role) -> User:
    """A person with one role in the tournament."""
    user = make_user(name)
    Staff.objects.create(tournament=tournament, user=user, role=role)
    return user


def add_entries(tournament: Tournament, count: int) -> list[Entry]:
    """Entries 1 to `count`; in teams of four where the tournament has teams."""
    entries = []
    for number in range(1, count + 1):
        team = None
        if tournament.has_teams:
            index = (number - 1) // 4 + 1
            team, _ = Team.objects.get_or_create(
                tournament=tournament, number=index, defaults={"name": f"Team {index}"}
            )
        entries.append(
            Entry.objects.create(
                tournament=tournament, player=make_player(number), number=number, team=team
            )
        )
    return entries


def add_session(
    tournament: Tournament,
    number: int = 1,
    *,
    entries: list[Entry] | None = None,
    state: str = Session.State.RUNNING,
) -> Session:
    """A session with its tables; entry n+1 sits beside entry n, shifted by the session."""
    session = Session.objects.create(
        tournament=tournament,
        number=number,
        starts_at=START + dt.timedelta(hours=3 * (number - 1)),
        minutes=120,
        state=state,
    )
    seated = list(entries if entries is not None else tournament.entries.filter(playing=True))
    quarter = len(seated) // 4
    for table_index in range(quarter):
        table = Table.objects.create(session=session, number=table_index + 1)
        for seat_index, letter in enumerate("ABCD"):
            place = (table_index + seat_index * (number - 1)) % quarter
            seat = Seat.objects.create(table=table, letter=letter)
            Occupant.objects.create(
                seat=seat, session=session, entry=seated[seat_index * quarter + place]
            )
    return session
