"""Sessions: what a program is told about their times."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from tests.api.conftest import BASE
from tests.scoring.play import make_play
from tournaments.models import Session

pytestmark = pytest.mark.django_db
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
