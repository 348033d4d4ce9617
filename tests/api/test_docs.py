"""docs/api.md is run: its Python and its curl against a real server."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from django.urls import URLResolver, reverse

from scoring.api.urls import urlpatterns
from tests.api.conftest import ROOT as API
from tests.machine import need_programs
from tests.scoring.play import make_play
from tests.shared_data import ROOT
from tournaments.services.tokens import create_token

TEXT = (ROOT / "docs" / "api.md").read_text()


def block(kind: str) -> str:
    """The only block of that kind."""
    (found,) = re.findall(rf"```{kind}\n(.*?)```", TEXT, re.DOTALL)
    return found


def run(command: list[str], server: str, token: str) -> str:
    done = subprocess.run(
        command,
        env=os.environ | {"QV_SERVER": server, "QV_TOKEN": token, "QV_TOURNAMENT": "mosel"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


@pytest.mark.django_db(transaction=True)
def test_the_worked_example_in_python_does_what_it_says(live_server):
    play = make_play(results_shown="live")
    _token, token = create_token(user=play.scorer, name="docs")
    assert run([sys.executable, "-c", block("python")], live_server.url, token) == block("text")
    assert dict(play.table.hands.values_list("number", "points")) == {1: 24, 2: 8}
    assert run([sys.executable, "-c", block("python")], live_server.url, token) == block("text")


@pytest.mark.django_db(transaction=True)
def test_the_curl_examples_do_what_they_say(live_server):
    need_programs("curl")
    play = make_play(results_shown="live")
    _token, token = create_token(user=play.scorer, name="docs")
    said = run(["sh", "-c", block("sh")], live_server.url, token)
    sessions, _, rest = said.partition("}]}")
    assert json.loads(f"{sessions}}}]}}")["results"][0]["state"] == "running"
    hand, _, status = rest.partition("}")
    assert json.loads(f"{hand}}}")["number"] == 4
    assert status == "200\n"


def addresses(patterns: list = urlpatterns) -> Iterator[str]:
    """What every address of the API adds to the one above it."""
    for one in patterns:
        yield str(one.pattern)
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns)


def test_every_address_is_told():
    told = set(re.findall(r"`([a-z/<>-]+/)`", TEXT)) | set(re.findall(r"(/api/v1/[a-z]+/)", TEXT))
    words = {word for path in told for word in re.findall(r"[a-z-]+(?=/)", path)}
    named = {word for route in addresses() for word in re.findall(r"[a-z-]+(?=/)", route)}
    assert {"calculator", "last-hand", "tokens"} <= named
    assert named - words == set()


@pytest.mark.django_db
def test_the_page_of_the_api_loads_only_from_here(client):
    page = client.get(reverse("api_docs"))
    sources = re.findall(r'(?:src|href)="([^"]+)"', page.content.decode())
    assert len(sources) == 5
    assert all(source.startswith(("/static/", API)) for source in sources)
    policy = page["Content-Security-Policy"]
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "script-src" not in policy
    assert client.options(reverse("api_docs")).status_code == 405
    other = client.get("/")["Content-Security-Policy"]
    assert "unsafe-inline" not in other
