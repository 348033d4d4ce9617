"""Teams are made, renamed and filled."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from journal.models import Event
from tests.builders import add_entries, make_tournament
from tournaments.models import Team
from tournaments.services.teams import (
    assign_team,
    assign_teams,
    change_team,
    create_team,
    delete_team,
)

pytestmark = pytest.mark.django_db


def test_teams_are_numbered_in_their_order():
    tournament = make_tournament()
    teams = [
        create_team(by=None, tournament=tournament, name=name) for name in (" Les  Murs ", "Wisła")
    ]
    assert [(team.number, team.name) for team in teams] == [(1, "Les Murs"), (2, "Wisła")]
    assert Event.objects.filter(verb="team.created").count() == 2


@pytest.mark.parametrize(
    ("name", "number", "field", "code"),
    [
        ("WISLA", None, "name", "name_taken"),
        ("Jade", 1, "number", "number_taken"),
        ("", None, "name", "blank"),
        ("x" * 121, None, "name", "max_length"),
    ],
)
def test_faulty_teams_are_refused(name, number, field, code):
    tournament = make_tournament()
    create_team(by=None, tournament=tournament, name="Wisła")
    with pytest.raises(ValidationError) as refused:
        create_team(by=None, tournament=tournament, name=name, number=number)
    assert refused.value.error_dict[field][0].code == code
    assert Team.objects.count() == 1


def test_a_team_is_renamed_once():
    team = create_team(by=None, tournament=make_tournament(), name="Wisła")
    for _ in range(2):
        change_team(by=None, team=team, name="Jade", number=4)
    assert [(event.before, event.after) for event in Event.objects.filter(verb="team.changed")] == [
        ({"number": 1, "name": "Wisła"}, {"number": 4, "name": "Jade"})
    ]


def test_members_move_together_and_only_who_moves_has_an_event():
    tournament = make_tournament()
    entries = add_entries(tournament, 3)
    team = create_team(by=None, tournament=tournament, name="Jade")
    assign_team(by=None, entry=entries[0], team=team)
    entries = list(tournament.entries.all())
    moved = assign_teams(by=None, tournament=tournament, teams=dict.fromkeys(entries, team))
    assert [entry.number for entry in moved] == [2, 3]
    assert Event.objects.filter(verb="entry.changed").count() == 3
    with pytest.raises(ValidationError) as refused:
        delete_team(by=None, team=team)
    assert refused.value.code == "has_members"


def test_an_empty_team_is_deleted():
    team = create_team(by=None, tournament=make_tournament(), name="Jade")
    delete_team(by=None, team=team)
    assert Team.objects.count() == 0


@pytest.mark.parametrize("fields", [{"number": 1, "name": "B"}, {"number": 2, "name": "A"}])
def test_the_database_keeps_teams_apart(fields):
    tournament = make_tournament()
    Team.objects.create(tournament=tournament, number=1, name="A")
    with pytest.raises(IntegrityError), transaction.atomic():
        Team.objects.create(tournament=tournament, **fields)
