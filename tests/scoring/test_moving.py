"""A running tournament moves between SQLite and PostgreSQL and nobody sees a difference."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
from difflib import unified_diff
from pathlib import Path

import pytest
from django.core.management import call_command

from players.services import save_player
from scoring.selectors.happenings import Case, Happening
from scoring.services.hands import replace_hand
from scoring.services.penalties import give_penalty, revoke_penalty
from scoring.services.records import record_played_hands
from scoring.services.sessions import finish_session
from scoring.services.sheets import close_table
from scoring.services.substitutions import substitute
from tests import servers
from tests.builders import add_session, make_player
from tests.machine import lacking
from tests.production.conftest import own_database
from tests.scoring.play import make_play
from tests.scoring.records import record
from tests.scoring.seen import seen
from tests.shared_data import ROOT
from tournaments.models import Entry, Session
from tournaments.services.entries import add_entry
from tournaments.services.links import make_links

pytestmark = [pytest.mark.servers, pytest.mark.django_db]

SLUG = "mosel"


class Elsewhere:
    """Another database, reached by processes of its own."""

    def __init__(self, database: str, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.test",
            "DATABASE_URL": database,
            "QV_VAR": str(folder),
        }
        self.python("manage.py", "migrate", "--no-input")

    def python(self, *words: str) -> str:
        """Run Python there; what it prints."""
        done = subprocess.run(
            [sys.executable, *words],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def restore(self, file: Path) -> Path:
        """Restore a backup here, and make a backup of what came of it."""
        assert self.python("manage.py", "restore", str(file)) == f"{SLUG}\n"
        self.python("manage.py", "rebuild", SLUG, "--check")
        again = self.folder / "again.json"
        self.python("manage.py", "backup", SLUG, "--out", str(again))
        return again

    def seen(self) -> dict[str, str]:
        """What people see here."""
        found: dict[str, str] = json.loads(self.python("-m", "tests.scoring.seen", SLUG))
        return found


@pytest.fixture
def running():
    """A session with records, penalties, a stand-in and a correction, and one at play."""
    play = make_play(8, has_teams=True, slug=SLUG)
    nameless = play.entries[2].player
    save_player(
        by=None, player=nameless, first_name="三", last_name="张", country="CHN", ema_number=None
    )
    bench = add_entry(
        by=None,
        tournament=play.tournament,
        player=make_player(90),
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )
    records = {number: record(number) for number in range(1, 17)}
    record_played_hands(by=play.scorer, table=play.table, records=records)
    play.all_hands(2)
    session, here = play.session, {"by": play.referee, "session": play.session}
    give_penalty(**here, entry=play.entries[1], code="P1", hand=3)
    warned = give_penalty(**here, entry=play.entries[3], code="P4", amount=10, hand=2)
    revoke_penalty(by=play.referee, penalty=warned, reason="it was the neighbour")
    ill = Happening(session, play.entries[5], Case.ILL_DURING, substitute=bench, from_hand=9)
    substitute(by=play.referee, happening=ill)
    for number in (1, 2):
        close_table(by=play.scorer, table=play.table_number(number))
    finish_session(by=play.referee, session=session)
    replace_hand(
        by=play.referee,
        table=play.table_number(2),
        number=1,
        version=1,
        kind="win",
        winner="A",
        discarder="C",
        points=24,
        reason="the wrong discarder",
    )
    play.session = add_session(play.tournament, 2, entries=play.entries)
    make_links(by=play.referee, session=play.session)
    play.hand(1, winner="D", discarder="B", points=24, fans={"Full Flush": 1})
    add_session(play.tournament, 3, entries=play.entries, state=Session.State.DRAFT)
    return play


def parts(backup: Path) -> tuple[list[dict[str, str]], str]:
    """The events of a backup, and the whole rest of it as text."""
    document = json.loads(backup.read_text())
    return document.pop("events"), json.dumps(document, sort_keys=True)


def lines(text: str) -> list[list[str]]:
    return list(csv.reader(text.removeprefix("\ufeff").splitlines()))


def compare(before: dict[str, str], after: dict[str, str]) -> list[str]:
    """The verbs that the restore added to the event log; all else is the same."""
    had, has = lines(before.pop("events")), lines(after.pop("events"))
    assert has[: len(had)] == had
    assert sorted(after) == sorted(before)
    for name, text in before.items():
        assert list(unified_diff(text.splitlines(), after[name].splitlines(), name, n=0)) == []
    return [line[2] for line in has[len(had) :]]


def test_a_running_tournament_moves_to_another_database_and_back(running, tmp_path):
    here = tmp_path / "here.json"
    call_command("backup", SLUG, out=str(here))
    events, document = parts(here)
    before = seen(SLUG)
    assert len(events) > 40
    assert {"sheets 1", "sheets 2", "programmes", "standings"} < set(before)

    way = []
    file = here
    with servers.postgres() as server:
        if not server:
            lacking("PostgreSQL: install it or name one in QV_TEST_POSTGRES")
        with own_database(server) as postgres:
            for name, database in (
                ("laptop", f"sqlite:///{tmp_path}/laptop.sqlite3"),
                ("server", postgres),
                ("back", f"sqlite:///{tmp_path}/back.sqlite3"),
            ):
                (tmp_path / name).mkdir()
                place = Elsewhere(database, tmp_path / name)
                file = place.restore(file)
                way += ["tournament.imported", "standings.published"]
                restored_events, restored = parts(file)
                assert restored == document
                assert restored_events[: len(events)] == events
                assert [one["verb"] for one in restored_events[len(events) :]] == way
                assert compare(dict(before), place.seen()) == way
