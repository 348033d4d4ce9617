"""PostgreSQL and Redis for the tests: those that the environment names, or private ones.

A private server has a folder of its own, a free port and ends with the run; what was there before
is never stopped.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis

POSTGRES_VARIABLE, REDIS_VARIABLE = "QV_TEST_POSTGRES", "QV_TEST_REDIS"


def free_port() -> int:
    """A port that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def postgres_program(name: str) -> Path | None:
    """A program of the newest installed PostgreSQL server."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))
    beside = shutil.which(name)
    return found[-1] if found else (Path(beside) if beside else None)


def wait_for(port: int, process: subprocess.Popen[bytes], *, seconds: float = 30) -> None:
    """Wait until somebody listens on the port; RuntimeError when the process ends or time is up."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if process.poll() is not None:
            raise RuntimeError(f"{process.args!r} ended with {process.returncode}")
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise RuntimeError(f"{process.args!r} does not listen on port {port}")


def wait_until(happens: Callable[[], bool], what: str, *, seconds: float = 120) -> None:
    """Ask again and again until it happens; AssertionError when it does not in time."""
    limit = time.monotonic() + seconds
    while not happens():
        assert time.monotonic() < limit, f"not within {seconds} s: {what}"
        time.sleep(0.1)


@contextmanager
def _running(command: list[str], port: int, **options: object) -> Iterator[None]:
    process = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options
    )
    try:
        wait_for(port, process)
        yield
    finally:
        process.terminate()
        process.wait(timeout=30)


@contextmanager
def postgres() -> Iterator[str | None]:
    """The address of a PostgreSQL, named by QV_TEST_POSTGRES or started here; None without one.

    PostgreSQL refuses to run as root: there, its own system user owns the private server.
    """
    named = os.environ.get(POSTGRES_VARIABLE)
    initdb, server = postgres_program("initdb"), postgres_program("postgres")
    if named or not (initdb and server):
        yield named
        return
    owner = {"user": "postgres"} if os.geteuid() == 0 else {}
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="qv-postgres-") as folder:
        if owner:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        subprocess.run(
            [initdb, "-D", data, "-U", "qv", "-A", "trust", "-E", "UTF8", "--no-sync"],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=folder,
            **owner,
        )
        options = ["-p", str(port), "-h", "127.0.0.1", "-k", folder, "-c", "fsync=off"]
        with _running([str(server), "-D", data, *options], port, cwd=folder, **owner):
            _wait_until_ready(port)
            yield f"postgres://qv@127.0.0.1:{port}/postgres"


def _wait_until_ready(port: int) -> None:
    """A PostgreSQL listens before it takes connections: ask it until it says that it does."""
    asking = [str(postgres_program("pg_isready")), "-h", "127.0.0.1", "-p", str(port), "-q"]
    wait_until(
        lambda: subprocess.run(asking, check=False).returncode == 0,
        f"PostgreSQL on port {port} takes connections",
    )


@contextmanager
def redis() -> Iterator[str | None]:
    """The address of a Redis, named by QV_TEST_REDIS or started here; None without one.

    The named one has to be empty, because what the tests put into it is thrown away at the end.
    """
    named = os.environ.get(REDIS_VARIABLE)
    if named:
        with _lent(named):
            yield named
    elif shutil.which("redis-server"):
        with private_redis(free_port()) as address:
            yield address
    else:
        yield None


@contextmanager
def _lent(address: str) -> Iterator[None]:
    """An empty Redis database, left empty."""
    with Redis.from_url(address) as client:
        assert client.dbsize() == 0, f"{REDIS_VARIABLE} holds something: name an empty database"
        yield
        client.flushdb()


@contextmanager
def private_redis(port: int) -> Iterator[str]:
    """A Redis of one's own on this port, which may be stopped and started again."""
    server = shutil.which("redis-server")
    assert server, "redis-server is not installed"
    with tempfile.TemporaryDirectory(prefix="qv-redis-") as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        with _running([server, *options], port):
            yield redis_at(port)


def redis_at(port: int) -> str:
    """The address of a Redis on this port of this machine, whether one runs there or not."""
    return f"redis://127.0.0.1:{port}/0"
