"""The clocks change while a session is played: an hour more on the wall, not one minute of play.

In Paris the clocks change at 01:00 UTC: on 25 October 2026 from 3:00 back to 2:00, on 28 March 2027
from 2:00 on to 3:00. Every session here begins half an hour before, at 00:30 UTC.
"""

from __future__ import annotations

import datetime as dt
import re
import zoneinfo

import pytest
from django.core.exceptions import ValidationError

from scoring.services.phone import end_after
from tests.builders import add_staff
from tests.scoring.play import make_play
from tournaments.models import Role, Session
from tournaments.programme import remarks
from tournaments.services.links import make_links
from tournaments.services.sessions import add_session, change_session

pytestmark = pytest.mark.django_db

PARIS = zoneinfo.ZoneInfo("Europe/Paris")
AUTUMN = dt.datetime(2026, 10, 25, 0, 30, tzinfo=dt.UTC)
SPRING = dt.datetime(2027, 3, 28, 0, 30, tzinfo=dt.UTC)
ON_THE_WALL = {AUTUMN: ("02:30", "03:30"), SPRING: ("01:30", "04:30")}


def words(answer):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture(params=[AUTUMN, SPRING], ids=["autumn", "spring"])
def start(request):
    return request.param


@pytest.fixture
def night(start):
    """A session of 120 minutes over the change."""
    day = start.date()
    play = make_play(4, timezone="Europe/Paris", start_date=day, end_date=day)
    play.session.starts_at = start
    play.session.save()
    return play


@pytest.fixture
def at(monkeypatch, start):
    """Set the clock to minutes after the start."""

    def set_clock(minutes):
        now = start + dt.timedelta(minutes=minutes)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return set_clock


def test_the_hall_counts_120_minutes(client, night, start, at):
    begins, ends = ON_THE_WALL[start]
    at(90)
    said = words(client.get("/t/mosel/clock/"))
    assert "30:00" in said
    assert re.search(f"{begins} gong [0-9:]+, 15 min {ends}", said)
    at(119)
    assert "Time is over" not in words(client.get("/t/mosel/clock/"))
    at(121)
    assert "Time is over" in words(client.get("/t/mosel/clock/"))


def test_the_desk_counts_the_minutes_over(client, night, at):
    at(127)
    client.force_login(night.referee)
    assert "Hand 1, 7 min over" in words(client.get("/t/mosel/sessions/1/tables/1/"))


@pytest.mark.parametrize(("minutes", "code"), [(10, "P4"), (15, "P5"), (31, "P6")])
def test_lateness_counts_minutes_and_not_hours_of_the_wall(client, night, start, at, minutes, code):
    """Whoever comes ten minutes late across the change is no hour late, and none too early."""
    night.session.starts_at = start + dt.timedelta(minutes=25)
    night.session.save()
    at(25 + minutes)
    client.force_login(night.referee)
    said = words(client.get("/t/mosel/referee/?who=1"))
    assert f"{minutes} minutes since the start Late: {code}," in said


def test_the_phone_ends_a_session_when_its_time_is_over(night, at):
    make_links(by=None, session=night.session)
    night.hand(1)
    at(119)
    with pytest.raises(ValidationError, match="Time is not over yet"):
        end_after(by=None, table=night.table, last_hand=1)
    at(120)
    assert end_after(by=None, table=night.table, last_hand=1).last_hand == 1


@pytest.mark.parametrize(("gap", "refused"), [(119, True), (120, False)])
def test_the_next_session_begins_after_120_real_minutes(night, start, gap, refused):
    """The hall's own times come in, as from the form of the programme."""
    Session.objects.update(state=Session.State.PUBLISHED)
    organiser = add_staff(night.tournament, "olga", Role.ORGANISER)
    given = {
        "by": organiser,
        "tournament": night.tournament,
        "starts_at": (start + dt.timedelta(minutes=gap)).astimezone(PARIS),
        "minutes": 60,
    }
    if refused:
        with pytest.raises(ValidationError, match="has not ended by then"):
            add_session(**given)
        return
    add_session(**given)
    session = night.tournament.sessions.get(number=1)
    later = start.astimezone(PARIS)
    change_session(by=organiser, session=session, starts_at=later, minutes=119)
    with pytest.raises(ValidationError, match="begins before this one ends"):
        change_session(by=organiser, session=session, starts_at=later, minutes=121)


def test_breaks_are_real_minutes(start):
    """Two hours of play and a break of 15 minutes is what the federation asks."""
    after = [start + dt.timedelta(minutes=minutes) for minutes in (135, 134)]
    enough, short = (
        remarks([(1, start.astimezone(PARIS), 120), (2, one.astimezone(PARIS), 60)], PARIS)
        for one in after
    )
    assert enough == []
    assert [one.params["minutes"] for one in short] == [14]
