#!/usr/bin/env python3
"""Quatre Vents: the one script. Needs Python 3.11 or later and nothing else.

    ./mcr run     [--port N] [--host H]             serve the product (SQLite in var/)
    ./mcr demo    [--port N] [--no-serve] [--fresh] the same with a demonstration tournament
    ./mcr test    [pytest arguments]                lint, types, import contracts and tests
    ./mcr bench   [name] [options]                  the benchmarks of tests/benchmarks
    ./mcr manage  COMMAND …                         any management command
    ./mcr backup  SLUG --out FILE                   a tournament with its events as one file
    ./mcr restore FILE                              the way back

On Windows: py mcr run. --no-system (first) never touches the system's packages.
What this script itself says goes to stderr; manage, backup and restore pass stdout and the exit
status through.
"""

from __future__ import annotations

import argparse
import ctypes.util
import hashlib
import itertools
import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
# The last file names the others, so that those of development hold the product's.
REQUIREMENTS = {
    "run": (ROOT / "requirements.txt",),
    "dev": (ROOT / "requirements.txt", ROOT / "requirements-dev.txt"),
}
CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

# Debian packages by what they are for. WeasyPrint makes PDFs with pango.
PAPER = ("libpango-1.0-0", "libpangoft2-1.0-0", "libharfbuzz-subset0")
PAPER_LIBRARIES = ("pango-1.0", "pangoft2-1.0", "harfbuzz-subset")

# Management commands that prepare the database themselves, or only look at it or at the code.
UNPREPARED = {
    *("migrate", "prepare", "serve", "collectstatic", "compilemessages"),
    *("check", "dbshell", "diffsettings", "findstatic", "showmigrations", "sqlmigrate"),
    *("makemessages", "makemigrations", "optimizemigration", "squashmigrations"),
    *("help", "spectacular", "startapp", "startproject", "version"),
}


def say(text: str) -> None:
    """What the script itself says goes to stderr."""
    print(text, file=sys.stderr, flush=True)


def call(*words: str | Path, env: dict[str, str] | None = None) -> int:
    """Run a program in the project's folder; its exit status."""
    done = subprocess.run([str(word) for word in words], cwd=ROOT, env=os.environ | (env or {}))
    return done.returncode


def must(*words: str | Path, why: str) -> None:
    """Run a program whose output belongs to stderr; end with its status when it fails."""
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=sys.stderr)
    if done.returncode:
        say(f"mcr: {why} failed (exit {done.returncode})")
        sys.exit(done.returncode)


def fingerprint(*files: Path) -> str:
    """A digest of the files' contents and of this Python."""
    digest = hashlib.sha256(sys.version.encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def is_installed(name: str) -> bool:
    """Whether .venv holds these requirements as they are now."""
    stamp = VENV / f"installed-{name}"
    return stamp.exists() and stamp.read_text() == fingerprint(*REQUIREMENTS[name])


def prepare_python(*, dev: bool = False) -> None:
    """Make .venv and install the pinned requirements, only when they have changed."""
    name = "dev" if dev else "run"
    if PYTHON.exists() and (is_installed("dev") or is_installed(name)):
        return
    if not PYTHON.exists():
        say("mcr: making .venv")
        venv.create(VENV, with_pip=True)
    say("mcr: installing the requirements (the first time takes a minute or two)")
    pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    must(*pip, "--requirement", REQUIREMENTS[name][-1], why="installing the requirements")
    (VENV / f"installed-{name}").write_text(fingerprint(*REQUIREMENTS[name]))


def install_system(packages: tuple[str, ...], *, purpose: str, allowed: bool) -> None:
    """Install Debian packages as root or in CI, the command shown first; else show the command."""
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if not shutil.which("apt-get"):
        say(f"mcr: {purpose}. Debian calls it {' '.join(packages)}; install this system's own")
    elif not allowed or not (root or CI):
        say(f"mcr: {purpose}. To install what is missing:\n    sudo {' '.join(command)}")
    else:
        prefix = [] if root else ["sudo", "-n"]
        environment = {"DEBIAN_FRONTEND": "noninteractive"}
        for words in ([*prefix, "apt-get", "update"], [*prefix, *command]):
            say(f"mcr: {' '.join(words)}")
            subprocess.run(words, stdout=subprocess.DEVNULL, env=os.environ | environment)


def prepare_paper(*, system: bool) -> None:
    """PDFs need pango; without it the product goes on and prints from the browser."""
    if os.name == "nt" or all(ctypes.util.find_library(name) for name in PAPER_LIBRARIES):
        return
    purpose = "PDF files need the library pango; without it papers are printed from the browser"
    install_system(PAPER, purpose=purpose, allowed=system)


def manage(*words: str, env: dict[str, str] | None = None) -> int:
    """Run a management command."""
    return call(PYTHON, ROOT / "manage.py", *words, env=env)


def serve(words: list[str], *, system: bool, demo: bool) -> int:
    """./mcr run and ./mcr demo."""
    ask = argparse.ArgumentParser(prog=f"./mcr {'demo' if demo else 'run'}")
    ask.add_argument("--port", type=int, default=8000)
    ask.add_argument("--host", default="0.0.0.0")
    if demo:
        ask.add_argument("--no-serve", action="store_true")
        ask.add_argument("--fresh", action="store_true", help="throw the old demonstration away")
    given = ask.parse_args(words)
    prepare_python()
    prepare_paper(system=system)
    options = ["--port", str(given.port), "--host", given.host]
    if not demo:
        return manage("serve", *options)
    options += ["--demonstration"]
    options += ["--no-serve"] * given.no_serve + ["--fresh"] * given.fresh
    folder = Path(os.environ.get("QV_VAR", ROOT / "var")) / "demo"
    own = {"QV_VAR": str(folder), "DATABASE_URL": "", "JOBS": ""}
    return manage("serve", *options, env=own)


def needs_preparation(words: list[str]) -> bool:
    """Whether a management command works on what the database holds."""
    if words == ["migrate"]:
        return True  # the same, but a database with content is copied aside before
    asks = not words or words[0].startswith("-") or {"-h", "--help"} & set(words)
    return not asks and words[0] not in UNPREPARED


def pass_through(words: list[str]) -> int:
    """./mcr manage, backup and restore: stdout and exit status are the command's own.

    The database is prepared in the command's own process; a second one would take seconds.
    """
    prepare_python()
    return manage(*["prepare"] * needs_preparation(words), *words)


def test(words: list[str], *, system: bool) -> int:
    """./mcr test: with pytest arguments only those tests, else every check as well."""
    prepare_python(dev=True)
    prepare_paper(system=system)
    return call(PYTHON, ROOT / "tests" / "run.py", *(["--no-system"] * (not system)), *words)


def bench(words: list[str]) -> int:
    """./mcr bench [name]: figures beside a peer's; what begins with - is the benchmark's own."""
    prepare_python(dev=True)
    folder = ROOT / "tests" / "benchmarks"
    known = sorted(file.stem.removeprefix("bench_") for file in folder.glob("bench_*.py"))
    asked = list(itertools.takewhile(lambda word: not word.startswith("-"), words))
    unknown = [word for word in asked if word not in known]
    if unknown:
        say(f"mcr: no benchmark named {', '.join(unknown)}; there are: {', '.join(known)}")
        return 2
    options = words[len(asked) :]
    ends = [call(PYTHON, "-m", f"tests.benchmarks.bench_{n}", *options) for n in asked or known]
    return max(ends, default=0)


def main(words: list[str]) -> int:
    """Find the command and run it."""
    if sys.version_info < (3, 11):
        say("mcr: Quatre Vents needs Python 3.11 or later")
        return 2
    system = "--no-system" not in words
    command, *rest = [word for word in words if word != "--no-system"] or ["help"]
    if command in {"run", "demo"}:
        return serve(rest, system=system, demo=command == "demo")
    if command == "test":
        return test(rest, system=system)
    if command == "bench":
        return bench(rest)
    if command == "manage":
        return pass_through(rest)
    if command in {"backup", "restore"}:
        return pass_through([command, *rest])
    say(__doc__ or "")
    return 0 if command in {"help", "-h", "--help"} else 2


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
