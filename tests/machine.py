"""What a machine may lack: its tests are skipped there, but never in CI."""

from __future__ import annotations

import shutil
from typing import NoReturn

import pytest

from scoring.printing.pdf import can_print
from tests.switches import in_ci


def lacking(what: str) -> NoReturn:
    """Skip the test; in CI let it fail, or nobody would notice that it was not run."""
    if in_ci():
        pytest.fail(f"CI lacks {what}", pytrace=False)
    pytest.skip(f"this machine lacks {what}")


def need_programs(*names: str) -> None:
    """Go on where all these programs are installed."""
    missing = [name for name in names if not shutil.which(name)]
    if missing:
        lacking(f"programs: {', '.join(missing)}")


def need_pango() -> None:
    """Go on where PDF files can be made."""
    if not can_print():
        lacking("the library pango, without which there are no PDF files")
