"""Entries come, change and go; each change leaves one event."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from journal.models import Event
from tests.builders import add_entries as build_entries
from tests.builders import add_session, make_player, make_tournament, make_user
from tournaments.models import Entry, Team
from tournaments.services.entries import (
    NewEntry,
    add_entries,
    add_entry,
    change_entry,
    delete_entry,
    return_entry,
    set_arrived,
    set_paid,
    withdraw_entry,
)

pytestmark = pytest.mark.django_db


def verbs():
    return list(Event.objects.order_by("id").values_list("verb", flat=True))


def test_start_numbers_go_on_from_the_highest():
    tournament = make_tournament()
    first = add_entry(by=None, tournament=tournament, player=make_player(1), number=7)
    rest = add_entries(
        by=None, tournament=tournament, new=map(NewEntry, [make_player(2), make_player(3)])
    )
    assert [entry.number for entry in [first, *rest]] == [7, 8, 9]
    assert verbs() == ["entry.added"] * 3


def test_a_player_plays_at_once_and_a_substitute_sits_on_the_bench():
    tournament = make_tournament()
    player = add_entry(by=None, tournament=tournament, player=make_player(1))
    bench = add_entry(
        by=None, tournament=tournament, player=make_player(2), kind=Entry.Kind.SUBSTITUTE
    )
    assert (player.playing, bench.playing) == (True, False)


@pytest.mark.parametrize(
    ("number", "same_player", "field", "code"),
    [
        (1, False, "number", "number_taken"),
        (0, False, "number", "number_from_one"),
        (2, True, "player", "entered_already"),
    ],
)
def test_a_number_and_a_player_enter_once(number, same_player, field, code):
    tournament = make_tournament()
    [entry] = build_entries(tournament, 1)
    player = entry.player if same_player else make_player(2)
    with pytest.raises(ValidationError) as refused, transaction.atomic():
        add_entry(by=None, tournament=tournament, player=player, number=number)
    assert list(refused.value.error_dict) == [field]
    assert refused.value.error_dict[field][0].code == code
    assert (Entry.objects.count(), verbs()) == (1, [])


def test_of_many_entries_all_or_none_stand():
    tournament = make_tournament()
    player = make_player(1)
    with pytest.raises(ValidationError):
        add_entries(
            by=None, tournament=tournament, new=map(NewEntry, [make_player(2), player, player])
        )
    assert (Entry.objects.count(), verbs()) == (0, [])


def test_a_team_of_another_tournament_is_refused():
    tournament = make_tournament()
    team = Team.objects.create(tournament=make_tournament("other"), number=1, name="Other")
    with pytest.raises(ValidationError) as refused:
        add_entry(by=None, tournament=tournament, player=make_player(1), team=team)
    assert refused.value.error_dict["team"][0].code == "foreign_team"


def test_ticks_are_events_once():
    user = make_user()
    [entry] = build_entries(make_tournament(), 1)
    set_arrived(by=user, entry=entry, arrived=True)
    set_arrived(by=user, entry=entry, arrived=True)
    set_paid(by=user, entry=entry, paid=True)
    entry.refresh_from_db()
    assert (entry.arrived, entry.paid) == (True, True)
    assert [(event.before, event.after) for event in Event.objects.order_by("id")] == [
        ({"arrived": False}, {"arrived": True}),
        ({"paid": False}, {"paid": True}),
    ]


def test_a_changed_number_must_be_free():
    first, second = build_entries(make_tournament(), 2)
    with pytest.raises(ValidationError) as refused:
        change_entry(by=None, entry=second, number=1)
    assert refused.value.message_dict == {
        "number": [f"Start number 1 belongs to {first.player.full_name}."]
    }
    assert change_entry(by=None, entry=second, number=9, note="late").number == 9


def test_who_withdraws_plays_no_more_and_may_return():
    [entry] = build_entries(make_tournament(), 1)
    entry = withdraw_entry(by=None, entry=entry, reason="ill")
    assert (entry.state, entry.playing) == (Entry.State.WITHDRAWN, False)
    withdraw_entry(by=None, entry=entry, reason="ill")
    entry = return_entry(by=None, entry=entry)
    assert (entry.state, entry.playing) == (Entry.State.ACTIVE, True)
    assert verbs() == ["entry.withdrawn", "entry.returned"]
    assert Event.objects.get(verb="entry.withdrawn").reason == "ill"


def test_who_is_disqualified_does_not_withdraw():
    [entry] = build_entries(make_tournament(), 1)
    Entry.objects.update(state=Entry.State.DISQUALIFIED)
    with pytest.raises(ValidationError) as refused:
        withdraw_entry(by=None, entry=entry)
    assert refused.value.code == "disqualified"


def test_an_entry_is_deleted_only_while_it_has_no_seat():
    tournament = make_tournament()
    entries = build_entries(tournament, 5)
    add_session(tournament, entries=entries[:4])
    delete_entry(by=None, entry=entries[4])
    with pytest.raises(ValidationError) as refused:
        delete_entry(by=None, entry=entries[0])
    assert refused.value.code == "seated"
    assert (Entry.objects.count(), verbs()) == (4, ["entry.deleted"])


@pytest.mark.parametrize("clash", ["number", "player", "zero"])
def test_the_database_keeps_entries_apart(clash):
    tournament = make_tournament()
    [entry] = build_entries(tournament, 1)
    fields = {
        "number": {"number": 1, "player": make_player(2)},
        "player": {"number": 2, "player": entry.player},
        "zero": {"number": 0, "player": make_player(3)},
    }[clash]
    with pytest.raises(IntegrityError), transaction.atomic():
        Entry.objects.create(tournament=tournament, **fields)
