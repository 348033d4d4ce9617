"""Publishing standings: every change of a result makes the next version."""

from __future__ import annotations

from django.db import transaction

from journal.services import Actor, record_event
from scoring.models import Standings
from scoring.selectors.standings import (
    open_tables,
    plain_rows,
    plain_team_rows,
    rank,
    rank_teams,
    read_play,
)
from tournaments.models import Tournament


@transaction.atomic
def publish_standings(*, by: Actor, tournament: Tournament, reason: str = "") -> Standings:
    """Compute the standings of all closed tables and keep them as the next version.

    They are provisional while a table of a session that has results is open. Who may see which
    sessions is decided when a page is shown, not here.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    play = read_play(locked)
    version = locked.standings_version + 1
    kept = Standings(
        tournament=locked,
        version=version,
        through_session=max(play.sessions, default=0),
        provisional=bool(open_tables(locked, play.sessions)),
        rows=plain_rows(rank(play)),
        team_rows=plain_team_rows(rank_teams(play)),
        reason=reason,
    )
    kept.full_clean(exclude=["tournament", "rows", "team_rows"])
    kept.save()
    Tournament.objects.filter(pk=locked.pk).update(standings_version=version)
    tournament.standings_version = version
    record_event(
        scope=locked.scope,
        actor=by,
        verb="standings.published",
        target=f"version {version}",
        reason=reason,
        after={"through_session": kept.through_session, "provisional": kept.provisional},
    )
    return kept
