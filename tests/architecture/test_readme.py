"""The README is run: its engine session is a doctest, its commands exist."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys

import pytest

from tests.shared_data import ROOT

README = ROOT / "README.md"


def test_the_engine_session_prints_what_it_says():
    outcome = doctest.testfile(str(README), module_relative=False)
    assert outcome.attempted >= 4
    assert outcome.failed == 0


@pytest.mark.long
def test_every_command_is_known():
    commands = set(re.findall(r"\./mcr (?:manage )?([a-z_]+)", README.read_text()))
    own = {"run", "demo", "test", "bench", "manage", "backup", "restore"}
    listed = subprocess.run(
        [sys.executable, "manage.py", "help", "--commands"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert commands - own - set(listed) == set()
    assert {"demo", "test", "export_ema", "standings"} <= commands


def test_every_linked_file_is_there():
    links = re.findall(r"\]\(([^)#:]+)\)", README.read_text())
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
