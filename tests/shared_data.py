"""Where data lies that may not be copied into the project."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def shared(path: str) -> Path:
    """A file of the shared data; the test is skipped where it is missing.

    Looked for in the folder named by QV_SHARED, else in `shared` beside the project.
    """
    folder = Path(os.environ.get("QV_SHARED", ROOT.parent / "shared"))
    if not (folder / path).exists():
        pytest.skip(f"{path} is not in {folder}: set QV_SHARED to the folder that has it")
    return folder / path
