"""Where the test data that may not be copied into the project is found."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(__file__).resolve().parent / "data"


def shared(path: str) -> Path:
    """A file of the shared data; the test is skipped where it is missing.

    Looked for in the folder named by QV_SHARED, else in `shared` beside the project.
    """
    folder = Path(os.environ.get("QV_SHARED", ROOT.parent / "shared"))
    if not (folder / path).exists():
        pytest.skip(f"{path} is not in {folder}: set QV_SHARED to the folder that has it")
    return folder / path


def shared_file(name: str) -> Path:
    """The file `name` of the data in the shared folder; the test is skipped without it."""
    return shared(f"data/{name}")
