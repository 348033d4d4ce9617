"""Starting the server: the health page, the code for the first account, a taken port."""

from __future__ import annotations

import socket
import subprocess
import sys
import urllib.request

import pytest

from tests.e2e.conftest import Server
from tests.shared_data import ROOT

pytestmark = pytest.mark.browser


def test_health_and_a_code_for_the_first_account(empty_server: Server):
    with urllib.request.urlopen(f"{empty_server.address}/health/") as answer:
        assert answer.read() == b'{"database": "ok", "redis": "not used", "worker": "not used"}'
    assert len(empty_server.code) == 9


def test_a_taken_port_is_said_in_one_sentence(empty_server: Server, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = subprocess.run(
            [sys.executable, "manage.py", "serve", "--host", "127.0.0.1", "--port", port],
            cwd=ROOT,
            env=empty_server.environment,
            capture_output=True,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert f"port {port} cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
