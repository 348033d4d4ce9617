"""The pages about people: organisers only, and nothing is saved before it is confirmed."""

import io
import re

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from journal.models import Event
from players.models import Player
from players.services import save_player
from tests.builders import add_staff, make_player, make_tournament, make_user
from tournaments.models import Role

pytestmark = pytest.mark.django_db

PAGES = [
    reverse(name, args=args)
    for name, args in [
        ("players", []),
        ("player_add", []),
        ("players_import", []),
        ("players_export", ["csv"]),
    ]
]
NASTY = "<img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("http://x")'


@pytest.fixture
def organiser(client):
    user = add_staff(make_tournament(), "olga", Role.ORGANISER)
    client.force_login(user)
    return user


@pytest.mark.parametrize("back", ["NaN", "tournament", "../x", "//elsewhere.example/", "/\\x"])
def test_a_page_to_go_back_to_that_is_no_path_is_forgotten(client, organiser, back):
    answer = client.post(reverse("player_add"), {"last_name": "Kramer", "next": back})
    assert (answer.status_code, answer["Location"]) == (302, reverse("players"))


def upload(client, text, url=None):
    file = SimpleUploadedFile("people.csv", text.encode())
    return client.post(url or reverse("players_import"), {"file": file})


def packed(answer):
    return answer.context["packed"]


@pytest.mark.parametrize("page", PAGES)
def test_strangers_are_asked_to_log_in(client, page):
    save_player(by=None, last_name="Secret", email="secret@example.org")
    answer = client.get(page)
    assert (answer.status_code, answer["Location"].startswith(reverse("login"))) == (302, True)


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("role", [Role.REFEREE, Role.SCORER, Role.OBSERVER])
def test_only_organisers_see_people(client, page, role):
    save_player(by=None, last_name="Secret", email="secret@example.org")
    client.force_login(add_staff(make_tournament(), "rita", role))
    answer = client.get(page)
    assert answer.status_code == 403
    assert b"Secret" not in answer.content


def test_a_superuser_sees_people(client):
    client.force_login(make_user("root", superuser=True))
    assert client.get(reverse("players")).status_code == 200


def test_names_are_text_and_found_without_accents(client, organiser):
    save_player(by=None, first_name=NASTY, last_name=FORMULA)
    save_player(by=None, first_name="Zofia", last_name="Łukasik")
    page = client.get(reverse("players")).content.decode()
    assert NASTY not in page
    assert "&lt;img src=x onerror=alert(1)&gt; =HYPERLINK(&quot;http://x&quot;)" in page
    answer = client.get(reverse("players"), {"q": "lukasik"})
    assert [player.full_name for player in answer.context["page"]] == ["Zofia Łukasik"]


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_five_queries(client, organiser, django_assert_num_queries, count):
    for number in range(count):
        make_player(number + 1)
    # session, account, role, count, people with clubs
    with django_assert_num_queries(5):
        client.get(reverse("players"))


def test_fifty_people_a_page(client, organiser):
    for number in range(1, 52):
        make_player(number)
    answer = client.get(reverse("players"), {"page": 2, "q": "last"})
    assert [player.last_name for player in answer.context["page"]] == ["Last51"]
    assert "?q=last&amp;page=1" in answer.content.decode()


def test_a_person_is_added_and_changed(client, organiser):
    fields = {"first_name": "Lena", "last_name": "Köhler", "ema_number": "5010001"}
    client.post(reverse("player_add"), fields | {"country": "GER", "club": "Rhein"})
    player = Player.objects.get()
    assert (player.full_name, player.ema_number, player.club.name) == (
        "Lena Köhler",
        "05010001",
        "Rhein",
    )
    answer = client.post(
        reverse("player_edit", args=[player.pk]),
        fields | {"last_name": "Kramer", "next": "https://elsewhere.example/"},
    )
    assert answer["Location"] == reverse("players")
    player.refresh_from_db()
    assert (player.last_name, player.club) == ("Kramer", None)
    assert Event.objects.filter(actor=organiser).count() == 2


@pytest.mark.parametrize(
    ("fields", "field", "sentence"),
    [
        ({"ema_number": "05000001"}, "ema_number", "05000001 is the EMA number of First01 Last01."),
        ({"ema_number": "12"}, "ema_number", "An EMA number has eight digits."),
        ({"last_name": "x" * 121}, "last_name", None),
        ({"country": "XYZ"}, "country", None),
    ],
)
def test_a_fault_stands_beside_its_field_and_the_rest_is_kept(
    client, organiser, fields, field, sentence
):
    make_player(1)
    answer = client.post(
        reverse("player_add"), {"first_name": "Kept", "last_name": "Dorn"} | fields
    )
    form = answer.context["form"]
    assert list(form.errors) == [field]
    if sentence:
        assert form.errors[field] == [sentence]
    page = answer.content.decode()
    assert 'value="Kept"' in page
    assert f'id="id_{field}_error"' in page
    assert Player.objects.count() == 1


def test_nothing_is_saved_before_it_is_confirmed(client, organiser):
    text = f'Name;EMA number\nLena Köhler;5010001\n"{NASTY}";\nBad;12\n'
    preview = upload(client, text)
    page = preview.content.decode()
    assert preview.context["counts"] == {"new": 2, "changed": 0, "known": 0, "problem": 1}
    assert "“12” is no EMA number: it has eight digits." in page
    assert "A leading zero was put back: 05010001." in page
    assert NASTY not in page
    assert (Player.objects.count(), Event.objects.count()) == (0, 0)

    answer = client.post(reverse("players_import"), {"rows": packed(preview)}, follow=True)
    assert sorted(player.full_name for player in Player.objects.all()) == [NASTY, "Lena Köhler"]
    assert "2 people added, 0 changed, 1 row left out." in answer.content.decode()
    events = Event.objects.count()

    again = upload(client, text)
    assert again.context["counts"] == {"new": 0, "changed": 0, "known": 2, "problem": 1}
    client.post(reverse("players_import"), {"rows": packed(again)})
    assert (Player.objects.count(), Event.objects.count()) == (2, events)


def test_good_rows_can_be_left_out(client, organiser):
    preview = upload(client, "Name\nLena Köhler\nOle Bech\n")
    client.post(reverse("players_import"), {"rows": packed(preview), "leave_out": ["2"]})
    assert [player.full_name for player in Player.objects.all()] == ["Ole Bech"]


def test_rows_that_became_faulty_meanwhile_are_shown_again(client, organiser):
    preview = upload(client, "Name,EMA number\nLena Köhler,05010001\n")
    make_player(1, first_name="Ole", last_name="Bech", ema_number="05010001")
    answer = client.post(reverse("players_import"), {"rows": packed(preview)})
    assert "05010001 is the EMA number of Ole Bech." in answer.content.decode()
    assert Player.objects.count() == 1


def test_changed_rows_are_refused(client, organiser):
    preview = upload(client, "Name\nLena Köhler\n")
    forged = re.sub(r"^.", "x", packed(preview))
    answer = client.post(reverse("players_import"), {"rows": forged})
    assert "The preview is too old: choose the file again." in answer.content.decode()
    assert Player.objects.count() == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("\x00\x01\x02", "This file is no table: choose a CSV or XLSX file."),
        ("Ville\nParis\n", "No column of names was found"),
        ("", "The file is empty."),
    ],
)
def test_an_unreadable_file_is_said_beside_the_field(client, organiser, text, sentence):
    answer = upload(client, text)
    [error] = answer.context["form"].errors["file"]
    assert error.startswith(sentence)


def test_the_files_keep_the_zero_and_hold_no_formula(client, organiser):
    save_player(
        by=None, first_name="=1+1", last_name="Köhler", ema_number="05010001", email="l@x.eu"
    )
    book = openpyxl.load_workbook(
        io.BytesIO(client.get(reverse("players_export", args=["xlsx"])).content)
    )
    assert [[cell.value for cell in row] for row in book.active] == [
        ["First name", "Last name", "EMA number", "Country", "Club", "E-mail"],
        ["=1+1", "Köhler", "05010001", None, None, "l@x.eu"],
    ]
    assert {cell.data_type for cell in book.active[2][:3]} == {"s"}
    text = client.get(reverse("players_export", args=["csv"])).content.decode("utf-8-sig")
    assert text.splitlines()[1] == "'=1+1,Köhler,05010001,,,l@x.eu"
    assert client.get(reverse("players_export", args=["pdf"])).status_code == 404
