"""The web measured in both modes: what a hall asks all the time, beside a bare view.

Run `python -m tests.benchmarks.bench_web`; a number after it is the seconds of each measurement,
and `laptop` or `server` chooses one mode. The load comes from processes of its own; the bare view
answers two bytes through the same middleware of the same server. Server mode needs PostgreSQL
(QV_TEST_POSTGRES or an installed one).
"""

from __future__ import annotations

import contextlib
import datetime as dt
import http.client
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests import servers
from tests.manage import run_manage
from tests.shared_data import ROOT

SLUG = "mosel-open"
POLL = f"/api/v1/tournaments/{SLUG}/standings/"
HOST = "127.0.0.1"
POLLERS = 8
WRITERS = 30
LOAD = "tests.benchmarks.web_load"


@dataclass(frozen=True)
class Mode:
    """A running server and how its database is reached."""

    name: str
    port: int
    environment: dict[str, str]


@contextlib.contextmanager
def served(mode: Mode, *command: str) -> Iterator[Mode]:
    """The server of a mode, over the demonstration."""
    with (Path(mode.environment["QV_VAR"]) / "server.log").open("wb") as said:
        process = subprocess.Popen(
            command, cwd=ROOT, env=mode.environment, stdout=said, stderr=said
        )
        try:
            servers.wait_for(mode.port, process, seconds=120)
            yield mode
        finally:
            process.terminate()
            process.wait(timeout=30)


@contextlib.contextmanager
def laptop(folder: Path) -> Iterator[Mode]:
    """Waitress on SQLite."""
    environment = os.environ | {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "DATABASE_URL": "",
        "JOBS": "",
        "QV_VAR": str(folder),
    }
    run_manage(["migrate", "--no-input"], environment)
    run_manage(["collectstatic", "--no-input"], environment)
    run_manage(["demonstration"], environment)
    port = servers.free_port()
    mode = Mode("laptop: waitress, 4 threads, SQLite", port, environment)
    command = ["-m", "waitress", f"--listen={HOST}:{port}", "--threads=4"]
    with served(mode, sys.executable, *command, "tests.benchmarks.web_app:application"):
        yield mode


@contextlib.contextmanager
def server(folder: Path) -> Iterator[Mode | None]:
    """gunicorn on PostgreSQL; no Redis and no worker, which these requests do not need."""
    from tests.production.conftest import own_database

    with contextlib.ExitStack() as stack:
        address = stack.enter_context(servers.postgres())
        if not address:
            yield None
            return
        database = stack.enter_context(own_database(address))
        environment = os.environ | {
            "DJANGO_SETTINGS_MODULE": "config.settings.production",
            "SECRET_KEY": "for-this-benchmark-" + "x" * 50,
            "ALLOWED_HOSTS": HOST,
            "DATABASE_URL": database,
            "REDIS_URL": stack.enter_context(servers.private_redis(servers.free_port())),
            "CELERY_BROKER_URL": "",
            "JOBS": "",
            "QV_VAR": str(folder),
            "LOG_LEVEL": "ERROR",
        }
        run_manage(["migrate", "--no-input"], environment)
        run_manage(["collectstatic", "--no-input"], environment)
        run_manage(["demonstration"], environment)
        port = servers.free_port()
        mode = Mode("server: gunicorn, 2 workers of 4 threads, PostgreSQL", port, environment)
        gunicorn = str(Path(sys.executable).parent / "gunicorn")
        options = ["--workers", "2", "--threads", "4", "--bind", f"{HOST}:{port}"]
        yield stack.enter_context(
            served(mode, gunicorn, *options, "tests.benchmarks.web_app:application")
        )


def load(kind: str, mode: Mode, seconds: float, **more: object) -> dict[str, float]:
    """What the load generator measured in its own process."""
    asked = {"kind": kind, "port": mode.port, "seconds": seconds, "path": POLL} | more
    done = subprocess.run(
        [sys.executable, "-m", LOAD, json.dumps(asked)],
        cwd=ROOT,
        env=mode.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(done.stderr)
    answer: dict[str, float] = json.loads(done.stdout)
    return answer


def etag(mode: Mode) -> str:
    """The mark that an up-to-date screen sends."""
    connection = http.client.HTTPConnection(HOST, mode.port, timeout=30)
    connection.request("GET", POLL, headers={"X-Forwarded-Proto": "https"})
    answer = connection.getresponse()
    answer.read()
    return str(answer.headers["ETag"])


def measure(mode: Mode, seconds: float) -> None:
    """Print every figure of a mode; bare view and poll take turns, so that both meet the same
    machine."""
    print(f"\n{mode.name}")
    tag = etag(mode)
    rounds = 3
    bare, poll = [], []
    for _turn in range(rounds):
        bare.append(load("get", mode, seconds / rounds, path="/bare/")["a_second"])
        poll.append(load("get", mode, seconds / rounds, tag=tag, status=304)["a_second"])
    best = [sum(figures) / rounds for figures in (bare, poll)]
    line("bare view", best[0])
    line("standings poll, unchanged (304)", best[1], best[0])
    changed = load("get", mode, seconds, tag='"older"', status=200)
    line("standings poll, changed (64 players)", changed["a_second"], best[0])
    run_manage(["shell", "-c", ACCOUNTS], mode.environment)
    tokens = json.loads(Path(mode.environment["QV_VAR"], "tokens.json").read_text())
    written = load("hands", mode, seconds, tokens=tokens)
    line(f"hands posted, {WRITERS} writers", written["a_second"], best[0])
    print(
        f"  errors {written['errors']:.0f} of {written['count']:.0f}, "
        f"median {written['median'] * 1000:.0f} ms, slowest {written['slowest'] * 1000:.0f} ms"
    )


# Thirty scorers with a token each.
ACCOUNTS = f"""
import json, pathlib
from django.conf import settings
from django.contrib.auth.models import User
from tournaments.models import Role, Staff, Tournament
from tournaments.services.tokens import create_token
tournament = Tournament.objects.get(slug={SLUG!r})
texts = []
for number in range({WRITERS}):
    user = User.objects.create(username=f"writer{{number}}")
    Staff.objects.create(tournament=tournament, user=user, role=Role.SCORER)
    texts.append(create_token(user=user, name="bench")[1])
pathlib.Path(settings.VAR, "tokens.json").write_text(json.dumps(texts))
"""


def line(title: str, figure: float, bare: float | None = None) -> None:
    """One figure beside the bare view."""
    ratio = f"  {figure / bare:.2f} of the bare view" if bare else ""
    print(f"  {title:<40} {figure:8.0f}/s{ratio}", flush=True)


def main(words: list[str]) -> int:
    """Measure the modes asked for."""
    seconds = next((float(word) for word in words if word.replace(".", "").isdigit()), 9.0)
    print(f"{dt.date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for make in (laptop, server):
        if {"laptop", "server"} & set(words) and make.__name__ not in words:
            continue
        with tempfile.TemporaryDirectory(prefix="qv-bench-") as folder, make(Path(folder)) as mode:
            if mode is None:
                print("\nserver: left out, there is no PostgreSQL")
                continue
            time.sleep(1)
            measure(mode, seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
