"""The journal keeps what happened."""

import pytest
from django.db import DatabaseError, transaction

from journal.models import Event
from journal.services import record_event
from tests.builders import make_user

pytestmark = pytest.mark.django_db


def test_an_event_names_who_did_what_and_why():
    user = make_user("olga")
    record_event(
        scope="t", actor=user, verb="hand.replaced", target="hand 7", reason="misread", after=8
    )
    event = Event.objects.get()
    assert (event.actor_name, event.verb, event.target, event.reason, event.after) == (
        "olga",
        "hand.replaced",
        "hand 7",
        "misread",
        8,
    )


def test_the_database_refuses_to_change_an_event():
    event = record_event(scope="t", actor=None, verb="hand.recorded", after={"points": 8})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(after={"points": 88})
    assert Event.objects.get().after == {"points": 8}


def test_the_name_stays_when_the_account_goes():
    user = make_user("olga")
    event = record_event(scope="t", actor=user, verb="hand.recorded")
    user.delete()
    event.refresh_from_db()
    assert (event.actor, event.actor_name) == (None, "olga")
