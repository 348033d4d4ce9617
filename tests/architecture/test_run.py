"""What `./mcr test` runs where, and what it installs before; nothing is really run."""

from __future__ import annotations

import shutil

import pytest

from tests import machine, run, servers
from tests.switches import SWITCHES

NAMED = "postgres://somebody@elsewhere/tests"


@pytest.fixture(autouse=True)
def plain(monkeypatch):
    """Nothing is switched on, no server is named, no program is installed."""
    for name in (*SWITCHES, "QV_EVERYTHING", "CI", servers.POSTGRES_VARIABLE):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(servers, "postgres_program", lambda name: None)


def test_a_plain_run_installs_nothing():
    assert run.missing_packages() == []


def test_ci_installs_what_tests_would_be_skipped_without(monkeypatch):
    monkeypatch.setenv("CI", "true")
    assert run.missing_packages() == ["gettext", "curl"]


@pytest.mark.parametrize(
    ("switch", "packages"),
    [
        ("QV_BROWSER", ["chromium"]),
        ("QV_SERVERS", ["postgresql"]),
        ("QV_PRODUCTION", ["redis-server", "postgresql"]),
    ],
)
def test_a_switched_on_part_installs_what_it_needs(monkeypatch, switch, packages):
    monkeypatch.setenv(switch, "1")
    assert run.missing_packages() == packages


def test_a_named_postgresql_is_not_installed(monkeypatch):
    monkeypatch.setenv("QV_SERVERS", "1")
    monkeypatch.setenv(servers.POSTGRES_VARIABLE, NAMED)
    assert run.missing_packages() == []


def test_what_is_there_is_not_installed_again(monkeypatch):
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("QV_EVERYTHING", "1")
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(servers, "postgres_program", lambda name: f"/usr/lib/{name}")
    assert run.missing_packages() == []


def test_the_first_run_is_on_sqlite_whatever_the_environment_says(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", NAMED)
    assert list(run.passes(None)) == [("tests on SQLite", [], {"DATABASE_URL": ""})]


def test_the_second_run_is_on_the_server(monkeypatch):
    monkeypatch.setenv("QV_SERVERS", "1")
    first, second = run.passes(NAMED)
    assert first == ("tests on SQLite", [], {"DATABASE_URL": "", servers.POSTGRES_VARIABLE: NAMED})
    assert second[:2] == ("tests on PostgreSQL", run.DATABASE_TESTS)
    assert second[2]["DATABASE_URL"] == NAMED


def test_the_production_settings_alone_ask_for_no_second_run(monkeypatch):
    monkeypatch.setenv("QV_PRODUCTION", "1")
    assert run.needs_postgres()
    assert [title for title, _words, _environment in run.passes(NAMED)] == ["tests on SQLite"]


def test_a_missing_program_skips_a_test_and_fails_it_in_ci(monkeypatch):
    with pytest.raises(pytest.skip.Exception, match="lacks programs: xgettext"):
        machine.need_programs("xgettext")
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI lacks programs: xgettext, msgmerge"):
        machine.need_programs("xgettext", "msgmerge")


def test_missing_pango_fails_in_ci(monkeypatch):
    monkeypatch.setattr(machine, "can_print", lambda: False)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="CI lacks the library pango"):
        machine.need_pango()
