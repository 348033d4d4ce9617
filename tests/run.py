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
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests import servers
from tests.switches import SWITCHES, switched_on

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
TYPED = ["config", "journal", "players", "tournaments", "scoring"]
DATABASE_TESTS = [f"tests/{name}" for name in ("journal", "players", "tournaments", "scoring")]
DATABASE_TESTS.append("tests/pages")
NEEDED = {
    "QV_BROWSER": ("chromium", ("chromium",)),
    "QV_SERVERS": ("redis-server", ("redis-server", "postgresql")),
}


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


def install_missing() -> None:
    """As root or in CI, install the programs that the switched-on parts need."""
    missing = [
        package
        for switch, (program, packages) in NEEDED.items()
        if switched_on(switch) and not (shutil.which(program) or servers.postgres_program(program))
        for package in packages
    ]
    if switched_on("QV_SERVERS") and not servers.postgres_program("initdb"):
        missing.append("postgresql")
    if not missing or "--no-system" in sys.argv or not shutil.which("apt-get"):
        return
    root = os.geteuid() == 0
    if not (root or os.environ.get("CI")):
        return
    prefix = [] if root else ["sudo", "-n"]
    install = [*prefix, "apt-get", "install", "-y", "--no-install-recommends", *set(missing)]
    print("installing:", " ".join(install), flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run([*prefix, "apt-get", "update", "-q"], env=environment, check=False)
    subprocess.run(install, env=environment, check=False)


def pytest(title: str, *words: str, env: dict[str, str] | None = None) -> None:
    """Run pytest on two cores, a file by one worker; the slowest files come first.

    Tests of browsers and servers wait much: a third worker uses that time.
    """
    workers = "3" if switched_on("QV_BROWSER") else "2"
    spread = ["-n", workers, "--dist", "loadfile", "--no-loadscope-reorder", "--durations=25"]
    step(title, sys.executable, "-m", "pytest", "-q", *spread, *words, env=env)


def checks() -> None:
    """What needs no test run."""
    test_settings = {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    step("lint", BIN / "ruff", "check", ".", "mcr")
    step("format", BIN / "ruff", "format", "--check", ".", "mcr")
    step("types", BIN / "mypy", *TYPED)
    step("import contracts", BIN / "lint-imports", env=test_settings)
    step("migrations", sys.executable, "manage.py", "makemigrations", "--check", env=test_settings)


def left_out() -> None:
    """Say what this run did not run and how to switch it on."""
    off = {name: what for name, what in SWITCHES.items() if not switched_on(name)}
    if not off:
        return
    print("\nNot run this time:")
    for name, what in off.items():
        print(f"  {what}: {name}=1 ./mcr test")
    print("  everything: QV_EVERYTHING=1 ./mcr test")


def main(words: list[str]) -> int:
    """Run the checks that the environment asks for."""
    # The tests rewritten by pytest are worth keeping: without them a run takes a quarter longer.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    if words:
        return subprocess.run([sys.executable, "-m", "pytest", *words], cwd=ROOT).returncode
    install_missing()
    checks()
    with contextlib.ExitStack() as stack:
        addresses = {}
        if switched_on("QV_SERVERS"):
            addresses = {
                servers.POSTGRES_VARIABLE: stack.enter_context(servers.postgres()),
                servers.REDIS_VARIABLE: stack.enter_context(servers.redis()),
            }
            absent = [name for name, address in addresses.items() if not address]
            if absent:
                print(f"no server for {', '.join(absent)}: install it or name one")
                return 1
        pytest("tests on SQLite", env=addresses)
        if addresses:
            # What takes long says nothing about the database: once, on SQLite, is enough.
            quick = {"QV_LONG": "0", "QV_FULL": "0"}
            postgres = {"DATABASE_URL": addresses[servers.POSTGRES_VARIABLE]}
            pytest("tests on PostgreSQL", *DATABASE_TESTS, env=addresses | quick | postgres)
    left_out()
    return 0


if __name__ == "__main__":
    sys.exit(main([word for word in sys.argv[1:] if word != "--no-system"]))
