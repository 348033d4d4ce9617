"""A tournament in the middle of its first day, to look around in.

64 invented players of eight countries in 16 teams play seven sessions in two days; three sessions
are finished, the fourth is being played. Everything is written through the services that the pages
use, and the same day gives the same figures again.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import asdict, dataclass
from random import Random

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from players.models import Player
from players.services import save_player
from scoring.models import Hand
from scoring.services.checking import Deal
from scoring.services.demo_people import PREFIX, SUBSTITUTE, TEAMS
from scoring.services.hands import record_hand
from scoring.services.penalties import give_penalty
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


@transaction.atomic
def build_demonstration(*, now: dt.datetime | None = None) -> Tournament:
    """Make the demonstration's accounts, people and results in an empty database."""
    users = {name: _account(name, full, role) for name, full, role in ACCOUNTS}
    olga = users["olga"]
    sessions = Clock(now or timezone.now()).sessions
    tournament = create_tournament(
        by=olga,
        name="Mosel Open",
        place="Koblenz",
        country="GER",
        start_date=sessions[0][0].date(),
        end_date=sessions[-1][0].date(),
        timezone="Europe/Berlin",
        sessions=sessions,
        has_teams=True,
        slug=SLUG,
        kind=Tournament.Kind.DEMONSTRATION,
    )
    for name, _full, role in ACCOUNTS[1:]:
        set_roles(by=olga, tournament=tournament, user=users[name], roles=[role])
    _enter_people(olga, tournament)
    draw_seating(by=olga, tournament=tournament, sessions=range(1, 8), seed=SEED)
    for session in tournament.sessions.filter(number__lte=4):
        publish_session(by=olga, session=session)
        _play(users, session)
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


def _play(users: dict[str, User], session: Session) -> None:
    """Play a session to its end, or the fourth to where it stands now."""
    start_session(by=users["olga"], session=session)
    for table in session.tables.all():
        dice = Random(f"{SEED} {session.number} {table.number}")
        _play_table(users, table, dice)
    if session.number == RUNNING:
        return
    finish_session(by=users["olga"], session=session)
    approve_session(by=users["olga"], session=session)


def _play_table(users: dict[str, User], table: Table, dice: Random) -> None:
    """A whole sheet, or in the running session some of it: one table has forgotten a hand, one is
    ready to be closed, one is closed."""
    running = table.session.number == RUNNING
    hands = range(1, 1 + (dice.randint(6, 11) if running and table.number not in EARLY else 16))
    for number in hands:
        deal = _deal(dice)
        if running and (table.number, number) == FORGOTTEN:
            continue
        if (table.session.number, table.number, number) in FALSE_HUS:
            _false_hu(users["remi"], table, number)
        record_hand(by=users["sam"], table=table, number=number, version=0, **asdict(deal))
    if not running or table.number == EARLY[0]:
        close_table(by=users["sam"], table=table)


def _deal(dice: Random) -> Deal:
    """A hand as tournaments see them: few drawn, a third self-drawn, most of 9 to 14 points."""
    if dice.random() < 0.06:
        return Deal(Hand.Kind.DRAWN)
    winner, discarder = dice.sample("ABCD", 2)
    small = 8 + min(dice.randint(0, 4) + dice.randint(0, 4), 8)
    points = small if dice.random() < 0.75 else dice.randint(16, 34)
    if dice.random() < 0.01:
        points = dice.choice([48, 64, 72, 88])
    return Deal(Hand.Kind.WIN, winner, "" if dice.random() < 0.3 else discarder, points)


def _false_hu(remi: User, table: Table, number: int) -> None:
    seat = table.seats.get(letter="C")
    occupant = seat.occupants.latest("from_hand")
    give_penalty(by=remi, session=table.session, entry=occupant.entry, code="P1", hand=number)
