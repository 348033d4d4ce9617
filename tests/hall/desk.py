"""The desk of a hall: the scorer's browser, which prints papers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from tests.hall.phone import Answer, Caller


@dataclass
class Desk:
    """A scorer who is logged in."""

    slug: str
    caller: Caller

    def log_in(self) -> None:
        """Log in by the form."""
        self.caller.ask("GET", "/login/")
        answer = self._post("/login/", username="sara", password="pw-sara")
        assert answer.status == 302, answer
        answer = self.caller.ask("GET", f"/t/{self.slug}/desk/")
        assert answer.status == 200, answer

    def print_pack(self, session: int) -> str:
        """Start printing seats and score sheets of a session; the page of the job."""
        return self._job(self._post(f"/t/{self.slug}/papers/{session}/pack/"))

    def repeat(self, page: str) -> str:
        """Start a job again; the page of the new one."""
        return self._job(self._post(f"{page}repeat/"))

    def cancel(self, page: str) -> None:
        """Cancel a job, and be led back to its page."""
        answer = self._post(f"{page}cancel/")
        assert (answer.status, answer.headers["Location"]) == (302, page), answer

    def look(self, page: str) -> Answer:
        """The page of a job."""
        return self.caller.ask("GET", page)

    def _job(self, answer: Answer) -> str:
        assert answer.status == 302, answer
        page = answer.headers["Location"]
        assert re.fullmatch(rf"/t/{self.slug}/jobs/\d+/", page), page
        return page

    def _post(self, path: str, **fields: str) -> Answer:
        fields["csrfmiddlewaretoken"] = self.caller.cookies["csrftoken"]
        return self.caller.ask("POST", path, fields)
