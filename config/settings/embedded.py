"""One laptop: SQLite in `var/`, jobs in child processes, plain http in the hall."""

from __future__ import annotations

import secrets
from pathlib import Path

from config import env

from .base import *  # noqa: F403 - settings modules are layered this way
from .base import VAR, database


def kept_secret(file: Path) -> str:
    """The secret key of this machine, made once and kept beside its database."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(48))
    return file.read_text().strip()


VAR.mkdir(parents=True, exist_ok=True)
DEBUG = False
SECRET_KEY = kept_secret(VAR / "secret_key")
ALLOWED_HOSTS = [
    "localhost",
    "127.0.0.1",
    "[::1]",
    *env.words("QV_HOSTS", ","),
]
DATABASES = {"default": database(f"sqlite:///{(VAR / 'quatrevents.sqlite3').as_posix()}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # The threads of this one process take turns at writing.
    DATABASES["default"]["ENGINE"] = "config.sqlite"
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
JOBS = env.choice("JOBS", "process", {"process", "eager"})
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "loggers": {
        # What went wrong is told where the server was started.
        "django.request": {"handlers": ["console"], "level": "ERROR"},
        # That a request waits for a moment is no news.
        "waitress.queue": {"level": "ERROR"},
    },
}
