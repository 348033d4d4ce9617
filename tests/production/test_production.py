"""What a federation relies on: it serves, it works, and it survives what goes away."""

from __future__ import annotations

import contextlib
import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace

import pytest

from tests import servers
from tests.manage import run_manage
from tests.production.conftest import Production, end, own_database
from tests.servers import wait_until
from tests.shared_data import ROOT

pytestmark = [pytest.mark.production, pytest.mark.filterwarnings("default::ResourceWarning")]
SLUG = "mosel-open"
API = f"/api/v1/tournaments/{SLUG}/"


@pytest.fixture
def beside(production: Production) -> Iterator[tuple[Production, int]]:
    """The same installation to be served once more, and the port of a Redis for it alone."""
    port = servers.free_port()
    with contextlib.ExitStack() as stack:
        address = servers.redis_at(port)
        yield replace(production, redis=address, port=servers.free_port(), stack=stack), port


def start_pack(browser, production: Production) -> str:
    """Ask for the papers of session 5; the address of the job's page."""
    browser.get(f"/t/{SLUG}/papers/")
    answer = browser.post(f"/t/{SLUG}/papers/5/pack/")
    assert answer.status == 302, answer.text
    path: str = answer.headers["Location"]
    assert re.fullmatch(rf"/t/{SLUG}/jobs/\d+/", path)
    return path


def job_row(production: Production, path: str) -> tuple:
    """State, steps done, steps in all."""
    number = int(path.rstrip("/").rsplit("/", 1)[1])
    return production.rows("SELECT state, done, total FROM journal_job WHERE id = %s", number)[0]


def test_the_deployment_checks_are_clean(production: Production):
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=production.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("missing", ["SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"])
def test_the_start_is_refused_without(production: Production, missing):
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        cwd=ROOT,
        env=production.environment | {missing: ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert f"{missing} is not set" in done.stderr


def test_pages_are_served_under_strict_headers(production: Production):
    answer = production.browser().get(f"/t/{SLUG}/standings/")
    assert answer.status == 200
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    assert "upgrade-insecure-requests" in answer.headers["Content-Security-Policy"]
    style = re.search(r'href="(/static/[^"]+\.css)"', answer.text)[1]
    assert production.browser().get(style).status == 200


def test_without_tls_visitors_are_sent_to_it(production: Production):
    answer = production.browser().get("/", **{"X-Forwarded-Proto": "http"})
    assert (answer.status, answer.headers["Location"][:8]) == (301, "https://")


def test_health_tells_what_is_away(production: Production):
    alone = {"database": "ok", "redis": "ok", "worker": "down"}
    wait_until(lambda: production.health() == alone, "there is no worker")
    worker = production.start_worker()
    every = {"database": "ok", "redis": "ok", "worker": "ok"}
    wait_until(lambda: production.health() == every, "all is well")
    end(worker)


def test_log_lines_are_json(production: Production):
    production.browser().get("/t/nowhere/")
    lines = (production.folder / "web.log").read_text().splitlines()
    told = [json.loads(line) for line in lines if line.startswith("{")]
    assert ("django.request", "Not Found: /t/nowhere/") in {
        (one["logger"], one["message"]) for one in told
    }


def test_the_pack_goes_through_a_worker_with_progress(production: Production):
    worker = production.start_worker()
    browser = production.browser("sam")
    path = start_pack(browser, production)
    seen = set()

    def ended() -> bool:
        state = job_row(production, path)[0]
        page = browser.get(path).text
        if found := re.search(r'<progress max="(\d+)" value="(\d+)"', page):
            seen.add((int(found[2]), int(found[1])))
        assert state in {"queued", "running", "done"}, page
        return state == "done"

    wait_until(ended, "the pack is printed", seconds=240)
    total = max(total for _done, total in seen)
    assert len(seen) >= 3, seen
    assert (total, total) in seen | {job_row(production, path)[1:]}
    assert browser.get(f"{path}file/").content.startswith(b"%PDF-")
    end(worker)


def test_a_killed_worker_leaves_the_job_interrupted_and_it_can_be_repeated(production: Production):
    worker = production.start_worker()
    browser = production.browser("sam")
    path = start_pack(browser, production)
    wait_until(lambda: job_row(production, path)[0] == "running", "the job runs")
    end(worker, signal.SIGKILL)
    assert job_row(production, path)[0] == "running"
    # Ninety silent seconds, without waiting for them.
    number = int(path.rstrip("/").rsplit("/", 1)[1])
    production.rows(
        "UPDATE journal_job SET heartbeat = heartbeat - interval '91 seconds' WHERE id = %s", number
    )
    assert "interrupted" in browser.get(path).text
    assert job_row(production, path)[0] == "interrupted"
    again = browser.post(f"{path}repeat/").headers["Location"]
    assert again != path
    second = production.start_worker()
    wait_until(lambda: job_row(production, again)[0] == "done", "it is done", seconds=240)
    assert browser.get(f"{again}file/").content.startswith(b"%PDF-")
    end(second)


def test_without_redis_hands_are_entered_and_jobs_wait(beside):
    """Redis is stopped under a web server that has used it, and comes back at the end."""
    production, port = beside
    with servers.private_redis(port):
        production.start_web()
        browser = production.browser("sam")
        assert production.health() == {"database": "ok", "redis": "ok", "worker": "down"}
    away = {"database": "ok", "redis": "down", "worker": "unknown"}
    wait_until(lambda: production.health() == away, "Redis is away")
    sheet = f"{API}sessions/4/tables/6/sheet/"
    before = browser.get(f"{API}standings/?view=live").json()
    table = next(
        number
        for number in range(1, 17)
        if not browser.get(f"{API}sessions/4/tables/{number}/sheet/").json()["closed_at"]
    )
    sheet = browser.get(f"{API}sessions/4/tables/{table}/sheet/").json()
    missing = [hand for hand in range(1, 17) if hand not in {h["number"] for h in sheet["hands"]}]
    for hand in missing:
        path = f"{API}sessions/4/tables/{table}/hands/{hand}/"
        answer = browser.put(path, version=0, kind="win", winner="A", discarder="B", points=8)
        assert (answer.status, answer.json()["points"]) == (200, 8), answer.text
    after = browser.get(f"{API}sessions/4/tables/{table}/sheet/").json()
    gained = [new - old for new, old in zip(after["scores"], sheet["scores"], strict=True)]
    count = len(missing)
    assert gained == [32 * count, -16 * count, -8 * count, -8 * count]
    _close_and_compare(browser, table, before, after)
    path = start_pack(browser, production)
    assert job_row(production, path)[0] == "queued"
    assert "It waits for its turn" in browser.get(path).text
    with servers.private_redis(port):
        # Nobody looks: the worker itself asks for what waits.
        worker = production.start_worker()
        wait_until(
            lambda: job_row(production, path)[0] == "done",
            "the job that waited is done",
            seconds=240,
        )
        end(worker)


def test_a_worker_that_lost_redis_takes_up_what_waits_when_it_is_back(beside):
    production, port = beside
    with servers.private_redis(port):
        production.start_web()
        browser = production.browser("sam")
        worker = production.start_worker()
    path = start_pack(browser, production)
    assert job_row(production, path)[0] == "queued"
    with servers.private_redis(port):
        wait_until(
            lambda: job_row(production, path)[0] == "done",
            "the worker has found Redis and done the job",
            seconds=240,
        )
        end(worker)


def _close_and_compare(browser, table: int, before: dict, sheet: dict) -> None:
    """Close the table and find its four scores in the standings."""
    browser.get(f"/t/{SLUG}/sessions/4/tables/{table}/")
    closed = browser.post(f"/t/{SLUG}/sessions/4/tables/{table}/close/")
    assert closed.status == 302, closed.text
    numbers = [seat["sitters"][-1]["number"] for seat in sheet["seats"]]
    old = {row["number"]: row["score"] for row in before["rows"]}
    new = {
        row["number"]: row["score"]
        for row in browser.get(f"{API}standings/?view=live").json()["rows"]
    }
    assert [new[number] - old[number] for number in numbers] == sheet["scores"]
    others = new.keys() - set(numbers)
    assert {number: new[number] for number in others} == {n: old[n] for n in others}


def test_a_laptops_tournament_goes_to_the_server_and_back_identical(
    postgres_address, tmp_path, tmp_path_factory
):
    laptop = tmp_path_factory.mktemp("laptop")
    embedded = {
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "DATABASE_URL": "",
        "JOBS": "",
    }
    first, second, third = (tmp_path / f"{name}.json" for name in ("laptop", "server", "back"))
    with own_database(postgres_address) as database:
        nowhere = servers.redis_at(servers.free_port())
        server = Production(database, nowhere, tmp_path_factory.mktemp("server"))
        here = server.environment | embedded | {"QV_VAR": str(laptop)}
        back = here | {"QV_VAR": str(tmp_path_factory.mktemp("back"))}
        there = server.environment
        run_manage(["migrate", "--no-input"], here)
        run_manage(["demonstration"], here)
        run_manage(["backup", SLUG, "--out", str(first)], here)
        run_manage(["migrate", "--no-input"], there)
        run_manage(["restore", str(first)], there)
        run_manage(["backup", SLUG, "--out", str(second)], there)
        run_manage(["migrate", "--no-input"], back)
        run_manage(["restore", str(second)], back)
        run_manage(["backup", SLUG, "--out", str(third)], back)
        standings = [run_manage(["standings", SLUG, "--json"], env) for env in (here, there, back)]
    assert len(first.read_bytes()) > 100_000
    documents = [json.loads(file.read_text()) for file in (first, second, third)]
    events = [document.pop("events") for document in documents]
    assert documents[0] == documents[1] == documents[2]
    # The history only grows, by what each restoring did.
    arrival = ["tournament.imported", "standings.published"]
    assert [[one["verb"] for one in added] for added in (events[1], events[2])] == [
        [one["verb"] for one in events[0]] + arrival * times for times in (1, 2)
    ]
    assert events[0] == events[1][: len(events[0])] == events[2][: len(events[0])]
    assert standings[0] == standings[1] == standings[2]
