"""A list costs as many queries for three rows as for one."""

from __future__ import annotations

import pytest

from scoring.services.penalties import give_penalty
from tests.api.conftest import BASE, ROOT
from tests.builders import make_user
from tests.scoring.play import make_play
from tournaments.services.tokens import create_token

pytestmark = pytest.mark.django_db

# Path, queries of a visitor (None: not for visitors), queries of a scorer. Log-in costs two
# (session, account), a tournament's roles a third; the public standings are read once.
LISTS = [
    (f"{ROOT}tournaments/", 2, 4),
    (f"{BASE}entries/", 3, 6),
    (f"{BASE}entries/1/", 2, 5),
    (f"{BASE}teams/", 3, 6),
    (f"{BASE}sessions/", 3, 6),
    (f"{BASE}sessions/1/tables/", 5, 8),
    (f"{BASE}sessions/1/tables/1/", 5, 8),
    (f"{BASE}sessions/1/tables/1/sheet/", None, 11),
    (f"{BASE}sessions/1/tables/1/hands/", None, 8),
    (f"{BASE}sessions/1/penalties/", None, 7),
    (f"{BASE}standings/", 7, 4),
    (f"{BASE}standings/teams/", 7, 4),
]


@pytest.mark.parametrize("tables", [1, 3])
@pytest.mark.parametrize(("path", "visitor", "scorer"), LISTS)
def test_queries(api, api_of, django_assert_num_queries, path, visitor, scorer, tables):
    play = make_play(4 * tables, has_teams=True)
    for number in range(1, tables + 1):
        play.hand(number)
        for entry in play.entries[:4]:
            give_penalty(by=play.referee, session=play.session, entry=entry, code="P1", hand=number)
    if visitor is not None:
        with django_assert_num_queries(visitor):
            assert api.get(path).status_code == 200
    client = api_of(play.scorer)
    with django_assert_num_queries(scorer):
        assert client.get(path).status_code == 200


@pytest.mark.parametrize("people", [1, 3])
def test_queries_of_people(api_of, django_assert_num_queries, people):
    make_play(4 * people)
    client = api_of(make_user("root", superuser=True))
    with django_assert_num_queries(4):
        assert client.get(f"{ROOT}players/").json()["count"] == 4 * people


@pytest.mark.parametrize("tokens", [1, 3])
def test_queries_of_tokens(api, django_assert_num_queries, tokens):
    user = make_user()
    for number in range(tokens):
        _token, text = create_token(user=user, name=str(number))
    api.get(f"{ROOT}tokens/", headers={"Authorization": f"Bearer {text}"})
    with django_assert_num_queries(3):
        answer = api.get(f"{ROOT}tokens/", headers={"Authorization": f"Bearer {text}"})
    assert answer.json()["count"] == tokens
