"""What happened and what is being worked on. The lowest app: it knows no other."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """One thing that somebody did; written in the transaction that did it and never changed.

    `scope` is the stable key of what it belongs to (a tournament's uid, or `players`), so that
    this app needs no relation to the apps above it. A database trigger refuses changes.
    """

    at = models.DateTimeField(db_index=True)
    scope = models.CharField(max_length=64, db_index=True)
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    actor_name = models.CharField(max_length=150)
    verb = models.CharField(max_length=60)
    target = models.CharField(max_length=120, blank=True)
    reason = models.TextField(blank=True)
    before = models.JSONField(null=True, blank=True)
    after = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor_name}: {self.verb} {self.target}"


class Job(models.Model):
    """A piece of work that takes longer than a page may, with the progress that the page shows."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("running")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")
        INTERRUPTED = "interrupted", _("interrupted")

    kind = models.CharField(max_length=40)
    scope = models.CharField(max_length=64, db_index=True)
    arguments = models.JSONField(default=dict)
    state = models.CharField(max_length=12, choices=State.choices, default=State.QUEUED)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    note = models.CharField(max_length=200, blank=True)
    result = models.JSONField(null=True, blank=True)
    runner = models.CharField(max_length=80, blank=True, help_text="process or task number")
    started_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    heartbeat = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk} ({self.state})"

    @property
    def is_open(self) -> bool:
        """True while it waits or runs."""
        return self.state in OPEN

    @property
    def ended_badly(self) -> bool:
        """True when it ended without its result and nobody wanted that."""
        return self.state in ENDED_BADLY


OPEN = (Job.State.QUEUED, Job.State.RUNNING)
ENDED_BADLY = (Job.State.FAILED, Job.State.INTERRUPTED)
