"""A real server in a process of its own, and a real browser."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.manage import run_manage
from tests.servers import free_port, wait_for
from tests.shared_data import ROOT

for steps in ("before_play", "at_the_tables", "after_play", "phones"):
    pytest.register_assert_rewrite(f"tests.e2e.{steps}")

expect.set_options(timeout=30_000)  # a busy machine is no fault

# A name by which the browser reaches the server as a phone in the hall does: not from the laptop.
HALL_NAME = "laptop.test"

# What Chromium's console says without anything being wrong: a refusal that the page shows itself,
# and a preview that htmx gave up because more was typed.
EXPECTED = ("status of 4", "htmx:afterRequest", "htmx:sendAbort")


@dataclass(frozen=True)
class Server:
    """A running embedded server, with everything it keeps in a folder of its own."""

    address: str
    folder: Path
    said: Path

    @property
    def environment(self) -> dict[str, str]:
        """What a command needs to work on the same data."""
        return os.environ | {
            "QV_VAR": str(self.folder),
            "DATABASE_URL": "",
            "QV_HOSTS": HALL_NAME,
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        }

    @property
    def hall_address(self) -> str:
        """The same server under a name of the local network."""
        return self.address.replace("127.0.0.1", HALL_NAME)

    @property
    def code(self) -> str:
        """The one-time code that the server printed."""
        found = re.search(r"one-time code\s+(\S+)", self.said.read_text())
        assert found, self.said.read_text()
        return found[1]

    def manage(self, *words: str) -> str:
        """Run a management command on the same data; its stdout."""
        return run_manage(words, self.environment)


def start_server(folder: Path, *options: str) -> Iterator[Server]:
    """Start `serve` as ./mcr does, and stop it afterwards."""
    port, said = free_port(), folder / "said.txt"
    server = Server(f"http://127.0.0.1:{port}", folder, said)
    with said.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "manage.py", "serve", "--port", str(port), *options],
            cwd=ROOT,
            env=server.environment,
            stdout=out,
            stderr=out,
        )
        try:
            wait_for(port, process, seconds=300)
            yield server
        finally:
            process.terminate()
            process.wait(timeout=20)


@pytest.fixture
def empty_server(tmp_path: Path) -> Iterator[Server]:
    """A server on an empty database."""
    yield from start_server(tmp_path)


@pytest.fixture(scope="session")
def demo_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with the demonstration; tests that use it change nothing others look at."""
    yield from start_server(tmp_path_factory.mktemp("demo"), "--demonstration")


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium without a window.

    It ends with the module: its event loop would keep the tests after it from the database.
    """
    program = shutil.which("chromium") or shutil.which("chromium-browser")
    assert program, "browser tests need chromium: apt-get install chromium"
    with sync_playwright() as play:
        chromium = play.chromium.launch(
            executable_path=program,
            args=[
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",  # 64 MB in a container are too little for long pages
                "--disable-background-networking",
                f"--host-resolver-rules=MAP {HALL_NAME} 127.0.0.1",
            ],
        )
        yield chromium
        chromium.close()


@pytest.fixture
def desk(browser: Browser) -> Iterator[Page]:
    """A laptop's page; the test fails when the browser's console shows an error."""
    yield from _page(browser, 1280, 960)


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    """A phone's page, 360 pixels wide."""
    yield from _page(browser, 360, 740)


def _page(browser: Browser, width: int, height: int) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": width, "height": height}, locale="en")
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console", lambda message: errors.append(message.text) if message.type == "error" else None
    )
    yield page
    context.close()
    unexpected = [error for error in errors if not any(text in error for text in EXPECTED)]
    assert unexpected == []
