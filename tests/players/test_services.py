"""People are written once, checked, and every change leaves its event."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from journal.models import Event
from players.models import Club, Player
from players.services import save_player
from tests.builders import make_player, make_user

pytestmark = pytest.mark.django_db


def test_a_person_is_written_with_key_club_and_event():
    user = make_user()
    player = save_player(
        by=user,
        first_name=" Zofia ",
        last_name="Łukasik",
        ema_number="19010001",
        country="POL",
        club="Wisła",
        email="zofia@example.org",
    )
    player.refresh_from_db()
    assert (player.sort_key, player.full_name, player.club.name) == (
        "lukasik zofia",
        "Zofia Łukasik",
        "Wisła",
    )
    event = Event.objects.get()
    assert (event.scope, event.verb, event.target, event.actor) == (
        "players",
        "player.added",
        "Zofia Łukasik",
        user,
    )
    assert event.after["email"] is True
    assert "zofia@example.org" not in str(event.after)


def test_only_given_fields_change_and_the_same_again_is_nothing():
    player = save_player(
        by=None, first_name="Lena", last_name="Köhler", country="GER", club="Rhein"
    )
    same = save_player(by=None, player=player, last_name="Köhler", club="rhein")
    assert (same.club.name, Club.objects.count(), Event.objects.count()) == ("Rhein", 1, 1)
    changed = save_player(by=None, player=player, last_name="Kramer")
    assert (changed.first_name, changed.country, changed.sort_key) == ("Lena", "GER", "kramer lena")
    event = Event.objects.first()
    assert (event.before["last_name"], event.after["last_name"]) == ("Köhler", "Kramer")


def test_a_new_email_alone_is_written():
    player = save_player(by=None, last_name="Köhler", email="a@example.org")
    save_player(by=None, player=player, email="b@example.org")
    assert Player.objects.get().email == "b@example.org"
    assert Event.objects.count() == 2


def test_two_people_never_share_a_number():
    make_player(1, first_name="Lena", last_name="Köhler", ema_number="05000001")
    with pytest.raises(ValidationError) as refused:
        save_player(by=None, last_name="Dorn", ema_number="05000001")
    assert refused.value.message_dict == {
        "ema_number": ["05000001 is the EMA number of Lena Köhler."]
    }
    assert (Player.objects.count(), Event.objects.count()) == (1, 0)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"last_name": ""}, "last_name"),
        ({"last_name": "x" * 121}, "last_name"),
        ({"last_name": "Dorn", "first_name": "x" * 121}, "first_name"),
        ({"last_name": "Dorn", "country": "XYZ"}, "country"),
        ({"last_name": "Dorn", "ema_number": "0500001"}, "ema_number"),
        ({"last_name": "Dorn", "email": "nobody"}, "email"),
        ({"last_name": "Dorn", "club": "x" * 121}, "club"),
    ],
)
def test_faults_are_tied_to_their_field_and_change_nothing(fields, field):
    with pytest.raises(ValidationError) as refused:
        save_player(by=None, **fields)
    assert list(refused.value.message_dict) == [field]
    assert (Player.objects.count(), Club.objects.count(), Event.objects.count()) == (0, 0, 0)


@pytest.mark.parametrize("number", ["0500001", "0500000x", ""])
def test_the_database_itself_refuses_a_wrong_number(number):
    with pytest.raises(IntegrityError), transaction.atomic():
        make_player(1, ema_number=number)


def test_the_database_itself_refuses_a_person_without_name():
    with pytest.raises(IntegrityError), transaction.atomic():
        make_player(1, last_name="")


def test_a_name_of_120_letters_is_kept():
    player = save_player(by=None, last_name="x" * 120, first_name="y" * 120)
    assert len(Player.objects.get(pk=player.pk).full_name) == 241
