"""Rows of the tables of roles and routes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.test import Client
from django.urls import reverse

from tournaments.models import Role

LINK = "table link"
PEOPLE = ("visitor", "stranger", LINK, *Role.values)
FINISHED, RUNNING, DRAFT = 1, 2, 3
PERSON = 900_001  # a key that no sequence has reached


@dataclass(frozen=True)
class Row:
    """A route and what each kind of person gets."""

    method: str
    name: str
    args: tuple[object, ...]
    answers: dict[str, int | None]
    slug: bool = True

    def ask(self, client: Client) -> int:
        """The status of the answer; what is posted is empty."""
        args = ["mosel", *self.args] if self.slug else list(self.args)
        path = reverse(self.name, args=args)
        kind = {} if self.method in {"get", "post"} else {"content_type": "application/json"}
        if self.name.startswith("api_") and self.method == "post":
            kind = {"content_type": "application/json"}
        return getattr(client, self.method)(path, {}, **kind).status_code


def rows(answers, *routes, method="get", slug=True) -> Iterator[Row]:
    """Routes with the same answers; a route is its name, or the name and its numbers."""
    for route in routes:
        name, *args = route if isinstance(route, tuple) else (route,)
        yield Row(method, name, tuple(args), answers, slug)


def least(role: Role, *, visitor: int = 404, stranger: int = 404, ok: int | None = 200):
    """403 below a role, `ok` (None: what it answers is tested elsewhere) from it on."""
    order = [Role.OBSERVER, Role.SCORER, Role.REFEREE, Role.ORGANISER]
    answers: dict[str, int | None] = {"visitor": visitor, "stranger": stranger, LINK: visitor}
    for one in order:
        answers[one.value] = ok if order.index(one) >= order.index(role) else 403
    return answers


EVERYBODY = dict.fromkeys(PEOPLE, 200)
STAFF = least(Role.OBSERVER)
NOBODY = dict.fromkeys(PEOPLE, 404)
