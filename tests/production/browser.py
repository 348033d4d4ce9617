"""A browser of a few lines behind a proxy that ends TLS: cookies, forms, JSON."""

from __future__ import annotations

import http.client
import json
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode


@dataclass(frozen=True)
class Answer:
    """What the server answered."""

    status: int
    headers: http.client.HTTPMessage
    content: bytes

    @property
    def text(self) -> str:
        """The content as text."""
        return self.content.decode()

    def json(self) -> Any:
        """The content read as JSON."""
        return json.loads(self.content)


@dataclass
class Browser:
    """Keeps cookies and posts forms as a page would."""

    host: str
    port: int
    cookies: dict[str, str] = field(default_factory=dict)

    def get(self, path: str, **headers: str) -> Answer:
        """Open an address."""
        return self.ask("GET", path, headers=headers)

    def post(self, path: str, **fields: str) -> Answer:
        """Send a form."""
        fields["csrfmiddlewaretoken"] = self.cookies.get("csrftoken", "")
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self.ask("POST", path, urlencode(fields), kind)

    def put(self, path: str, **values: Any) -> Answer:
        """Send JSON to the API."""
        headers = {
            "Content-Type": "application/json",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
        }
        return self.ask("PUT", path, json.dumps(values), headers)

    def log_in(self, name: str, password: str) -> None:
        """Log in by the form; a first log-in leads to a new password, which is not needed."""
        self.get("/login/")
        answer = self.post("/login/", username=name, password=password)
        assert answer.status == 302, answer.text
        self.get("/account/")

    def ask(
        self, method: str, path: str, body: str | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        """One request; the cookies of the answer are kept."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        sent = {
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": "192.0.2.7",
            "Referer": f"https://{self.host}:{self.port}/",
            "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items()),
        }
        connection.request(method, path, body, sent | (headers or {}))
        response = connection.getresponse()
        answer = Answer(response.status, response.headers, response.read())
        connection.close()
        for line in response.headers.get_all("Set-Cookie") or []:
            name, value = re.match(r"([^=]+)=([^;]*)", line).groups()  # type: ignore[union-attr]
            self.cookies[name] = value
        return answer
