"""A tournament in the middle of its first day, to look around in.

64 invented players of eight countries in 16 teams play seven sessions in two days; three sessions
are finished, the fourth is being played. Everything is written through the services that the pages
use, and the same day gives the same figures again.

The hands were played by the machine's players before and lie in `scoring/data`, tile by tile. Made
with: python -m scoring.engine simulate --hands 1024 --seed 1916 --file \
scoring/data/demo_records.txt.gz
"""

from __future__ import annotations

import datetime as dt
import gzip
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from players.models import Player
from players.services import save_player
from scoring.engine.rotation import HANDS_PER_SESSION
from scoring.services.demo_people import PREFIX, SUBSTITUTE, TEAMS
from scoring.services.hands import record_hand
from scoring.services.penalties import give_penalty
from scoring.services.records import prove_record, record_played_hands
from scoring.services.sessions import approve_session, finish_session, start_session
from scoring.services.sheets import close_table
from tournaments.models import Entry, Role, Session, Table, Team, Tournament
from tournaments.services.entries import add_entry
from tournaments.services.seating import draw_seating, publish_session
from tournaments.services.staff import set_roles
from tournaments.services.tournaments import create_tournament

SLUG = "mosel-open"
SEED = 1916
RUNNING = 4
TABLES = 16
ZONE = "Europe/Berlin"
# The demonstration is made again when its running session began longer ago.
FRESH = dt.timedelta(hours=8)
RECORDS = Path(__file__).resolve().parent.parent / "data" / "demo_records.txt.gz"
# In the running session: tables that have played all hands (the first is closed), and the hand of a
# table that nobody has entered.
EARLY = (6, 14)
FORGOTTEN = (11, 5)
FALSE_HUS = {(1, 3, 7), (4, 11, 7)}  # session, table, hand
ACCOUNTS = (
    ("olga", "Olga Anders", Role.ORGANISER),
    ("remi", "Rémi Fabre", Role.REFEREE),
    ("sam", "Sam Porter", Role.SCORER),
)


def password_of(name: str) -> str:
    """The password of a demonstration account; the database holds nothing else of worth."""
    return f"{name}-east-wind"


@dataclass(frozen=True, slots=True)
class Clock:
    """When the demonstration's sessions begin: the fourth one 50 minutes before `now`."""

    now: dt.datetime

    @property
    def sessions(self) -> list[tuple[dt.datetime, int]]:
        """Starts (UTC) and minutes: four sessions today, three tomorrow, 105 minutes each."""
        fourth = (self.now - dt.timedelta(minutes=50)).replace(second=0, microsecond=0)
        fourth -= dt.timedelta(minutes=fourth.minute % 5)
        before = [fourth - dt.timedelta(minutes=minutes) for minutes in (410, 290, 125)]
        tomorrow = fourth + dt.timedelta(hours=17, minutes=25)
        after = [tomorrow + dt.timedelta(minutes=minutes) for minutes in (0, 125, 300)]
        return [(start, 105) for start in [*before, fourth, *after]]


def is_current() -> bool:
    """True when the demonstration is there and its running session began not long ago."""
    running = Session.objects.filter(tournament__slug=SLUG, number=RUNNING).first()
    return running is not None and timezone.now() - running.starts_at < FRESH


@transaction.atomic
def build_demonstration(*, now: dt.datetime | None = None) -> Tournament:
    """Make the demonstration's accounts, people and results in an empty database."""
    users = {name: _account(name, full, role) for name, full, role in ACCOUNTS}
    olga = users["olga"]
    sessions = Clock(now or timezone.now()).sessions
    days = [start.astimezone(ZoneInfo(ZONE)).date() for start, _minutes in sessions]
    tournament = create_tournament(
        by=olga,
        name="Mosel Open",
        place="Koblenz",
        country="GER",
        start_date=days[0],
        end_date=days[-1],
        timezone=ZONE,
        sessions=sessions,
        has_teams=True,
        slug=SLUG,
        kind=Tournament.Kind.DEMONSTRATION,
    )
    for name, _full, role in ACCOUNTS[1:]:
        set_roles(by=olga, tournament=tournament, user=users[name], roles=[role])
    _enter_people(olga, tournament)
    draw_seating(by=olga, tournament=tournament, sessions=range(1, 8), seed=SEED)
    played = stored_records()
    for session in tournament.sessions.filter(number__lte=RUNNING):
        publish_session(by=olga, session=session)
        _play(users, session, played)
    publish_session(by=olga, session=tournament.sessions.get(number=5))
    return tournament


def _account(name: str, full: str, role: Role) -> User:
    first, last = full.split()
    user = User(username=name, first_name=first, last_name=last)
    user.is_superuser = role == Role.ORGANISER
    user.set_password(password_of(name))
    user.save()
    return user


def _enter_people(olga: User, tournament: Tournament) -> None:
    number = 0
    for index, (country, team_name, members) in enumerate(TEAMS, start=1):
        team = Team.objects.create(tournament=tournament, number=index, name=team_name)
        for member in members:
            number += 1
            player = _person(olga, country, member, number)
            entry = add_entry(
                by=olga, tournament=tournament, player=player, number=number, team=team
            )
            Entry.objects.filter(pk=entry.pk).update(paid=True, arrived=True)
    substitute = add_entry(
        by=olga,
        tournament=tournament,
        player=_person(olga, *SUBSTITUTE, number + 1),
        number=number + 1,
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )
    Entry.objects.filter(pk=substitute.pk).update(playing=False, arrived=True)


def _person(olga: User, country: str, name: str, number: int) -> Player:
    first, _space, last = name.partition(" ")
    prefix = PREFIX.get(country)
    return save_player(
        by=olga,
        first_name=first,
        last_name=last,
        country=country,
        ema_number=f"{prefix}{910000 + number}" if prefix else None,
    )


def stored_records() -> list[str]:
    """The records of all hands: sixteen a table, the tables of the first session first."""
    text = gzip.decompress(RECORDS.read_bytes()).decode()
    return [f"{one.strip()}\n" for one in re.split(r'(?m)^(?=\[Hand ")', text) if one.strip()]


def _play(users: dict[str, User], session: Session, played: list[str]) -> None:
    """Play a session to its end, or the fourth to where it stands now."""
    start_session(by=users["olga"], session=session, at=session.starts_at)
    for index, table in enumerate(session.tables.order_by("number")):
        first = HANDS_PER_SESSION * (TABLES * (session.number - 1) + index)
        records = dict(enumerate(played[first : first + HANDS_PER_SESSION], start=1))
        _play_table(users, table, _entered(table, records))
    if session.number == RUNNING:
        return
    finish_session(by=users["olga"], session=session)
    approve_session(by=users["olga"], session=session)


def _entered(table: Table, records: dict[int, str]) -> dict[int, str]:
    """A whole sheet, or in the running session some of it: one table has forgotten a hand."""
    if table.session.number != RUNNING or table.number in EARLY:
        return records
    last = Random(f"{SEED} {table.number}").randint(7, 11)
    return {
        number: record
        for number, record in records.items()
        if number <= last and (table.number, number) != FORGOTTEN
    }


def _play_table(users: dict[str, User], table: Table, records: dict[int, str]) -> None:
    """Enter the hands; in the running session one table is ready to be closed, one is closed."""
    for number in [one for one in records if _is_false_hu(table, one)]:
        _false_hu(users, table, number, records.pop(number))
    record_played_hands(by=users["sam"], table=table, records=records)
    if table.session.number != RUNNING or table.number == EARLY[0]:
        close_table(by=users["sam"], table=table)


def _is_false_hu(table: Table, number: int) -> bool:
    return (table.session.number, table.number, number) in FALSE_HUS


def _false_hu(users: dict[str, User], table: Table, number: int, record: str) -> None:
    """Somebody who does not win calls a false hu. The machine's players make none, so this hand
    comes without its record, which would show the offender playing on with a live hand."""
    deal = prove_record(record, number=number, tournament=table.session.tournament).deal
    seat = table.seats.get(letter="C" if deal.winner != "C" else "D")
    occupant = seat.occupants.latest("from_hand")
    give_penalty(
        by=users["remi"], session=table.session, entry=occupant.entry, code="P1", hand=number
    )
    record_hand(
        by=users["sam"],
        table=table,
        number=number,
        version=0,
        kind=deal.kind,
        winner=deal.winner,
        discarder=deal.discarder,
        points=deal.points,
    )
