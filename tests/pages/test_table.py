"""The page of a table."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from scoring.models import Hand, Penalty
from scoring.services.sheets import close_table
from tests.builders import add_staff, make_user
from tests.scoring.play import Play, counts, make_play, scores
from tournaments.models import Role

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/sessions/1/tables/1/"
HTMX = {"HX-Request": "true"}


@pytest.fixture
def play(db: None) -> Play:
    return make_play()


@pytest.fixture
def scorer(play, client):
    client.force_login(play.scorer)
    return client


def sent(number=1, **fields):
    """What the form of a hand sends."""
    return {"version": 0, "key": f"key-{number}", "winner": "A", "discarder": "B"} | fields


def text_of(answer):
    """The visible words, blanks folded."""
    bare = re.sub(r"<[^>]+>", " ", answer.content.decode())
    return re.sub(r"\s+", " ", bare)


@pytest.mark.parametrize(
    ("who", "status"), [("nobody", 404), ("stranger", 404), ("oskar", 200), ("sara", 200)]
)
def test_only_the_staff_sees_the_sheet(play, client, who, status):
    add_staff(play.tournament, "oskar", Role.OBSERVER)
    make_user("stranger")
    if who != "nobody":
        client.force_login(User.objects.get(username=who))
    answer = client.get(PAGE)
    assert answer.status_code == status
    assert ("Last01" in answer.content.decode()) == (status == 200)


def test_one_sheet_can_be_printed(scorer):
    page = scorer.get(PAGE).content.decode()
    address = re.search(r'href="([^"]+)">Print sheet', page)[1]
    assert address == "/t/mosel/papers/1/sheets.pdf?table=1"
    assert "Last01" in scorer.get(address.replace(".pdf", ".html")).content.decode()


def test_an_observer_has_no_forms_and_may_not_write(play, client):
    client.force_login(add_staff(play.tournament, "oskar", Role.OBSERVER))
    assert "hand-form" not in client.get(PAGE).content.decode()
    assert client.post(PAGE + "hands/1/", sent(points=24)).status_code == 403
    assert Hand.objects.count() == 0


@pytest.mark.parametrize(
    "path", ["1/hands/17/", "1/hands/0/", "1/penalties/99/revoke/", "1/hands/17/clear/", "2/close/"]
)
def test_what_is_not_there_is_not_found(scorer, path):
    answer = scorer.post(f"/t/mosel/sessions/1/tables/{path}", sent(points="24", reason="x"))
    assert answer.status_code == 404


def test_sixteen_rows_show_round_dealer_and_winds(scorer):
    page = scorer.get(PAGE).content.decode()
    rows = re.findall(r'<th scope="row"><a[^>]*>(\d+)</a></th>(.*?)</tr>', page, re.DOTALL)
    assert [int(number) for number, _row in rows] == list(range(1, 17))
    winds = ["".join(re.findall(r"[東南西北]", row)) for _number, row in rows]
    assert winds[:6] == ["東南西北", "北東南西", "西北東南", "南西北東", "南東北西", "東北西南"]
    dealers = [re.findall(r'class="w( dealer)?"', row).index(" dealer") for _number, row in rows]
    assert dealers == [0, 1, 2, 3, 1, 0, 3, 2, 2, 3, 1, 0, 3, 2, 0, 1]


def test_a_hand_is_stored_without_javascript(play, scorer):
    answer = scorer.post(PAGE + "hands/1/", sent(points=24), follow=True)
    assert answer.redirect_chain == [(PAGE, 302)]
    assert "Hand 1 is stored." in text_of(answer)
    assert "East round, hand 2" in text_of(answer)
    assert Hand.objects.get().points == 24


def test_htmx_gets_the_next_hand_with_the_focus_set(play, scorer):
    answer = scorer.post(PAGE + "hands/1/", sent(points="24", discarder="self"), headers=HTMX)
    page = answer.content.decode()
    assert answer.status_code == 200
    assert "<html" not in page
    assert 'hx-post="/t/mosel/sessions/1/tables/1/hands/2/"' in page
    assert page.count("autofocus") == 1
    assert Hand.objects.get().discarder == ""


def test_a_drawn_hand_drops_what_was_chosen_before(play, scorer):
    scorer.post(PAGE + "hands/1/", sent(winner="drawn", points="24"))
    assert Hand.objects.values_list("kind", "discarder", "points").get() == ("drawn", "", 0)


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"points": "6"}, "6 is below 8: no win. Was it a false hu?"),
        ({"points": "9", "flowers": "2"}, "9 less 2 flowers is 7, below 8"),
        ({"points": "401"}, "401 is more than any hand counts (400)."),
        ({"points": "40", "flowers": "9"}, "There are 8 flowers; 9 of them cannot be."),
        ({"points": "24", "discarder": "A"}, "The winner cannot be the one who discarded."),
        ({"points": "24", "discarder": ""}, "Off whom, or self-draw?"),
        ({"points": ""}, "How many points?"),
        ({"points": "many"}, "Enter a whole number."),
        ({"points": "24", "winner": ""}, "Who won, or was the hand drawn?"),
        ({"points": "188"}, "188 points are rare. Is it right?"),
    ],
)
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_refused_hand_stays_in_the_form(play, scorer, fields, sentence, headers):
    before = counts()
    answer = scorer.post(PAGE + "hands/1/", sent(**fields), headers=headers)
    assert answer.status_code == 422
    assert text_of(answer).count(sentence) == 1
    assert f'value="{fields["points"]}"' in answer.content.decode()
    assert answer.content.decode().count("autofocus") == 1
    assert counts() == before


def test_rare_points_are_stored_when_confirmed(play, scorer):
    scorer.post(PAGE + "hands/1/", sent(points="188", sure="on"))
    assert Hand.objects.get().points == 188


def test_the_same_key_twice_is_one_hand(play, scorer):
    scorer.post(PAGE + "hands/1/", sent(points="24"))
    answer = scorer.post(PAGE + "hands/1/", sent(points="24"), follow=True)
    assert "Hand 1 is already stored." in text_of(answer)
    assert Hand.objects.count() == 1


def test_two_values_for_one_hand_are_both_shown_and_one_is_chosen(play, scorer):
    scorer.post(PAGE + "hands/7/", sent(points="24", key="one"))
    before = counts()
    answer = scorer.post(PAGE + "hands/7/", sent(points="34", key="two"))
    assert answer.status_code == 409
    words = text_of(answer)
    assert "Hand 7 exists: replace it?" in words
    assert "24 First01 Last01 wins off First02 Last02" in words
    assert "34 First01 Last01 wins off First02 Last02" in words
    assert counts() == before
    hidden = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', answer.content.decode())
    )
    assert scorer.post(PAGE + "hands/7/", hidden).status_code == 302
    assert Hand.objects.get(voided_at=None).points == 34


def test_what_replaces_a_hand_keeps_its_fans(play, scorer):
    """Also where the tournament asks for fans with every win."""
    play.tournament.least_depth = "fans"
    play.tournament.save()
    fans = {"depth": "fans", "fan": ["22", "69"], "points": "", "winner": "A", "discarder": "B"}
    assert scorer.post(PAGE + "hands/7/", sent(**fans, key="one")).status_code == 302
    other = fans | {"discarder": "C", "flowers": "1"}
    answer = scorer.post(PAGE + "hands/7/", sent(**other, key="two"))
    assert answer.status_code == 409
    again: dict[str, list[str]] = {}
    hidden = r'type="hidden" name="(\w+)" value="([^"]*)"'
    for name, value in re.findall(hidden, answer.content.decode()):
        again.setdefault(name, []).append(value)
    assert again["fan"] == ["22", "69"]
    assert scorer.post(PAGE + "hands/7/", again).status_code == 302
    stands, before = Hand.objects.order_by("-version")
    assert (stands.fans, stands.discarder, stands.flowers) == (before.fans, "C", 1)


def test_payments_are_shown_before_saving(play, scorer):
    typed = {"winner": "C", "discarder": "D", "points": "16", "flowers": "1"}
    words = text_of(scorer.get(PAGE + "hands/6/payments/", typed))
    assert "15 without flowers, at least 8: possible." in words
    assert re.findall(r"(Last0\d) (\S+)", words) == [
        ("Last01", "−8"),
        ("Last04", "−24"),
        ("Last03", "+40"),
        ("Last02", "−8"),
    ]
    below = text_of(scorer.get(PAGE + "hands/6/payments/", typed | {"points": "6", "flowers": ""}))
    assert "6 is below 8: no win. Was it a false hu?" in below


def test_the_sheet_is_sent_again_only_when_it_changed(play, scorer):
    assert scorer.get(PAGE + "live/?version=0", headers=HTMX).status_code == 204
    play.hand(1, winner="A", discarder="B", points=24)
    answer = scorer.get(PAGE + "live/?version=0", headers=HTMX)
    assert (answer.status_code, "off Last02" in text_of(answer)) == (200, True)


def test_a_missing_hand_is_named_and_keeps_the_table_open(play, scorer):
    play.all_hands(but=(5,))
    words = text_of(scorer.get(PAGE))
    assert "Hand 5 is missing" in words
    assert "without hand 5" in words
    before = counts()
    answer = scorer.post(PAGE + "close/", {})
    assert (answer.status_code, "Hand 5 is missing." in text_of(answer)) == (422, True)
    assert counts() == before


def test_totals_of_the_paper_are_compared(play, scorer):
    play.all_hands()
    typed = {"total_a": "+48", "total_b": "−23", "total_c": "", "total_d": "-8"}
    answer = scorer.post(PAGE + "close/", typed, headers=HTMX)
    assert answer.status_code == 422
    assert "The hands give -32, not -23." in text_of(answer)
    answer = scorer.post(PAGE + "close/", typed | {"total_b": "−32"}, headers=HTMX)
    assert "Table 1 is closed." in text_of(answer)
    assert scores(play.table)[0] == ("A", 48, 48)


def test_time_over_leaves_later_hands_unplayed(play, scorer):
    play.all_hands(but=(15, 16))
    assert "hand 14 was the last" in text_of(scorer.get(PAGE))
    scorer.post(PAGE + "last-hand/", {"last_hand": 14})
    words = text_of(scorer.get(PAGE))
    assert words.count("not played") == 2
    assert "Close table 1" in words


def test_four_totals_close_a_table(play, scorer):
    refused = scorer.post(PAGE + "totals/", {"total_a": "10", "total_b": "10", "total_c": "-5"})
    assert (refused.status_code, "four totals" in text_of(refused)) == (422, True)
    typed = {"total_a": "10", "total_b": "10", "total_c": "-5", "total_d": "-15"}
    scorer.post(PAGE + "totals/", typed)
    assert [row[2] for row in scores(play.table)] == [36, 36, 12, 0]
    words = text_of(scorer.get(PAGE))
    assert "Total from the paper" in words
    assert "Sum 0" in words


def test_a_closed_table_asks_for_a_reason(play, scorer):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    before = counts()
    changed = sent(version=1, winner="B", discarder="A", points="24")
    answer = scorer.post(PAGE + "hands/1/", changed)
    assert (answer.status_code, "Say why it is changed." in text_of(answer)) == (422, True)
    assert counts() == before
    answer = scorer.post(PAGE + "hands/1/", changed | {"reason": "seats mixed up"}, follow=True)
    assert scores(play.table)[1] == ("B", 48, 48)
    old, new = ("24, First01 Last01 off First02 Last02", "24, First02 Last02 off First01 Last01")
    assert f"Hand 1 is corrected: {new} (before: {old})." in text_of(answer)


def test_a_table_is_opened_again_with_a_reason(play, scorer):
    close_table(by=play.scorer, table=play.table, totals=(0, 0, 0, 0))
    answer = scorer.post(PAGE + "reopen/", {"reason": ""})
    assert (answer.status_code, "Say why it is changed." in text_of(answer)) == (422, True)
    scorer.post(PAGE + "reopen/", {"reason": "wrong sheet"})
    assert scores(play.table) == []


def test_a_hand_is_cleared(play, scorer):
    play.hand(3)
    assert "Clear hand 3" in text_of(scorer.get(PAGE + "?hand=3&do=clear"))
    assert scorer.post(PAGE + "hands/3/clear/", {"version": "7"}).status_code == 409
    scorer.post(PAGE + "hands/3/clear/", {"version": "1"})
    assert Hand.objects.filter(voided_at=None).count() == 0


def test_a_penalty_is_given_shown_and_revoked(play, scorer):
    play.hand(7, winner="A", discarder="D", points=24)
    assert "false hu with valid structure" in text_of(scorer.get(PAGE + "?do=penalty"))
    scorer.post(PAGE + "penalties/", {"seat": "C", "code": "P1", "hand": "7"})
    words = text_of(scorer.get(PAGE))
    assert "P1 false hu with valid structure" in words
    assert "+58" in words
    pk = Penalty.objects.get().pk
    assert 'aria-label="Revoke the penalty' in scorer.get(PAGE).content.decode()
    assert scorer.get(f"{PAGE}?revoke={pk}").status_code == 200
    assert scorer.post(f"{PAGE}penalties/{pk}/revoke/", {"reason": ""}).status_code == 422
    scorer.post(f"{PAGE}penalties/{pk}/revoke/", {"reason": "it was a win"})
    assert "P1" not in text_of(scorer.get(PAGE)).split("Checked")[1]


@pytest.mark.parametrize(
    ("entered", "asked", "offered"),
    [
        ((), "", "1"),
        ((1, 2, 3), "", "3"),  # the hand that has just been played
        ((1, 2, 3), "&hand=2", "2"),  # the hand that is open
        ((1, 2, 3), "&hand=4", "4"),  # the hand that is being typed
        ((1, 2, 3), "&hand=17", "3"),
        (range(1, 17), "", "16"),
    ],
)
def test_a_penalty_is_offered_for_the_hand_just_played(play, scorer, entered, asked, offered):
    for number in entered:
        play.hand(number)
    page = scorer.get(f"{PAGE}?do=penalty{asked}").content.decode()
    assert re.search(r'name="hand" value="(\d+)"', page)[1] == offered


def test_false_hus_stand_first_in_the_list(play, scorer):
    page = scorer.get(PAGE + "?do=penalty").content.decode()
    first = re.search(r'<optgroup label="(.+?)">(.*?)</optgroup>', page, re.DOTALL)
    assert first[1] == "False hu"
    assert re.findall(r'value="(\w+)"', first[2]) == ["P1", "P2"]


def test_a_stored_hand_leads_to_its_own_penalty(play, scorer):
    play.hand(1)
    play.hand(2)
    link = r'href="([^"]+)" data-key="f"'
    open_hand = scorer.get(PAGE + "?hand=1").content.decode()
    assert re.search(link, open_hand)[1] == f"{PAGE}?do=penalty&amp;hand=1"
    assert re.search(link, scorer.get(PAGE).content.decode())[1] == f"{PAGE}?do=penalty"


def test_a_win_with_a_dead_hand_is_asked_about_and_not_refused(play, scorer):
    play.hand(7, winner="C", points=24)
    asked = "Hand 7: First03 Last03 won with a dead hand (P1); is that right?"
    assert asked not in text_of(scorer.get(PAGE))
    scorer.post(PAGE + "penalties/", {"seat": "C", "code": "P1", "hand": "7"})
    assert asked in text_of(scorer.get(PAGE))


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"code": "TP2"}, "The penalty book knows no “TP2”. It has: W1, W2"),
        ({"code": "P4", "amount": "2"}, "P4 costs 10 points, not 2."),
        (
            {"code": "P7", "reason": "slow"},
            "P7 costs 10, 20, 30, 40, 50, 60 points, or a dead hand: choose.",
        ),
        ({"code": "P7", "amount": "20"}, "Say why: this penalty rests on"),
        ({"code": ""}, "This field is required."),
        ({"code": "P4", "seat": "E"}, "Select a valid choice."),
        ({"code": "P4", "hand": "17"}, "less than or equal to 16"),
    ],
)
def test_a_penalty_that_does_not_exist_is_refused(play, scorer, fields, sentence):
    before = counts()
    answer = scorer.post(PAGE + "penalties/", {"seat": "A"} | fields)
    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert counts() == before


def test_a_name_with_markup_stays_text(play, scorer):
    player = play.entries[0].player
    player.first_name = "<img src=x onerror=alert(1)>"
    player.save()
    for query in ("", "?do=penalty", "?do=totals"):
        page = scorer.get(PAGE + query).content.decode()
        assert "<img" not in page
        assert "&lt;img src=x" in page


@pytest.mark.parametrize("hands", [1, 3])
def test_the_page_takes_eleven_queries(play, scorer, django_assert_num_queries, hands):
    for number in range(1, hands + 1):
        play.hand(number, winner="A", discarder="B", points=24)
    address = reverse("table", args=["mosel", 1, 1])
    with django_assert_num_queries(11):
        scorer.get(address)
