"""The steps of a session by API, and what a program is told about its times."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tests.api.conftest import BASE
from tests.scoring.play import make_play
from tournaments.models import Session

pytestmark = pytest.mark.django_db
TAKE_BACK = f"{BASE}sessions/1/take-back/"
NOW = dt.datetime(2026, 10, 10, 7, 20, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("starts_at", "began_at"),
    [("2026-10-10T07:00:00Z", "2026-10-10T07:20:00Z"), ("2026-10-10T07:45:00Z", None)],
    ids=["late", "made ready early"],
)
def test_a_session_tells_when_its_clock_began(api, api_of, monkeypatch, starts_at, began_at):
    play = make_play()
    Session.objects.update(state=Session.State.PUBLISHED, starts_at=starts_at)
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    started = api_of(play.referee).post(f"{BASE}sessions/1/start/")
    told = {
        "number": 1,
        "starts_at": starts_at,
        "began_at": began_at,
        "minutes": 120,
        "state": "running",
    }
    assert (started.status_code, started.json()) == (200, told)
    assert api.get(f"{BASE}sessions/1/").json() == told
    assert api.get(f"{BASE}sessions/").json()["results"] == [told]


def test_a_start_is_taken_back_while_nothing_is_entered(api_of):
    play = make_play()
    assert api_of(play.scorer).post(TAKE_BACK).status_code == 403
    answer = api_of(play.referee).post(TAKE_BACK)
    assert (answer.status_code, answer.json()["state"]) == (200, "published")
    assert api_of(play.referee).post(f"{BASE}sessions/1/start/").json()["state"] == "running"
    play.hand(1, winner="A", discarder="B", points=24)
    refused = api_of(play.referee).post(TAKE_BACK)
    assert (refused.status_code, refused.json()["code"]) == (400, "entered")
    play.session.refresh_from_db()
    assert play.session.state == "running"
