"""The Celery application; in the embedded mode its tasks run as child processes instead."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery, bootsteps

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
app = Celery("quatrevents")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


class SendWaiting(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Whenever a worker has found the broker, also again after an outage, what waits is sent.

    A message that a broker lost, or that no broker took, would otherwise wait for somebody to look.
    """

    requires = {"celery.worker.consumer.tasks:Tasks"}

    def start(self, parent: Any) -> None:
        """Ask for it as a task of its own: the workers' main process holds no database."""
        parent.app.tasks["journal.send_waiting"].delay()


app.steps["consumer"].add(SendWaiting)
