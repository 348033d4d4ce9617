"""Management commands in processes of their own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping, Sequence

from tests.shared_data import ROOT


def run_manage(words: Sequence[str], environment: Mapping[str, str]) -> str:
    """Run a management command to its good end in this environment; its stdout."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout
