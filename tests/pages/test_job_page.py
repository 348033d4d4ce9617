"""The page of a job: progress for its tournament's staff, nothing for anybody else."""

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.urls import reverse

from journal.models import Job
from tests.builders import add_staff, make_tournament
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def test_a_running_job_shows_its_steps_and_asks_again(client):
    tournament = make_tournament()
    client.force_login(add_staff(tournament, "sam", Role.SCORER))
    job = Job.objects.create(
        kind="x", scope=tournament.scope, state="running", done=3, total=8, note="page 3"
    )
    Job.objects.update(heartbeat=job.created_at)
    part = client.get(
        reverse("job", args=["mosel", job.pk]), headers={"HX-Request": "true"}
    ).content.decode()
    assert 'value="3"' in part
    assert "3 of 8 · page 3" in part
    assert 'hx-trigger="every 1s"' in part


def test_a_finished_job_gives_its_file_once_and_polls_no_more(client):
    tournament = make_tournament()
    client.force_login(add_staff(tournament, "sam", Role.SCORER))
    stored = default_storage.save("jobs/1/pack.pdf", ContentFile(b"%PDF"))
    job = Job.objects.create(
        kind="x",
        scope=tournament.scope,
        state="done",
        result={"file": stored, "name": "pack.pdf"},
    )
    part = client.get(reverse("job", args=["mosel", job.pk])).content.decode()
    assert "hx-trigger" not in part
    answer = client.get(reverse("job_file", args=["mosel", job.pk]))
    assert b"".join(answer.streaming_content) == b"%PDF"


def test_a_job_of_another_tournament_is_not_there(client):
    mosel, rhine = make_tournament(), make_tournament("rhine")
    client.force_login(add_staff(mosel, "sam", Role.ORGANISER))
    job = Job.objects.create(kind="secret work", scope=rhine.scope)
    assert client.get(reverse("job", args=["mosel", job.pk])).status_code == 404
    assert client.get(reverse("job", args=["rhine", job.pk])).status_code == 404


def test_cancel_and_start_again(client):
    tournament = make_tournament()
    client.force_login(add_staff(tournament, "sam", Role.SCORER))
    job = Job.objects.create(kind="x", scope=tournament.scope)
    client.post(reverse("job_cancel", args=["mosel", job.pk]))
    job.refresh_from_db()
    assert job.state == "cancelled"
    assert "Start again" in client.get(reverse("job", args=["mosel", job.pk])).content.decode()
