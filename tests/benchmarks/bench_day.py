"""A tournament's day at its fullest, in both modes: does the server keep up, is every hand there?

Thirty tables each post a hand every two seconds for five minutes, as the page of a phone does.
A table has sixteen hands a session, so it plays one session after the other: after the sixteenth
hand a player confirms by code, the table closes, the next standings are computed, and the phone
opens the link of its next session. (A real hall plays sixteen hands in ninety minutes: this is
more than 150 times as fast.) The tables begin one after the other over the length of a session, so
that nearly every second one of them closes and all standings change. Results are shown table by
table. 200 visitors ask for the standings every five seconds, half of them with the page open, half
through the API with its ETag. All the while the desk prints packs of papers, one after the other.

The load comes from a process of its own on the same machine. Laptop: what `./mcr run` starts.
Server: gunicorn, PostgreSQL, Redis and a Celery worker (QV_TEST_POSTGRES or an installed one).
Latencies count from the moment at which a deed is due. At the end the database is compared with
what was acknowledged, and all figures are computed again. Then come servers that are killed.

`./mcr bench day --seconds 20 --kills 3` is a quick look; `--only laptop` is one mode.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime as dt
import json
import os
import platform
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import servers
from tests.benchmarks.day_load import HAND_EVERY
from tests.hall.kills import check_day, needed_hands, play_through_kills
from tests.hall.laptop import Laptop, furnish, stored
from tests.hall.phone import HANDS
from tests.shared_data import ROOT

SEED = 1
VISITORS = 200
TABLES, MORE_TABLES = 30, (60, 100)
KILL_TABLES = 8


@dataclass(frozen=True)
class Mode:
    """A server with an empty database: how it is commanded, started, killed."""

    name: str
    port: int
    manage: Callable[..., str]
    start: Callable[[], None]
    kill: Callable[[], None]


@contextlib.contextmanager
def laptop() -> Iterator[Mode]:
    """`manage.py serve` on SQLite."""
    with tempfile.TemporaryDirectory(prefix="qv-day-") as folder:
        made = Laptop(Path(folder), settings="tests.benchmarks.day_settings")
        made.manage("migrate", "--no-input")
        name = "laptop: ./mcr run (waitress, 4 threads, SQLite), jobs in child processes"
        try:
            yield Mode(name, made.port, made.manage, made.start, made.kill)
        finally:
            made.stop()


@contextlib.contextmanager
def server() -> Iterator[Mode]:
    """gunicorn on PostgreSQL, with Redis and a Celery worker."""
    from tests.production.conftest import HOST, Production, end, own_database

    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="qv-day-")))
        address = stack.enter_context(servers.postgres())
        assert address, "no PostgreSQL: install it or name one in QV_TEST_POSTGRES"
        database = stack.enter_context(own_database(address))
        redis = stack.enter_context(servers.private_redis(servers.free_port()))
        made = Production(database, redis, folder, stack=stack)
        made.manage("migrate", "--no-input")
        made.manage("collectstatic", "--no-input")
        running: list[subprocess.Popen[bytes]] = []

        def start() -> None:
            options = ["--workers", "2", "--threads", "4", "--bind", f"{HOST}:{made.port}"]
            web = made.start("web", "gunicorn", *options, "tests.benchmarks.web_app:application")
            servers.wait_for(made.port, web, seconds=120)
            if not running:
                made.start_worker()
            running.append(web)

        name = "server: gunicorn, 2 workers of 4 threads, PostgreSQL, a Celery worker"
        yield Mode(name, made.port, made.manage, start, lambda: end(running[-1], signal.SIGKILL))


def day(mode: Mode, tables: int, seconds: float) -> dict[str, Any]:
    """Play a day of so many seconds; latencies by kind. Raises AssertionError: a hand is wrong."""
    hall = furnish(mode.manage, tables, 2 + int(seconds / HAND_EVERY / HANDS))
    mode.start()
    load = {"port": mode.port, "seconds": seconds, "hall": hall, "visitors": VISITORS, "seed": SEED}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as asked:
        json.dump(load, asked)
        asked.flush()
        done = subprocess.run(
            [sys.executable, "-m", "tests.benchmarks.day_load", asked.name],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    told["wrong"] = wrong_hands(told, stored(mode.manage))
    told["rebuilt"] = mode.manage("rebuild", hall["slug"], "--check").strip()
    return told


def wrong_hands(told: dict[str, Any], found: dict[str, Any]) -> dict[str, int]:
    """Acknowledged hands that are not there, rows too many, tables not closed or too many."""
    rows, acknowledged = found["hands"], told["acknowledged"]
    return {
        "lost": sum(hand not in rows for hand in acknowledged),
        "too many": len(rows) - len(acknowledged),
        "tables closed too few": told["confirmed"] - found["closed"],
    }


def measured(make: Callable[[], Any], tables: int, seconds: float) -> dict[str, list[float]]:
    """A day on a fresh database, printed; its latencies."""
    with make() as mode:
        print(f"\n{mode.name}\n{tables} tables, {VISITORS} visitors, {seconds:.0f} s", flush=True)
        told = day(mode, tables, seconds)
    latencies: dict[str, list[float]] = told["latencies"]
    bare = statistics.median(latencies["bare view"])
    print(f"  {'milliseconds':<24}{'count':>7}{'median':>8}{'p95':>8}{'p99':>8}{'max':>8}  of bare")
    for kind, times in sorted(latencies.items()):
        figures = "".join(f"{1000 * figure:8.0f}" for figure in spread(times))
        print(f"  {kind:<24}{len(times):>7}{figures}{statistics.median(times) / bare:9.1f}")
    print(f"  {len(told['acknowledged'])} hands acknowledged, {told['packs']} packs printed")
    print(f"  errors: {len(told['errors'])}; {told['wrong']}; {told['rebuilt']}", flush=True)
    for error in told["errors"][:5]:
        print(f"    {error}")
    return latencies


def spread(times: list[float]) -> tuple[float, float, float, float]:
    """Median, the slowest of 95 and of 99 in a hundred, and the slowest."""
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.95, 0.99)]
    return at[0], at[1], at[2], ordered[-1]


def growth(by_tables: dict[int, dict[str, list[float]]]) -> None:
    """How the slowest of 95 in a hundred grows with the tables."""
    print("\n  growth of p95, ms" + "".join(f"{tables:>8}" for tables in by_tables) + "  tables")
    for kind in sorted(set.intersection(*(set(found) for found in by_tables.values()))):
        figures = (1000 * spread(found[kind])[1] for found in by_tables.values())
        print(f"  {kind:<18}" + "".join(f"{figure:8.0f}" for figure in figures), flush=True)


def killed(make: Callable[[], Any], kills: int) -> None:
    """Seeded kills of the server while eight tables send hands as fast as it takes them."""
    sessions = 1 + needed_hands(kills) // (KILL_TABLES * HANDS)
    with make() as mode:
        hall = furnish(mode.manage, KILL_TABLES, sessions)
        mode.start()
        told = play_through_kills(
            hall, port=mode.port, seed=SEED, kills=kills, kill=mode.kill, start=mode.start
        )
        check_day(told, stored(mode.manage), mode.manage("rebuild", hall["slug"], "--check"))
    print(
        f"  {kills} kills: {len(told.acknowledged)} hands acknowledged, each there once; "
        f"{len(told.unanswered)} had to be sent again, {told.already} of them were stored already; "
        "all figures rebuild equal",
        flush=True,
    )


def main(words: list[str]) -> int:
    """Measure what is asked for."""
    ask = argparse.ArgumentParser(prog="./mcr bench day", description=__doc__.split("\n")[0])
    ask.add_argument("--seconds", type=float, default=300, help="length of the day of 30 tables")
    ask.add_argument("--more-seconds", type=float, help="of those of 60 and 100 tables")
    ask.add_argument("--kills", type=int, default=30)
    ask.add_argument("--only", choices=["laptop", "server"])
    given = ask.parse_args(words)
    more = given.seconds if given.more_seconds is None else given.more_seconds
    print(f"{dt.date.today()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    print(f"load before: {os.getloadavg()[0]:.1f}")
    for make in (laptop, server):
        if given.only not in (None, make.__name__):
            continue
        days = {TABLES: given.seconds} | dict.fromkeys(MORE_TABLES if more else (), more)
        found = {tables: measured(make, tables, seconds) for tables, seconds in days.items()}
        growth(found)
        if given.kills:
            killed(make, given.kills)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
