"""Where do I sit: for everybody what is published, for the organiser the draw."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from journal.models import Event
from players.models import Player
from tests.builders import add_entries, add_session, add_staff, make_player, make_tournament
from tournaments.models import Entry, Occupant, Role, Session

pytestmark = pytest.mark.django_db


@pytest.fixture
def mosel():
    return make_tournament()


@pytest.fixture
def chief(client, mosel):
    user = add_staff(mosel, "olga", Role.ORGANISER)
    client.force_login(user)
    return user


def address(name, *parts):
    return reverse(name, args=["mosel", *parts])


def text(client, name, *parts, **query):
    return client.get(address(name, *parts), query).content.decode()


def test_a_draft_is_hidden_from_everybody_and_marked_for_the_staff(client, mosel):
    """Case 13: neither list, page nor search shows anything of a draft."""
    add_entries(mosel, 4)
    add_session(mosel, 1, state=Session.State.PUBLISHED)
    add_session(mosel, 2, state=Session.State.DRAFT)
    page = text(client, "seating")
    assert address("session_seating", 1) in page
    assert address("session_seating", 2) not in page
    assert client.get(address("session_seating", 2)).status_code == 404
    found = client.get(address("seating"), {"q": "Last01"}).context["found"]
    assert [place.session.number for _entry, places in found for place in places] == [1]
    client.force_login(add_staff(mosel, "sam", Role.OBSERVER))
    assert "A draft: only the staff sees these seats." in text(client, "session_seating", 2)


def test_everybody_is_found_by_name_and_by_number(client, mosel):
    entries = add_entries(mosel, 8)
    Player.objects.filter(pk=entries[4].player_id).update(
        first_name="Łukasz", last_name="Nováček", sort_key="novacek lukasz"
    )
    add_session(mosel, 1)
    for query in ("lukasz", "NOVACEK lu", "5", " Nováček "):
        page = client.get(address("seating"), {"q": query})
        found = page.context["found"]
        assert [entry.number for entry, _places in found] == [5], query
        place = found[0][1][0]
        assert (place.table, place.seat.letter) == (1, "C")
        assert "Table 1" in page.content.decode()
    page = text(client, "seating", q="<script>alert(1)</script>")
    assert "<script>alert" not in page
    assert "Nobody here is called" in page


def test_initials_hide_the_name_also_from_the_search(client, mosel):
    shy = make_player(9, first_name="Hilda", last_name="Secret", shown_as_initials=True)
    entries = [*add_entries(mosel, 3), Entry.objects.create(tournament=mosel, player=shy, number=9)]
    add_session(mosel, 1, entries=entries)
    for name, parts in (("session_seating", [1]), ("seating", [])):
        page = text(client, name, *parts, q="9")
        assert "H. S." in page or name == "session_seating"
        assert "Secret" not in page
        assert "Hilda" not in page
    assert client.get(address("seating"), {"q": "Secret"}).context["found"] == []


def test_a_session_lists_names_in_order_and_tables_with_winds(client, mosel):
    add_entries(mosel, 8)
    add_session(mosel, 1)
    page = client.get(address("session_seating", 1))
    assert [place.entry.number for place in page.context["places"]] == list(range(1, 9))
    body = page.content.decode()
    assert body.count("東") == 4  # two by name, two by table
    assert address("table", 1, 1) not in body
    client.force_login(add_staff(mosel, "sam", Role.SCORER))
    assert address("table", 1, 1) in text(client, "session_seating", 1)


def test_names_are_text_and_never_markup(client, mosel):
    """Case 19."""
    evil = make_player(1, last_name="<img src=x onerror=alert(1)>")
    entries = [
        Entry.objects.create(tournament=mosel, player=evil, number=1),
        *(
            Entry.objects.create(tournament=mosel, player=make_player(n), number=n)
            for n in (2, 3, 4)
        ),
    ]
    add_session(mosel, 1, entries=entries)
    page = text(client, "session_seating", 1)
    assert "<img" not in page
    assert "&lt;img src=x" in page


@pytest.mark.parametrize("players", [4, 12])
def test_a_session_is_shown_in_nine_queries(client, mosel, players, django_assert_num_queries):
    add_entries(mosel, players)
    add_session(mosel, 1)
    with django_assert_num_queries(9):
        client.get(address("session_seating", 1))


def test_the_organiser_draws_looks_and_publishes(client, mosel, chief):
    add_entries(mosel, 8)
    for number in (1, 2):
        add_session(mosel, number, entries=[], state=Session.State.DRAFT)
    answer = client.post(address("seating_draw"), {"sessions": ["1", "2"], "seed": "1916"})
    assert answer["Location"] == address("seating")
    page = client.get(address("seating")).content.decode()
    assert "1916" in page
    assert "Publish all 2 drafts" in page
    assert "Pairs who meet again" in page
    client.post(address("session_publish", 2))
    assert [one.state for one in mosel.sessions.all()] == ["draft", "published"]
    client.post(address("session_unpublish", 2))
    published = client.post(address("seating_publish"), follow=True).content.decode()
    assert "Sessions 1, 2 are published: everybody sees their seats." in published
    papers = reverse("papers", args=["mosel"])
    assert f'<a href="{papers}#session-1">Print the papers</a>' in published
    assert [one.state for one in mosel.sessions.all()] == ["published", "published"]


def test_drawing_again_keeps_the_wishes_and_they_stand_beside_the_seed(client, mosel, chief):
    add_entries(mosel, 8)
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    assert "kept apart" not in text(client, "seating")
    wish = {"sessions": ["1"], "seed": "417", "apart": ["club"]}
    client.post(address("seating_draw"), wish)
    answer = client.get(address("seating"))
    assert answer.context["draw_form"]["apart"].value() == ["club"]
    assert "kept apart: people of one club" in answer.content.decode()
    client.post(address("seating_draw"), {"sessions": ["1"], "seed": "418"})
    answer = client.get(address("seating"))
    assert answer.context["draw_form"]["apart"].value() == []
    assert answer.content.decode().count("kept apart:") == 1


def test_missing_players_are_counted_with_a_way_to_mend_it(client, mosel, chief):
    add_entries(mosel, 10)
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    page = text(client, "seating")
    assert "10 play: 2 are missing for tables of four." in page
    assert address("entries") in page
    answer = client.post(address("seating_draw"), {"sessions": ["1"], "seed": "77"})
    body = answer.content.decode()
    assert "10 players cannot sit in fours: 2 players or substitutes are missing." in body
    assert 'name="seed" value="77"' in body
    assert not Occupant.objects.exists()


def test_publishing_without_seats_says_what_to_do(client, mosel, chief):
    add_entries(mosel, 4)
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    page = client.post(address("session_publish", 1), follow=True).content.decode()
    assert "Session 1 has no seats yet: draw lots first." in page


def sent(client, text):
    file = SimpleUploadedFile("seats.csv", text.encode())
    return client.post(address("seating_import"), {"file": file}, follow=True).content.decode()


def test_a_seating_file_is_taken(client, mosel, chief):
    add_entries(mosel, 8)
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    page = sent(client, "\ufeffsession;table;A;B;C;D\r\n1;2;5;6;7;8\r\n1;1;4;3;2;1\r\n")
    assert "Sessions from the file: 1." in page
    seats = Occupant.objects.order_by("seat__table__number", "seat__letter")
    assert list(seats.values_list("entry__number", flat=True)) == [4, 3, 2, 1, 5, 6, 7, 8]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        ("1,1,1,2,3,4\n", "Session 1: number 5, 6, 7, 8 has no seat."),
        ("1,1,1,2,3\n", "Line 1: six numbers are needed"),
        ("1,1,1,2,3,x\n", "Line 1: six numbers are needed"),
        ("1,1,1,2,3,4,5\n", "Line 1: six numbers are needed"),
        ("1,1,1,2,3,4\n1,1,5,6,7,8\n", "Session 1: table 1 comes twice."),
        ("1,1,1,2,3,4\n1,2,5,6,7,7\n", "Session 1: number 7 sits twice."),
        ("9,1,1,2,3,4\n", "There is no session 9."),
        ("session,table,A,B,C,D\n", "The file has no table."),
        ("", "The submitted file is empty."),
    ],
)
def test_a_file_that_cannot_be_saves_nothing(client, mosel, chief, file, sentence):
    """Case 9 and its kind."""
    add_entries(mosel, 8)
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    assert sentence in sent(client, file)
    assert not Occupant.objects.exists()


def four_a_line(numbers, session=1):
    """Lines of a seating file, four players a table."""
    return "".join(
        f"{session};{index // 4 + 1};{';'.join(map(str, numbers[index : index + 4]))}\n"
        for index in range(0, len(numbers), 4)
    )


@pytest.mark.parametrize(
    ("numbers", "sentence"),
    [
        (range(1, 21), "Session 1: number 21, 22, 23, 24 has no seat."),
        ([*range(1, 21), 21, 22, 23, 99], "Session 1: nobody who plays has number 99."),
        (range(1, 29), "Session 1: nobody who plays has number 25, 26, 27, 28."),
    ],
)
def test_case_9_a_file_of_another_size_leaves_the_seats_that_were_drawn(
    client, mosel, chief, numbers, sentence
):
    add_session(mosel, 1, entries=add_entries(mosel, 24), state=Session.State.DRAFT)
    add_session(mosel, 2, state=Session.State.DRAFT)
    before = list(Occupant.objects.order_by("pk").values_list("pk", "seat", "entry"))
    right = four_a_line(list(range(24, 0, -1)), session=2)
    assert sentence in sent(client, four_a_line(list(numbers)) + right)
    assert list(Occupant.objects.order_by("pk").values_list("pk", "seat", "entry")) == before
    assert not Event.objects.exists()


def test_a_file_that_is_no_text_is_refused(client, mosel, chief):
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    file = SimpleUploadedFile("seats.csv", b"\xff\xfe1\x00,\x00")
    page = client.post(address("seating_import"), {"file": file}).content.decode()
    assert "The file is no text in UTF-8." in page


@pytest.mark.parametrize("content", ['"' + "x" * 140_000, "1;1;1;2;3;4\r1;2;5;6;7;x", "\r\r\r"])
def test_a_file_that_is_no_table_is_refused(client, mosel, chief, content):
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    page = sent(client, content)
    assert any(
        said in page
        for said in ("The file is no table: CSV is needed.", "The file has no table.", "Line 2:")
    )
