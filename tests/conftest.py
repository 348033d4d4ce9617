"""What every test gets: switches for the parts that a plain run leaves out."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from journal.preparation import compile_languages
from scoring.selectors import public
from tests.switches import switched_on

MARKERS = {
    "browser": "QV_BROWSER",
    "servers": "QV_SERVERS",
    "every_page": "QV_EVERY_PAGE",
    "production": "QV_PRODUCTION",
    "long": "QV_LONG",
}


# What costs seconds to import is not even looked at unless its part is switched on.
collect_ignore = [
    path
    for path, switch in (
        ("e2e", "QV_BROWSER"),
        ("production", "QV_PRODUCTION"),
        ("api/test_operations.py", "QV_LONG"),
    )
    if not switched_on(switch)
]


# Begun first, so that no core waits for the other at the end.
SLOW = {"production", "e2e", "crash"}


def pytest_configure(config: pytest.Config) -> None:
    """Compile the languages before the workers start: pages are read in them."""
    if not hasattr(config, "workerinput"):
        compile_languages([Path(__file__).resolve().parent.parent / "locale"])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what needs a browser, servers or much time unless it is switched on."""
    off = {marker for marker, switch in MARKERS.items() if not switched_on(switch)}
    left = [item for item in items if off & {mark.name for mark in item.iter_markers()}]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]
    items.sort(key=lambda item: item.path.parent.name not in SLOW)


@pytest.fixture(scope="session")
def full_data() -> bool:
    """True when the whole data sets are to be used instead of samples."""
    return switched_on("QV_FULL")


@pytest.fixture(autouse=True)
def _nothing_left_behind() -> Iterator[None]:
    """What a process remembers ends with the test: the reader's language, the mark of standings."""
    yield
    translation.deactivate()
    public.forget_marks()
