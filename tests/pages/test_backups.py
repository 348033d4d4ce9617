"""Backups, restoring and rehearsals."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.utils import timezone
from kombu.exceptions import OperationalError

from journal import jobs
from journal.models import Event, Job
from journal.tasks import JobTask
from players.models import Player
from scoring.exports.backups import backup_files, read_backup
from scoring.models import Hand
from scoring.selectors.standings import plain_rows, standings_at
from scoring.services.hands import record_hand
from scoring.services.rebuild import check_derived
from scoring.services.sessions import approve_session, finish_session
from scoring.services.sheets import close_table
from tests.builders import add_staff, make_user
from tests.scoring.play import make_play
from tournaments.models import Role, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/backups/"


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    """A folder of backups of this test alone."""
    settings.VAR = tmp_path
    return tmp_path / "backups"


@pytest.fixture
def play():
    made = make_play()
    made.all_hands()
    close_table(by=made.scorer, table=made.table)
    finish_session(by=made.referee, session=made.session)
    return made


def test_an_approved_session_writes_a_backup(play, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        approve_session(by=play.referee, session=play.session)
    (file,) = backup_files(play.tournament)
    assert file.name.endswith("-session-1.json")
    content = read_backup(play.tournament, file.name)
    document = json.loads(content)
    assert document["sessions"][0]["state"] == "approved"
    assert document["events"][-1]["verb"] == "session.approved"
    assert len(document["sessions"][0]["tables"][0]["hands"]) == 16
    assert Job.objects.get().state == "done"


def test_a_backup_that_an_outage_kept_waiting_is_told_and_written(
    client, play, settings, monkeypatch, django_capture_on_commit_callbacks
):
    def away(*args, **kwargs):
        raise OperationalError

    monkeypatch.setattr(JobTask.__bases__[0], "apply_async", away)
    settings.JOBS = "celery"
    with django_capture_on_commit_callbacks(execute=True):
        approve_session(by=play.referee, session=play.session)
    job = Job.objects.get()
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    page = client.get(PAGE).content.decode()
    (told,) = work_on(page)
    assert "waiting" in told
    assert f'hx-get="/t/mosel/jobs/{job.pk}/"' in told
    assert "There is no backup yet." in page
    settings.JOBS = "eager"
    Job.objects.update(created_at=timezone.now() - jobs.RESEND_AFTER)
    with django_capture_on_commit_callbacks(execute=True):
        client.get(PAGE)
    page = client.get(PAGE).content.decode()
    (file,) = backup_files(play.tournament)
    assert file.name.endswith("-session-1.json")
    assert file.name in page
    assert work_on(page) == []
    assert "Nothing waits, runs or has failed." in page


def work_on(page):
    """What the page says about each piece of work that is not done."""
    return re.findall(r'<section class="face job".*?</section>', page, re.DOTALL)


def test_the_page_lists_all_work_of_the_tournament_that_is_not_done(client, play):
    def job(state, kind="backup", scope=play.tournament.scope, **fields):
        return Job.objects.create(state=state, kind=kind, scope=scope, **fields)

    running = job("running", "pack", done=3, total=8, note="page 3")
    failed = job("failed", note="no space left", arguments={"why": "session-1"})
    interrupted = job("interrupted", arguments={"why": "session-2"})
    for gone in ("done", "cancelled"):
        job(gone, arguments={"why": gone})
    job("failed", scope="another tournament", note="secret")
    Job.objects.update(heartbeat=timezone.now())
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    first, second, third = work_on(client.get(PAGE).content.decode())
    again, give_up = (f'action="/t/mosel/jobs/{{}}/{act}/">' for act in ("repeat", "cancel"))
    for told, one, words in (
        (first, interrupted, ("<b>Backup</b>", "interrupted")),
        (second, failed, ("<b>Backup</b>", "failed", "no space left")),
    ):
        for word in (*words, again.format(one.pk), give_up.format(one.pk), "Give it up"):
            assert word in told
        assert "hx-get" not in told
    for word in ("<b>Papers of a session</b>", "running", 'value="3"', "3 of 8 · page 3"):
        assert word in third
    assert give_up.format(running.pk) in third
    assert again.format(running.pk) not in third


def test_a_failed_backup_is_repeated_or_given_up(client, play, django_capture_on_commit_callbacks):
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    for why in ("session-1", "session-2"):
        Job.objects.create(
            kind="backup",
            scope=play.tournament.scope,
            state="failed",
            arguments={"tournament_id": play.tournament.pk, "why": why},
        )
    second, first = jobs.unsettled(play.tournament.scope)
    with django_capture_on_commit_callbacks(execute=True):
        answer = client.post(f"/t/mosel/jobs/{first.pk}/repeat/")
    assert "Back to the backups" in client.get(answer["Location"]).content.decode()
    assert [one.name[16:] for one in backup_files(play.tournament)] == ["session-1.json"]
    assert jobs.unsettled(play.tournament.scope) == [second]
    client.post(f"/t/mosel/jobs/{second.pk}/cancel/")
    assert work_on(client.get(PAGE).content.decode()) == []


def test_every_kind_of_work_has_its_name():
    unnamed = [
        kind
        for kind in jobs._works
        if not render_to_string("tournaments/_job_name.html", {"job": Job(kind=kind)}).strip()
    ]
    assert (unnamed, {"backup", "pack"} <= set(jobs._works)) == ([], True)


def test_a_backup_restores_to_identical_standings(client, play, django_capture_on_commit_callbacks):
    owner = make_user("owner", superuser=True)
    client.force_login(owner)
    with django_capture_on_commit_callbacks(execute=True):
        assert client.post(f"{PAGE}make/").status_code == 302
    (file,) = backup_files(play.tournament)
    assert file.name in client.get(PAGE).content.decode()
    answer = client.get(f"{PAGE}{file.name}")
    assert answer["Cache-Control"] == "private, no-store"
    before = plain_rows(standings_at(play.tournament))
    upload = SimpleUploadedFile("b.json", answer.content)
    assert client.post("/restore/", {"document": upload}).status_code == 302
    made = Tournament.objects.exclude(pk=play.tournament.pk).get()
    assert plain_rows(standings_at(made)) == before
    assert check_derived(made) == []
    kept = Event.objects.filter(scope=made.scope, verb="hand.recorded")
    assert kept.count() == 16


def test_a_broken_backup_changes_nothing(client, play):
    client.force_login(make_user("owner", superuser=True))
    upload = SimpleUploadedFile("b.json", b'{"format": "tar"}')
    answer = client.post("/restore/", {"document": upload})
    assert answer.status_code == 422
    assert "This is no tournament document." in answer.content.decode()
    assert Tournament.objects.count() == 1


@pytest.mark.parametrize("name", ["..%2F..%2Ftest.sqlite3", "x.json", "20260101-000000-a.json"])
def test_only_backups_are_downloaded(client, play, name):
    client.force_login(add_staff(play.tournament, "olga", Role.ORGANISER))
    assert client.get(f"{PAGE}{name}").status_code == 404


def test_a_rehearsal_cannot_touch_the_tournament(client, play):
    organiser = add_staff(play.tournament, "olga", Role.ORGANISER)
    guest = play.entries[3].player
    guest.ema_number = None
    guest.save()
    people = Player.objects.count()
    hands = Hand.objects.count()
    before = plain_rows(standings_at(play.tournament))
    client.force_login(organiser)
    assert client.post(f"{PAGE}rehearse/").status_code == 302
    copy = Tournament.objects.get(slug="mosel-rehearsal")
    assert (copy.kind, copy.scope != play.tournament.scope) == ("rehearsal", True)
    assert Player.objects.count() == people
    assert [one.player for one in copy.entries.all()] == [one.player for one in play.entries]
    assert Hand.objects.count() == 2 * hands
    events = Event.objects.filter(scope=play.tournament.scope).count()
    session = copy.sessions.get()
    session.state = "running"
    session.save()
    table = session.tables.get()
    table.sheet.closed_at = None
    table.sheet.save()
    record_hand(by=organiser, table=table, number=2, version=1, kind="win", winner="D", points=88)
    close_table(by=organiser, table=table)
    assert plain_rows(standings_at(copy)) != before
    assert plain_rows(standings_at(play.tournament)) == before
    assert Event.objects.filter(scope=play.tournament.scope).count() == events
    for page in ("desk/", "standings/", "clock/", "players/"):
        assert "Nothing here touches" in client.get(f"/t/{copy.slug}/{page}").content.decode()
        assert "Nothing here touches" not in client.get(f"/t/mosel/{page}").content.decode()
    client.post(f"/t/{copy.slug}/backups/rehearse/")
    assert Tournament.objects.count() == 2


@pytest.mark.parametrize(
    ("role", "status"),
    [
        (None, 404),
        (Role.OBSERVER, 403),
        (Role.SCORER, 403),
        (Role.REFEREE, 403),
        (Role.ORGANISER, 200),
    ],
)
def test_backups_are_the_organisers(client, play, role, status):
    if role:
        client.force_login(add_staff(play.tournament, "rita", role))
    posted = 302 if status == 200 else status
    assert client.get(PAGE).status_code == status
    assert client.post(f"{PAGE}make/").status_code == posted
    assert client.get(f"{PAGE}20260101-000000-asked.json").status_code == (
        404 if status == 200 else status
    )
    assert client.post(f"{PAGE}rehearse/").status_code == posted
    assert client.get("/restore/").status_code == (403 if role else 302)
