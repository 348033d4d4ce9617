"""The one script: what it says goes to stderr, what a command prints passes through."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from tests.shared_data import ROOT

pytestmark = pytest.mark.filterwarnings("default")


def mcr(*words: str, folder: object = None, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.embedded"} | variables
    if folder is not None:
        environment["QV_VAR"] = str(folder)
        environment.setdefault("DATABASE_URL", "")
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
def migrated(tmp_path_factory):
    """A folder with a migrated, empty database."""
    folder = tmp_path_factory.mktemp("var")
    assert mcr("manage", "migrate", "--verbosity", "0", folder=folder).returncode == 0
    return folder


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
def test_manage_passes_stdout_and_the_exit_status_through(migrated):
    fine = mcr("manage", "shell", "-v", "0", "-c", "print('[1, 2]')", folder=migrated)
    assert json.loads(fine.stdout) == [1, 2]
    wrong = mcr("manage", "standings", "nowhere", "--json", folder=migrated)
    assert (wrong.returncode, wrong.stdout) == (1, "")
    assert "nowhere" in wrong.stderr


@pytest.mark.long
def test_manage_obeys_database_url(migrated, tmp_path):
    copy = tmp_path / "other.sqlite3"
    copy.write_bytes((migrated / "quatrevents.sqlite3").read_bytes())
    said = mcr(
        *("manage", "shell", "-v", "0", "-c"),
        "from django.db import connection; print(connection.settings_dict['NAME'])",
        folder=migrated,
        DATABASE_URL=f"sqlite:///{copy}",
    )
    assert said.stdout.strip() == str(copy)


def test_backup_of_an_unknown_tournament_writes_nothing(migrated, tmp_path):
    answer = mcr("backup", "nowhere", "--out", str(tmp_path / "file.json"), folder=migrated)
    assert answer.returncode == 1
    assert not (tmp_path / "file.json").exists()
