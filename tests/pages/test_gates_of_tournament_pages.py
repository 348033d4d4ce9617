"""Who may open what: every role at every page of the organisation."""

import pytest
from django.urls import reverse

from tests.builders import add_entries, add_session, add_staff, make_tournament, make_user
from tournaments.models import Role, Session

pytestmark = pytest.mark.django_db

EVERYBODY = {"visitor": 200, "stranger": 200} | dict.fromkeys(Role.values, 200)
STAFF = {"visitor": 404, "stranger": 404} | dict.fromkeys(Role.values, 200)
ORGANISER = {"visitor": 404, "stranger": 404} | {
    "observer": 403,
    "scorer": 403,
    "referee": 403,
    "organiser": 200,
}
POSTED = ORGANISER | {"organiser": None}  # what it answers is tested elsewhere

PAGES = [
    ("get", "tournament", [], EVERYBODY),
    ("get", "seating", [], EVERYBODY),
    ("get", "session_seating", [1], EVERYBODY),
    ("get", "session_seating", [2], STAFF),
    ("get", "session_seating", [9], dict.fromkeys(EVERYBODY, 404)),
    ("get", "settings", [], ORGANISER),
    ("get", "staff", [], ORGANISER),
    ("get", "sessions", [], ORGANISER),
    ("post", "settings", [], POSTED),
    ("post", "staff", [], POSTED),
    ("post", "staff_roles", [1], POSTED),
    ("post", "sessions", [], POSTED),
    ("post", "session_change", [2], POSTED),
    ("post", "session_remove", [2], POSTED),
    ("post", "seating_draw", [], POSTED),
    ("post", "seating_import", [], POSTED),
    ("post", "seating_publish", [], POSTED),
    ("post", "session_publish", [2], POSTED),
    ("post", "session_unpublish", [1], POSTED),
]


@pytest.mark.parametrize("who", ["visitor", "stranger", *Role.values])
def test_every_role_at_every_page(client, who):
    tournament = make_tournament()
    add_entries(tournament, 4)
    add_session(tournament, 1, state=Session.State.PUBLISHED)
    add_session(tournament, 2, state=Session.State.DRAFT)
    if who == "stranger":
        client.force_login(make_user("rita"))
        add_staff(make_tournament("rhine"), "omar", Role.ORGANISER)
    elif who != "visitor":
        client.force_login(add_staff(tournament, "sam", Role(who)))
    answers = {
        (method, name, *parts): getattr(client, method)(
            reverse(name, args=["mosel", *parts])
        ).status_code
        for method, name, parts, expected in PAGES
        if expected[who] is not None
    }
    assert answers == {
        (method, name, *parts): expected[who]
        for method, name, parts, expected in PAGES
        if expected[who] is not None
    }


@pytest.mark.parametrize("name", ["seating_draw", "seating_import", "seating_publish"])
def test_what_changes_something_is_never_a_link(client, name):
    client.force_login(add_staff(make_tournament(), "olga", Role.ORGANISER))
    assert client.get(reverse(name, args=["mosel"])).status_code == 405
