"""The event log, as the staff read it and as a file."""

import csv
import io
import re
from html import unescape

import pytest

from journal.services import Device, record_event
from scoring.event_words import WHOLE_TOURNAMENT
from scoring.models import Hand, TableResult
from scoring.services.hands import clear_hand, replace_hand
from scoring.services.penalties import give_penalty, note_appeal, revoke_penalty
from scoring.services.phone import confirm_by_code
from scoring.services.rebuild import rebuild
from scoring.services.sheets import close_table, set_totals
from tests.builders import add_staff, make_player, make_tournament
from tests.scoring.play import make_play
from tournaments.models import Entry, Occupant, Role
from tournaments.services.entries import change_entry, set_paid, withdraw_entry
from tournaments.services.links import make_links
from tournaments.services.seating import import_seating
from tournaments.services.sessions import add_session, change_session
from tournaments.services.staff import set_roles
from tournaments.services.stand_ins import take_seat
from tournaments.services.teams import change_team, create_team
from tournaments.services.tournaments import change_settings

pytestmark = pytest.mark.django_db

LOG = "/t/mosel/log/"
NAMED = "First01 Last01 off First02 Last02"


@pytest.fixture
def play():
    """Four players at table 1, session 1 running."""
    return make_play()


def read(client, play, query="", reader=None):
    """The events of the page, the newest first: each its lines, without the last (who, when)."""
    client.force_login(reader or play.referee)
    page = client.get(f"{LOG}?{query}").content.decode()
    items = re.findall(r"<li><p>(.*?)</p></li>", page, re.DOTALL)
    parted = [re.split(r"<br>", item) for item in items]
    return [
        [unescape(re.sub(r"<[^>]+>", "", line)).strip() for line in lines[:-1]] for lines in parted
    ]


def first(client, play, query="", reader=None):
    return read(client, play, query, reader)[0]


def test_a_hand_is_told_with_names_and_leads_to_its_sheet(client, play):
    play.hand(1, winner="A", discarder="B", points=24)
    assert first(client, play) == ["Hand entered Session 1 · table 1 · hand 1", f"24, {NAMED}"]
    play.hand(1, version=1, winner="C", points=32)
    assert first(client, play)[1] == f"24, {NAMED} → 32, First03 Last03, self-draw"
    page = client.get(LOG).content.decode()
    assert 'href="/t/mosel/sessions/1/tables/1/?hand=1">Session 1 · table 1 · hand 1</a>' in page
    hand = Hand.objects.get(voided_at=None)
    clear_hand(by=play.scorer, table=play.table, number=1, version=hand.version)
    assert first(client, play) == [
        "Hand taken away Session 1 · table 1 · hand 1",
        "32, First03 Last03, self-draw → –",
    ]


def test_who_sat_there_in_that_hand_is_named(client, play):
    bench = Entry.objects.create(
        tournament=play.tournament,
        player=make_player(9),
        number=9,
        kind="substitute",
        playing=False,
    )
    seat = Occupant.objects.get(seat__letter="A")
    take_seat(by=play.referee, occupant=seat, substitute=bench, case="ill_during", from_hand=9)
    assert first(client, play) == [
        "Substitute sat down for somebody 1 First01 Last01",
        "Session 1 · table 1 · seat A, 9 First09 Last09, from hand 9, ill during the session",
    ]
    assert 'href="/t/mosel/players/1/">1 First01 Last01</a>' in client.get(LOG).content.decode()
    play.hand(8, winner="A", points=8)
    assert first(client, play)[1] == "8, First01 Last01, self-draw"
    play.hand(9, winner="A", points=8)
    assert first(client, play)[1] == "8, First09 Last09, self-draw"


def test_tiles_are_told_where_nothing_else_differs(client, play):
    tiles = {
        "concealed": "147m369s25pSS",
        "win": "8p",
        "melds": [{"type": "chow", "tiles": "678s", "from": 1}],
    }
    play.hand(1, winner="A", discarder="B", points=8, tiles=tiles)
    assert first(client, play)[1] == f"8, {NAMED}, counts 12"
    other = tiles | {"concealed": "147m369s25pNN"}
    play.hand(1, version=1, winner="A", discarder="B", points=8, tiles=other)
    told = first(client, play)
    assert told[1] == f"8, {NAMED}, counts 12"
    assert told[2].count(" → ") == 1
    before, after = told[2].split(" → ")
    assert (before.replace("SS", "NN"), "NN" in after) == (after, True)


def test_fans_and_flowers_are_told_where_they_are_known(client, play):
    play.hand(1, winner="A", discarder="B", fans={"Mixed Straight": 1}, flowers=2, points=10)
    play.hand(1, version=1, winner="A", discarder="B", points=10)
    assert first(client, play)[1] == (f"10, {NAMED}, 2 flowers, Mixed Straight → 10, {NAMED}")


def test_a_reason_stands_under_what_changed(client, play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    replace_hand(
        by=play.referee,
        table=play.table,
        number=2,
        version=1,
        kind="win",
        winner="B",
        points=8,
        reason="misread",
    )
    told = first(client, play, "verb=hand.replaced")
    assert told[1:] == ["drawn → 8, First02 Last02, self-draw", "Reason: misread"]
    assert first(client, play, "verb=table.closed") == [
        "Table closed Session 1 · table 1",
        "+48 / −32 / −8 / −8",
    ]
    assert first(client, play) == [
        "Standings computed standings version 2",
        "up to session 1",
        "Reason: misread",
    ]


def test_a_penalty_is_told_with_its_person_and_effects(client, play):
    fined = give_penalty(
        by=play.scorer, session=play.session, entry=play.entries[2], code="P1", hand=3
    )
    told = f"3 First03 Last03, P1, −{fined.amount}, +10 to each of the others, dead hand"
    assert first(client, play) == ["Penalty given Session 1 · table 1 · hand 3", told]
    note_appeal(by=play.referee, penalty=fined, text="They saw it otherwise")
    assert first(client, play) == [
        "Appeal noted Session 1 · P1",
        "– → They saw it otherwise",
    ]
    revoke_penalty(by=play.referee, penalty=fined, reason="seen again")
    assert first(client, play)[1] == f"{told} → –"


def test_results_computed_anew_name_the_table_with_its_scores(client, play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    TableResult.objects.filter(seat="A").update(score=0)
    rebuild(by=play.referee, tournament=play.tournament)
    assert first(client, play, "verb=results.rebuilt") == [
        "Results computed anew",
        "Session 1 · table 1: 0 / −32 / −8 / −8 → +48 / −32 / −8 / −8",
    ]


def test_phones_name_their_tables_and_who_confirmed(client, play):
    (link,) = make_links(by=play.referee, session=play.session)
    assert first(client, play) == ["Links for the phones made Session 1", "table 1"]
    play.all_hands()
    version = play.table.version
    confirm_by_code(link=link, version=version, seat="B", code=play.entries[1].code)
    assert first(client, play, "verb=table.confirmed") == [
        "Result confirmed at the table Session 1 · table 1",
        "First02 Last02, by code",
    ]


def test_totals_settings_entries_and_times_are_pairs_of_names_and_values(client, play):
    set_totals(by=play.scorer, table=play.table, totals=[30, 10, -10, -30])
    assert first(client, play)[1] == "+30 / +10 / −10 / −30"
    play.tournament.refresh_from_db()
    change_settings(
        by=play.referee,
        tournament=play.tournament,
        changes={
            "table_help": True,
            "criteria": ["score"],
            "end_date": play.tournament.start_date,
            "rules": {"exhausted_wait": "own"},
        },
    )
    wait = "A wait for a tile the winner holds four of"
    assert sorted(first(client, play)[1:]) == [
        f"{wait}: counts: only the shape matters → does not, wherever the four are",
        "help at the table: no → yes",
        "last day: 11 Oct 2026 → 10 Oct 2026",
        "ranking criteria: table points, score → score",
    ]
    assert first(client, play)[0] == "Settings changed"
    change_entry(by=play.referee, entry=play.entries[0], arrived=True)
    assert first(client, play) == ["Entry changed 1 First01 Last01", "arrived: no → yes"]
    withdraw_entry(by=play.referee, entry=play.entries[0], reason="ill")
    assert first(client, play)[1:] == [
        "state: takes part → withdrawn",
        "plays: yes → no",
        "Reason: ill",
    ]
    later = add_session(
        by=play.referee,
        tournament=play.tournament,
        starts_at=play.session.starts_at.replace(hour=12),
        minutes=90,
    )
    assert first(client, play) == [
        "Session added to the programme Session 2",
        "start: Saturday 10 October 14:00",
        "minutes: 90",
    ]
    change_session(by=play.referee, session=later, starts_at=later.starts_at, minutes=100)
    assert first(client, play)[1:] == ["minutes: 90 → 100"]


def test_roles_teams_and_seats_are_words(client, play):
    set_roles(
        by=play.referee,
        tournament=play.tournament,
        user=play.scorer,
        roles=[Role.REFEREE, Role.SCORER],
    )
    assert first(client, play) == ["Roles changed sara", "scorer → referee, scorer"]
    team = create_team(by=play.referee, tournament=play.tournament, name="session 1 table 1")
    assert first(client, play) == [
        "Team added session 1 table 1",
        "number: 1",
        "name: session 1 table 1",
    ]
    change_team(by=play.referee, team=team, name="Winds", number=1)
    assert first(client, play)[1:] == ["name: session 1 table 1 → Winds"]
    add_session(
        by=play.referee,
        tournament=play.tournament,
        starts_at=play.session.starts_at.replace(hour=12),
        minutes=90,
    )
    import_seating(by=play.referee, tournament=play.tournament, sessions={2: [(1, (1, 2, 3, 4))]})
    assert first(client, play) == ["Seating imported Session 2"]


STRANGE = [
    {"kind": ["win"]},
    {"points": 8},
    [1, {"a": None}],
    "text",
    7,
    {"nested": {"deep": True, "list": []}},
]


SHAPED = (
    *("hand.recorded", "penalty.given", "table.closed", "seat.taken", "results.rebuilt", "x.y"),
    *("settings.changed", "entry.replaced", "prizes.shown", "links.made", "staff.changed"),
    *("table.confirmed", "standings.published", "seating.drawn", "time.given", "penalty.appealed"),
)


@pytest.mark.parametrize("value", STRANGE)
@pytest.mark.parametrize("verb", SHAPED)
def test_what_no_program_wrote_is_told_without_braces(client, play, verb, value):
    """A journal that came in a document may hold anything."""
    record_event(
        scope=play.tournament.scope, actor=None, verb=verb, target="odd", before=value, after=value
    )
    (told,) = read(client, play, f"verb={verb}")
    assert told[0].endswith("odd") or verb in WHOLE_TOURNAMENT
    assert not re.search(r"[{}\[\]\"]", " ".join(told))


def test_a_table_or_player_that_is_gone_has_no_link(client, play):
    for target in ("session 1 table 9", "session 7", "9 Somebody Else", "1 Other Name"):
        record_event(scope=play.tournament.scope, actor=None, verb="x.y", target=target)
    client.force_login(play.referee)
    page = client.get(f"{LOG}?verb=x.y").content.decode()
    assert re.findall(r'<span class="where">(.*?)</span>', page) == [
        "1 Other Name",
        "9 Somebody Else",
        "Session 7",
        "Session 1 · table 9",
    ]


def test_the_phone_of_a_table_is_named_in_the_readers_language(client, play):
    record_event(scope=play.tournament.scope, actor=Device("table 4, phone"), verb="x.y", target="")
    client.force_login(play.referee)
    assert "· table 4, phone</span>" in client.get(LOG).content.decode()
    french = client.get(LOG, headers={"accept-language": "fr"}).content.decode()
    assert "· table 4, téléphone</span>" in french


def test_names_and_values_have_the_colon_of_the_readers_language(client, play):
    change_entry(by=play.referee, entry=play.entries[0], arrived=True)
    client.force_login(play.referee)
    told = {
        language: client.get(LOG, headers={"accept-language": language}).content.decode()
        for language in ("fr", "zh-hans")
    }
    assert "<br>arrivé\u00a0: non → oui<br>" in told["fr"]
    assert "：否 → 是<br>" in told["zh-hans"]


def test_a_hundred_events_cost_as_many_queries_as_one(client, play, django_assert_num_queries):
    play.hand(1, winner="A", discarder="B", points=24)
    client.force_login(play.referee)
    with django_assert_num_queries(10):
        client.get(LOG)
    for number in range(2, 17):
        play.hand(number)
    with django_assert_num_queries(10):
        client.get(LOG)


def test_the_log_is_narrowed_and_never_holds_another_tournament(client, play):
    play.all_hands()
    close_table(by=play.scorer, table=play.table)
    other = make_tournament("rhine")
    record_event(scope=other.scope, actor=None, verb="team.deleted", target="Foreign")

    def found(query):
        return [told[0] for told in read(client, play, query)]

    assert found("session=1&table=1&verb=table") == ["Table closed Session 1 · table 1"]
    assert found("verb=team") == []
    assert found("session=2") == []
    assert found("table=1&verb=hand&person=nobody") == []
    assert len(found("table=1&verb=hand&person=sara")) == 16
    assert found("session=1&table=11") == []


def test_the_filter_offers_the_titles_in_groups(client, play):
    play.hand(1, winner="A", discarder="B", points=24)
    play.hand(1, version=1, winner="A", points=24)
    record_event(scope=play.tournament.scope, actor=None, verb="x.y")
    client.force_login(play.referee)
    page = client.get(f"{LOG}?verb=hand.replaced").content.decode()
    (offered,) = re.findall(r'<select class="in" id="l-verb".*?</select>', page)
    assert re.findall(
        r'<optgroup label="(.*?)">|<option value="(.*?)"( selected)?>(.*?)<', offered
    ) == [
        ("", "", "", "everything"),
        ("Hands", "", "", ""),
        ("", "hand.recorded", "", "Hand entered"),
        ("", "hand.replaced", " selected", "Hand corrected"),
        ("Other", "", "", ""),
        ("", "x.y", "", "x.y"),
    ]


def test_the_log_as_csv_is_for_machines_harmless_and_in_order(client, play):
    play.hand(1, winner="A", discarder="B", points=24)
    record_event(
        scope=play.tournament.scope, actor=None, verb="x.y", reason='=HYPERLINK("http://x")'
    )
    client.force_login(play.referee)
    answer = client.get(f"{LOG}events.csv?verb=x")
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows[0] == ["time", "person", "verb", "target", "reason", "before", "after"]
    assert [row[4] for row in rows[1:]] == ['\'=HYPERLINK("http://x")']
    every = list(
        csv.reader(io.StringIO(client.get(f"{LOG}events.csv").content.decode("utf-8-sig")))
    )
    assert every[1][2:4] == ["hand.recorded", "session 1 table 1 hand 1"]
    assert every[1][6] == (
        '{"discarder": "B", "flowers": null, "kind": "win", "points": 24, "winner": "A"}'
    )
    assert every[-1][2] == "x.y"


def test_who_has_paid_is_in_the_organisers_log_only(client, play):
    set_paid(by=None, entry=play.entries[0], paid=True)
    assert read(client, play) == []
    assert "paid" not in client.get(f"{LOG}events.csv").content.decode()
    olga = add_staff(play.tournament, "olga", Role.ORGANISER)
    assert read(client, play, reader=olga) == [["Entry changed 1 First01 Last01", "paid: no → yes"]]
    assert "paid" in client.get(f"{LOG}events.csv").content.decode()
