"""Tokens: named, listed, revoked, kept as a digest; on the account page and by the API."""

from __future__ import annotations

import re

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.urls import reverse
from django.utils import timezone

from journal.models import Event
from tests.api.conftest import BASE, ROOT
from tests.builders import make_user
from tests.scoring.play import make_play
from tournaments.models import ApiToken
from tournaments.services.tokens import MOST, create_token, revoke_token

pytestmark = pytest.mark.django_db


def bearer(text):
    return {"Authorization": f"Bearer {text}"}


def test_a_token_acts_as_its_owner_until_it_is_revoked(api):
    play = make_play()
    token, text = create_token(user=play.scorer, name="Excel")
    hand = {"version": 0, "kind": "drawn"}
    path = f"{BASE}sessions/1/tables/1/hands/1/"
    assert api.put(path, hand, format="json", headers=bearer(text)).status_code == 200
    assert play.table.hands.get().entered_by == play.scorer
    token.refresh_from_db()
    assert timezone.now() - token.last_used_at < timezone.timedelta(minutes=1)
    revoke_token(user=play.scorer, token=token)
    assert api.get(path, headers=bearer(text)).status_code == 401


def test_the_text_is_nowhere_in_the_database():
    user = make_user()
    token, text = create_token(user=user, name=" Excel ")
    assert (token.name, token.tail) == ("Excel", text[-4:])
    kept = [str(value) for row in ApiToken.objects.values() for value in row.values()]
    kept += [str(value) for row in Event.objects.values() for value in row.values()]
    assert not any(text in value for value in kept)
    assert Event.objects.values_list("verb", "actor_name").get() == ("token.created", "olga")


def test_a_locked_account_locks_its_tokens(api):
    user = make_user()
    _token, text = create_token(user=user, name="Excel")
    user.is_active = False
    user.save()
    assert api.get(f"{ROOT}tokens/", headers=bearer(text)).status_code == 401


def test_names_and_numbers_are_limited():
    user = make_user()
    with pytest.raises(ValidationError, match="name"):
        create_token(user=user, name="  ")
    for number in range(MOST):
        create_token(user=user, name=str(number))
    with pytest.raises(ValidationError) as refused:
        create_token(user=user, name="one more")
    assert refused.value.code == "too_many"
    revoke_token(user=user, token=user.api_tokens.first())
    create_token(user=user, name="one more")


def test_the_database_refuses_a_nameless_token():
    with pytest.raises(IntegrityError):
        ApiToken.objects.create(
            user=make_user(), name="", digest="d", tail="t", created_at=timezone.now()
        )


def test_by_api_only_a_password_makes_a_token_and_everybody_sees_ones_own(api, api_of):
    olga, other = make_user(), make_user("sam")
    create_token(user=other, name="not mine")
    made = api_of(olga).post(f"{ROOT}tokens/", {"name": "Excel"}, format="json")
    assert (made.status_code, made.json()["name"]) == (201, "Excel")
    headers = bearer(made.json()["token"])
    refused = api.post(f"{ROOT}tokens/", {"name": "second"}, format="json", headers=headers)
    assert (refused.status_code, refused.json()["code"]) == (403, "session_needed")
    rows = api.get(f"{ROOT}tokens/", headers=headers).json()["results"]
    assert [(row["name"], row["tail"], sorted(row)) for row in rows] == [
        (
            "Excel",
            made.json()["token"][-4:],
            ["created_at", "id", "last_used_at", "name", "revoked_at", "tail"],
        )
    ]
    foreign = other.api_tokens.get()
    assert api.delete(f"{ROOT}tokens/{foreign.pk}/", headers=headers).status_code == 404
    foreign.refresh_from_db()
    assert foreign.revoked_at is None
    assert api.delete(f"{ROOT}tokens/{made.json()['id']}/", headers=headers).status_code == 204
    assert api.get(f"{ROOT}tokens/", headers=headers).status_code == 401


def test_the_account_page_makes_lists_and_revokes(client):
    client.force_login(make_user())
    page = client.post(reverse("token_create"), {"name": "Excel"}).content.decode()
    text = re.search(r"<code class=\"token\">(qv_[\w-]{43})</code>", page)[1]
    account = client.get(reverse("account")).content.decode()
    assert text not in account
    assert f'Excel <span class="cap">…{text[-4:]}</span>' in account
    token = ApiToken.objects.get()
    client.post(reverse("token_revoke", args=[token.pk]))
    token.refresh_from_db()
    assert token.revoked_at is not None
    assert "revoked" in client.get(reverse("account")).content.decode()


def test_the_account_page_keeps_what_was_refused(client):
    client.force_login(make_user())
    answer = client.post(reverse("token_create"), {"name": ""})
    assert answer.status_code == 422
    assert 'id="token_name_error"' in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_nobody_revokes_anothers_token(client):
    token, _text = create_token(user=make_user("sam"), name="Excel")
    client.force_login(make_user())
    assert client.post(reverse("token_revoke", args=[token.pk])).status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None
