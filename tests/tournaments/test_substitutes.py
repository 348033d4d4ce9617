"""Substitutes complete the tables, take over a place and give it back."""

import pytest
from django.core.exceptions import ValidationError

from journal.models import Event
from tests.builders import add_entries, add_session, make_player, make_tournament
from tournaments.models import Entry, Occupant, Session, Table, Team
from tournaments.services.entries import add_entry, return_entry
from tournaments.services.stand_ins import give_back_place, take_over
from tournaments.services.substitutes import (
    add_substitute,
    bench_substitute,
    complete_with_substitutes,
    missing_players,
    replace_no_show,
)

pytestmark = pytest.mark.django_db


def bench(tournament, number):
    return add_entry(
        by=None, tournament=tournament, player=make_player(number), kind=Entry.Kind.SUBSTITUTE
    )


@pytest.mark.parametrize(("players", "wanting"), [(0, 0), (15, 1), (16, 0), (17, 3), (18, 2)])
def test_how_many_are_wanting(players, wanting):
    tournament = make_tournament()
    add_entries(tournament, players)
    assert missing_players(tournament) == wanting


def test_eighteen_are_completed_by_one_of_the_bench_and_one_without_a_name():
    tournament = make_tournament()
    add_entries(tournament, 18)
    known = bench(tournament, 90)
    made = complete_with_substitutes(by=None, tournament=tournament, chosen=[known])
    assert [(entry.number, str(entry.player), entry.playing) for entry in made] == [
        (19, "First90 Last90", True),
        (20, "Substitute 1", True),
    ]
    assert [entry.counts_for_ranking for entry in made] == [False, False]
    assert missing_players(tournament) == 0
    assert Event.objects.filter(verb="substitute.plays").count() == 2
    assert complete_with_substitutes(by=None, tournament=tournament) == []


def test_the_names_of_substitutes_go_on():
    tournament = make_tournament()
    names = [add_substitute(by=None, tournament=tournament).player.full_name for _ in range(2)]
    assert names == ["Substitute 1", "Substitute 2"]


def test_no_more_are_chosen_than_are_wanting():
    tournament = make_tournament()
    add_entries(tournament, 3)
    chosen = [bench(tournament, 90), bench(tournament, 91)]
    with pytest.raises(ValidationError) as refused:
        complete_with_substitutes(by=None, tournament=tournament, chosen=chosen)
    assert refused.value.message_dict == {"chosen": ["The tables want 1, you chose 2."]}
    assert not Entry.objects.filter(kind=Entry.Kind.SUBSTITUTE, playing=True).exists()


def test_a_substitute_goes_back_to_the_bench_only_without_a_seat():
    tournament = make_tournament()
    entries = add_entries(tournament, 3)
    [substitute] = complete_with_substitutes(by=None, tournament=tournament)
    assert bench_substitute(by=None, entry=substitute).playing is False
    [substitute] = complete_with_substitutes(by=None, tournament=tournament, chosen=[substitute])
    add_session(tournament, entries=[*entries, substitute])
    with pytest.raises(ValidationError) as refused:
        bench_substitute(by=None, entry=substitute)
    assert refused.value.code == "seated"


def seated(*, sessions=3):
    """A tournament of eight; session 1 finished, 2 published, 3 a draft."""
    tournament = make_tournament(has_teams=True)
    entries = add_entries(tournament, 8)
    states = [Session.State.FINISHED, Session.State.PUBLISHED, Session.State.DRAFT]
    for number, state in enumerate(states[:sessions], start=1):
        add_session(tournament, number, state=state)
    return tournament, entries


def test_a_substitute_takes_every_seat_of_sessions_to_come_whatever_changed_there():
    tournament, entries = seated()
    Table.objects.filter(session__number=2).update(version=3)
    absent, substitute = entries[0], bench(tournament, 90)
    before = {seat.pk: seat.seat_id for seat in Occupant.objects.filter(entry=absent)}
    replace_no_show(by=None, entry=absent, substitute=substitute, counts_for_ranking=False)
    seats = Occupant.objects.order_by("session__number")
    assert [seat.session.number for seat in seats.filter(entry=absent)] == [1]
    assert [seat.session.number for seat in seats.filter(entry=substitute)] == [2, 3]
    assert {seat.pk: seat.seat_id for seat in Occupant.objects.filter(pk__in=before)} == before
    absent.refresh_from_db()
    substitute.refresh_from_db()
    assert (absent.state, absent.playing) == (Entry.State.NO_SHOW, False)
    assert (substitute.playing, substitute.replaces, substitute.team) == (
        True,
        absent,
        Team.objects.get(number=1),
    )
    event = Event.objects.get(verb="entry.replaced")
    assert (event.target, event.after["entry"]) == ("1 First01 Last01", "9 First90 Last90")
    assert [seat["session"] for seat in event.after["seats"]] == [2, 3]
    tables = Table.objects.filter(seats__occupants__entry=substitute).order_by("session__number")
    assert [table.version for table in tables] == [4, 1]


def test_a_session_that_was_started_keeps_its_people():
    tournament, entries = seated(sessions=1)
    add_session(tournament, 2, state=Session.State.RUNNING)
    substitute = bench(tournament, 90)
    replace_no_show(by=None, entry=entries[0], substitute=substitute, counts_for_ranking=False)
    assert not Occupant.objects.filter(entry=substitute).exists()


def test_who_enters_during_the_tournament_is_not_ranked():
    tournament, entries = seated()
    substitute = bench(tournament, 90)
    with pytest.raises(ValidationError) as refused:
        replace_no_show(by=None, entry=entries[0], substitute=substitute, counts_for_ranking=True)
    assert refused.value.error_dict["counts_for_ranking"][0].code == "entered_during_play"
    assert not Occupant.objects.filter(entry=substitute).exists()
    assert Entry.objects.get(pk=entries[0].pk).state == Entry.State.ACTIVE


def test_who_starts_in_session_one_may_be_ranked_while_other_tables_play():
    tournament = make_tournament()
    entries = add_entries(tournament, 8)
    add_session(tournament)
    substitute = bench(tournament, 90)
    free = list(entries[0].occupations.select_related("seat__table", "session"))
    replace_no_show(
        by=None, entry=entries[0], substitute=substitute, counts_for_ranking=True, seats=free
    )
    assert Entry.objects.get(pk=substitute.pk).counts_for_ranking is True


@pytest.mark.parametrize("fault", ["player", "playing", "twice", "foreign"])
def test_only_the_bench_stands_in_and_once(fault):
    tournament, entries = seated()
    substitute = bench(tournament, 90)
    absent = entries[0]
    if fault == "player":
        substitute = entries[1]
    elif fault == "playing":
        Entry.objects.filter(pk=substitute.pk).update(playing=True)
    elif fault == "foreign":
        substitute = bench(make_tournament("other"), 91)
    else:
        replace_no_show(by=None, entry=absent, substitute=substitute, counts_for_ranking=False)
        substitute = bench(tournament, 91)
    events = Event.objects.count()
    with pytest.raises(ValidationError) as refused:
        replace_no_show(by=None, entry=absent, substitute=substitute, counts_for_ranking=False)
    if fault == "twice":
        assert refused.value.code == "not_playing"
    else:
        assert refused.value.error_dict["substitute"][0].code == "not_on_the_bench"
    assert Event.objects.count() == events


def test_the_place_is_given_back_before_play():
    tournament, entries = seated()
    absent, substitute = entries[0], bench(tournament, 90)
    replace_no_show(by=None, entry=absent, substitute=substitute, counts_for_ranking=False)
    with pytest.raises(ValidationError) as refused:
        return_entry(by=None, entry=absent)
    assert refused.value.code == "replaced"
    give_back_place(by=None, entry=absent)
    absent.refresh_from_db()
    substitute.refresh_from_db()
    assert (absent.state, absent.playing, absent.arrived) == (Entry.State.ACTIVE, True, True)
    assert (substitute.playing, substitute.replaces, substitute.team) == (False, None, None)
    assert Occupant.objects.filter(entry=absent).count() == 3
    assert Occupant.objects.filter(entry=substitute).count() == 0
    tables = Table.objects.filter(seats__occupants__entry=absent).order_by("session__number")
    assert [table.version for table in tables] == [0, 2, 2]
    assert list(Event.objects.order_by("id").values_list("verb", flat=True)) == [
        "entry.added",
        "entry.replaced",
        "entry.came_back",
    ]
    with pytest.raises(ValidationError) as refused:
        give_back_place(by=None, entry=absent)
    assert refused.value.code == "not_replaced"


def test_a_place_taken_until_somebody_is_back_is_given_back_whole():
    tournament, entries = seated()
    absent, substitute = entries[0], bench(tournament, 90)
    ahead = list(absent.occupations.filter(session__number__gt=1).select_related("seat__table"))
    take_over(by=None, entry=absent, substitute=substitute, seats=ahead, case="ill_before")
    give_back_place(by=None, entry=absent)
    rows = Occupant.objects.filter(entry=absent).order_by("session__number")
    assert [(row.session.number, row.stands_for, row.case) for row in rows] == [
        (1, None, ""),
        (2, None, ""),
        (3, None, ""),
    ]
