"""The product as a federation runs it: PostgreSQL, Redis, gunicorn, Celery, in processes.

Everything here is started by the tests and ends with them; servers that the environment names are
used and never stopped. What is tried without Redis is tried on a web server of its own, whose Redis
belongs to the test.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests import servers
from tests.machine import lacking
from tests.manage import run_manage
from tests.production.browser import Browser
from tests.shared_data import ROOT

HOST = "127.0.0.1"


@dataclass
class Production:
    """One installation: a database of its own, its environment and its processes."""

    database: str
    redis: str
    folder: Path
    port: int = field(default_factory=servers.free_port)
    stack: contextlib.ExitStack = field(default_factory=contextlib.ExitStack)

    @property
    def environment(self) -> dict[str, str]:
        """What docs/production.md asks for."""
        return os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": "for-these-tests-" + "x" * 50,
            "ALLOWED_HOSTS": HOST,
            "DATABASE_URL": self.database,
            "REDIS_URL": self.redis,
            "CELERY_BROKER_URL": "",
            "QV_VAR": str(self.folder),
            "JOBS": "",
        }

    def manage(self, *words: str) -> str:
        """Run a management command; its stdout."""
        return run_manage(words, self.environment)

    def start(self, name: str, *words: str) -> subprocess.Popen[bytes]:
        """Start a program of the venv in a process group of its own; what it says is kept."""
        said = self.stack.enter_context((self.folder / f"{name}.log").open("ab"))
        process = subprocess.Popen(
            [str(Path(sys.executable).parent / words[0]), *words[1:]],
            cwd=ROOT,
            env=self.environment,
            stdout=said,
            stderr=said,
            start_new_session=True,
        )
        self.stack.callback(end, process)
        return process

    def start_web(self) -> subprocess.Popen[bytes]:
        """gunicorn as in the unit file, on a free port."""
        bind = f"{HOST}:{self.port}"
        options = ["--workers", "2", "--threads", "4", "--bind", bind]
        web = self.start("web", "gunicorn", "config.wsgi", *options)
        servers.wait_for(self.port, web, seconds=120)
        return web

    def start_worker(self) -> subprocess.Popen[bytes]:
        """A Celery worker as in the unit file, once it answers."""
        options = ["--concurrency", "2", "--loglevel", "INFO"]
        worker = self.start("worker", "celery", "-A", "config", "worker", *options)
        servers.wait_until(lambda: self.health()["worker"] == "ok", "the worker answers")
        return worker

    def health(self) -> dict[str, str]:
        """What the health page says."""
        answer: dict[str, str] = Browser(HOST, self.port).get("/health/").json()
        return answer

    def browser(self, name: str | None = None) -> Browser:
        """A visitor, or somebody of the demonstration who is logged in."""
        browser = Browser(HOST, self.port)
        if name:
            browser.log_in(name, f"{name}-east-wind")
        return browser

    def rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        """What the database holds."""
        with psycopg.connect(self.database, autocommit=True) as connection:
            answer = connection.execute(query, values)  # type: ignore[call-overload]
            return answer.fetchall() if answer.description else []


def end(process: subprocess.Popen[bytes], how: int = signal.SIGTERM) -> None:
    """End a process that was started here, with its children."""
    if process.poll() is None:
        os.killpg(process.pid, how)
        try:
            process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(timeout=20)


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """A PostgreSQL server."""
    with servers.postgres() as address:
        if not address:
            lacking("PostgreSQL: install it or name one in QV_TEST_POSTGRES")
        yield address


@pytest.fixture(scope="session")
def redis_address() -> Iterator[str]:
    """A Redis that runs all the time."""
    with servers.redis() as address:
        if not address:
            lacking("Redis: install it or name an empty database of one in QV_TEST_REDIS")
        yield address


@contextlib.contextmanager
def own_database(address: str) -> Iterator[str]:
    """An empty database of its own on that server; it is dropped at the end."""
    name = f"qv_test_{secrets.token_hex(4)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
    yield f"{address.rsplit('/', 1)[0]}/{name}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@pytest.fixture(scope="session")
def production(
    postgres_address: str, redis_address: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Production]:
    """The demonstration on a server: two gunicorn workers and Redis; tests start Celery."""
    folder = tmp_path_factory.mktemp("production")
    with own_database(postgres_address) as database, contextlib.ExitStack() as stack:
        product = Production(database, redis_address, folder, stack=stack)
        product.manage("migrate", "--no-input")
        product.manage("collectstatic", "--no-input")
        product.manage("demonstration")
        product.start_web()
        yield product
