"""Teams of a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from journal.models import Event
from journal.services import Actor, new_event, record_event, record_events
from players.names import fold, tidy
from tournaments.models import Entry, Team, Tournament

from .entries import change_entry, lock


def _next_number(tournament: Tournament) -> int:
    highest = tournament.teams.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1


@transaction.atomic
def teams_named(*, by: Actor, tournament: Tournament, names: Iterable[str]) -> dict[str, Team]:
    """The team of each name, whatever its case and accents; made where there is none."""
    tournament = lock(tournament)
    known = {fold(team.name): team for team in tournament.teams.all()}
    number = max((team.number for team in known.values()), default=0)
    found, made = {}, []
    for name in names:
        if fold(name) not in known:
            number += 1
            team = Team(tournament=tournament, name=tidy(name), number=number)
            team.clean_fields(exclude=["tournament"])
            known[fold(name)] = team
            made.append(team)
        found[name] = known[fold(name)]
    Team.objects.bulk_create(made, batch_size=500)
    record_events(_created(by, tournament, team) for team in made)
    return found


def _created(by: Actor, tournament: Tournament, team: Team) -> Event:
    return new_event(
        scope=tournament.scope,
        actor=by,
        verb="team.created",
        target=team.name,
        after={"number": team.number, "name": team.name},
    )


def _store(team: Team) -> None:
    """Check a team against the others of its tournament and save it."""
    others = Team.objects.filter(tournament_id=team.tournament_id).exclude(pk=team.pk)
    if any(fold(other.name) == fold(team.name) for other in others):
        refused = ValidationError(
            _("There is a team “%(name)s” already."), code="name_taken", params={"name": team.name}
        )
        raise ValidationError({"name": refused})
    if others.filter(number=team.number).exists():
        refused = ValidationError(
            _("There is a team %(number)s already."),
            code="number_taken",
            params={"number": team.number},
        )
        raise ValidationError({"number": refused})
    team.full_clean(validate_unique=False, validate_constraints=False)
    team.save()


@transaction.atomic
def create_team(*, by: Actor, tournament: Tournament, name: str, number: int | None = None) -> Team:
    """A new team, under the next number where none is given.

    Raises ValidationError: `name` (name_taken), `number` (number_taken).
    """
    tournament = lock(tournament)
    team = Team(
        tournament=tournament,
        name=tidy(name),
        number=_next_number(tournament) if number is None else number,
    )
    _store(team)
    record_events([_created(by, tournament, team)])
    return team


@transaction.atomic
def change_team(*, by: Actor, team: Team, name: str, number: int) -> Team:
    """Rename or renumber a team; no event where nothing changes."""
    tournament = lock(team.tournament)
    team = tournament.teams.get(pk=team.pk)
    before = {"number": team.number, "name": team.name}
    team.name, team.number = tidy(name), number
    after = {"number": team.number, "name": team.name}
    if before == after:
        return team
    _store(team)
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="team.changed",
        target=team.name,
        before=before,
        after=after,
    )
    return team


@transaction.atomic
def delete_team(*, by: Actor, team: Team) -> None:
    """Delete a team without members; refused (code has_members) otherwise."""
    tournament = lock(team.tournament)
    if team.members.exists():
        raise ValidationError(
            _("“%(name)s” has members: move them first."),
            code="has_members",
            params={"name": team.name},
        )
    before = {"number": team.number, "name": team.name}
    team.delete()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="team.deleted",
        target=str(before["name"]),
        before=before,
    )


def assign_team(*, by: Actor, entry: Entry, team: Team | None) -> Entry:
    """Put somebody into a team, or into none."""
    return change_entry(by=by, entry=entry, team=team)


@transaction.atomic
def assign_teams(
    *, by: Actor, tournament: Tournament, teams: Mapping[Entry, Team | None]
) -> list[Entry]:
    """Put many people into their teams at once; returns those who moved."""
    lock(tournament)
    moved = [entry for entry, team in teams.items() if entry.team_id != (team.pk if team else None)]
    return [assign_team(by=by, entry=entry, team=teams[entry]) for entry in moved]
