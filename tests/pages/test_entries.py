"""The pages about entries: a public list that leaks nothing, and the organisers' work."""

import io

import openpyxl
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from journal.models import Event
from players.models import Player
from players.services import save_player
from tests.builders import (
    add_entries,
    add_session,
    add_staff,
    make_player,
    make_tournament,
    make_user,
)
from tournaments.models import Entry, Occupant, Role, Session, Team
from tournaments.services.entries import add_entry
from tournaments.services.substitutes import add_substitute

pytestmark = pytest.mark.django_db

NASTY = "<img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("http://x")'


@pytest.fixture
def tournament():
    return make_tournament(has_teams=True)


@pytest.fixture
def organiser(client, tournament):
    user = add_staff(tournament, "olga", Role.ORGANISER)
    client.force_login(user)
    return user


def at(name, *args):
    return reverse(name, args=["mosel", *args])


def nasty_entry(tournament):
    player = save_player(
        by=None, first_name=NASTY, last_name=FORMULA, email="secret@example.org", country="FRA"
    )
    return add_entry(by=None, tournament=tournament, player=player)


def test_everybody_sees_names_countries_and_clubs_only(client, tournament):
    entry = nasty_entry(tournament)
    Entry.objects.filter(pk=entry.pk).update(note="secret note", paid=True)
    shy = save_player(by=None, first_name="Lena", last_name="Shyname", shown_as_initials=True)
    add_entry(by=None, tournament=tournament, player=shy)
    add_substitute(by=None, tournament=tournament)
    page = client.get(at("entries")).content.decode()
    assert "&lt;img src=x onerror=alert(1)&gt; =HYPERLINK(&quot;http://x&quot;)" in page
    assert "L. S." in page
    for secret in (NASTY, "secret", "Shyname", "Substitute 1", "paid", "arrived"):
        assert secret not in page


def test_the_staffs_list_shows_states_and_asks_for_substitutes_first(client, tournament, organiser):
    add_entries(tournament, 18)
    nasty_entry(tournament)
    Entry.objects.filter(number=19).update(state="withdrawn", playing=False)
    page = client.get(at("entries")).content.decode()
    assert page.index("18 players: two substitutes complete the tables.") < page.index("<table")
    assert NASTY not in page
    assert "withdrawn" in page


@pytest.mark.parametrize(
    ("role", "sees_paid", "may_tick"),
    [(Role.REFEREE, False, True), (Role.SCORER, False, True), (Role.OBSERVER, False, False)],
)
def test_who_has_paid_is_the_organisers_business(client, tournament, role, sees_paid, may_tick):
    add_entries(tournament, 4)
    client.force_login(add_staff(tournament, "rita", role))
    page = client.get(at("entries")).content.decode()
    assert ("paid" in page, "/tick/arrived/" in page) == (sees_paid, may_tick)


@pytest.mark.parametrize("count", [1, 3])
def test_the_lists_take_a_fixed_number_of_queries(
    client, tournament, organiser, django_assert_num_queries, count
):
    add_entries(tournament, count)
    # session, account, tournament, roles, counts, entries
    with django_assert_num_queries(6):
        client.get(at("entries"))
    client.logout()
    # tournament, entries, counts
    with django_assert_num_queries(3):
        client.get(at("entries"))


@pytest.mark.parametrize(
    ("query", "numbers"),
    [
        ({"q": "last02"}, [2]),
        ({"q": "3"}, [3]),
        ({"show": "absent"}, [2, 3]),
        ({"show": "unpaid"}, [1, 3, 6]),
        ({"show": "substitutes"}, [4, 6]),
        ({"show": "out"}, [5]),
        ({"q": "zzz"}, []),
    ],
)
def test_filters(client, tournament, organiser, query, numbers):
    """Nobody of the bench is waited for at check-in."""
    add_entries(tournament, 5)
    add_substitute(by=None, tournament=tournament)
    Entry.objects.filter(number=1).update(arrived=True)
    Entry.objects.filter(number=2).update(paid=True)
    Entry.objects.filter(number=4).update(kind="substitute", arrived=True, paid=True)
    Entry.objects.filter(number=5).update(state="no_show")
    answer = client.get(at("entries"), query)
    assert [entry.number for entry in answer.context["entries"]] == numbers


def test_a_tick_brings_the_figures_and_leaves_the_list_of_who_is_missing(
    client, tournament, organiser
):
    add_entries(tournament, 1)
    tap = {"headers": {"HX-Request": "true"}}
    address = at("entry_tick", 1, "arrived")
    part = client.post(address, {"on": "1"}, **tap)
    assert 'id="counts" role="status" hx-swap-oob="true"' in part.content.decode()
    assert "1 arrived" in part.content.decode()
    assert "HX-Reswap" not in part.headers
    gone = client.post(address, {"on": "1", "listed": "absent"}, **tap)
    assert (gone["HX-Retarget"], gone["HX-Reswap"]) == ("#entry-1", "delete")
    stays = client.post(address, {"on": "0", "listed": "absent"}, **tap)
    assert "HX-Reswap" not in stays.headers
    assert (
        "counts" not in client.post(f"{address}?back=player", {"on": "1"}, **tap).content.decode()
    )


def test_everybody_who_plays_is_ticked_at_once(client, tournament, organiser):
    add_entries(tournament, 4)
    Entry.objects.filter(number=1).update(arrived=True)
    Entry.objects.filter(number=2).update(playing=False)
    awaited = Entry.objects.filter(playing=True, arrived=False).count()
    assert awaited > 0
    assert "All have arrived…" in client.get(at("entries")).content.decode()
    page = client.post(at("entries_arrived"), follow=True).content.decode()
    assert f"{awaited} people are ticked as arrived." in page
    assert "All have arrived…" not in page
    assert not Entry.objects.filter(playing=True, arrived=False).exists()
    assert not Entry.objects.get(number=2).arrived


def test_one_tap_ticks_with_htmx_and_without(client, tournament, organiser):
    add_entries(tournament, 1)
    part = client.post(at("entry_tick", 1, "arrived"), {"on": "1"}, headers={"HX-Request": "true"})
    assert 'aria-pressed="true"' in part.content.decode()
    assert "<html" not in part.content.decode()
    answer = client.post(at("entry_tick", 1, "paid"), {"on": "1"})
    assert answer["Location"] == at("entries") + "#entry-1"
    entry = Entry.objects.get()
    assert (entry.arrived, entry.paid) == (True, True)
    client.post(at("entry_tick", 1, "paid"), {"on": "0"})
    assert Entry.objects.get().paid is False
    assert client.post(at("entry_tick", 1, "number"), {"on": "1"}).status_code == 404


ORGANISERS_PAGES = [
    ("entry_add", []),
    ("entries_import", []),
    ("entries_complete", []),
    ("entry_edit", [1]),
]


@pytest.mark.parametrize(("name", "args"), ORGANISERS_PAGES)
@pytest.mark.parametrize(
    ("role", "status"),
    [(None, 404), (Role.SCORER, 403), (Role.REFEREE, 403), (Role.ORGANISER, 200)],
)
def test_who_may_open_what(client, tournament, name, args, role, status):
    add_entries(tournament, 1)
    user = add_staff(tournament, "rita", role) if role else make_user("stranger")
    client.force_login(user)
    assert client.get(at(name, *args)).status_code == status


class TestAdding:
    def test_a_known_person(self, client, tournament, organiser):
        player = save_player(by=None, first_name="Zofia", last_name="Łukasik")
        found = client.post(at("entry_add"), {"find": "1", "q": "lukas", "number": "12"})
        assert found.context["found"] == [player]
        assert 'value="12"' in found.content.decode()
        client.post(at("entry_add"), {"player": player.pk, "number": "12", "kind": "player"})
        entry = Entry.objects.get()
        assert (entry.player, entry.number, entry.playing) == (player, 12, True)
        assert client.get(at("entry_add"), {"q": "lukas"}).context["found"] == []

    def test_a_new_substitute_in_a_team(self, client, tournament, organiser):
        team = Team.objects.create(tournament=tournament, number=1, name="Jade")
        client.post(
            at("entry_add"),
            {"first_name": "Ole", "last_name": "Bech", "kind": "substitute", "team": team.pk},
        )
        entry = Entry.objects.get()
        assert (str(entry), entry.playing, entry.counts_for_ranking, entry.team) == (
            "1 Ole Bech",
            False,
            False,
            team,
        )

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({}, "last_name"),
            ({"last_name": "New", "number": "1"}, "number"),
            ({"last_name": "New", "ema_number": "05000001"}, "ema_number"),
            ({"last_name": "New", "country": "XYZ"}, "country"),
            ({"last_name": "x" * 121}, "last_name"),
            ({"last_name": "Last01", "first_name": "First01"}, "last_name"),
            ({"player": "1"}, "player"),
        ],
    )
    def test_faults_change_nothing(self, client, tournament, organiser, fields, field):
        [entry] = add_entries(tournament, 1)
        if "player" in fields:
            fields = {"player": entry.player_id}
        answer = client.post(at("entry_add"), {"kind": "player"} | fields)
        assert list(answer.context["form"].errors) == [field]
        assert (Entry.objects.count(), Player.objects.count(), Event.objects.count()) == (1, 1, 0)

    def test_a_namesake_is_asked_about_once(self, client, tournament, organiser):
        make_player(1)
        fields = {"kind": "player", "first_name": "First01", "last_name": "Last01"}
        answer = client.post(at("entry_add"), fields)
        assert "This is another person of that name" in answer.content.decode()
        client.post(at("entry_add"), fields | {"namesake": "on"})
        assert (Player.objects.count(), Entry.objects.count()) == (2, 1)


class TestOneEntry:
    def test_is_changed(self, client, tournament, organiser):
        add_entries(tournament, 2)
        answer = client.post(at("entry_edit", 2), {"number": "1"})
        assert answer.context["form"].errors["number"] == [
            "Start number 1 belongs to First01 Last01."
        ]
        client.post(
            at("entry_edit", 2), {"number": "7", "note": "late", "counts_for_ranking": "on"}
        )
        entry = Entry.objects.get(number=7)
        assert (entry.note, entry.counts_for_ranking, entry.team) == ("late", True, None)

    def test_withdraws_returns_and_goes(self, client, tournament, organiser):
        add_entries(tournament, 1)
        client.post(at("entry_act", 1, "withdraw"), {"reason": "ill"})
        assert Entry.objects.get().state == Entry.State.WITHDRAWN
        client.post(at("entry_act", 1, "return"))
        assert Entry.objects.get().playing is True
        assert client.post(at("entry_act", 1, "promote")).status_code == 404
        client.post(at("entry_act", 1, "delete"))
        assert Entry.objects.count() == 0

    def test_is_not_deleted_once_seated(self, client, tournament, organiser):
        add_entries(tournament, 4)
        add_session(tournament)
        answer = client.post(at("entry_act", 1, "delete"), follow=True)
        assert "has a seat in a session: withdraw the entry instead." in answer.content.decode()
        assert Entry.objects.count() == 4


class TestNoShow:
    def test_the_ranking_is_asked_each_time(self, client, tournament, organiser):
        add_entries(tournament, 4)
        answer = client.post(at("entry_replace", 1), {"last_name": "Bech"})
        assert answer.context["form"].errors == {"counts_for_ranking": ["Choose yes or no."]}
        assert 'value="Bech"' in answer.content.decode()
        assert Entry.objects.count() == 4

    def test_a_new_substitute_takes_the_seat(self, client, tournament, organiser):
        add_entries(tournament, 4)
        add_session(tournament, state=Session.State.PUBLISHED)
        page = client.get(at("entry_replace", 1)).content.decode()
        assert "session 1, table 1, seat A" in page
        client.post(at("entry_replace", 1), {"counts_for_ranking": "no"})
        substitute = Entry.objects.get(number=5)
        assert (str(substitute), substitute.replaces.number) == ("5 Substitute 1", 1)
        assert Occupant.objects.get(seat__letter="A").entry == substitute
        client.post(at("entry_act", 1, "give-back"))
        assert Occupant.objects.get(seat__letter="A").entry.number == 1

    def test_somebody_of_the_bench(self, client, tournament, organiser):
        add_entries(tournament, 4)
        bench = add_substitute(by=None, tournament=tournament)
        client.post(at("entry_replace", 1), {"substitute": bench.pk, "counts_for_ranking": "yes"})
        bench.refresh_from_db()
        assert (bench.playing, bench.counts_for_ranking) == (True, True)

    def test_a_refusal_leaves_no_new_substitute(self, client, tournament, organiser):
        entries = add_entries(tournament, 4)
        Entry.objects.filter(pk=entries[0].pk).update(state=Entry.State.NO_SHOW, playing=False)
        answer = client.post(
            at("entry_replace", 1), {"last_name": "Bech", "counts_for_ranking": "yes"}
        )
        assert answer.context["form"].non_field_errors() == [
            "First01 Last01 has been replaced already."
        ]
        assert not Player.objects.filter(last_name="Bech").exists()

    def test_once_a_session_was_started_one_page_knows_hands_and_minutes(
        self, client, tournament, organiser
    ):
        """Two ways back with two results would be one too many."""
        add_entries(tournament, 4)
        session = add_session(tournament, state=Session.State.PUBLISHED)
        client.post(at("entry_replace", 1), {"counts_for_ranking": "no"})
        assert at("entry_act", 1, "give-back") in client.get(at("entry_edit", 1)).content.decode()
        session.state = Session.State.RUNNING
        session.save()
        wizard = at("substitutions")
        page = client.get(at("entry_edit", 1)).content.decode()
        assert f'href="{wizard}?who=1&amp;kind=back"' in page
        assert at("entry_act", 1, "give-back") not in page
        back = client.post(at("entry_act", 1, "give-back"))
        assert (back.status_code, back.url) == (302, f"{wizard}?who=1&kind=back")
        assert Occupant.objects.get(seat__letter="A").entry.number == 5
        away = client.post(at("entry_replace", 2), {"counts_for_ranking": "no"})
        assert (away.status_code, away.url) == (302, f"{wizard}?who=2&kind=no_show")
        assert Occupant.objects.get(seat__letter="B").entry.number == 2


def test_the_tables_are_completed_as_chosen(client, tournament, organiser):
    add_entries(tournament, 18)
    bench = add_substitute(by=None, tournament=tournament)
    answer = client.post(
        at("entries_complete"), {"chosen": [bench.pk], "counts_for_ranking": "no"}, follow=True
    )
    assert "The tables are complete: Substitute 1, Substitute 2." in answer.content.decode()
    assert Entry.objects.filter(playing=True).count() == 20
    assert "Every table has four players." in client.get(at("entries_complete")).content.decode()


class TestImport:
    TEXT = (
        "Start number,First name,Last name,EMA number,Country,Team,E-mail\n"
        f'7,{NASTY},"{FORMULA.replace(chr(34), chr(34) * 2)}",,FRA,Jade,\n'
        ",Lena,Köhler,5010001,GER,jade,lena@example.org\n"
        ",Bad,Number,12,GER,Wisła,\n"
        "7,Same,Number,,GER,,\n"
    )

    def upload(self, client, text):
        file = SimpleUploadedFile("entries.csv", text.encode())
        return client.post(at("entries_import"), {"file": file})

    def test_people_teams_and_numbers_come_together_and_once(self, client, tournament, organiser):
        text = self.TEXT.replace("7,Same", ",Same")
        preview = self.upload(client, text)
        assert preview.context["told"] == ["A new team is made: Jade."]
        assert NASTY not in preview.content.decode()
        assert (Player.objects.count(), Entry.objects.count(), Team.objects.count()) == (0, 0, 0)
        client.post(at("entries_import"), {"rows": preview.context["packed"]})
        assert [(str(entry), str(entry.team)) for entry in Entry.objects.all()] == [
            (f"7 {NASTY} {FORMULA}", "Jade"),
            ("8 Lena Köhler", "Jade"),
            ("9 Same Number", "None"),
        ]
        events = Event.objects.count()
        again = self.upload(client, text)
        client.post(at("entries_import"), {"rows": again.context["packed"]})
        assert (Entry.objects.count(), Event.objects.count()) == (3, events)

    def test_start_numbers_that_clash_are_faults(self, client, tournament, organiser):
        add_entries(tournament, 1)
        preview = self.upload(client, self.TEXT + "1,Third,Number,,GER,,\n")
        assert [
            (match.row.line, match.problems[0].text) for match in preview.context["faulty"]
        ] == [
            (2, "Start number 7 stands in several rows."),
            (4, "“12” is no EMA number: it has eight digits."),
            (5, "Start number 7 stands in several rows."),
            (6, "Start number 1 belongs to First01 Last01."),
        ]

    def test_another_team_moves_the_player(self, client, tournament, organiser):
        [entry] = add_entries(tournament, 1)
        preview = self.upload(client, "Name,EMA number,Team\nFirst01 Last01,05000001,Jade\n")
        assert "entered already, number 1 · moves to Jade" in preview.content.decode()
        client.post(at("entries_import"), {"rows": preview.context["packed"]})
        entry.refresh_from_db()
        assert entry.team.name == "Jade"


@pytest.mark.parametrize(("role", "emails"), [(Role.ORGANISER, True), (Role.REFEREE, False)])
def test_only_organisers_export_emails(client, tournament, role, emails):
    nasty_entry(tournament)
    client.force_login(add_staff(tournament, "rita", role))
    book = openpyxl.load_workbook(io.BytesIO(client.get(at("entries_export", "xlsx")).content))
    values = [cell.value for cell in book.active[2]]
    assert values[:3] == [1, NASTY, FORMULA]
    assert book.active[2][2].data_type == "s"
    assert ("secret@example.org" in values) is emails
    client.logout()
    assert client.get(at("entries_export", "csv")).status_code == 404


class TestTeams:
    def test_everybody_sees_members_under_their_public_names(self, client, tournament):
        add_entries(tournament, 4)
        Player.objects.update(shown_as_initials=True)
        page = client.get(at("teams")).content.decode()
        assert "F. L." in page
        assert "Last01" not in page

    def test_unequal_teams_are_named(self, client, tournament, organiser):
        add_entries(tournament, 11)
        answer = client.get(at("teams"))
        assert [(item.team.name, item.size) for item in answer.context["unequal"]] == [
            ("Team 3", 3)
        ]

    @pytest.mark.parametrize("count", [1, 3])
    def test_the_page_takes_a_fixed_number_of_queries(
        self, client, tournament, organiser, django_assert_num_queries, count
    ):
        add_entries(tournament, count * 4)
        # session, account, tournament, roles, members, teams, entries
        with django_assert_num_queries(7):
            client.get(at("teams"))

    def test_teams_are_made_renamed_filled_and_deleted(self, client, tournament, organiser):
        [entry] = add_entries(tournament, 1)
        client.post(at("team_add"), {"name": "Jade"})
        answer = client.post(at("team_add"), {"name": "JADE"})
        assert answer.context["form"].errors["name"] == ["There is a team “JADE” already."]
        old, jade = Team.objects.order_by("number")
        client.post(at("team_change", jade.pk), {"name": "Wisła", "number": "5"})
        client.post(at("teams_assign"), {f"team-{entry.pk}": jade.pk})
        client.post(at("team_change", old.pk), {"delete": "1"})
        entry.refresh_from_db()
        assert [(team.number, team.name) for team in Team.objects.all()] == [(5, "Wisła")]
        assert entry.team.name == "Wisła"

    def test_a_refused_change_keeps_what_was_typed(self, client, tournament, organiser):
        add_entries(tournament, 8)
        team = Team.objects.get(number=2)
        page = client.post(at("team_change", team.pk), {"name": "Team 1", "number": "9"})
        text = page.content.decode()
        assert "There is a team “Team 1” already." in text
        assert 'value="9"' in text
        page = client.post(at("team_change", team.pk), {"delete": "1", "name": "x", "number": "2"})
        assert "“Team 2” has members: move them first." in page.content.decode()
        assert [(item.number, item.name) for item in Team.objects.all()] == [
            (1, "Team 1"),
            (2, "Team 2"),
        ]

    def test_a_scorer_changes_no_team(self, client, tournament):
        client.force_login(add_staff(tournament, "sam", Role.SCORER))
        assert client.post(at("team_add"), {"name": "Jade"}).status_code == 403
        assert Team.objects.count() == 0
