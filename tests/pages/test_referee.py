"""The referee's page."""

import datetime as dt
import re

import pytest

from journal.models import Event
from scoring.models import Penalty
from scoring.selectors.referee import given_penalties
from scoring.selectors.tables import table_sheet
from scoring.services.penalties import give_penalty
from scoring.services.sheets import close_table
from tests.builders import START, add_session, add_staff
from tests.scoring.play import counts, make_play
from tournaments.models import Entry, Role, Session

pytestmark = pytest.mark.django_db

PAGE = "/t/mosel/referee/"


def words(answer):
    """The visible words of a page, blanks folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


@pytest.fixture
def play(client):
    made = make_play()
    client.force_login(made.referee)
    return made


def at(monkeypatch, minutes, seconds=0):
    now = START + dt.timedelta(minutes=minutes, seconds=seconds)
    monkeypatch.setattr("scoring.views.referee.timezone.now", lambda: now)


def test_fouls_of_any_kind_climb_one_ladder_and_start_anew_each_session(client, play):
    """Warning, 5, 10, 20, 30, and 10 more each time; stalling and obstruction are not wiped out."""
    costs = ["warning", "−5", "−10", "−20", "−30", "−40"]
    for which, cost, code in zip(
        ("First", "Second", "Third", "Fourth", "Fifth", "Sixth"),
        costs,
        ("W1", "W3", "W9", "W1", "W2", "W8"),
        strict=True,
    ):
        assert f"{which} foul of this session: {cost}" in words(client.get(f"{PAGE}?who=1"))
        assert client.post(f"{PAGE}?who=1", {"code": code, "hand": 3}).status_code == 302
    assert list(Penalty.objects.order_by("id").values_list("amount", flat=True)) == [
        *(0, 5, 10, 20, 30, 40)
    ]
    client.post(f"{PAGE}?who=1", {"code": "P7", "amount": 20, "reason": "slow"})
    play.session.state = Session.State.FINISHED
    play.session.save()
    add_session(play.tournament, 2, entries=play.entries)
    said = words(client.get(f"{PAGE}?who=1"))
    assert "First foul of this session: warning" in said
    assert "1 penalty for obstruction in this tournament Repeated: disqualify…" in said
    assert "First foul of this session: warning" in words(client.get(f"{PAGE}?who=2"))


def test_a_revoked_foul_does_not_count(client, play):
    client.post(f"{PAGE}?who=1", {"code": "W1"})
    penalty = Penalty.objects.get()
    client.post(f"{PAGE}{penalty.pk}/revoke/", {"text": "seen wrongly"})
    assert "First foul of this session: warning" in words(client.get(f"{PAGE}?who=1"))


@pytest.mark.parametrize(
    ("minutes", "seconds", "proposed"),
    [
        (0, 30, "1 minute since the start Late: P4, −10"),
        (10, 0, "10 minutes since the start Late: P4, −10"),
        (10, 1, "11 minutes since the start Late: P5, −20"),
        (15, 0, "15 minutes since the start Late: P5, −20"),
        (15, 1, "16 minutes since the start Late: P6, session lost"),
    ],
)
def test_lateness_is_read_from_the_clock(client, play, monkeypatch, minutes, seconds, proposed):
    at(monkeypatch, minutes, seconds)
    assert proposed in words(client.get(f"{PAGE}?who=1"))
    code = re.search(r"P\d", proposed)[0]
    page = client.get(f"{PAGE}?who=1&code={code}").content.decode()
    assert f'value="{code}" selected' in page
    client.post(f"{PAGE}?who=1", {"code": code})
    given = Penalty.objects.get()
    expected = {"P4": (10, ""), "P5": (20, ""), "P6": (0, "session_lost")}[code]
    assert (given.amount, given.effect) == expected


@pytest.mark.parametrize(
    ("data", "totals", "dead"),
    [
        ({"code": "P1", "hand": 2}, (10, -30, 10, 10), True),
        ({"code": "P2", "hand": 2}, (20, -60, 20, 20), True),
        ({"code": "D1", "hand": 2}, (0, 0, 0, 0), True),
        ({"code": "P3", "hand": 2}, (0, -10, 0, 0), False),
        *(
            ({"code": "P7", "amount": points, "reason": "slow"}, (0, -points, 0, 0), False)
            for points in (10, 20, 30, 40, 50, 60)
        ),
        (
            {"code": "P7", "amount": 60, "dead_hand": "on", "reason": "slow"},
            (0, -60, 0, 0),
            True,
        ),
        ({"code": "P7", "dead_hand": "on", "reason": "slow"}, (0, 0, 0, 0), True),
        ({"code": "P7", "amount": 0, "dead_hand": "on", "reason": "slow"}, (0, 0, 0, 0), True),
    ],
)
def test_false_hu_dead_hand_and_obstruction(client, play, data, totals, dead):
    assert client.post(f"{PAGE}?who=2", data).status_code == 302
    assert table_sheet(play.table).totals == totals
    assert Penalty.objects.get().dead_hand is dead


def test_own_flowers_used_to_count_lose_their_points(client, play):
    play.hand(2, winner="B", discarder="A", points=12, flowers=2)
    client.post(f"{PAGE}?who=2", {"code": "P3F", "hand": 2})
    assert table_sheet(play.table).totals == (-18, 34, -8, -8)


def test_two_false_hus_and_a_win_in_one_hand(client, play):
    """Case 22."""
    play.hand(7, winner="A", discarder="B", points=24)
    client.post(f"{PAGE}?who=3", {"code": "P1", "hand": 7})
    client.post(f"{PAGE}?who=4", {"code": "P2", "hand": 7})
    view = table_sheet(play.table)
    assert view.totals == (48 + 10 + 20, -32 + 10 + 20, -8 - 30 + 20, -8 + 10 - 60)
    assert sum(view.totals) == 0
    assert len([line for line in view.lines if line.number == 7]) == 3


def test_the_points_of_the_green_book_go_to_the_offended(client):
    made = make_play(penalty_book="gb2006")
    client.force_login(made.referee)
    knock = {"code": "KNOCK", "amount": 20, "reason": "elbow"}
    refused = client.post(f"{PAGE}?who=1", knock)
    assert "Say who receives the points." in words(refused)
    to = made.entries[2].pk
    client.post(f"{PAGE}?who=1", knock | {"to_entry": to})
    assert table_sheet(made.table).totals == (-20, 0, 20, 0)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"code": "TP2"}, "The penalty book knows no “TP2”. It has: W1, W2"),
        ({"code": "P7"}, "P7 costs 10, 20, 30, 40, 50, 60 points, or a dead hand: choose."),
        ({"code": "P1", "amount": 2}, "P1 costs 30 points, not 2."),
        ({"code": "P4", "dead_hand": "on"}, "P4 makes no dead hand."),
        ({"code": ""}, "This field is required."),
    ],
)
def test_what_the_book_does_not_know_is_said_and_kept(client, play, data, said):
    """Case 21: nobody loses table points."""
    before = counts()
    answer = client.post(f"{PAGE}?who=1", data | {"reason": "kept words"})
    assert answer.status_code == 422
    assert said in words(answer)
    assert 'value="kept words"' in answer.content.decode()
    assert counts() == before


@pytest.mark.parametrize("code", ["DQ", "P7"])
def test_what_the_referee_judges_says_why_at_its_field(client, play, code):
    """Before the effects of a disqualification are shown, too."""
    before = counts()
    answer = client.post(f"{PAGE}?who=1", {"code": code, "amount": 20 if code == "P7" else ""})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert re.search(
        r'name="reason"[^>]*>\s*<p class="err" id="id_reason_error">Say why: this penalty', page
    )
    assert "What a disqualification does" not in page
    assert counts() == before


def test_a_disqualification_shows_its_effects_first(client, play):
    close_table(by=play.scorer, table=play.table, totals=(30, 10, -10, -30))
    before = counts()
    asked = {"code": "DQ", "reason": "cheating"}
    said = words(client.post(f"{PAGE}?who=1", asked))
    assert (
        "First01 Last01 loses the table points of all sessions (4) and falls from place 1 to "
        "place 4; the others keep theirs."
    ) in said
    assert "First02 Last02 4, 2, 1 by rank of the three" in said
    assert counts() == before
    client.post(f"{PAGE}?who=1", asked | {"confirmed": "1"})
    assert Entry.objects.get(number=1).state == "disqualified"
    assert list(play.table.results.values_list("table_points", flat=True)) == [0, 48, 24, 12]
    penalty = Penalty.objects.get()
    client.post(f"{PAGE}{penalty.pk}/revoke/", {"text": "appeal upheld"})
    assert Entry.objects.get(number=1).state == "active"
    assert list(play.table.results.values_list("table_points", flat=True)) == [48, 24, 12, 0]


def test_the_list_says_who_when_why_and_what_became_of_it(client, play):
    client.post(f"{PAGE}?who=3", {"code": "P1", "hand": 4, "reason": "pair missing"})
    penalty = Penalty.objects.get()
    client.post(f"{PAGE}{penalty.pk}/appeal/", {"text": "says it was a pair"})
    assert client.post(f"{PAGE}{penalty.pk}/revoke/", {"text": ""}).status_code == 422
    said = words(client.get(PAGE))
    assert "First03 Last03 P1 −30 +10 to each dead hand" in said
    assert "pair missing Session 1, table 1, hand 4 · rolf," in said
    assert "Appeal: says it was a pair" in said
    client.post(f"{PAGE}{penalty.pk}/revoke/", {"text": "appeal upheld"})
    assert "appeal upheld" in words(client.get(PAGE))
    assert list(Event.objects.order_by("id").values_list("verb", flat=True)) == [
        "penalty.given",
        "penalty.appealed",
        "penalty.revoked",
    ]
    assert client.post(f"{PAGE}{penalty.pk}/revoke/", {"text": "again"}).status_code == 422


def test_an_unbalanced_sheet_is_a_referees_with_a_reason(client, play):
    """A penalty paid to nobody is known to the sum; what it does not explain needs a reason."""
    give_penalty(by=play.referee, session=play.session, entry=play.entries[0], code="P4")
    url = "/t/mosel/sessions/1/tables/1/totals/"
    four = {"total_a": 20, "total_b": 10, "total_c": -10, "total_d": -20}
    said = words(client.post(url, four))
    assert "P4 of First01 Last01 (−10) belongs in that player&#x27;s total." in said
    right = four | {"total_a": 10}
    client.post(url, four | {"reason": "paper signed by all"})
    assert play.table.sheet.override_reason == "paper signed by all"
    client.post(url, right | {"reason": "found the ten points"})
    assert [one.score for one in play.table.results.all()] == [10, 10, -10, -20]


@pytest.mark.parametrize(
    ("role", "status"),
    [(None, 404), (Role.OBSERVER, 403), (Role.SCORER, 403), (Role.REFEREE, 200)],
)
def test_the_page_is_the_referees(client, role, status):
    made = make_play()
    if role:
        client.force_login(add_staff(made.tournament, "rita", role))
    assert client.get(PAGE).status_code == status
    answer = client.post(f"{PAGE}?who=1", {"code": "P4"})
    assert answer.status_code == (302 if status == 200 else status)
    for action in ("revoke", "appeal"):
        wanted = 404 if status == 200 else status
        assert client.post(f"{PAGE}999/{action}/", {"text": "x"}).status_code == wanted


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_two_queries(django_assert_num_queries, count):
    made = make_play()
    for entry in made.entries[:count]:
        give_penalty(by=made.referee, session=made.session, entry=entry, code="P4")
    with django_assert_num_queries(2):
        assert [one.table for one in given_penalties(made.tournament)] == [1] * count
