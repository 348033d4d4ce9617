"""Tests: quick passwords, jobs at once, the database that DATABASE_URL names or SQLite."""

from __future__ import annotations

from .base import *  # noqa: F403 - settings modules are layered this way
from .base import MIDDLEWARE, VAR, database

DEBUG = False
SECRET_KEY = "only-for-tests"
ALLOWED_HOSTS = ["*"]
DATABASES = {"default": database(f"sqlite:///{(VAR / 'test.sqlite3').as_posix()}")}
DATABASES["default"]["CONN_MAX_AGE"] = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
CACHES = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
MIDDLEWARE = [name for name in MIDDLEWARE if "whitenoise" not in name]
JOBS = "eager"
