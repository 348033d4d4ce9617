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
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
JOBS = env.choice("JOBS", "process", {"process", "eager"})
