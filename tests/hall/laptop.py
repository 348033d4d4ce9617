"""The product on a laptop, as `./mcr run` starts it: a folder and a port of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests import servers
from tests.manage import run_manage
from tests.shared_data import ROOT


@dataclass
class Laptop:
    """A server process that can be killed and started again on the same data.

    `settings` names the settings module of the next start, `variables` further environment.
    """

    folder: Path
    settings: str = "config.settings.embedded"
    variables: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=servers.free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def environment(self) -> dict[str, str]:
        """What a command needs to work on the same data."""
        own = {
            "QV_VAR": str(self.folder),
            "DATABASE_URL": "",
            "JOBS": "",
            "DJANGO_SETTINGS_MODULE": self.settings,
        }
        return os.environ | own | self.variables

    @property
    def database(self) -> Path:
        """The file that holds everything."""
        return self.folder / "quatrevents.sqlite3"

    @property
    def said(self) -> str:
        """What the servers have said so far."""
        return (self.folder / "said.txt").read_text()

    def start(self) -> None:
        """Serve, once it listens."""
        with (self.folder / "said.txt").open("ab") as out:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", str(self.port)],
                cwd=ROOT,
                env=self.environment,
                stdout=out,
                stderr=out,
            )
        servers.wait_for(self.port, self.process, seconds=300)

    def kill(self) -> None:
        """End the server as a crash does: nothing of it runs any further."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(timeout=20)

    def stop(self) -> None:
        """End the server if it runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(timeout=20)

    def manage(self, *words: str) -> str:
        """Run a management command on the same data; its stdout."""
        return run_manage(words, self.environment)


def furnish(manage: Callable[..., str], tables: int, sessions: int) -> dict[str, Any]:
    """Make a hall in the migrated database of `manage`; its description."""
    hall: dict[str, Any] = _shell(manage, "furnish", "furnish", f"{tables}, {sessions}")
    return hall


def stored(manage: Callable[..., str]) -> dict[str, Any]:
    """What the database of `manage` holds of the hall."""
    found: dict[str, Any] = _shell(manage, "stored", "stored", "")
    return found


def _shell(manage: Callable[..., str], module: str, function: str, given: str) -> Any:
    code = f"import json, tests.hall.{module} as m; print(json.dumps(m.{function}({given})))"
    return json.loads(manage("shell", "--no-imports", "--verbosity", "0", "--command", code))
