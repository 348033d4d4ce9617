"""The load of bench_day, in a process of its own: phones, visitors, and a desk that prints.

Every deed has a time at which it is due, whatever the deeds before it took; its latency counts
from there to the last byte of the answer, so that waiting in a queue shows.
"""

from __future__ import annotations

import json
import re
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from tests.hall.desk import Desk
from tests.hall.phone import AWAY, HANDS, Answer, Caller, Phone, Sent

HAND_EVERY, POLL_EVERY, BARE_EVERY, JOB_EVERY = 2.0, 5.0, 1.0, 1.0
BEAT_AFTER = 5
"""The page's script says every ten seconds that the phone is there: after every fifth hand."""
NEXT = re.compile(rb'id="standings" hx-get="([^"]+)"')


class Load:
    """What is asked, and what came of it."""

    def __init__(self, asked: dict[str, Any]) -> None:
        self.port, self.seconds, self.hall = asked["port"], asked["seconds"], asked["hall"]
        self.visitors, self.seed = asked["visitors"], asked["seed"]
        self.begin = time.monotonic() + 2
        self.end = self.begin + self.seconds
        self.latencies: defaultdict[str, list[float]] = defaultdict(list)
        self.errors: list[str] = []
        self.acknowledged: list[Sent] = []
        self.confirmed = self.packs = 0
        self.lock = threading.Lock()

    def run(self) -> dict[str, Any]:
        """Everything at once until the time is over; then what was going on is finished."""
        works: list[Callable[[], None]] = [self.desk, self.bare]
        works += [lambda n=n: self.table(n) for n in range(1, self.hall["tables"] + 1)]
        works += [lambda n=n: self.visitor(n) for n in range(self.visitors)]
        threads = [threading.Thread(target=self.careful, args=(work,)) for work in works]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        return {
            "latencies": self.latencies,
            "errors": self.errors,
            "acknowledged": sorted(self.acknowledged),
            "confirmed": self.confirmed,
            "packs": self.packs,
        }

    def careful(self, work: Callable[[], None]) -> None:
        """Whatever goes wrong is an error of the day."""
        try:
            work()
        except Exception as fault:
            self.errors.append(repr(fault)[:300])

    def ask(
        self, kind: str | Callable[[Answer], str], due: float, deed: Callable[[], Answer]
    ) -> Answer | None:
        """Wait until a deed is due and do it; None where no whole answer came."""
        time.sleep(max(0.0, due - time.monotonic()))
        try:
            answer = deed()
        except AWAY as fault:
            with self.lock:
                self.errors.append(f"{kind}: {fault!r}"[:300])
            return None
        taken = time.monotonic() - due
        with self.lock:
            self.latencies[kind if isinstance(kind, str) else kind(answer)].append(taken)
            if answer.status >= 400:
                self.errors.append(f"{kind}: {answer.status} {answer.content[:200]!r}")
        return answer

    def table(self, table: int) -> None:
        """One table after the other begins, so that later one after the other ends its session."""
        spread = min(HANDS * HAND_EVERY, self.seconds / 4)
        due = self.begin + spread * (table - 1) / self.hall["tables"]
        caller = Caller(self.port)
        for desk in self.hall["desks"]:
            if desk["table"] == table and due < self.end:
                due = self.session(Phone(self.hall["slug"], desk, self.seed, caller), due)
        caller.close()

    def session(self, phone: Phone, due: float) -> float:
        """Sixteen hands and the confirmation; when the next session's first hand is due."""
        time.sleep(max(0.0, due - 1 - time.monotonic()))
        phone.open()
        for number in range(1, HANDS + 1):
            if due >= self.end:
                return due
            hand = phone.hand(number)
            answer = self.ask("hand", due, lambda hand=hand: phone.send(hand))
            if answer is not None and answer.acknowledges:
                self.acknowledged.append(hand)
            if number % BEAT_AFTER == 0:
                self.ask("phone is there", time.monotonic(), phone.beat)
            due += HAND_EVERY
        answer = self.ask("confirmation", due - HAND_EVERY / 2, phone.confirm)
        if answer is not None and answer.status == 302:
            with self.lock:
                self.confirmed += 1
        return due

    def visitor(self, number: int) -> None:
        """Half of them have the page of the standings open, half read the API with its ETag."""
        due = self.begin + Random(f"{self.seed} {number}").uniform(0, POLL_EVERY)
        caller = Caller(self.port)
        follow = self.page if number % 2 else self.program
        while due < self.end:
            due = follow(caller, due)
        caller.close()

    def page(self, caller: Caller, due: float) -> float:
        """Open the page, and ask as its script does."""
        path = f"/t/{self.hall['slug']}/standings/"
        answer = self.ask("page opened", due, lambda: caller.ask("GET", path))
        while answer is not None and (due := due + POLL_EVERY) < self.end:
            if answer.status == 200:
                found = NEXT.search(answer.content)
                assert found, answer.content[:300]
                path = found[1].decode().replace("&amp;", "&")
            answer = self.ask(_changed("page"), due, lambda path=path: caller.ask("GET", path))
        return due

    def program(self, caller: Caller, due: float) -> float:
        """Ask the API with the ETag of the last answer."""
        path, tag = f"/api/v1/tournaments/{self.hall['slug']}/standings/", '"none"'
        while due < self.end:
            headers = {"If-None-Match": tag}
            answer = self.ask(
                _changed("API"), due, lambda sent=headers: caller.ask("GET", path, headers=sent)
            )
            if answer is not None:
                tag = answer.headers["ETag"]
            due += POLL_EVERY
        return due

    def desk(self) -> None:
        """Print the papers of a session, over and over, with the job's page open."""
        caller = Caller(self.port)
        desk = Desk(self.hall["slug"], caller)
        desk.log_in()
        due = self.begin
        while due < self.end:
            page = desk.print_pack(1)
            while due < self.end:
                answer = self.ask("page of the job", due, lambda page=page: desk.look(page))
                due += JOB_EVERY
                if answer is not None and b"hx-trigger" not in answer.content:
                    assert f"{page}file/".encode() in answer.content, answer.content
                    self.packs += 1
                    break
        caller.close()

    def bare(self) -> None:
        """The bare view beside all this."""
        caller, due = Caller(self.port), self.begin
        while due < self.end:
            self.ask("bare view", due, lambda: caller.ask("GET", "/bare/"))
            due += BARE_EVERY
        caller.close()


def _changed(where: str) -> Callable[[Answer], str]:
    return lambda answer: f"{where}, {'something' if answer.status == 200 else 'nothing'} new"


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text())
    sys.stdout.write(json.dumps(Load(given).run()))
