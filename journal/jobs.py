"""Work that takes longer than a page may: started by name, shown with progress, repeatable.

An app registers what a kind of job does in its `tasks.py`; a service starts it by name::

    jobs.start("pack", scope=tournament.scope, by=user, session_id=7)

How it runs is a setting (`JOBS`): a child process of the web server, a Celery worker, or at once.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from celery import current_app
from django.contrib.auth.models import User
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, transaction
from django.db.models.functions import Coalesce
from django.utils import timezone

from .models import ENDED_BADLY, OPEN, Job
from .services import Actor

# A running job that has not been heard of for this long was interrupted.
SILENCE = dt.timedelta(seconds=90)
# How often a running job is heard of at least.
PULSE = dt.timedelta(seconds=20)
# A waiting job is offered to the workers again after this long.
RESEND_AFTER = dt.timedelta(seconds=15)
# How many waiting jobs one page offers again: each costs a second where no broker answers.
RESEND_MOST = 3


class Cancelled(Exception):
    """Raised inside a job that somebody cancelled."""


@dataclass(frozen=True, slots=True)
class ResultFile:
    """A file that a job made: the name people download it under, and its bytes."""

    name: str
    content: bytes


class Progress:
    """What a job tells while it runs; called as `progress(done, total, note)`.

    Writes at most three times a second, and raises Cancelled when the job was cancelled.
    """

    def __init__(self, job_id: int) -> None:
        self._job_id = job_id
        self._written = 0.0

    def __call__(self, done: int, total: int, note: str = "") -> None:
        """Say that `done` of `total` steps are ready."""
        now = time.monotonic()
        if now - self._written < 0.3 and done != total:
            return
        self._written = now
        running = Job.objects.filter(pk=self._job_id, state=Job.State.RUNNING)
        if not running.update(done=done, total=total, note=note, heartbeat=timezone.now()):
            raise Cancelled


Work = Callable[..., Any]
_works: dict[str, Work] = {}


def work(kind: str) -> Callable[[Work], Work]:
    """Register what jobs of this kind do: `function(progress, **arguments)`.

    It returns None, a plain value for the page, or a ResultFile.
    """

    def register(function: Work) -> Work:
        _works[kind] = function
        return function

    return register


def start(kind: str, *, scope: str, by: Actor, **arguments: Any) -> Job:
    """Write the job's row and send it off when the transaction is committed.

    What has been waiting since the workers were away is sent with it.
    """
    if kind not in _works:
        raise LookupError(f"no work is registered under {kind!r}")
    send_waiting()
    known = by if isinstance(by, User) else None
    job = Job.objects.create(kind=kind, scope=scope, arguments=arguments, started_by=known)
    _send(job.pk)
    return job


def perform(job_id: int, *, runner: str) -> None:
    """Do a waiting job's work; a job that somebody else has taken is left alone."""
    if not _claim(job_id, runner):
        return
    job = Job.objects.get(pk=job_id)
    try:
        with _pulse(job_id):
            result = _works[job.kind](Progress(job_id), **job.arguments)
    except Cancelled:
        _finish(job_id, Job.State.CANCELLED)
    except Exception as fault:
        _finish(job_id, Job.State.FAILED, note=str(fault)[:200])
        raise
    else:
        _finish(job_id, Job.State.DONE, result=_kept(job_id, result))


def cancel(job: Job) -> None:
    """Stop a waiting or running job, or give up one that failed or was interrupted.

    A child process that works on it is ended.
    """
    now = timezone.now()
    if not Job.objects.filter(pk=job.pk, state__in=(*OPEN, *ENDED_BADLY)).update(
        state=Job.State.CANCELLED, finished_at=now
    ):
        return
    kind, _, number = job.runner.partition(":")
    if kind == "process" and job.state == Job.State.RUNNING and int(number) != os.getpid():
        try:
            os.kill(int(number), signal.SIGTERM)
        except OSError:
            return  # it has just ended by itself


def repeat(job: Job, *, by: Actor) -> Job:
    """Start the same work again as a new job."""
    return start(job.kind, scope=job.scope, by=by, **job.arguments)


def interrupt(job_id: int) -> None:
    """Mark a job as interrupted whose runner is gone."""
    Job.objects.filter(pk=job_id, state=Job.State.RUNNING).update(
        state=Job.State.INTERRUPTED, finished_at=timezone.now()
    )


def interrupt_all_running() -> int:
    """At the start of an embedded server no job can be running; mark those that say so."""
    return Job.objects.filter(state__in=OPEN).update(
        state=Job.State.INTERRUPTED, finished_at=timezone.now()
    )


def look_after(job: Job) -> Job:
    """Bring a job's row up to date for a page: notice silence, send a waiting job again."""
    silent = timezone.now() - (job.heartbeat or job.created_at)
    if job.state == Job.State.RUNNING and silent > SILENCE:
        interrupt(job.pk)
    elif job.state == Job.State.QUEUED and silent > RESEND_AFTER:
        _send_again(job)
    else:
        return job
    job.refresh_from_db()
    return job


def send_waiting(*, waited: dt.timedelta = RESEND_AFTER, most: int = RESEND_MOST) -> None:
    """Offer jobs to the workers again that have `waited` so long, the oldest first.

    A job whose first message is still on its way is done once all the same.
    """
    since = Coalesce("heartbeat", "created_at")
    waiting = Job.objects.filter(state=Job.State.QUEUED).alias(since=since)
    for job in waiting.filter(since__lte=timezone.now() - waited).order_by("since", "id")[:most]:
        _send_again(job)


def unsettled(scope: str) -> list[Job]:
    """The jobs that somebody may have to look at, brought up to date, the newest first.

    Those that wait or run, and those that failed or were interrupted, until the same work is
    started again or given up.
    """
    for job in Job.objects.filter(scope=scope, state=Job.State.RUNNING):
        look_after(job)
    send_waiting()
    found, later = [], set()
    for job in Job.objects.filter(scope=scope).exclude(state=Job.State.CANCELLED):
        work_of = (job.kind, json.dumps(job.arguments, sort_keys=True))
        if job.is_open or (job.ended_badly and work_of not in later):
            found.append(job)
        later.add(work_of)
    return found


def _send_again(job: Job) -> None:
    """Send a waiting job off once more; of two who find it at once one does."""
    asked = Job.objects.filter(pk=job.pk, state=Job.State.QUEUED, heartbeat=job.heartbeat)
    if asked.update(heartbeat=timezone.now()):
        _send(job.pk)


def _send(job_id: int) -> None:
    """Send the job off by its task's name once the transaction stands."""
    current_app.tasks["journal.run_job"].delay_on_commit(job_id)


def _claim(job_id: int, runner: str) -> bool:
    with transaction.atomic():
        return bool(
            Job.objects.filter(pk=job_id, state=Job.State.QUEUED).update(
                state=Job.State.RUNNING, runner=runner, heartbeat=timezone.now()
            )
        )


@contextmanager
def _pulse(job_id: int) -> Iterator[None]:
    """Let the job be heard of while one of its steps takes long."""
    ended = threading.Event()

    def beat() -> None:
        while not ended.wait(PULSE.total_seconds()):
            running = Job.objects.filter(pk=job_id, state=Job.State.RUNNING)
            # A beat that meets a busy database is left out; the next one comes soon.
            with suppress(DatabaseError):
                running.update(heartbeat=timezone.now())
            connection.close()

    thread = threading.Thread(target=beat, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _finish(job_id: int, state: Job.State, *, note: str = "", result: Any = None) -> None:
    if connection.needs_rollback and not connection.in_atomic_block:
        connection.close()
    Job.objects.filter(pk=job_id, state=Job.State.RUNNING).update(
        state=state, note=note, result=result, finished_at=timezone.now()
    )


def _kept(job_id: int, result: Any) -> Any:
    if not isinstance(result, ResultFile):
        return result
    stored = default_storage.save(f"jobs/{job_id}/{result.name}", ContentFile(result.content))
    return {"file": stored, "name": result.name}
