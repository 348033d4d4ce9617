"""A laptop with a small hall, furnished once and copied for each test."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.hall.laptop import Laptop, furnish
from tests.hall.phone import Caller

pytest.register_assert_rewrite("tests.hall.kills")

TABLES = 5


@pytest.fixture(scope="session")
def furnished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """The folder of a laptop with a hall, never served, and the hall's description."""
    laptop = Laptop(tmp_path_factory.mktemp("hall"))
    laptop.manage("migrate", "--no-input")
    hall = furnish(laptop.manage, TABLES, 1)
    laptop.manage("serve", "--no-serve")
    return laptop.folder, hall


@pytest.fixture
def hall(furnished: tuple[Path, dict[str, Any]]) -> dict[str, Any]:
    """The hall's description."""
    return furnished[1]


@pytest.fixture
def laptop(furnished: tuple[Path, dict[str, Any]], tmp_path: Path) -> Iterator[Laptop]:
    """A laptop with the hall, not started."""
    folder = shutil.copytree(furnished[0], tmp_path / "laptop")
    made = Laptop(folder)
    yield made
    made.stop()


@pytest.fixture
def caller(laptop: Laptop) -> Iterator[Caller]:
    """A browser of the hall."""
    made = Caller(laptop.port)
    yield made
    made.close()
