"""The demonstration: its stored records are proved, and it is what the guide says it is."""

from __future__ import annotations

import datetime as dt

import pytest
from django.utils import timezone

from scoring.engine.game.play import simulate
from scoring.engine.game.records.record import record_problems
from scoring.engine.game.records.text import format_record, parse_record
from scoring.models import Hand, Penalty
from scoring.selectors.tables import table_sheets
from scoring.services.demonstration import (
    RUNNING,
    SLUG,
    build_demonstration,
    is_current,
    stored_records,
)
from tests.builders import add_session, make_tournament
from tournaments.models import Session, Table, Tournament


def test_the_stored_records_are_those_of_the_documented_command():
    stored = stored_records()
    assert len(stored) == 1024
    played = [format_record(one.record) for one in simulate(16, 1916)]
    assert stored[:16] == played


def test_the_stored_records_are_proved(full_data):
    stored = stored_records()
    for text in stored if full_data else stored[::16]:
        record = parse_record(text)
        assert record_problems(record, record.replay()) == ()


@pytest.mark.long
@pytest.mark.django_db
def test_the_demonstration_stands_in_its_fourth_session():
    tournament = build_demonstration()
    assert tournament.kind == Tournament.Kind.DEMONSTRATION
    states = list(tournament.sessions.order_by("number").values_list("state", flat=True))
    assert states == ["approved"] * 3 + ["running", "published", "draft", "draft"]
    sheets = table_sheets(Table.objects.filter(session__tournament=tournament))
    by_place = {(one.session.number, one.table.number): one for one in sheets}
    assert by_place[4, 11].result.gaps == (5,)
    closed = [place for place, sheet in by_place.items() if sheet.is_closed]
    finished = [(session, table) for session in (1, 2, 3) for table in range(1, 17)]
    assert sorted(closed) == [*finished, (4, 6)]
    assert by_place[4, 14].is_complete
    assert not any(sheet.dead_winners for sheet in sheets)
    assert Penalty.objects.count() == 2
    plain = Hand.objects.exclude(depth=Hand.Depth.RECORD)
    places = plain.values_list("table__session__number", "table__number", "number")
    assert sorted(places) == [(1, 3, 7), (4, 11, 7)]


@pytest.mark.django_db
@pytest.mark.parametrize(("hours", "current"), [(1, True), (7, True), (9, False)])
def test_a_demonstration_is_kept_for_the_day_even_over_midnight(hours, current):
    assert not is_current()
    add_session(make_tournament(SLUG), RUNNING, entries=[])
    Session.objects.update(starts_at=timezone.now() - dt.timedelta(hours=hours))
    assert is_current() is current
