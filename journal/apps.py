"""The Django application."""

from django.apps import AppConfig
from django.utils.module_loading import autodiscover_modules


class JournalConfig(AppConfig):
    name = "journal"

    def ready(self) -> None:
        """Let every app register the work it knows (`tasks.py`)."""
        autodiscover_modules("tasks")
