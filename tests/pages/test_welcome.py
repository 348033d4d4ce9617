"""The first start: only from the machine itself or with the code, once, in one go."""

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.builders import make_tournament, make_user
from tournaments.first_code import TRIES, is_at_the_machine
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

HALL = {"REMOTE_ADDR": "192.168.1.20", "HTTP_HOST": "192.168.1.5:8000"}
GIVEN = {
    "name": "Svenja Albers",
    "username": "svenja",
    "password": "four-winds-2026",
    "t-name": "Mosel Open 2026",
    "t-place": "Koblenz",
    "t-country": "GER",
    "t-start_date": "2026-10-24",
    "t-timezone": "Europe/Paris",
    "t-programme": "two_days",
}


@pytest.fixture(autouse=True)
def code_file(settings, tmp_path):
    """A code as `./mcr run` leaves it, and no tries from other tests."""
    from django.core.cache import cache

    cache.clear()
    settings.QV_FIRST_CODE_FILE = tmp_path / "first_code"
    settings.QV_FIRST_CODE_FILE.write_text("1234-5678")
    return settings.QV_FIRST_CODE_FILE


def founded(client, extra=None, **given):
    return client.post(reverse("welcome"), GIVEN | given, **(extra or {"HTTP_HOST": "localhost"}))


def test_an_empty_house_leads_to_its_welcome(client):
    assert client.get(reverse("home"))["Location"] == reverse("welcome")


def test_from_the_machine_itself_no_code_is_asked(client, code_file):
    answer = founded(client)
    made = Tournament.objects.get()
    assert answer["Location"] == reverse("entries_import", args=[made.slug])
    user = User.objects.get()
    assert (user.username, user.first_name, user.is_superuser) == ("svenja", "Svenja Albers", True)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert made.sessions.count() == 6
    assert not code_file.exists()


def test_a_tournament_begun_elsewhere_is_restored_instead(client, code_file):
    """The account alone is asked for; a superuser finds the way again on the first page."""
    account = {name: GIVEN[name] for name in ("name", "username", "password")}
    at_home = {"HTTP_HOST": "localhost"}
    answer = client.post(reverse("welcome"), account, **at_home)
    assert (answer.status_code, User.objects.count()) == (200, 0)
    answer = client.post(reverse("welcome"), account | {"instead": "restore"}, **at_home)
    assert answer["Location"] == reverse("restore")
    assert (User.objects.get().is_superuser, Tournament.objects.count()) == (True, 0)
    assert not code_file.exists()
    assert client.get(reverse("restore"), **at_home).status_code == 200
    assert reverse("restore") in client.get(reverse("home"), **at_home).content.decode()


def test_from_the_hall_the_code_is_asked(client):
    page = client.get(reverse("welcome"), **HALL).content.decode()
    assert 'name="code"' in page
    answer = founded(client, HALL)
    assert answer.status_code == 200
    assert not User.objects.exists()
    assert 'value="Mosel Open 2026"' in answer.content.decode()


def test_with_the_code_it_goes_from_the_hall(client):
    assert founded(client, HALL, code=" 12345678 ").status_code == 302
    assert User.objects.count() == 1


def test_a_wrong_code_says_so_and_keeps_what_was_typed(client, code_file):
    page = founded(client, HALL, code="0000-0000").content.decode()
    assert "That is not the code." in page
    assert 'value="Svenja Albers"' in page
    assert "four-winds-2026" not in page
    assert code_file.exists()
    assert not User.objects.exists()


def test_guessing_is_throttled_even_with_the_right_code_at_last(client):
    for guess in range(TRIES):
        assert founded(client, HALL, code=str(guess)).status_code == 200
    answer = founded(client, HALL, code="1234-5678")
    assert answer.status_code == 429
    assert "Too many wrong codes" in answer.content.decode()
    assert not User.objects.exists()


def test_without_a_code_file_no_code_is_right(client, code_file):
    code_file.unlink()
    assert "That is not the code." in founded(client, HALL, code="x").content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("extra", "expected"),
    [
        ({"HTTP_HOST": "localhost:8000"}, True),
        ({"HTTP_HOST": "127.0.0.1"}, True),
        ({"HTTP_HOST": "[::1]:8000", "REMOTE_ADDR": "::1"}, True),
        ({"HTTP_HOST": "evil.example"}, False),
        ({"HTTP_HOST": "localhost", "REMOTE_ADDR": "192.168.1.20"}, False),
        ({"HTTP_HOST": "localhost", "HTTP_X_FORWARDED_FOR": "192.168.1.20"}, False),
        ({"HTTP_HOST": "localhost", "HTTP_FORWARDED": "for=192.168.1.20"}, False),
        ({"HTTP_HOST": "localhost", "REMOTE_ADDR": ""}, False),
    ],
)
def test_who_sits_at_the_machine(rf, extra, expected):
    assert is_at_the_machine(rf.get("/welcome/", **extra)) is expected


def test_a_founded_house_is_closed(client):
    make_user("olga")
    assert client.get(reverse("welcome"))["Location"] == reverse("home")
    assert founded(client)["Location"] == reverse("home")
    assert User.objects.count() == 1


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"password": "12345678"}, "This password is too common."),
        ({"username": "two words"}, "Enter a valid username."),
        ({"t-start_date": ""}, "This field is required."),
    ],
)
def test_what_cannot_be_founds_nothing(client, given, sentence):
    page = founded(client, **given).content.decode()
    assert sentence in page
    assert not User.objects.exists()
    assert not Tournament.objects.exists()
    assert 'value="Koblenz"' in page


def test_where_a_tournament_was_restored_the_account_alone_is_asked_for(client, code_file):
    """`./mcr restore` came before the first account: its desk is next, and nothing else is made."""
    older, restored = make_tournament("saar", name="Saar Open"), make_tournament(name="Mosel Open")
    at_home = {"HTTP_HOST": "localhost"}
    page = client.get(reverse("welcome"), **at_home).content.decode()
    assert "Mosel Open, Saar Open are here already: only make your account." in page
    assert ('name="username"' in page, 'name="t-name"' in page, "instead" in page) == (
        True,
        False,
        False,
    )
    older.delete()
    page = client.get(reverse("welcome"), **at_home).content.decode()
    assert "Mosel Open is here already: only make your account." in page
    account = {name: GIVEN[name] for name in ("name", "username", "password")}
    answer = client.post(reverse("welcome"), account, **at_home)
    assert answer["Location"] == reverse("desk", args=[restored.slug])
    assert client.get(answer["Location"], **at_home).status_code == 200
    assert list(Tournament.objects.all()) == [restored]
    assert not code_file.exists()
