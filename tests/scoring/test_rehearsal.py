"""A rehearsal is a copy: the same people and results, and nothing of it touches the original."""

from __future__ import annotations

import pytest

from journal.models import Event
from players.importing.rows import check_rows, read_rows
from players.models import Player
from scoring.models import TableResult
from scoring.selectors.document import tournament_document
from scoring.services.rehearsal import make_rehearsal
from scoring.services.sheets import close_table
from tests.builders import make_user
from tests.scoring.play import make_play
from tournaments.models import Tournament
from tournaments.services.entry_import import import_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def play(db):
    played = make_play()
    nameless = played.entries[2].player
    nameless.ema_number = None
    nameless.save()
    played.all_hands()
    close_table(by=played.scorer, table=played.table)
    return played


def test_the_copy_has_the_same_play_and_people_and_is_marked(play):
    before = tournament_document(play.tournament)
    copy = make_rehearsal(by=make_user("olga", superuser=True), tournament=play.tournament)
    assert (copy.kind, copy.slug, copy.name) == (
        Tournament.Kind.REHEARSAL,
        "mosel-rehearsal",
        "Mosel Open (rehearsal)",
    )
    assert Player.objects.count() == 4
    assert [one.player_id for one in copy.entries.order_by("number")] == [
        one.player_id for one in play.entries
    ]
    copied = tournament_document(copy)
    for name in ("teams", "entries", "sessions", "standings"):
        assert copied[name] == before[name]
    assert tournament_document(play.tournament) == before


def test_the_staff_keeps_its_roles_and_the_journal_begins_anew(play):
    copy = make_rehearsal(by=play.referee, tournament=play.tournament)
    roles = sorted(copy.staff.values_list("user__username", "role"))
    assert roles == [("rolf", "organiser"), ("rolf", "referee"), ("sara", "scorer")]
    events = Event.objects.filter(scope=copy.scope).order_by("id")
    assert [(event.verb, event.reason) for event in events] == [
        ("tournament.imported", "rehearsal of Mosel Open"),
        ("standings.published", ""),
    ]
    told = Event.objects.filter(scope=play.tournament.scope).first()
    assert (told.verb, told.target) == ("tournament.rehearsed", "mosel-rehearsal")


def test_two_rehearsals_have_two_addresses(play):
    slugs = [make_rehearsal(by=None, tournament=play.tournament).slug for _ in range(2)]
    assert slugs == ["mosel-rehearsal", "mosel-rehearsal-2"]
    assert TableResult.objects.count() == 12


def test_a_rehearsal_leaves_the_people_it_shares_as_they_are(play, client):
    copy = make_rehearsal(by=play.referee, tournament=play.tournament)
    known = play.entries[0].player
    table = f"First name,Last name,EMA number\nOther,Name,{known.ema_number}\n"
    rows = check_rows(read_rows(table.encode()))
    before = Event.objects.count()
    done = import_entries(by=play.referee, tournament=copy, rows=rows)
    assert (done.people.added, done.people.changed, done.entered) == (0, 0, 0)
    assert Event.objects.count() == before
    known.refresh_from_db()
    assert known.full_name == "First01 Last01"
    client.force_login(make_user("olga", superuser=True))
    edit = f'href="/players/{known.pk}/'
    assert edit in client.get("/t/mosel/players/1/edit/").content.decode()
    assert edit not in client.get("/t/mosel-rehearsal/players/1/edit/").content.decode()
