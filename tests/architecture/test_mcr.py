"""The one script: what it says goes to stderr, what a command prints passes through."""

from __future__ import annotations

import hashlib
import json
import os
import re
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from scoring.exports.document import write_document
from scoring.selectors.document import backup_document
from scoring.services.demonstration import ACCOUNTS, password_of
from tests.scoring.play import make_play
from tests.script import load_mcr
from tests.shared_data import ROOT

HANDS = "SELECT number, points FROM scoring_hand"

pytestmark = pytest.mark.filterwarnings("default")


def mcr(*words: str, folder: object = None, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded"} | variables
    if folder is not None:
        environment["QV_VAR"] = str(folder)
        environment["DATABASE_URL"] = variables.get("DATABASE_URL", "")
    return subprocess.run(
        [sys.executable, "mcr", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory):
    """A folder with a prepared, empty database."""
    folder = tmp_path_factory.mktemp("var")
    assert mcr("manage", "prepare", folder=folder).returncode == 0
    return folder


@pytest.fixture
def backup(db, tmp_path) -> Path:
    """The backup of a small tournament."""
    play = make_play()
    play.hand(1, winner="A", discarder="B", points=24)
    file = tmp_path / "mosel.json"
    file.write_text(write_document(backup_document(play.tournament)))
    return file


def rows(file: Path, query: str) -> list[tuple]:
    """What an SQLite database holds."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


def content(file: Path) -> str:
    """A digest of all that an SQLite database holds."""
    with closing(sqlite3.connect(file)) as connection:
        return hashlib.sha256("\n".join(connection.iterdump()).encode()).hexdigest()


def test_help_goes_to_stderr_and_an_unknown_command_fails():
    known, unknown = mcr("help"), mcr("frobnicate")
    assert (known.returncode, known.stdout) == (0, "")
    assert "./mcr demo" in known.stderr
    assert (unknown.returncode, unknown.stdout) == (2, "")


def test_an_unknown_benchmark_is_named_with_those_there_are():
    answer = mcr("bench", "nonsense")
    assert answer.returncode == 2
    assert "no benchmark named nonsense" in answer.stderr
    assert "engine" in answer.stderr


def test_options_after_its_name_are_the_benchmarks_own():
    answer = mcr("bench", "day", "--seconds", "soon")
    assert answer.returncode == 2
    assert "argument --seconds: invalid float value: 'soon'" in answer.stderr


@pytest.mark.long
def test_backup_of_an_unknown_tournament_writes_nothing(tmp_path):
    """The folder is new: the database is made first, and then there is nothing to back up."""
    answer = mcr("backup", "nowhere", "--out", str(tmp_path / "file.json"), folder=tmp_path / "var")
    assert (answer.returncode, answer.stdout) == (1, "")
    assert "Preparing the database …\n" in answer.stderr
    assert answer.stderr.endswith("There is no tournament 'nowhere'. There are: none.\n")
    assert not (tmp_path / "file.json").exists()


@pytest.mark.long
def test_manage_passes_stdout_and_the_exit_status_through(prepared):
    fine = mcr("manage", "shell", "-v", "0", "-c", "print('[1, 2]')", folder=prepared)
    assert (json.loads(fine.stdout), fine.stderr) == ([1, 2], "")
    wrong = mcr("manage", "standings", "nowhere", "--json", folder=prepared)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "nowhere" in wrong.stderr


@pytest.mark.long
def test_manage_obeys_database_url(prepared, tmp_path):
    other = tmp_path / "other.sqlite3"
    said = mcr(
        *("manage", "shell", "-v", "0", "-c"),
        "from tournaments.models import Tournament; from django.db import connection; "
        "print(connection.settings_dict['NAME'], Tournament.objects.count())",
        folder=prepared,
        DATABASE_URL=f"sqlite:///{other}",
    )
    assert said.stdout == f"{other} 0\n"


@pytest.mark.long
def test_a_backup_is_restored_where_nothing_is_yet(backup, tmp_path):
    restored = mcr("restore", str(backup), folder=tmp_path / "var")
    assert (restored.returncode, restored.stdout) == (0, "mosel\n")
    assert "Preparing the database …\n" in restored.stderr
    assert rows(tmp_path / "var" / "quatrevents.sqlite3", HANDS) == [(1, 24)]


@pytest.mark.long
def test_an_older_database_with_content_is_copied_aside_and_migrated(backup, tmp_path):
    folder, database = tmp_path, tmp_path / "quatrevents.sqlite3"
    assert mcr("restore", str(backup), folder=folder).returncode == 0
    older = mcr("manage", "migrate", "tournaments", "0001", "-v", "0", folder=folder)
    assert (older.returncode, older.stdout, older.stderr) == (0, "", "")
    exported = mcr("manage", "export_tournament", "mosel", folder=folder)
    assert (exported.returncode, json.loads(exported.stdout)["tournament"]["slug"]) == (0, "mosel")
    (copy,) = folder.glob("quatrevents-before-*.sqlite3")
    assert f"The database was copied to {copy.name} before it is migrated.\n" in exported.stderr
    steps = "SELECT name FROM django_migrations WHERE app = 'tournaments' ORDER BY name"
    assert rows(copy, steps) == [("0001_initial",)]
    every = sorted(file.stem for file in (ROOT / "tournaments/migrations").glob("0*.py"))
    assert [name for (name,) in rows(database, steps)] == every
    assert rows(copy, HANDS) == rows(database, HANDS) == [(1, 24)]


@pytest.mark.long
def test_the_demonstration_is_made_once_and_beside_everything_else(tmp_path):
    real = tmp_path / "real.sqlite3"
    words = ("demo", "--no-serve", "--port", "8123")
    database = tmp_path / "demo" / "quatrevents.sqlite3"
    given = {"folder": tmp_path, "DATABASE_URL": f"sqlite:///{real}"}
    first = mcr(*words, **given)
    made = content(database)
    second = mcr(*words, **given)
    for answer in (first, second):
        assert (answer.returncode, answer.stdout) == (0, "")
        assert "http://127.0.0.1:8123/" in answer.stderr
        told = re.findall(r"^    (\w+) +(\S+) ", answer.stderr, re.MULTILINE)
        assert told == [(name, password_of(name)) for name, _full, _role in ACCOUNTS]
    work = ["Preparing the database …", "Collecting styles", "Making the demonstration"]
    assert [text in first.stderr for text in work] == [True] * 3
    assert [text in second.stderr for text in work] == [False] * 3
    assert content(database) == made
    assert not real.exists()


# -- the script's own decisions, without a process ---------------------------------------------


@pytest.fixture
def script(monkeypatch):
    """The script as a module on a Debian where somebody else than root works."""
    module = load_mcr()
    monkeypatch.setattr(module, "CI", False)
    monkeypatch.setattr(module.os, "geteuid", lambda: 1000)
    monkeypatch.setattr(module.shutil, "which", lambda name: f"/usr/bin/{name}")
    return module


@pytest.fixture
def started(script, monkeypatch):
    """The programs that the script would have started."""
    commands: list[list[str]] = []
    monkeypatch.setattr(
        script.subprocess, "run", lambda words, **_options: commands.append(list(words))
    )
    return commands


INSTALL = ["apt-get", "install", "-y", "--no-install-recommends", "libpango-1.0-0"]


def install(script, *, allowed=True) -> None:
    script.install_system(("libpango-1.0-0",), purpose="PDF files need pango", allowed=allowed)


def test_root_installs_and_shows_the_command_first(script, started, monkeypatch, capsys):
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    install(script)
    assert started == [["apt-get", "update"], INSTALL]
    assert capsys.readouterr().err == f"mcr: apt-get update\nmcr: {' '.join(INSTALL)}\n"


def test_ci_installs_without_asking_for_a_password(script, started, monkeypatch):
    monkeypatch.setattr(script, "CI", True)
    install(script)
    assert started == [["sudo", "-n", "apt-get", "update"], ["sudo", "-n", *INSTALL]]


def test_anybody_else_is_told_the_command(script, started, capsys):
    install(script)
    assert started == []
    assert f"\n    sudo {' '.join(INSTALL)}\n" in capsys.readouterr().err


@pytest.mark.parametrize("in_ci", [True, False])
def test_no_system_never_touches_the_system(script, started, monkeypatch, capsys, in_ci):
    monkeypatch.setattr(script, "CI", in_ci)
    monkeypatch.setattr(script.os, "geteuid", lambda: 0)
    install(script, allowed=False)
    assert started == []
    assert f"\n    sudo {' '.join(INSTALL)}\n" in capsys.readouterr().err


def test_another_system_is_told_what_to_look_for(script, started, monkeypatch, capsys):
    monkeypatch.setattr(script.shutil, "which", lambda name: None)
    install(script)
    assert started == []
    assert "PDF files need pango" in capsys.readouterr().err


@pytest.fixture
def requirements(script, tmp_path, monkeypatch):
    """A project of its own: two files of requirements and a .venv that no pip has filled yet."""
    names = ("requirements.txt", "requirements-dev.txt")
    files = [tmp_path / name for name in names]
    for file in files:
        file.write_text("Django==5.2\n")
    monkeypatch.setattr(script, "REQUIREMENTS", {"run": tuple(files[:1]), "dev": tuple(files)})
    monkeypatch.setattr(script, "VENV", tmp_path)
    monkeypatch.setattr(script, "PYTHON", tmp_path)
    return files


def test_requirements_are_installed_only_when_they_have_changed(script, requirements, monkeypatch):
    asked = []
    monkeypatch.setattr(script, "must", lambda *words, why: asked.append(words[-1]))
    run, dev = requirements
    script.prepare_python()
    script.prepare_python()
    assert asked == [run]
    script.prepare_python(dev=True)
    run.write_text("Django==5.3\n")
    script.prepare_python(dev=True)
    script.prepare_python()  # those of development hold them
    assert asked == [run, dev, dev]
    run.write_text("Django==5.4\n")
    script.prepare_python()
    assert asked == [run, dev, dev, run]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_no_system_may_stand_anywhere(script, monkeypatch, place):
    seen = []
    monkeypatch.setattr(script, "serve", lambda words, **how: seen.append((words, how)) or 0)
    words = ["run", "--port=8080"]
    words.insert(place, "--no-system")
    assert script.main(words) == 0
    assert seen == [(["--port=8080"], {"system": False, "demo": False})]


@pytest.mark.parametrize(
    ("words", "needed"),
    [
        ("restore file.json", True),
        ("standings mosel --json", True),
        ("shell", True),
        ("migrate", True),
        ("migrate tournaments 0001", False),
        ("showmigrations", False),
        ("makemessages -l fr", False),
        ("serve --port 8080", False),
        ("standings --help", False),
        ("--version", False),
        ("", False),
    ],
)
def test_commands_that_work_on_the_database_find_it_prepared(script, words, needed):
    assert script.needs_preparation(words.split()) is needed
