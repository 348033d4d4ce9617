"""Creating a tournament, its settings, staff and programme: figures, refusals, events."""

import datetime as dt
import zoneinfo

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from journal.models import Event
from tests.builders import add_entries, add_session, add_staff, make_tournament, make_user
from tournaments.models import Role, Session, Tournament
from tournaments.programme import PRESETS
from tournaments.services.sessions import add_session as schedule_session
from tournaments.services.sessions import change_session, remove_session
from tournaments.services.staff import create_staff_account, set_roles
from tournaments.services.tournaments import change_settings, create_tournament

pytestmark = pytest.mark.django_db

PARIS = zoneinfo.ZoneInfo("Europe/Paris")
DAY = dt.date(2026, 10, 24)


def made(by, **given):
    return create_tournament(
        **{
            "by": by,
            "name": "Mosel Open",
            "place": "Koblenz",
            "country": "GER",
            "start_date": DAY,
            "end_date": DAY + dt.timedelta(days=1),
            "timezone": "Europe/Paris",
            "sessions": PRESETS["two_days"].slots(DAY, PARIS),
        }
        | given
    )


def faults(refused):
    return {
        key: [error.code for error in errors] for key, errors in refused.value.error_dict.items()
    }


def test_a_tournament_comes_with_its_sessions_and_its_organiser():
    user = make_user("olga")
    tournament = made(user, table_numbers=[1, 2, 4])
    assert tournament.slug == "mosel-open"
    assert list(tournament.sessions.values_list("number", "minutes", "state")) == [
        (number, 120, "draft") for number in range(1, 7)
    ]
    assert [(row.user, row.role) for row in tournament.staff.all()] == [(user, "organiser")]
    event = Event.objects.get()
    assert (event.scope, event.verb, event.actor_name) == (
        tournament.scope,
        "tournament.created",
        "olga",
    )
    assert event.after["table_numbers"] == [1, 2, 4]


def test_two_tournaments_of_one_name_have_two_addresses():
    user = make_user("olga")
    assert [made(user).slug for _time in range(3)] == [
        "mosel-open",
        "mosel-open-2",
        "mosel-open-3",
    ]
    assert made(user, name="四风杯").slug == "tournament"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"end_date": DAY - dt.timedelta(days=1)}, {"end_date": ["ends_before_start"]}),
        ({"timezone": "Europe/Koblenz"}, {"timezone": ["unknown_zone"]}),
        ({"name": "", "profile": "xx"}, {"name": ["blank"], "profile": ["invalid_choice"]}),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_saved(given, expected):
    with pytest.raises(ValidationError) as refused:
        made(make_user("olga"), **given)
    assert faults(refused) == expected
    assert not Tournament.objects.exists()


def test_a_changed_setting_leaves_its_old_value_in_the_journal():
    tournament = make_tournament()
    change_settings(by=make_user(), tournament=tournament, changes={"place": "Trier"})
    event = Event.objects.get()
    assert (event.verb, event.before, event.after) == (
        "settings.changed",
        {"place": "Koblenz"},
        {"place": "Trier"},
    )


def test_nothing_changed_leaves_no_event():
    tournament = make_tournament()
    change_settings(by=make_user(), tournament=tournament, changes={"place": "Koblenz"})
    assert not Event.objects.exists()


def test_rules_are_frozen_at_the_first_hand_and_other_settings_are_not():
    tournament = make_tournament(rules_frozen_at=timezone.now())
    user = make_user()
    with pytest.raises(ValidationError) as refused:
        change_settings(
            by=user, tournament=tournament, changes={"profile": "cn", "penalty_book": "gb2006"}
        )
    assert faults(refused) == {"penalty_book": ["frozen"], "profile": ["frozen"]}
    change_settings(by=user, tournament=tournament, changes={"results_shown": "live"})
    tournament.refresh_from_db()
    assert (tournament.profile, tournament.results_shown) == ("wmo", "live")


def test_a_person_holds_several_roles_and_can_lose_them():
    tournament = make_tournament()
    chief = add_staff(tournament, "olga", Role.ORGANISER)
    helper = make_user("sam")
    set_roles(by=chief, tournament=tournament, user=helper, roles={Role.REFEREE, Role.SCORER})
    set_roles(by=chief, tournament=tournament, user=helper, roles={Role.SCORER})
    assert [row.role for row in tournament.staff.filter(user=helper)] == ["scorer"]
    event = Event.objects.first()
    assert (event.target, event.before, event.after) == ("sam", ["referee", "scorer"], ["scorer"])


def test_the_last_organiser_stays():
    tournament = make_tournament()
    chief = add_staff(tournament, "olga", Role.ORGANISER)
    with pytest.raises(ValidationError) as refused:
        set_roles(by=chief, tournament=tournament, user=chief, roles={Role.REFEREE})
    assert faults(refused) == {"roles": ["last_organiser"]}
    other = add_staff(tournament, "omar", Role.ORGANISER)
    set_roles(by=other, tournament=tournament, user=chief, roles=set())
    assert [row.user for row in tournament.staff.all()] == [other]


def test_an_organiser_whose_account_is_closed_does_not_count():
    tournament = make_tournament()
    chief = add_staff(tournament, "olga", Role.ORGANISER)
    gone = add_staff(tournament, "omar", Role.ORGANISER)
    gone.is_active = False
    gone.save()
    with pytest.raises(ValidationError):
        set_roles(by=chief, tournament=tournament, user=chief, roles=set())


def test_a_new_account_can_log_in_with_its_first_password():
    tournament = make_tournament()
    chief = add_staff(tournament, "olga", Role.ORGANISER)
    user, password = create_staff_account(
        by=chief, tournament=tournament, username="sam", name="Sam Scorer", roles={Role.SCORER}
    )
    assert user.check_password(password)
    assert len(password) == 14
    assert not any(password in str(event.after) for event in Event.objects.all())


@pytest.mark.parametrize(
    ("username", "roles", "expected"),
    [
        ("olga", {Role.SCORER}, {"username": ["unique"]}),
        ("two words", {Role.SCORER}, {"username": ["invalid"]}),
        ("sam", set(), {"roles": ["required"]}),
    ],
)
def test_an_account_that_cannot_be(username, roles, expected):
    tournament = make_tournament()
    chief = add_staff(tournament, "olga", Role.ORGANISER)
    with pytest.raises(ValidationError) as refused:
        create_staff_account(
            by=chief, tournament=tournament, username=username, name="", roles=roles
        )
    assert faults(refused) == expected
    assert tournament.staff.count() == 1


def at(hour, minute=0, day=24):
    return dt.datetime(2026, 10, day, hour, minute, tzinfo=PARIS)


def test_sessions_are_added_moved_and_removed():
    user = make_user()
    tournament = made(user, sessions=[(at(10), 90)])
    second = schedule_session(by=user, tournament=tournament, starts_at=at(12), minutes=90)
    third = schedule_session(by=user, tournament=tournament, starts_at=at(14), minutes=90)
    change_session(by=user, session=second, starts_at=at(12, 15), minutes=90)
    remove_session(by=user, session=tournament.sessions.get(number=1))
    third.refresh_from_db()
    assert list(tournament.sessions.values_list("number", "starts_at")) == [
        (1, at(12, 15)),
        (2, at(14)),
    ]
    assert [event.verb for event in Event.objects.all()][:4] == [
        "session.removed",
        "session.changed",
        "session.added",
        "session.added",
    ]


@pytest.mark.parametrize(
    ("starts_at", "code"),
    [(at(11), "overlaps"), (at(10, day=26), "outside"), (at(23, 45, day=23), "outside")],
)
def test_a_session_that_cannot_be(starts_at, code):
    user = make_user()
    tournament = made(user, sessions=[(at(10), 90)])
    with pytest.raises(ValidationError) as refused:
        schedule_session(by=user, tournament=tournament, starts_at=starts_at, minutes=90)
    assert faults(refused) == {"starts_at": [code]}


def test_a_session_may_not_grow_into_the_next():
    user = make_user()
    tournament = made(user, sessions=[(at(10), 90), (at(12), 90)])
    with pytest.raises(ValidationError) as refused:
        change_session(
            by=user, session=tournament.sessions.get(number=1), starts_at=at(10), minutes=121
        )
    assert faults(refused) == {"starts_at": ["overlaps"]}


def test_a_late_start_moves_the_running_session():
    tournament = make_tournament()
    user, session = make_user(), add_session(tournament, 1, entries=[])
    later = session.starts_at + dt.timedelta(minutes=10)
    assert change_session(by=user, session=session, starts_at=later, minutes=120).starts_at == later


def test_a_session_that_is_over_keeps_its_times_and_stays():
    tournament = make_tournament()
    user = make_user()
    session = add_session(tournament, 1, entries=[], state=Session.State.FINISHED)
    with pytest.raises(ValidationError) as refused:
        change_session(by=user, session=session, starts_at=session.starts_at, minutes=60)
    assert refused.value.code == "over"
    with pytest.raises(ValidationError) as refused:
        remove_session(by=user, session=session)
    assert refused.value.code == "published"


def test_a_draft_before_a_published_session_keeps_its_number():
    tournament = make_tournament()
    add_entries(tournament, 4)
    draft = add_session(tournament, 1, state=Session.State.DRAFT)
    add_session(tournament, 2, state=Session.State.PUBLISHED)
    with pytest.raises(ValidationError) as refused:
        remove_session(by=make_user(), session=draft)
    assert refused.value.code == "published_after"
