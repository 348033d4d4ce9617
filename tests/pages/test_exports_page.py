"""The organisers' files, and nobody else's."""

import io
import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from openpyxl import Workbook, load_workbook

from tests.builders import add_entries, add_session, add_staff, make_tournament
from tests.scoring.tables import close_session, close_with_totals
from tournaments.models import Entry, Role, Session

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/exports/"
FILES = ["tournament.json", "backup.json", "ema.xlsx", "ema.csv"]


@pytest.fixture
def tournament():
    made = make_tournament()
    entries = add_entries(made, 8)
    entries[0].player.email = "first@example.org"
    entries[0].player.save()
    close_session(add_session(made, entries=entries, state=Session.State.FINISHED))
    return made


@pytest.mark.parametrize("address", [PAGE, *(f"{PAGE}{name}" for name in FILES)])
@pytest.mark.parametrize(
    ("role", "status"),
    [(None, 404), (Role.OBSERVER, 403), (Role.SCORER, 403), (Role.REFEREE, 403), ("all", 200)],
)
def test_only_organisers_get_files(client, tournament, address, role, status):
    if role:
        role = Role.ORGANISER if role == "all" else role
        client.force_login(add_staff(tournament, "sam", role))
    answer = client.get(address)
    assert answer.status_code == status
    if status != 200:
        assert "first@example.org" not in answer.content.decode()


@pytest.fixture
def organiser(client, tournament):
    client.force_login(add_staff(tournament, "olga", Role.ORGANISER))
    return client


def test_the_page_shows_weight_and_base_ranks_before_a_download(organiser):
    page = organiser.get(PAGE).content.decode()
    assert "MERS weight: 2" in page
    assert "2 days" in page
    assert "8 players" in page
    assert '<td class="num">1000</td>' in page


def test_the_document_comes_as_a_file(organiser):
    answer = organiser.get(f"{PAGE}tournament.json")
    assert answer["Content-Disposition"] == 'attachment; filename="mosel.json"'
    assert answer["Cache-Control"] == "private, no-store"
    assert json.loads(answer.content)["tournament"]["slug"] == "mosel"
    assert "events" in json.loads(organiser.get(f"{PAGE}backup.json").content)
    assert organiser.get(f"{PAGE}secrets.json").status_code == 404


def test_ema_files_are_refused_while_a_table_is_missing(organiser, tournament):
    """Case 15."""
    entries = list(Entry.objects.all())
    session = add_session(tournament, 2, entries=entries, state=Session.State.RUNNING)
    close_with_totals(session.tables.get(number=1), (30, 10, -10, -30))
    answer = organiser.get(f"{PAGE}ema.xlsx")

    assert answer.status_code == 409
    assert "session 2, table 2 is missing" in answer.content.decode()
    marked = organiser.get(f"{PAGE}ema.xlsx?provisional=1")
    assert marked["Content-Disposition"] == 'attachment; filename="mosel-provisional-ema.xlsx"'
    title = load_workbook(io.BytesIO(marked.content)).active["A3"].value
    assert title == "Mosel Open (PROVISIONAL)"


def test_sessions_that_are_not_finished_are_named_in_one_line_that_leads_to_the_desk(
    organiser, tournament
):
    entries = list(Entry.objects.all())
    for number in (2, 3, 4, 6):
        add_session(tournament, number, entries=entries, state=Session.State.PUBLISHED)
    page = organiser.get(PAGE).content.decode()
    (told,) = re.findall(r'<p class="note act"><span>(.*?)</span></p>', page)
    assert re.sub(r"<[^>]+>", "", told) == (
        "Provisional: sessions 2–4, 6 are not finished. Go on at the desk"
    )
    assert 'href="/t/mosel/desk/"' in told


def test_nothing_leads_to_the_desk_once_every_result_is_in(organiser):
    assert "note act" not in organiser.get(PAGE).content.decode()


def test_a_template_comes_back_filled(organiser):
    book = Workbook()
    book.active["A1"] = "Tournoi"
    given = io.BytesIO()
    book.save(given)
    answer = organiser.post(PAGE, {"template": SimpleUploadedFile("t.xlsx", given.getvalue())})
    sheet = load_workbook(io.BytesIO(answer.content)).active
    assert (sheet["A1"].value, sheet["E2"].value) == ("Tournoi", "Last01")


def test_what_is_no_workbook_is_said_at_its_field(organiser):
    answer = organiser.post(PAGE, {"template": SimpleUploadedFile("t.xlsx", b"hello")})
    page = answer.content.decode()
    assert answer.status_code == 422
    assert 'id="id_template_error">This is no Excel workbook' in page
