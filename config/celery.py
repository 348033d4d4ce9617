"""The Celery application; in the embedded mode its tasks run as child processes instead."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.embedded")
app = Celery("quatrevents")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
