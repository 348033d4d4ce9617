"""A table of people is entered in a few queries, with an event for each person and entry."""

import pytest

from journal.models import Event
from players.importing.rows import check_rows, read_rows
from players.models import Player
from tests.builders import add_entries, make_player, make_tournament
from tournaments.models import Entry, Team
from tournaments.services.entry_import import import_entries

pytestmark = pytest.mark.django_db

HEAD = "Number;First name;Last name;EMA number;Country;Club;Team"


def rows(*lines):
    return check_rows(read_rows("\n".join([HEAD, *lines]).encode()))


def crowd(count):
    return rows(
        *(
            f";First{n};Family{n};0401{n:04};GER;Die Mauer;Team {n // 4}"
            for n in range(100, 100 + count)
        )
    )


def test_people_clubs_teams_entries_and_their_events():
    tournament = make_tournament(has_teams=True)
    add_entries(tournament, 1)  # number 1, in a team of its own
    known = make_player(2)
    done = import_entries(
        by=None,
        tournament=tournament,
        rows=rows(
            ";Lena;Köhler;04010001;GER;Die Mauer;Jade",
            "9;Zofia;Łukasik;;POL;die  mauer;JADE",
            ";First02;Last02;05000002;FRA;;Wisła",
            ";First01;Last01;05000001;GER;;Wisła",
        ),
    )

    assert (done.people.added, done.people.changed, done.entered, done.moved) == (2, 1, 3, 1)
    assert list(
        Entry.objects.values_list("number", "player__last_name", "team__name", "team__number")
    ) == [
        (1, "Last01", "Wisła", 2),
        (9, "Łukasik", "Jade", 3),
        (10, "Köhler", "Jade", 3),
        (11, "Last02", "Wisła", 2),
    ]
    assert [club.name for club in {one.club for one in Player.objects.all()} if club] == [
        "Die Mauer"
    ]
    known.refresh_from_db()
    assert known.country == "FRA"
    assert [(one.verb, one.target) for one in Event.objects.order_by("id")] == [
        ("player.added", "Lena Köhler"),
        ("player.added", "Zofia Łukasik"),
        ("player.changed", "First02 Last02"),
        ("team.created", "Wisła"),
        ("team.created", "Jade"),
        ("entry.changed", "1 First01 Last01"),
        ("entry.added", "9 Zofia Łukasik"),
        ("entry.added", "10 Lena Köhler"),
        ("entry.added", "11 First02 Last02"),
    ]
    added = Event.objects.get(target="Zofia Łukasik").after
    assert (added["last_name"], added["club"], added["country"]) == ("Łukasik", "Die Mauer", "POL")


def test_forty_people_take_as_many_queries_as_eight(django_assert_num_queries):
    for count in (8, 40):
        Entry.objects.all().delete()
        Team.objects.all().delete()
        Player.objects.all().delete()
        tournament = make_tournament(f"mosel-{count}", has_teams=True)
        people = crowd(count)
        made = 2 if count == 8 else 0  # the club, which is looked for and written once
        with django_assert_num_queries(24 + made):
            import_entries(by=None, tournament=tournament, rows=people)
        assert tournament.entries.count() == count
