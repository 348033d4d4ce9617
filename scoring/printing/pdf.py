"""From HTML to PDF, where this machine can.

WeasyPrint is imported only when something is printed: it needs system libraries (pango) that a
machine may lack, and then the same HTML is printed from the browser.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

# What to install where PDFs cannot be made, by system.
PACKAGES = (
    ("Debian, Ubuntu", "apt install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"),
    ("Fedora", "dnf install pango"),
    ("macOS", "brew install pango"),
    ("Windows (MSYS2)", "pacman -S mingw-w64-x86_64-pango"),
)


class PrintingUnavailable(Exception):
    """WeasyPrint or a library that it needs is missing on this machine."""


@lru_cache(maxsize=1)
def can_print() -> bool:
    """True when PDFs can be made on this machine."""
    try:
        _press()
    except PrintingUnavailable:
        return False
    return True


def to_pdf(html: str) -> bytes:
    """The PDF of one HTML page. Raises PrintingUnavailable."""
    return join([layout(html)])


def layout(html: str) -> Any:
    """An HTML page laid out, a WeasyPrint document for `join`. Raises PrintingUnavailable."""
    return _press().layout(html)


def join(documents: Sequence[Any]) -> bytes:
    """One PDF of the pages of all documents (at least one), in their order."""
    pdf: bytes = _press().join(documents)
    return pdf


def _press() -> Any:
    try:
        return importlib.import_module("scoring.printing.press")
    except (ImportError, OSError) as fault:
        raise PrintingUnavailable from fault
