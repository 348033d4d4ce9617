"""What the management commands share."""

from __future__ import annotations

from django.core.management.base import BaseCommand


class DataCommand(BaseCommand):
    """A command that works on data alone.

    It starts in half the time without Django's checks, which import every page; these run with
    `manage.py check`, at the start of the server and in the tests.
    """

    requires_system_checks = ()
