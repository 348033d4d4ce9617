"""Log-in, its lock, and one's own account."""

import pytest
from django.urls import reverse

from tests.builders import add_staff, make_tournament, make_user
from tournaments.models import Role

pytestmark = pytest.mark.django_db


def tried(client, password, name="olga"):
    return client.post(reverse("login"), {"username": name, "password": password})


def test_a_person_logs_in_and_out(client):
    user = make_user("olga")
    client.force_login(user)
    client.post(reverse("logout"))
    assert "_auth_user_id" not in client.session
    assert tried(client, "pw-olga")["Location"] == reverse("home")
    assert client.get(reverse("logout")).status_code == 405


def test_the_first_log_in_leads_to_a_password_of_ones_own(client):
    make_user("olga")
    assert tried(client, "pw-olga")["Location"] == reverse("password_change")


def test_a_wrong_password_keeps_the_name(client):
    make_user("olga")
    page = tried(client, "wrong").content.decode()
    assert 'value="olga"' in page
    assert 'role="alert"' in page


def test_guessing_locks_the_name(client, settings):
    make_user("olga")
    for _time in range(settings.AXES_FAILURE_LIMIT - 1):
        assert tried(client, "wrong").status_code == 200
    assert tried(client, "wrong").status_code == 429
    locked = tried(client, "pw-olga")
    assert locked.status_code == 429
    assert "Log-in is locked" in locked.content.decode()


def test_a_person_changes_the_name_and_the_password(client):
    user = make_user("olga")
    client.force_login(user)
    client.post(reverse("account"), {"name": "Olga Organiser"})
    user.refresh_from_db()
    assert user.get_full_name() == "Olga Organiser"
    fresh = "a-quiet-wall-88"
    client.post(
        reverse("password_change"),
        {"old_password": "pw-olga", "new_password1": fresh, "new_password2": fresh},
    )
    user.refresh_from_db()
    assert user.check_password(fresh)


def test_ones_own_tournaments_stand_there_and_no_others(client):
    user = add_staff(make_tournament(), "olga", Role.ORGANISER)
    make_tournament("rhine", name="Rhine Cup")
    client.force_login(user)
    page = client.get(reverse("account")).content.decode()
    assert "Mosel Open" in page
    assert "Rhine Cup" not in page


def test_the_account_asks_for_a_log_in(client):
    address = reverse("account")
    assert client.get(address)["Location"] == f"{reverse('login')}?next={address}"
