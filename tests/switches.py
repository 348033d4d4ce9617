"""What a plain test run leaves out and the environment switches on."""

from __future__ import annotations

import os

SWITCHES = {
    "QV_BROWSER": "browser tests in Chromium",
    "QV_SERVERS": "the same tests on PostgreSQL, jobs through a Celery worker with Redis",
    "QV_LONG": "tests that take many seconds: every operation of the API, a killed server",
    "QV_EVERY_PAGE": "every page of the demonstration in Chromium, at two widths",
    "QV_PRODUCTION": "the production settings with gunicorn, PostgreSQL, Redis and a worker",
    "QV_FULL": "the whole data sets instead of samples",
}


def switched_on(name: str) -> bool:
    """True when the switch says so, or says nothing and QV_EVERYTHING is set."""
    return os.environ.get(name, os.environ.get("QV_EVERYTHING", "0")) not in {"", "0"}
