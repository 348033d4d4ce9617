"""The load of bench_web, in a process of its own: keeps connections open and counts answers."""

from __future__ import annotations

import http.client
import json
import statistics
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

HOST = "127.0.0.1"
THREADS = 8
ASKED = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}


class Client:
    """One connection that is opened again when the server closes it."""

    def __init__(self, port: int) -> None:
        self.connection = http.client.HTTPConnection(HOST, port, timeout=60)

    def ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> int:
        """The status of one answer."""
        try:
            self.connection.request(method, path, body, ASKED | headers)
            answer = self.connection.getresponse()
        except (http.client.RemoteDisconnected, ConnectionError, BrokenPipeError):
            self.connection.close()
            self.connection.request(method, path, body, ASKED | headers)
            answer = self.connection.getresponse()
        answer.read()
        return answer.status


def together(count: int, work: Callable[[int, float], list[float]], seconds: float) -> list[float]:
    """Run `work(number, end)` in threads; the times that all of them took."""
    times: list[list[float]] = [[] for _thread in range(count)]
    end = time.monotonic() + seconds

    def one(number: int) -> None:
        times[number] = work(number, end)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return [taken for part in times for taken in part]


def get(asked: dict[str, Any]) -> dict[str, float]:
    """Poll one address; every answer must have the expected status."""
    headers = {"If-None-Match": asked["tag"]} if asked.get("tag") else {}
    wanted = asked.get("status", 200)

    def work(number: int, end: float) -> list[float]:
        client, times = Client(asked["port"]), []
        while (begun := time.monotonic()) < end:
            status = client.ask("GET", asked["path"], None, headers)
            assert status == wanted, status
            times.append(time.monotonic() - begun)
        return times

    times = together(THREADS, work, asked["seconds"])
    return {"a_second": len(times) / asked["seconds"], "count": len(times)}


def hands(asked: dict[str, Any]) -> dict[str, float]:
    """Writers who correct hands of the running session: each hand has one writer, so none may be
    refused."""
    tokens, errors = asked["tokens"], []

    def work(number: int, end: float) -> list[float]:
        client, times = Client(asked["port"]), []
        table, hand = [one for one in range(1, 17) if one != 6][number % 15], 1 + number // 15
        path = asked["path"].replace("standings/", f"sessions/4/tables/{table}/hands/{hand}/")
        headers = {
            "Authorization": f"Bearer {tokens[number]}",
            "Content-Type": "application/json",
        }
        version = 1
        while (begun := time.monotonic()) < end:
            points = 8 + version % 50
            deal = {"kind": "win", "winner": "A", "discarder": "B", "points": points}
            body = json.dumps(deal | {"version": version, "client_key": f"{number}-{version}"})
            status = client.ask("PUT", path, body, headers)
            times.append(time.monotonic() - begun)
            if status != 200:
                errors.append(status)
            version += 1
        return times

    times = together(len(tokens), work, asked["seconds"])
    return {
        "a_second": len(times) / asked["seconds"],
        "count": len(times),
        "errors": len(errors),
        "median": statistics.median(times),
        "slowest": max(times),
    }


if __name__ == "__main__":
    given = json.loads(sys.argv[1])
    sys.stdout.write(json.dumps({"get": get, "hands": hands}[given["kind"]](given)))
