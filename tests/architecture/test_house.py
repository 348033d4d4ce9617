"""The rules of the house that a reader would otherwise have to check by eye."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests import servers
from tests.machine import need_programs
from tests.shared_data import ROOT
from tests.switches import SWITCHES

PACKAGES = ("config", "journal", "players", "tournaments", "scoring")
MODULES = sorted(
    file
    for package in PACKAGES
    for file in (ROOT / package).rglob("*.py")
    if "migrations" not in file.parts
)
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
CORES = ("scoring.engine", "scoring.ranking", "tournaments.seating")


def name(file: Path) -> str:
    return str(file.relative_to(ROOT))


def tracked_texts() -> Iterator[tuple[str, str]]:
    """Every file of the repository that is text, whatever its name ends with."""
    need_programs("git")
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if listed.returncode:
        pytest.skip("this folder is no clone that git reads")
    for file in listed.stdout.splitlines():
        with suppress(UnicodeDecodeError, FileNotFoundError):  # a picture or font; just removed
            yield file, (ROOT / file).read_text(encoding="utf-8")


@pytest.mark.parametrize("file", MODULES, ids=name)
def test_no_module_is_longer_than_400_lines(file):
    assert len(file.read_text().splitlines()) <= 400


def test_every_view_that_answers_get_answers_head():
    """Link previews, monitors and proxies ask with HEAD."""
    deaf = re.compile(r"""require_GET|require_http_methods\((?=.*["']GET["'])(?!.*["']HEAD["'])""")
    assert [name(file) for file in MODULES if deaf.search(file.read_text())] == []


@pytest.mark.parametrize("file", TEMPLATES, ids=name)
def test_no_template_has_inline_style_or_script(file):
    text = file.read_text()
    if "print" not in file.parts:
        assert not re.search(r"\sstyle=|<style", text)
    assert not re.search(r"\son[a-z]+=|javascript:", text)
    assert not re.search(r"<script(?![^>]*\bsrc=)(?![^>]*application/json)", text)


@pytest.mark.parametrize("file", [*TEMPLATES, *(ROOT / "static").rglob("*.css")], ids=name)
def test_nothing_is_fetched_from_elsewhere(file):
    assert not re.search(r"""(src|href|url\()=?["'(]?(https?:)?//""", file.read_text())


def test_scripts_and_styles_stay_small():
    scripts = {
        file.name: len(file.read_text().splitlines()) for file in (ROOT / "static/js").glob("*.js")
    }
    assert {file: lines for file, lines in scripts.items() if lines > 150} == {}
    assert len(list((ROOT / "static/css").glob("*.css"))) <= 5


def test_every_font_has_its_licence():
    folder = ROOT / "static/fonts"
    names = re.findall(r"`([a-z0-9-]+[a-z0-9*])`", (folder / "README.md").read_text())
    described = tuple(found.rstrip("*") for found in names)
    fonts = {file.name for ending in ("woff2", "ttf", "otf") for file in folder.glob(f"*.{ending}")}
    assert fonts
    assert {font for font in fonts if not font.startswith(described)} == set()
    assert {file.name for file in folder.glob("LICENSE-*")} == {
        "LICENSE-source-sans-3.txt",
        "LICENSE-source-serif-4.txt",
        "LICENSE-noto-cjk.txt",
        "LICENSE-noto-arabic.txt",
    }


@pytest.mark.parametrize("core", CORES)
def test_a_core_runs_without_django(core):
    program = (
        "import sys, pkgutil, importlib\n"
        "for name in ('django', 'rest_framework', 'celery'): sys.modules[name] = None\n"
        f"package = importlib.import_module({core!r})\n"
        "for part in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    if not part.name.endswith('__main__'): importlib.import_module(part.name)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""


def test_every_variable_that_is_read_is_documented():
    read = set()
    for file in (ROOT / "config").rglob("*.py"):
        read |= set(
            re.findall(
                r"""env\.(?:text|choice|flag|integer|words)\(\s*"([A-Z_]+)""", file.read_text()
            )
        )
    documented = set(
        re.findall(r"^# ([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE)
    )
    assert read
    assert read - documented == set()


def test_every_variable_that_the_tests_read_is_told():
    asked = re.compile(r"""environ(?:\.get\(|\[)"(QV_[A-Z_]+)""")
    files = (ROOT / "tests").rglob("*.py")
    read = {found for file in files for found in asked.findall(file.read_text())}
    read |= {*SWITCHES, "QV_EVERYTHING", servers.POSTGRES_VARIABLE, servers.REDIS_VARIABLE}
    told = (ROOT / "docs" / "development.md").read_text()
    assert "QV_SHARED" in read
    assert {one for one in read if f"| `{one}` |" not in told} == set()


def test_the_tree_names_no_machine_and_no_registry():
    names = re.compile("/" + r"(?:work|root)/[a-z.]|(?:pypi|npmjs)\.org")
    texts = dict(tracked_texts())
    assert {"mcr", ".ci/run", ".env.example", "README.md", "static/favicon.svg"} <= texts.keys()
    assert [file for file, text in texts.items() if names.search(text)] == []
