"""Jobs: started by name, done once, cancelled, interrupted, repeated."""

import datetime as dt
import signal
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest
from django.core.files.storage import default_storage
from django.utils import timezone
from kombu.exceptions import OperationalError

from config.celery import SendWaiting
from config.celery import app as celery
from journal import jobs
from journal.models import Job
from journal.tasks import JobTask, run_job, send_waiting
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
def test_cancelling_ends_the_child_process_that_works_on_it():
    with subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"]) as child:
        job = Job.objects.create(
            kind="x", scope="t", state=Job.State.RUNNING, runner=f"process:{child.pid}"
        )
        jobs.cancel(job)
        assert child.wait(timeout=30) == -signal.SIGTERM
    job.refresh_from_db()
    assert job.state == "cancelled"


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


@pytest.fixture
def outage(kinds, settings, monkeypatch):
    """Workers that are away: what is started waits, until `back()`; `runs` says what was done."""
    runs = []

    @jobs.work("note")
    def note(progress, what):
        runs.append(what)

    def away(*args, **kwargs):
        raise OperationalError

    monkeypatch.setattr(JobTask.__bases__[0], "apply_async", away)
    settings.JOBS = "celery"

    def back(waited=jobs.RESEND_AFTER):
        settings.JOBS = "eager"
        Job.objects.update(created_at=timezone.now() - waited, heartbeat=None)

    return SimpleNamespace(runs=runs, back=back)


@pytest.mark.django_db(transaction=True)
def test_starting_a_job_sends_those_that_wait_since_an_outage(outage):
    for what in ("first", "second"):
        jobs.start("note", scope="t", by=None, what=what)
    outage.back()
    jobs.start("note", scope="other", by=None, what="third")
    assert outage.runs == ["first", "second", "third"]
    assert set(Job.objects.values_list("state", flat=True)) == {"done"}


@pytest.mark.django_db(transaction=True)
def test_what_has_just_been_sent_is_not_sent_again(outage):
    jobs.start("note", scope="t", by=None, what="first")
    outage.back(waited=jobs.RESEND_AFTER - dt.timedelta(seconds=5))
    jobs.send_waiting()
    assert outage.runs == []


@pytest.mark.django_db(transaction=True)
def test_one_page_sends_a_few_and_the_next_page_the_others(outage):
    for number in range(jobs.RESEND_MOST + 1):
        jobs.start("note", scope="t", by=None, what=number)
    outage.back()
    jobs.send_waiting()
    assert outage.runs == [0, 1, 2]
    jobs.send_waiting()
    assert outage.runs == [0, 1, 2, 3]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_finds_the_broker_again_gets_all_that_waits(outage):
    for number in range(jobs.RESEND_MOST + 2):
        jobs.start("note", scope="t", by=None, what=number)
    outage.back(waited=dt.timedelta(0))
    send_waiting()
    assert outage.runs == [0, 1, 2, 3, 4]


def test_every_worker_asks_for_what_waits_when_it_finds_the_broker(monkeypatch):
    sent = []
    monkeypatch.setattr(send_waiting, "delay", lambda: sent.append("sent"))
    assert SendWaiting in celery.steps["consumer"]
    SendWaiting(None).start(SimpleNamespace(app=celery))
    assert sent == ["sent"]


@pytest.mark.django_db
def test_unsettled_are_the_open_ones_and_those_that_ended_badly():
    wanted = [
        Job.objects.create(kind="x", scope="t", state=state, arguments={"of": state})
        for state in ("queued", "running", "failed", "interrupted")
    ]
    for state, scope in (("done", "t"), ("cancelled", "t"), ("failed", "other")):
        Job.objects.create(kind="x", scope=scope, state=state, arguments={"of": state})
    assert jobs.unsettled("t") == wanted[::-1]


@pytest.mark.django_db
@pytest.mark.parametrize("later", ["queued", "running", "done", "failed"])
def test_a_job_that_was_started_again_is_settled_by_the_later_one(later):
    Job.objects.create(kind="x", scope="t", state="failed", arguments={"of": 1})
    other = Job.objects.create(kind="x", scope="t", state="failed", arguments={"of": 2})
    again = Job.objects.create(kind="x", scope="t", state=later, arguments={"of": 1})
    assert jobs.unsettled("t") == ([] if later == "done" else [again]) + [other]


@pytest.mark.django_db
@pytest.mark.parametrize(("state", "after"), [("failed", "cancelled"), ("done", "done")])
def test_who_wants_it_no_more_gives_a_failed_job_up(state, after):
    job = Job.objects.create(kind="x", scope="t", state=state)
    jobs.cancel(job)
    job.refresh_from_db()
    assert job.state == after
    assert jobs.unsettled("t") == []


@pytest.mark.django_db
def test_unsettled_notices_a_silent_job():
    job = Job.objects.create(kind="x", scope="t", state="running")
    Job.objects.update(heartbeat=timezone.now() - jobs.SILENCE - dt.timedelta(seconds=1))
    assert [(one.pk, one.state) for one in jobs.unsettled("t")] == [(job.pk, "interrupted")]


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
