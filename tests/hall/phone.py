"""The phone at a table as its page's script behaves: keys, whole answers, sending again.

Standard library only, so that it runs in a process of its own.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

HOST = "127.0.0.1"
HANDS = 16
PROXY = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
AWAY = (OSError, http.client.HTTPException)
"""What a server that is not there, or goes away in the middle of an answer, raises."""


class Sent(NamedTuple):
    """One hand as it was sent."""

    session: int
    table: int
    number: int
    key: str
    winner: str
    discarder: str
    points: int


def draw_hand(seed: int | str, session: int, table: int, number: int) -> Sent:
    """A hand of this place: the same seed, the same hand."""
    random = Random(f"{seed} {session} {table} {number}")
    key = f"{seed}-{session}-{table}-{number}"
    winner = random.choice("ABCD-")
    if winner == "-":
        return Sent(session, table, number, key, "", "", 0)
    discarder = random.choice([letter for letter in "ABCD" if letter != winner] + [""])
    return Sent(session, table, number, key, winner, discarder, random.randint(8, 88))


@dataclass(frozen=True)
class Answer:
    """A whole answer: every byte that was promised has been read."""

    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def acknowledges(self) -> bool:
        """True for a 2xx."""
        return 200 <= self.status < 300

    def json(self) -> Any:
        """The content read as JSON."""
        return json.loads(self.content)


@dataclass
class Caller:
    """A browser's connection that stays open, with its cookies."""

    port: int
    seconds: float = 60
    cookies: dict[str, str] = field(default_factory=dict)
    connection: http.client.HTTPConnection | None = None

    def ask(
        self,
        method: str,
        path: str,
        fields: dict[str, Any] | None = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """One request; raises one of AWAY unless the whole answer came.

        A connection that the server closed while it was idle is opened again, as browsers do it.
        """
        body = None if fields is None else urlencode(fields)
        sent = PROXY | {"Referer": f"https://{HOST}:{self.port}/"} | (headers or {})
        sent["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if body is not None:
            sent["Content-Type"] = "application/x-www-form-urlencoded"
        if self.connection is not None:
            try:
                return self._asked(self.connection, method, path, body, sent)
            except (ConnectionError, http.client.BadStatusLine):
                self.close()
            except AWAY:
                self.close()
                raise
        self.connection = http.client.HTTPConnection(HOST, self.port, timeout=self.seconds)
        try:
            return self._asked(self.connection, method, path, body, sent)
        except AWAY:
            self.close()
            raise

    def close(self) -> None:
        """End the connection."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None

    def _asked(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        body: str | None,
        headers: dict[str, str],
    ) -> Answer:
        connection.request(method, path, body, headers)
        response = connection.getresponse()
        answer = Answer(response.status, response.headers, response.read())
        for line in response.headers.get_all("Set-Cookie") or []:
            name, value = line.split(";")[0].split("=", 1)
            self.cookies[name] = value
        return answer


@dataclass
class Phone:
    """One table's phone. `desk` is the table as `furnish` describes it."""

    slug: str
    desk: dict[str, Any]
    seed: int | str
    caller: Caller
    version: int = 0

    @property
    def path(self) -> str:
        """The page of the table."""
        return f"/t/{self.slug}/phone/"

    def open(self) -> None:
        """Scan the code on the table's paper and open the page."""
        answer = self.caller.ask("GET", self.desk["link"])
        assert answer.status == 302, answer
        answer = self.caller.ask("GET", self.path)
        assert answer.status == 200, answer

    def hand(self, number: int) -> Sent:
        """What this table plays as this hand."""
        return draw_hand(self.seed, self.desk["session"], self.desk["table"], number)

    def send(self, hand: Sent) -> Answer:
        """Post a hand as the page's script does."""
        fields: dict[str, Any] = {"version": 0, "key": hand.key, "winner": hand.winner or "drawn"}
        if hand.winner:
            fields |= {"discarder": hand.discarder or "self", "points": hand.points, "sure": "on"}
        answer = self._post(f"hands/{hand.number}/", **fields)
        if answer.acknowledges:
            self.version = answer.json()["state"]["version"]
        return answer

    def beat(self) -> Answer:
        """Say that the phone is there."""
        return self._post("beat/", version=self.version, mode="enter", unsent=0)

    def confirm(self) -> Answer:
        """The player in seat A confirms the totals by code; the table closes itself."""
        return self._post("confirm/", version=self.version, seat="A", code=self.desk["code"])

    def _post(self, path: str, **fields: Any) -> Answer:
        fields["csrfmiddlewaretoken"] = self.caller.cookies["csrftoken"]
        fields["place"] = self.desk["place"]
        headers = {"Accept": "application/json"}
        return self.caller.ask("POST", self.path + path, fields, headers)


def until_answered(ask: Callable[[], Answer], wait: Callable[[], None]) -> Answer:
    """Ask again and again, as a phone does whose server is away, until a whole answer comes."""
    while True:
        try:
            return ask()
        except AWAY:
            wait()
