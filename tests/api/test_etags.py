"""What has not changed is not sent again; what has changed is never withheld."""

from __future__ import annotations

import pytest
from django.test.utils import CaptureQueriesContext

from players.services import save_player
from scoring.selectors import public
from scoring.services.sessions import finish_session
from scoring.services.sheets import close_table
from tests.api.conftest import BASE
from tests.scoring.play import make_play

pytestmark = pytest.mark.django_db
STANDINGS = f"{BASE}standings/"


def known(client, path, tag):
    return client.get(path, headers={"If-None-Match": tag})


def test_an_unchanged_poll_asks_the_database_at_most_once_a_second(
    api, django_assert_num_queries, monkeypatch
):
    make_play()
    tag = api.get(STANDINGS)["ETag"]
    with django_assert_num_queries(0):
        answer = known(api, STANDINGS, tag)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    monkeypatch.setattr(public, "MARK_SECONDS", 0)
    with django_assert_num_queries(3):
        assert known(api, STANDINGS, tag).status_code == 304


def test_a_finished_session_changes_the_tag_and_a_hand_does_not(api, monkeypatch):
    monkeypatch.setattr(public, "MARK_SECONDS", 0)
    play = make_play()
    tag = api.get(STANDINGS)["ETag"]
    play.all_hands()
    assert known(api, STANDINGS, tag).status_code == 304
    close_table(by=play.scorer, table=play.table)
    finish_session(by=play.referee, session=play.session)
    answer = known(api, STANDINGS, tag)
    assert answer.status_code == 200
    assert [row["score"] for row in answer.json()["rows"]] == [48, -8, -8, -32]
    assert answer["ETag"] != tag


def test_a_name_that_becomes_initials_changes_the_tag(api, monkeypatch):
    monkeypatch.setattr(public, "MARK_SECONDS", 0)
    play = make_play()
    tag = api.get(STANDINGS)["ETag"]
    save_player(by=None, player=play.entries[0].player, shown_as_initials=True)
    assert known(api, STANDINGS, tag).status_code == 200


def test_what_a_process_remembers_is_forgotten_after_a_second(api, monkeypatch):
    clock = [100.0]
    monkeypatch.setattr(public.time, "monotonic", lambda: clock[0])
    play = make_play()
    tag = api.get(STANDINGS)["ETag"]
    play.session.state = "finished"
    play.session.save()
    clock[0] += 0.9
    assert known(api, STANDINGS, tag).status_code == 304
    clock[0] += 0.2
    assert known(api, STANDINGS, tag).status_code == 200


def test_the_public_tag_never_answers_for_the_staffs_view(api, api_of):
    play = make_play()
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    tag = api.get(STANDINGS)["ETag"]
    live = known(api_of(play.scorer), f"{STANDINGS}?view=live", tag)
    assert (live.status_code, len(live.json()["rows"])) == (200, 4)
    assert known(api, f"{STANDINGS}?view=live", tag).status_code == 403
    assert known(api, f"{STANDINGS}?%76iew=live", tag).status_code == 403


def test_the_tag_tells_nobody_how_many_tables_are_closed(api):
    play = make_play()
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    tag = api.get(STANDINGS)["ETag"].strip('"')
    assert (len(tag), int(tag, 16) > 0) == (20, True)


@pytest.mark.parametrize(
    "path", ["sessions/1/tables/1/sheet/", "sessions/1/tables/", "sessions/1/"]
)
def test_tables_and_sessions_have_tags_too(api_of, path):
    play = make_play()
    client = api_of(play.scorer)
    tag = client.get(BASE + path)["ETag"]
    assert known(client, BASE + path, tag).status_code == 304
    assert known(client, BASE + path, '"other"').status_code == 200


def test_a_hand_changes_the_sheets_tag(api_of):
    play = make_play()
    client = api_of(play.scorer)
    tag = client.get(f"{BASE}sessions/1/tables/1/sheet/")["ETag"]
    play.hand(1)
    assert known(client, f"{BASE}sessions/1/tables/1/sheet/", tag).status_code == 200


def test_marks_of_many_tournaments_do_not_pile_up(monkeypatch, db):
    monkeypatch.setattr(public, "_mark", lambda slug: "m")
    for number in range(1200):
        public.standings_mark(str(number))
    assert len(public._MARKS) <= 500


def test_queries_of_a_mark_do_not_grow(db, django_assert_num_queries):
    make_play(12)
    with django_assert_num_queries(3) as asked:
        assert isinstance(asked, CaptureQueriesContext)
        public.standings_mark("mosel")
