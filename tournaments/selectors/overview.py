"""What everybody sees of a tournament first."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count

from tournaments.models import Draw, Session, Tournament

PLAYED = (Session.State.FINISHED, Session.State.APPROVED)


@dataclass(frozen=True, slots=True)
class CountryCount:
    """How many players come from a country."""

    code: str
    players: int

    @property
    def ticks(self) -> range:
        """One for each player, to be drawn."""
        return range(self.players)


def country_counts(tournament: Tournament) -> list[CountryCount]:
    """The countries of those who play, the largest first; players without one are left out."""
    rows = (
        tournament.entries.filter(playing=True)
        .exclude(player__country="")
        .values_list("player__country")
        .annotate(players=Count("pk"))
        .order_by("-players", "player__country")
    )
    return [CountryCount(code, players) for code, players in rows]


def session_of_now(sessions: list[Session]) -> Session | None:
    """The session that is being played; without one the next that is published."""
    running = [one for one in sessions if one.state == Session.State.RUNNING]
    published = [one for one in sessions if one.state == Session.State.PUBLISHED]
    return next(iter(running + published), None)


def last_played(sessions: list[Session]) -> Session | None:
    """The last session whose results stand."""
    return next((one for one in reversed(sessions) if one.state in PLAYED), None)


def public_draw(tournament: Tournament) -> Draw | None:
    """The latest draw, once a session drawn by it is public."""
    seeds = tournament.sessions.exclude(state=Session.State.DRAFT).values_list("seed", flat=True)
    known = {seed for seed in seeds if seed is not None}
    return tournament.draws.filter(seed__in=known).order_by("-id").first()
