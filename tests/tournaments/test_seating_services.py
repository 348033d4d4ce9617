"""Draw, publish, take back, import: who sits where, and everything that is refused."""

from collections import Counter
from itertools import chain, combinations

import pytest
from django.core.exceptions import ValidationError

from journal.models import Event
from tests.builders import add_entries, add_session, make_tournament, make_user
from tournaments.models import Draw, Occupant, Session, Team
from tournaments.selectors.seating import current_occupants, places, session_tables
from tournaments.sentences import filled
from tournaments.services.seating import (
    draw_seating,
    import_seating,
    publish_session,
    publish_sessions,
    unpublish_session,
)
from tournaments.services.stand_ins import take_over, take_seat
from tournaments.services.substitutes import add_substitute

pytestmark = pytest.mark.django_db

QUICK = 0.05


def drafts(tournament, *numbers):
    for number in numbers:
        add_session(tournament, number, entries=[], state=Session.State.DRAFT)


def fours(session):
    """Table number -> the start numbers in seats A to D."""
    return {
        view.table.number: [seat.entry.number for seat in view.seats]
        for view in session_tables(session)
    }


def meetings(tournament):
    return Counter(
        frozenset(pair)
        for session in tournament.sessions.all()
        for four in fours(session).values()
        for pair in combinations(four, 2)
    )


def codes(refused):
    return [error.code for error in refused.value.error_list]


def told(refused):
    return [filled(error) for error in refused.value.error_list]


def test_lots_are_drawn_by_the_seed_and_the_figures_are_kept():
    tournament = make_tournament()
    add_entries(tournament, 24)
    drafts(tournament, 1, 2, 3)
    user = make_user()
    made = draw_seating(
        by=user, tournament=tournament, sessions=[1, 2, 3], seed=1916, seconds=QUICK
    )
    first = [fours(session) for session in tournament.sessions.all()]
    assert [sorted(chain(*four.values())) for four in first] == [list(range(1, 25))] * 3
    assert max(meetings(tournament).values()) == 1
    assert (made.seed, made.first_session, made.last_session) == (1916, 1, 3)
    assert made.figures["repeats"] == {"value": 0, "limit": 0}
    assert set(tournament.sessions.values_list("seed", flat=True)) == {1916}
    draw_seating(by=user, tournament=tournament, sessions=[1, 2, 3], seed=1916, seconds=QUICK)
    assert [fours(session) for session in tournament.sessions.all()] == first
    draw_seating(by=user, tournament=tournament, sessions=[1, 2, 3], seed=1917, seconds=QUICK)
    assert [fours(session) for session in tournament.sessions.all()] != first
    assert Draw.objects.count() == 3
    event = Event.objects.order_by("id").first()
    assert (event.verb, event.target, event.after["seed"]) == (
        "seating.drawn",
        "session 1, 2, 3",
        1916,
    )


def test_without_a_seed_one_is_drawn_and_told():
    tournament = make_tournament()
    add_entries(tournament, 8)
    drafts(tournament, 1)
    made = draw_seating(by=make_user(), tournament=tournament, sessions=[1], seconds=QUICK)
    assert 0 <= made.seed <= 999_999
    assert tournament.sessions.get().seed == made.seed


def test_team_mates_never_meet():
    tournament = make_tournament(has_teams=True)
    add_entries(tournament, 16)
    drafts(tournament, 1, 2, 3, 4)
    draw_seating(
        by=make_user(), tournament=tournament, sessions=[1, 2, 3, 4], seed=3, seconds=QUICK
    )
    met = meetings(tournament)
    for team in Team.objects.all():
        numbers = team.members.values_list("number", flat=True)
        assert not any(met[frozenset(pair)] for pair in combinations(numbers, 2))


def test_what_is_played_stays_and_nobody_meets_again():
    tournament = make_tournament()
    entries = add_entries(tournament, 40)
    add_session(tournament, 1, entries=entries)
    add_session(tournament, 2, entries=entries, state=Session.State.PUBLISHED)
    before = [fours(session) for session in tournament.sessions.all()]
    drafts(tournament, 3, 4)
    made = draw_seating(by=make_user(), tournament=tournament, sessions=[3, 4], seed=5, seconds=0.5)
    sessions = list(tournament.sessions.all())
    assert [fours(session) for session in sessions[:2]] == before
    assert max(meetings(tournament).values()) == 1
    assert made.figures["past"] == [1, 2]


def test_somebody_who_left_and_a_substitute_who_came_later():
    tournament = make_tournament()
    entries = add_entries(tournament, 17)
    add_session(tournament, 1, entries=entries[:16])
    entries[2].playing = False
    entries[2].save()
    drafts(tournament, 2)
    draw_seating(by=make_user(), tournament=tournament, sessions=[2], seed=5, seconds=QUICK)
    seated = {place.entry.number for place in places(tournament.sessions.get(number=2))}
    assert seated == set(range(1, 18)) - {3}


def test_tables_take_the_numbers_of_the_hall_in_their_order():
    tournament = make_tournament(table_numbers=[1, 2, 7, 5])
    add_entries(tournament, 12)
    drafts(tournament, 1)
    draw_seating(by=make_user(), tournament=tournament, sessions=[1], seed=1, seconds=QUICK)
    assert list(fours(tournament.sessions.get())) == [1, 2, 7]


@pytest.mark.parametrize(
    ("players", "numbers", "sessions", "code"),
    [
        (10, [], [1], "not_multiple_of_four"),
        (0, [], [1], "too_few_players"),
        (12, [1, 2], [1], "too_few_tables"),
        (8, [], [], "no_session_chosen"),
        (8, [], [1, 9], "no_such_session"),
        (8, [], [2], "not_a_draft"),
    ],
)
def test_a_draw_that_cannot_be_changes_nothing(players, numbers, sessions, code):
    tournament = make_tournament(table_numbers=numbers)
    entries = add_entries(tournament, players)
    drafts(tournament, 1)
    add_session(tournament, 2, entries=entries[:8], state=Session.State.PUBLISHED)
    before = list(Occupant.objects.values_list("seat", "entry"))
    with pytest.raises(ValidationError) as refused:
        draw_seating(by=make_user(), tournament=tournament, sessions=sessions, seconds=QUICK)
    assert code in codes(refused)
    assert list(Occupant.objects.values_list("seat", "entry")) == before
    assert not Draw.objects.exists()
    assert not Event.objects.exists()


def test_the_number_of_missing_players_is_said():
    tournament = make_tournament()
    add_entries(tournament, 10)
    drafts(tournament, 1)
    with pytest.raises(ValidationError) as refused:
        draw_seating(by=make_user(), tournament=tournament, sessions=[1], seconds=QUICK)
    assert told(refused) == [
        "10 players cannot sit in fours: 2 players or substitutes are missing."
    ]


def test_publishing_and_taking_back():
    tournament = make_tournament()
    add_entries(tournament, 8)
    drafts(tournament, 1, 2)
    user = make_user()
    draw_seating(by=user, tournament=tournament, sessions=[1, 2], seconds=QUICK)
    published = publish_sessions(by=user, tournament=tournament)
    assert [session.number for session in published] == [1, 2]
    back = unpublish_session(by=user, session=published[1])
    assert list(tournament.sessions.values_list("state", flat=True)) == ["published", "draft"]
    assert publish_session(by=user, session=back).state == "published"
    assert [event.verb for event in Event.objects.all()] == [
        "session.published",
        "session.unpublished",
        "session.published",
        "session.published",
        "seating.drawn",
    ]


def test_a_session_without_seats_is_not_published():
    tournament = make_tournament()
    add_entries(tournament, 8)
    drafts(tournament, 1)
    with pytest.raises(ValidationError) as refused:
        publish_session(by=make_user(), session=tournament.sessions.get())
    assert codes(refused) == ["no_seats"]
    with pytest.raises(ValidationError) as refused:
        publish_sessions(by=make_user("omar"), tournament=tournament)
    assert codes(refused) == ["no_seats"]


def test_a_late_entry_without_a_seat_stops_the_publication():
    tournament = make_tournament()
    entries = add_entries(tournament, 9)
    session = add_session(tournament, 1, entries=entries[:8], state=Session.State.DRAFT)
    entries[3].playing = False
    entries[3].save()
    with pytest.raises(ValidationError) as refused:
        publish_session(by=make_user(), session=session)
    assert told(refused) == [
        "Session 1: nobody who plays has number 4.",
        "Session 1: number 9 has no seat.",
    ]
    session.refresh_from_db()
    assert session.state == "draft"


def test_seats_are_taken_back_whatever_changed_at_a_table_before_play():
    """Extra time, or a place that was given away, is no hand."""
    tournament = make_tournament()
    add_entries(tournament, 4)
    session = add_session(tournament, 1, state=Session.State.PUBLISHED)
    session.tables.update(version=1)
    assert unpublish_session(by=make_user(), session=session).state == "draft"


def test_seats_stay_while_somebody_stands_in():
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    session = add_session(tournament, 1, state=Session.State.PUBLISHED)
    stand_in = add_substitute(by=None, tournament=tournament)
    take_seat(by=None, occupant=entries[0].occupations.get(), substitute=stand_in, case="absent")
    with pytest.raises(ValidationError) as refused:
        unpublish_session(by=make_user(), session=session)
    assert told(refused) == [
        "Substitute 1 stands in for somebody in this session: take that back first."
    ]


def test_who_has_a_place_until_somebody_is_back_is_in_the_next_draw_as_well():
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    session = add_session(tournament, 1, state=Session.State.PUBLISHED)
    stand_in = add_substitute(by=None, tournament=tournament)
    seats = list(entries[0].occupations.select_related("seat__table", "session"))
    take_over(by=None, entry=entries[0], substitute=stand_in, seats=seats, case="ill_before")
    unpublish_session(by=make_user(), session=session)
    draw_seating(by=None, tournament=tournament, sessions=[1], seconds=QUICK)
    assert sorted(session.occupants.values_list("entry__number", flat=True)) == [2, 3, 4, 5]


def test_a_running_session_is_not_taken_back():
    tournament = make_tournament()
    add_entries(tournament, 4)
    session = add_session(tournament, 1)
    with pytest.raises(ValidationError) as refused:
        unpublish_session(by=make_user(), session=session)
    assert codes(refused) == ["not_published"]


def test_a_seating_from_elsewhere_is_taken_as_it_is():
    tournament = make_tournament()
    add_entries(tournament, 8)
    drafts(tournament, 1, 2)
    given = {1: [(2, [8, 7, 6, 5]), (1, [1, 2, 3, 4])], 2: [(1, [1, 8, 3, 6]), (2, [2, 7, 4, 5])]}
    import_seating(by=make_user(), tournament=tournament, sessions=given)
    assert [fours(session) for session in tournament.sessions.all()] == [
        {1: [1, 2, 3, 4], 2: [8, 7, 6, 5]},
        {1: [1, 8, 3, 6], 2: [2, 7, 4, 5]},
    ]
    assert Event.objects.get().verb == "seating.imported"


def test_a_file_that_leaves_out_players_is_refused_whole():
    """Case 9: the missing numbers are named, and session 2, which is right, is not saved."""
    tournament = make_tournament()
    add_entries(tournament, 8)
    drafts(tournament, 1, 2)
    given = {1: [(1, [1, 2, 3, 4])], 2: [(1, [1, 8, 3, 6]), (2, [2, 7, 4, 5])]}
    with pytest.raises(ValidationError) as refused:
        import_seating(by=make_user(), tournament=tournament, sessions=given)
    assert told(refused) == ["Session 1: number 5, 6, 7, 8 has no seat."]
    assert not Occupant.objects.exists()


def test_every_fault_of_a_file_is_told_at_once():
    tournament = make_tournament(table_numbers=[1, 2])
    add_entries(tournament, 8)
    drafts(tournament, 1)
    given = {1: [(1, [1, 2, 3, 4, 5]), (3, [5, 6, 7, 99])]}
    with pytest.raises(ValidationError) as refused:
        import_seating(by=make_user(), tournament=tournament, sessions=given)
    assert codes(refused) == [
        "table_unknown",
        "table_not_four",
        "players_unknown",
        "players_twice",
        "players_missing",
    ]


def test_published_seats_are_not_replaced_by_a_file():
    tournament = make_tournament()
    add_entries(tournament, 4)
    add_session(tournament, 1, state=Session.State.PUBLISHED)
    with pytest.raises(ValidationError) as refused:
        import_seating(by=make_user(), tournament=tournament, sessions={1: [(1, [4, 3, 2, 1])]})
    assert codes(refused) == ["not_a_draft"]


@pytest.mark.parametrize("players", [4, 12])
def test_the_tables_of_a_session_are_read_in_three_queries(players, django_assert_num_queries):
    tournament = make_tournament()
    add_entries(tournament, players)
    session = add_session(tournament, 1)
    with django_assert_num_queries(3):
        views = session_tables(session)
        assert sum(len(view.seats) for view in views) == players
        assert views[0].seats[0].entry.player.full_name == "First01 Last01"


def test_who_sits_at_a_table_now():
    tournament = make_tournament()
    entries = add_entries(tournament, 5)
    session = add_session(tournament, 1, entries=entries[:4])
    table = session.tables.get()
    Occupant.objects.create(
        seat=table.seats.get(letter="B"), session=session, entry=entries[4], from_hand=9
    )
    assert {letter: entry.number for letter, entry in current_occupants(table).items()} == {
        "A": 1,
        "B": 5,
        "C": 3,
        "D": 4,
    }
