"""The one task through which every job runs, in each of the three modes."""

from __future__ import annotations

import datetime as dt
import logging
import os
import subprocess
import sys
import threading
from typing import Any

from celery import shared_task
from celery.contrib.django.task import DjangoTask
from django.conf import settings
from kombu.exceptions import OperationalError
from redis.exceptions import RedisError

from . import jobs

log = logging.getLogger(__name__)
ALL = 1000


class JobTask(DjangoTask):  # type: ignore[misc]  # Celery has no types
    """Runs a job where the setting JOBS says: at once, in a child process, or on a worker."""

    abstract = True

    def apply_async(self, args: Any = None, kwargs: Any = None, **options: Any) -> Any:
        """Send the job off. A broker that is away leaves the job waiting; it is sent again."""
        if settings.JOBS == "eager":
            return self.apply(args, kwargs)
        if settings.JOBS == "process":
            return _start_child(args[0])
        try:
            # A connection of its own: one from the pool may lead to a broker that was restarted.
            with self.app.connection_for_write() as broker:
                return super().apply_async(args, kwargs, retry=False, connection=broker, **options)
        except (OperationalError, RedisError, OSError):
            log.warning("the broker does not answer; job %s waits", args[0])
            return None


@shared_task(base=JobTask, name="journal.run_job")  # type: ignore[untyped-decorator]
def run_job(job_id: int) -> None:
    """Do one job."""
    runner = "eager" if settings.JOBS == "eager" else f"worker:{os.getpid()}"
    jobs.perform(job_id, runner=runner)


@shared_task(name="journal.send_waiting")  # type: ignore[untyped-decorator]
def send_waiting() -> None:
    """Send all waiting jobs: a worker asks for it whenever it has found the broker (again)."""
    jobs.send_waiting(waited=dt.timedelta(0), most=ALL)


def _start_child(job_id: int) -> None:
    child = subprocess.Popen(
        [sys.executable, str(settings.BASE_DIR / "manage.py"), "run_job", str(job_id)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    threading.Thread(target=_watch, args=(child, job_id), daemon=True).start()


def _watch(child: subprocess.Popen[bytes], job_id: int) -> None:
    """Notice a child that died; a job that ended well or was cancelled is not touched."""
    if child.wait() != 0:
        jobs.interrupt(job_id)
