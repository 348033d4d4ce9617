"""Where the test data that may not be copied into the project is found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(__file__).resolve().parent / "data"


def shared_path(name: str, *, folder: str = "data") -> Path:
    """Where a file of the shared folder's `data` or `rules` is, if this machine has it."""
    return Path(os.environ.get("QV_SHARED", ROOT.parent / "shared")) / folder / name


def shared_file(name: str, *, folder: str = "data") -> Path:
    """A file of the shared folder's `data` or `rules`; the test is skipped where it is missing."""
    file = shared_path(name, folder=folder)
    if not file.exists():
        pytest.skip(f"shared data {name} is not on this machine (QV_SHARED names the folder)")
    return file
