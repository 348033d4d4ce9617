"""Every check of the project in a row: what `./mcr test` runs.

With pytest arguments only those tests run. QV_EVERYTHING=1 switches on what a plain run leaves
out; each part also has a switch of its own, which the end of a plain run names.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import servers
from tests.script import load_mcr
from tests.switches import SWITCHES, in_ci, switched_on

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TYPED = ["config", "journal", "players", "tournaments", "scoring"]
DATABASE_TESTS = [
    f"tests/{name}"
    for name in ("journal", "players", "tournaments", "scoring", "pages", "api", "gates")
]
TEST_SETTINGS = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": ""}


def step(title: str, *command: str | Path, env: dict[str, str] | None = None) -> None:
    """Run one check; end the whole run with its status when it fails."""
    print(f"\n── {title}", flush=True)
    begun = time.monotonic()
    done = subprocess.run(
        [str(word) for word in command], cwd=ROOT, env=os.environ | (env or {}), check=False
    )
    if done.returncode:
        print(f"── {title}: failed (exit {done.returncode})", flush=True)
        sys.exit(done.returncode)
    print(f"── {title}: {time.monotonic() - begun:.0f} s", flush=True)


def needs_postgres() -> bool:
    """Whether a switched-on part works on PostgreSQL."""
    return switched_on("QV_SERVERS") or switched_on("QV_PRODUCTION")


def missing_packages() -> list[str]:
    """Debian packages of what the switched-on parts need and this machine lacks.

    In CI also those without which a test of a plain run would be skipped elsewhere.
    """
    programs = [
        (in_ci(), "xgettext", "gettext"),
        (in_ci(), "curl", "curl"),
        (switched_on("QV_BROWSER"), "chromium", "chromium"),
        (switched_on("QV_PRODUCTION"), "redis-server", "redis-server"),
    ]
    missing = [
        package for needed, program, package in programs if needed and not shutil.which(program)
    ]
    named = os.environ.get(servers.POSTGRES_VARIABLE)
    if needs_postgres() and not named and not servers.postgres_program("initdb"):
        missing.append("postgresql")
    return missing


def install_missing(*, system: bool) -> None:
    """As root or in CI, install the programs that are missing; else say how to."""
    if missing := missing_packages():
        purpose = "Not everything that the tests need is here"
        load_mcr().install_system(tuple(missing), purpose=purpose, allowed=system)


def pytest(title: str, *words: str, env: dict[str, str] | None = None) -> None:
    """Run pytest on two cores, a file by one worker; the slowest files come first.

    Tests of browsers and servers wait much: a third worker uses that time.
    """
    workers = "3" if switched_on("QV_BROWSER") else "2"
    spread = ["-n", workers, "--dist", "loadfile", "--no-loadscope-reorder", "--durations=25"]
    step(title, sys.executable, "-m", "pytest", "-q", *spread, *words, env=env)


def checks() -> None:
    """What needs no test run."""
    step("lint", BIN / "ruff", "check", ".", "mcr")
    step("format", BIN / "ruff", "format", "--check", ".", "mcr")
    step("types", BIN / "mypy", *TYPED)
    step("import contracts", BIN / "lint-imports", env=TEST_SETTINGS)
    step("migrations", sys.executable, "manage.py", "makemigrations", "--check", env=TEST_SETTINGS)


def left_out() -> None:
    """Say what this run did not run and how to switch it on."""
    off = {name: what for name, what in SWITCHES.items() if not switched_on(name)}
    if not off:
        return
    print("\nNot run this time:")
    for name, what in off.items():
        print(f"  {what}: {name}=1 ./mcr test")
    print("  everything: QV_EVERYTHING=1 ./mcr test")


def passes(postgres: str | None) -> Iterator[tuple[str, list[str], dict[str, str]]]:
    """The runs of pytest: title, words, environment; `postgres` is the address of a server.

    Only the second one uses it as its database, whatever the environment says.
    """
    named = {servers.POSTGRES_VARIABLE: postgres} if postgres else {}
    yield "tests on SQLite", [], {"DATABASE_URL": ""} | named
    if postgres and switched_on("QV_SERVERS"):
        # What takes long says nothing about the database: once, on SQLite, is enough.
        quick = {"QV_LONG": "0", "QV_FULL": "0"}
        yield "tests on PostgreSQL", DATABASE_TESTS, {"DATABASE_URL": postgres} | named | quick


def main(words: list[str], *, system: bool) -> int:
    """Run the checks that the environment asks for."""
    # The tests rewritten by pytest are worth keeping: without them a run takes a quarter longer.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if words:
        return subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT).returncode
    install_missing(system=system)
    checks()
    with contextlib.ExitStack() as stack:
        postgres = stack.enter_context(servers.postgres()) if needs_postgres() else None
        if needs_postgres() and not postgres:
            print(f"no PostgreSQL: install it or name one in {servers.POSTGRES_VARIABLE}")
            return 1
        for title, more, environment in passes(postgres):
            pytest(title, *more, env=environment)
    left_out()
    return 0


if __name__ == "__main__":
    given = [word for word in sys.argv[1:] if word != "--no-system"]
    sys.exit(main(given, system="--no-system" not in sys.argv))
