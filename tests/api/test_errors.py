"""Every refusal has one form, wherever it comes from."""

from __future__ import annotations

import pytest
from rest_framework.test import APIClient

from scoring.api import wire
from tests.api.conftest import BASE, ROOT
from tests.builders import make_user
from tests.scoring.play import make_play
from tournaments.services.tokens import create_token

pytestmark = pytest.mark.django_db
HAND = f"{BASE}sessions/1/tables/1/hands/1/"
JSON = "application/json"


def put(client, content, kind=JSON, **headers):
    return client.generic("PUT", HAND, content, kind, headers=headers)


CASES = {
    "parse": (lambda api: put(api, "{"), 400, "parse_error"),
    "not an object": (lambda api: put(api, "[]"), 400, "not_an_object"),
    "not a number": (lambda api: put(api, '{"version": NaN}'), 400, "parse_error"),
    "not utf-8": (lambda api: put(api, b'{"kind": "\xff"}'), 400, "parse_error"),
    "endless number": (lambda api: put(api, '{"version":' + "9" * 5000 + "}"), 400, "parse_error"),
    "form": (
        lambda api: put(api, "a=b", "application/x-www-form-urlencoded"),
        415,
        "unsupported_media_type",
    ),
    "method": (lambda api: api.post(HAND, {}, format="json"), 405, "method_not_allowed"),
    "tournament": (lambda api: api.get(f"{ROOT}tournaments/none/"), 404, "not_found"),
    "address": (lambda api: api.get(f"{ROOT}no/such/thing"), 404, "not_found"),
    "line end": (lambda api: api.get(f"{BASE}%0A/"), 404, "not_found"),
    "post to nowhere": (lambda api: api.post(f"{ROOT}nowhere/", {}), 404, "not_found"),
    "role": (
        lambda api: api.patch(BASE, {"name": "Other"}, format="json"),
        403,
        "permission_denied",
    ),
    "parameter": (lambda api: api.get(f"{BASE}entries/?limit=0"), 400, "invalid"),
    "too large": (lambda api: put(api, "[" + " " * wire.LARGEST_BODY + "]"), 413, "too_large"),
}


@pytest.mark.parametrize("case", CASES)
def test_every_refusal_has_the_one_form(api_of, case):
    act, status, code = CASES[case]
    answer = act(api_of(make_play().scorer))
    body = answer.json()
    assert (answer.status_code, sorted(body), body["code"]) == (
        status,
        ["code", "fields", "message"],
        code,
    )
    assert answer["Content-Type"] == JSON
    assert body["message"]


def test_a_writer_without_log_in_is_told_how(api):
    make_play()
    answer = put(api, "{}")
    assert (answer.status_code, answer.json()["code"]) == (401, "not_authenticated")
    assert answer["WWW-Authenticate"] == 'Bearer realm="api"'


@pytest.mark.parametrize("header", ["Bearer", "Bearer qv_wrong", "Bearer a b", "Bearer \xe9"])
def test_a_token_that_does_not_work_is_refused_even_for_reading(api, header):
    make_play()
    answer = api.get(BASE, headers={"Authorization": header})
    assert (answer.status_code, answer.json()["code"]) == (401, "authentication_failed")


def test_a_browser_needs_its_csrf_token():
    play = make_play()
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(play.scorer)
    answer = put(client, "{}")
    assert (answer.status_code, answer.json()["code"]) == (403, "permission_denied")


def test_too_many_writes_are_told_to_wait(api, monkeypatch):
    monkeypatch.setattr(wire.WriteThrottle, "THROTTLE_RATES", {"writes": "2/minute"})
    make_play()
    _token, text = create_token(user=make_user("prog"), name="loop")
    headers = {"Authorization": f"Bearer {text}"}
    answers = [put(api, "{}", **headers) for _time in range(3)]
    assert [one.status_code for one in answers] == [404, 404, 429]
    assert answers[-1].json()["code"] == "throttled"
    assert 0 < int(answers[-1]["Retry-After"]) <= 60
    assert api.get(BASE, headers=headers).status_code == 200


def test_what_nobody_foresaw_is_logged_and_told_without_details(api, monkeypatch, caplog):
    def broken(*args):
        raise RuntimeError("secret detail")

    make_play()
    monkeypatch.setattr("scoring.api.standings.public_results", broken)
    answer = api.get(f"{BASE}standings/")
    assert (answer.status_code, answer.json()["code"]) == (500, "server_error")
    assert b"secret" not in answer.content
    assert "secret detail" in caplog.text


def test_the_organiser_makes_a_tournament_and_its_programme(api_of):
    client = api_of(make_user("root", superuser=True))
    given = {
        "name": "Saar Open",
        "start_date": "2027-05-01",
        "end_date": "2027-05-01",
        "timezone": "Europe/Berlin",
        "sessions": [{"starts_at": "2027-05-01T09:00:00+02:00", "minutes": 120}],
    }
    made = client.post(f"{ROOT}tournaments/", given, format="json")
    assert (made.status_code, made.json()["slug"]) == (201, "saar-open")
    sessions = client.get(f"{ROOT}tournaments/saar-open/sessions/").json()["results"]
    assert sessions == [
        {
            "number": 1,
            "starts_at": "2027-05-01T07:00:00Z",
            "began_at": None,
            "minutes": 120,
            "state": "draft",
        }
    ]
    given["sessions"][0]["minutes"] = 5
    refused = client.post(f"{ROOT}tournaments/", given, format="json")
    assert list(refused.json()["fields"]) == ["sessions.0.minutes"]
