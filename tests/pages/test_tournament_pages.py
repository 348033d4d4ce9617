"""Home, new tournament, settings, staff, programme, overview."""

import datetime as dt
import zoneinfo

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from tests.builders import (
    add_entries,
    add_session,
    add_staff,
    make_player,
    make_tournament,
    make_user,
)
from tournaments.models import Entry, Role, Session, Tournament

pytestmark = pytest.mark.django_db

NEW = {
    "name": "Rhine Cup",
    "place": "Bonn",
    "country": "GER",
    "timezone": "Europe/Paris",
    "programme": "three_days",
    "start_date": "2026-10-23",
    "end_date": "",
    "table_numbers": "1-8, 10-12",
    "profile": "wmo",
    "penalty_book": "ema2009",
}


@pytest.fixture
def mosel():
    return make_tournament()


@pytest.fixture
def chief(client, mosel):
    user = add_staff(mosel, "olga", Role.ORGANISER)
    client.force_login(user)
    return user


def text(client, name, *parts, **query):
    return client.get(reverse(name, args=parts), query).content.decode()


# home and new


def test_home_lists_tournaments_by_time_and_hides_rehearsals(client):
    make_user("olga")
    today = timezone.now().date()
    for name, start in (("Past Cup", -30), ("Present Cup", 0), ("Coming Cup", 30)):
        day = today + dt.timedelta(days=start)
        make_tournament(
            name.split()[0].lower(), name=name, start_date=day, end_date=day, timezone="UTC"
        )
    make_tournament("try", name="Secret rehearsal", kind=Tournament.Kind.REHEARSAL)
    page = text(client, "home")
    assert page.index("Present Cup") < page.index("Coming Cup") < page.index("Past Cup")
    assert "Secret rehearsal" not in page
    assert reverse("tournament_new") not in page


@pytest.mark.parametrize("count", [1, 3])
def test_home_asks_little(client, count, django_assert_num_queries):
    make_user("olga")
    for number in range(count):
        make_tournament(f"t{number}")
    with django_assert_num_queries(2):
        client.get(reverse("home"))


def test_a_new_tournament_comes_with_its_programme(client, chief):
    answer = client.post(reverse("tournament_new"), NEW)
    made = Tournament.objects.get(name="Rhine Cup")
    assert answer["Location"] == reverse("entries", args=["rhine-cup"])
    assert (made.end_date, made.table_numbers) == (
        dt.date(2026, 10, 25),
        [1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12],
    )
    starts = [one.starts_at.isoformat() for one in made.sessions.all()]
    assert len(starts) == 9
    assert (starts[0], starts[6]) == ("2026-10-23T08:00:00+00:00", "2026-10-25T08:00:00+00:00")


def test_a_club_evening_has_help_at_the_table(client, chief):
    client.post(reverse("tournament_new"), NEW | {"programme": "club"})
    made = Tournament.objects.get(name="Rhine Cup")
    assert (made.table_help, made.results_shown) == (True, "live")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"table_numbers": "1-8, 8"}, "Table 8 stands there twice."),
        ({"table_numbers": "1-8, x"}, "“x” is no table number and no range like 1-8."),
        ({"end_date": "2026-10-24"}, "The programme needs more days."),
        ({"programme": "free", "end_date": "2026-10-22"}, "The programme needs more days."),
        ({"name": ""}, "This field is required."),
        ({"start_date": "9999-12-31"}, "That is not a year of this game."),
        ({"start_date": "0001-01-01"}, "That is not a year of this game."),
        ({"start_date": "9999-12-31", "end_date": "9999-12-31"}, "That is not a year of"),
    ],
)
def test_what_cannot_be_is_said_and_all_that_was_typed_is_kept(client, chief, given, sentence):
    page = client.post(reverse("tournament_new"), NEW | given).content.decode()
    assert sentence in page
    assert 'value="Bonn"' in page
    assert 'value="three_days" checked' in page or given.get("programme")
    assert not Tournament.objects.filter(place="Bonn").exists()


def test_only_organisers_found_tournaments(client, mosel):
    assert client.get(reverse("tournament_new")).status_code == 302
    client.force_login(add_staff(mosel, "sam", Role.SCORER))
    assert client.post(reverse("tournament_new"), NEW).status_code == 403
    assert Tournament.objects.count() == 1


# settings


def settings_of(client):
    """What the settings page would send back unchanged."""
    form = client.get(reverse("settings", args=["mosel"])).context["form"]
    values = {bound.html_name: bound.field.prepare_value(bound.value()) for bound in form}
    return {key: value for key, value in values.items() if value not in (None, False)}


def test_settings_are_saved(client, mosel, chief):
    given = settings_of(client) | {
        "table_numbers": "3-5",
        "results_shown": "live",
        "criterion_3": "hands_won",
        "qualification": "on",
    }
    assert client.post(reverse("settings", args=["mosel"]), given).status_code == 302
    mosel.refresh_from_db()
    assert (mosel.table_numbers, mosel.results_shown, mosel.qualification) == (
        [3, 4, 5],
        "live",
        True,
    )
    assert mosel.criteria == ["table_points", "score", "hands_won"]


def test_a_criterion_stands_once(client, mosel, chief):
    given = settings_of(client) | {"criterion_3": "score"}
    page = client.post(reverse("settings", args=["mosel"]), given).content.decode()
    assert "This criterion stands there already." in page


def test_frozen_rules_are_explained_and_stay(client, mosel, chief):
    Tournament.objects.update(rules_frozen_at=timezone.now())
    assert "stay as they are" in text(client, "settings", "mosel")
    given = settings_of(client) | {"profile": "cn", "place": "Trier"}
    assert client.post(reverse("settings", args=["mosel"]), given).status_code == 302
    mosel.refresh_from_db()
    assert (mosel.profile, mosel.place) == ("wmo", "Trier")


# staff


def test_a_new_account_shows_its_first_password_once(client, mosel, chief):
    address = reverse("staff", args=["mosel"])
    given = {"username": "sam", "name": "Sam Scorer", "roles": ["scorer", "observer"]}
    answer = client.post(address, given)
    password = answer.context["new"][1]
    assert f'<b class="secret">{password}</b>' in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert password not in client.get(address).content.decode()
    user = User.objects.get(username="sam")
    assert user.check_password(password)
    assert sorted(mosel.staff.filter(user=user).values_list("role", flat=True)) == [
        "observer",
        "scorer",
    ]


def test_an_account_that_exists_gets_the_role_and_keeps_its_password(client, mosel, chief):
    sam = make_user("sam")
    client.post(reverse("staff", args=["mosel"]), {"username": "SAM", "roles": ["referee"]})
    sam.refresh_from_db()
    assert sam.check_password("pw-sam")
    assert [row.role for row in mosel.staff.filter(user=sam)] == ["referee"]
    assert User.objects.count() == 2


def test_the_last_organiser_is_told_why_not(client, mosel, chief):
    address = reverse("staff_roles", args=["mosel", chief.pk])
    page = client.post(address, {"roles": ["scorer"]}, follow=True).content.decode()
    assert "The last organiser cannot leave" in page
    assert mosel.staff.get().role == "organiser"


def test_nobody_of_another_tournament_is_changed(client, mosel, chief):
    other = add_staff(make_tournament("rhine"), "rita", Role.SCORER)
    address = reverse("staff_roles", args=["mosel", other.pk])
    assert client.post(address, {"roles": ["organiser"]}).status_code == 404
    assert other.tournament_roles.get().role == "scorer"


# programme


def test_times_are_typed_by_the_clock_of_the_hall(client, mosel, chief):
    """Case 18: the server runs in UTC, Berlin leaves summer time on 25 October 2026."""
    Tournament.objects.update(start_date=dt.date(2026, 10, 24), end_date=dt.date(2026, 10, 25))
    address = reverse("sessions", args=["mosel"])
    for start in ("2026-10-24T14:00", "2026-10-25T09:30"):
        client.post(address, {"new-starts_at": start, "new-minutes": "120"})
    assert [one.starts_at.isoformat() for one in mosel.sessions.all()] == [
        "2026-10-24T12:00:00+00:00",
        "2026-10-25T08:30:00+00:00",
    ]
    page = text(client, "sessions", "mosel")
    assert "14:00–16:00" in page
    assert "09:30–11:30" in page
    assert 'value="2026-10-25T09:30"' in page
    overview = text(client, "tournament", "mosel")
    assert ">14:00</time>" in overview
    assert ">09:30</time>" in overview
    assert 'datetime="2026-10-25T09:30:00+01:00"' in overview


def test_an_hour_that_the_clock_shows_twice_is_refused(client, mosel, chief):
    Tournament.objects.update(start_date=dt.date(2026, 10, 24), end_date=dt.date(2026, 10, 25))
    given = {"new-starts_at": "2026-10-25T02:30", "new-minutes": "120"}
    page = client.post(reverse("sessions", args=["mosel"]), given).content.decode()
    assert "couldn’t be interpreted in time zone" in page
    assert not mosel.sessions.exists()


def test_a_session_is_moved_and_removed(client, mosel, chief):
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    given = {"s1-starts_at": "2026-10-10T10:00", "s1-minutes": "90"}
    client.post(reverse("session_change", args=["mosel", 1]), given)
    moved = mosel.sessions.get()
    berlin = zoneinfo.ZoneInfo("Europe/Berlin")
    assert (moved.starts_at, moved.minutes) == (
        dt.datetime(2026, 10, 10, 10, tzinfo=berlin),
        90,
    )
    client.post(reverse("session_remove", args=["mosel", 1]))
    assert not mosel.sessions.exists()


def test_a_wrong_time_stays_in_its_own_form(client, mosel, chief):
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    given = {"s1-starts_at": "2026-10-12T10:00", "s1-minutes": "90"}
    page = client.post(reverse("session_change", args=["mosel", 1]), given).content.decode()
    assert "That is no day of the tournament." in page
    assert 'name="s1-starts_at" value="2026-10-12T10:00"' in page


# overview


def test_the_overview_says_what_is_played_and_until_when(client, mosel):
    add_entries(mosel, 8)
    add_session(mosel, 1, state=Session.State.APPROVED)
    add_session(mosel, 2)
    page = text(client, "tournament", "mosel")
    assert "Session 2 of 2" in page
    assert "2 tables · until 14:00" in page
    assert "Standings after session 1" in page
    assert reverse("standings_leaders", args=["mosel"]) in page
    assert "Koblenz, Germany · 10\u2009–\u200911 Oct 2026" in page


def test_the_overview_tells_nothing_that_is_not_public(client, mosel):
    """Case 13, and people's data: e-mail, notes, payment, seeds of drafts."""
    referee = add_staff(mosel, "uwe", Role.REFEREE)
    User.objects.filter(pk=referee.pk).update(email="uwe@example.org")
    player = make_player(1, email="first@example.org")
    Entry.objects.create(tournament=mosel, player=player, number=1, note="owes money")
    add_session(mosel, 1, entries=[], state=Session.State.DRAFT)
    mosel.sessions.update(seed=191600)
    mosel.draws.create(first_session=1, last_session=1, seed=191600)
    page = text(client, "tournament", "mosel")
    for secret in ("example.org", "owes money", "191600", "uwe"):
        assert secret not in page
    assert "Session 1" in page


def test_countries_are_counted(client, mosel):
    for number, country in enumerate(["FRA", "GER", "FRA", "", "FRA"], start=1):
        player = make_player(number, country=country)
        Entry.objects.create(tournament=mosel, player=player, number=number, playing=number != 5)
    page = client.get(reverse("tournament", args=["mosel"]))
    assert [(row.code, row.players) for row in page.context["countries"]] == [
        ("FRA", 2),
        ("GER", 1),
    ]
    assert "2 countries" in page.content.decode()


@pytest.mark.parametrize("count", [1, 3])
def test_the_overview_asks_little(client, mosel, count, django_assert_num_queries):
    add_entries(mosel, 4)
    for number in range(1, count + 1):
        add_session(mosel, number)
    with django_assert_num_queries(7):
        client.get(reverse("tournament", args=["mosel"]))
