"""Jobs: started by name, done once, cancelled, interrupted, repeated."""

import datetime as dt
import time

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from kombu.exceptions import OperationalError

from journal import jobs
from journal.models import Job
from journal.tasks import JobTask, run_job
from tests.builders import make_user


@pytest.fixture
def kinds(monkeypatch):
    """A registry of this test's own."""
    registry = {}
    monkeypatch.setattr(jobs, "_works", registry)
    return registry


@pytest.mark.django_db(transaction=True)
def test_a_job_reports_its_steps_and_keeps_its_file(kinds):
    seen = []

    @jobs.work("count")
    def count(progress, upto):
        for step in range(1, upto + 1):
            progress(step, upto, f"step {step}")
            seen.append(step)
        return jobs.ResultFile("numbers.txt", b"1 2 3")

    user = make_user()
    job = jobs.start("count", scope="t", by=user, upto=3)
    job.refresh_from_db()
    assert (job.state, job.done, job.total, job.started_by) == ("done", 3, 3, user)
    assert seen == [1, 2, 3]
    assert job.result["name"] == "numbers.txt"
    assert default_storage.open(job.result["file"]).read() == b"1 2 3"


@pytest.mark.django_db(transaction=True)
def test_a_failing_job_says_why_and_can_be_repeated(kinds):
    answers = iter([ValueError("no paper"), "ok"])

    @jobs.work("print")
    def printer(progress):
        answer = next(answers)
        if isinstance(answer, Exception):
            raise answer
        return answer

    first = jobs.start("print", scope="t", by=None)
    first.refresh_from_db()
    assert (first.state, first.note) == ("failed", "no paper")
    second = jobs.repeat(first, by=None)
    second.refresh_from_db()
    assert (second.state, second.result) == ("done", "ok")


@pytest.mark.django_db(transaction=True)
def test_a_job_is_done_once_however_often_it_is_sent(kinds):
    runs = []

    @jobs.work("once")
    def once(progress):
        runs.append(1)

    job = jobs.start("once", scope="t", by=None)
    run_job.delay(job.pk)
    assert runs == [1]


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_job_stops_at_its_next_step(kinds):
    steps = []

    @jobs.work("long")
    def long(progress):
        for step in (1, 2):
            steps.append(step)
            jobs.cancel(Job.objects.get())
            progress(step, step)

    job = jobs.start("long", scope="t", by=None)
    job.refresh_from_db()
    assert (job.state, steps) == ("cancelled", [1])


@pytest.mark.django_db
def test_a_silent_job_counts_as_interrupted():
    job = Job.objects.create(kind="x", scope="t", state=Job.State.RUNNING)
    Job.objects.update(heartbeat=timezone.now() - jobs.SILENCE - dt.timedelta(seconds=1))
    job.refresh_from_db()
    assert jobs.look_after(job).state == "interrupted"


@pytest.mark.django_db
def test_at_start_nothing_can_be_running():
    for state in ("queued", "running", "done"):
        Job.objects.create(kind="x", scope="t", state=state)
    assert jobs.interrupt_all_running() == 2
    assert sorted(Job.objects.values_list("state", flat=True)) == [
        "done",
        "interrupted",
        "interrupted",
    ]


def test_an_unknown_kind_is_a_programming_error(kinds):
    with pytest.raises(LookupError, match="nonsense"):
        jobs.start("nonsense", scope="t", by=None)


@pytest.mark.django_db(transaction=True)
def test_without_a_broker_the_job_waits(kinds, settings, monkeypatch):
    @jobs.work("wait")
    def wait(progress):
        return "late"

    def away(*args, **kwargs):
        raise OperationalError

    settings.JOBS = "celery"
    monkeypatch.setattr(JobTask.__bases__[0], "apply_async", away)
    job = jobs.start("wait", scope="t", by=None)
    job.refresh_from_db()
    assert job.state == "queued"
    settings.JOBS = "eager"
    Job.objects.update(created_at=timezone.now() - jobs.RESEND_AFTER - dt.timedelta(seconds=1))
    job.refresh_from_db()
    jobs.look_after(job)
    job.refresh_from_db()
    assert (job.state, job.result) == ("done", "late")


@pytest.mark.django_db(transaction=True)
def test_a_long_step_is_heard_of(kinds, monkeypatch):
    monkeypatch.setattr(jobs, "PULSE", dt.timedelta(seconds=0.02))
    beats = []

    @jobs.work("slow")
    def slow(progress):
        first = Job.objects.get().heartbeat
        for _try in range(100):
            time.sleep(0.1)
            if (beat := Job.objects.get().heartbeat) != first:
                beats.append(beat)
                return

    jobs.start("slow", scope="t", by=None)
    assert len(beats) == 1
