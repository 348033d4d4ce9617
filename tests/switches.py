"""What a plain test run leaves out and the environment switches on."""

from __future__ import annotations

import os


def switched_on(name: str) -> bool:
    """True when the switch itself or QV_EVERYTHING is set."""
    return os.environ.get(name, "") not in {"", "0"} or os.environ.get("QV_EVERYTHING") == "1"
