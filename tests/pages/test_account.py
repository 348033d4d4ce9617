"""Log-in, its lock, and one's own account."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from journal.models import Event
from tests.builders import add_staff, make_tournament, make_user
from tournaments.models import Role, Staff

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


def forgotten(client, tournament, person):
    """An organiser asks for a new password for a person of the staff."""
    return client.post(reverse("staff_password", args=[tournament.slug, person.pk]))


def test_a_forgotten_password_is_replaced_once_and_unlocks_the_name(client, settings):
    tournament = make_tournament()
    sam = add_staff(tournament, "sam", Role.SCORER)
    organiser, elsewhere = Client(), Client()
    organiser.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    assert tried(elsewhere, "pw-sam", "sam").status_code == 302
    for _time in range(settings.AXES_FAILURE_LIMIT):
        tried(client, "wrong", "sam")

    answer = forgotten(organiser, tournament, sam)
    page = answer.content.decode()
    password = re.search(r'<b class="secret">([a-z2-9-]{14})</b>', page)[1]
    assert "sam has a new password" in page
    assert "no-store" in answer["Cache-Control"]
    assert password not in organiser.get(reverse("staff", args=["mosel"])).content.decode()
    assert elsewhere.get(reverse("account")).status_code == 302
    assert tried(client, "pw-sam", "sam").status_code == 200
    assert tried(client, password, "sam")["Location"] == reverse("password_change")
    event = Event.objects.get()
    assert (event.verb, event.target, event.actor_name) == ("staff.password_given", "sam", "olga")
    assert password not in str((event.before, event.after, event.reason))


@pytest.mark.parametrize("who", ["owner", "elsewhere", "stranger"])
def test_nobody_gets_into_another_account_by_a_new_password(client, who):
    tournament, other = make_tournament(), make_tournament("rhine")
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    person = make_user("rita", superuser=who == "owner")
    if who != "stranger":
        Staff.objects.create(tournament=tournament, user=person, role=Role.OBSERVER)
    if who == "elsewhere":
        Staff.objects.create(tournament=other, user=person, role=Role.OBSERVER)
    answer = forgotten(client, tournament, person)
    person.refresh_from_db()
    assert answer.status_code == (404 if who == "stranger" else 302)
    assert person.check_password("pw-rita")
    assert not Event.objects.exists()
    if who != "stranger":
        page = client.get(reverse("staff", args=["mosel"])).content.decode()
        assert "rita also works elsewhere" in page


def test_an_organiser_of_both_and_the_owner_may_give_a_new_password(client):
    tournament, other = make_tournament(), make_tournament("rhine")
    olga = add_staff(tournament, "olga", Role.ORGANISER)
    Staff.objects.create(tournament=other, user=olga, role=Role.ORGANISER)
    person = add_staff(tournament, "rita", Role.REFEREE)
    Staff.objects.create(tournament=other, user=person, role=Role.SCORER)
    for by in (olga, make_user("root", superuser=True)):
        client.force_login(by)
        assert forgotten(client, tournament, person).status_code == 200


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
