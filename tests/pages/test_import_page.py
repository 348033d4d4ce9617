"""Reading a tournament in by its page."""

import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from scoring.selectors.document import tournament_document
from tests.builders import add_entries, add_session, add_staff, make_tournament, make_user
from tests.scoring.tables import close_session
from tournaments.models import Role, Session, Tournament

pytestmark = pytest.mark.django_db

PAGE = "/tournaments/import/"


@pytest.fixture
def document():
    made = make_tournament()
    close_session(add_session(made, entries=add_entries(made, 4), state=Session.State.FINISHED))
    return tournament_document(made)


def posted(client, document):
    file = SimpleUploadedFile("mosel.json", json.dumps(document).encode())
    return client.post(PAGE, {"document": file})


def test_who_imports_becomes_the_organiser(client, document):
    user = make_user("olga", superuser=True)
    client.force_login(user)
    answer = posted(client, document)
    made = Tournament.objects.get(slug="mosel-2")

    assert answer["Location"] == "/t/mosel-2/"
    assert [(one.user, one.role) for one in made.staff.all()] == [(user, Role.ORGANISER)]


def test_every_fault_is_listed_with_its_path(client, document):
    client.force_login(make_user("olga", superuser=True))
    document["sessions"][0]["minutes"] = 5
    document["tournament"]["name"] = "<script>"
    answer = posted(client, document)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert "<code>sessions[0].minutes</code> A session lasts 10 to 600 minutes." in page
    assert "Nothing was imported" in page
    assert "<script>" not in page
    assert Tournament.objects.count() == 1


def test_strangers_and_people_who_found_nothing_may_not(client, document):
    assert posted(client, document).status_code == 302
    client.force_login(add_staff(Tournament.objects.get(), "sam", Role.SCORER))
    assert posted(client, document).status_code == 403
    assert Tournament.objects.count() == 1
