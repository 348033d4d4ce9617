"""What a plain test run leaves out and the environment switches on."""

from __future__ import annotations

import os

SWITCHES = {
    "QV_BROWSER": "browser tests in Chromium",
    "QV_SERVERS": "database, services, pages and API on PostgreSQL, and its locks",
    "QV_LONG": (
        "tests that take many seconds: every operation of the API, killed servers, full halls, "
        "`./mcr` and its demonstration, rehearsals, the longest papers and documents"
    ),
    "QV_EVERY_PAGE": "every page of the demonstration in Chromium, at four widths",
    "QV_PRODUCTION": "the production settings with gunicorn, PostgreSQL, Redis and a Celery worker",
    "QV_FULL": "the whole data sets instead of samples",
}


def switched_on(name: str) -> bool:
    """True when the switch says so, or says nothing and QV_EVERYTHING is set."""
    return os.environ.get(name, os.environ.get("QV_EVERYTHING", "0")) not in {"", "0"}


def in_ci() -> bool:
    """True where everything that a test may need is installed before the tests are run."""
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}
