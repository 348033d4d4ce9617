"""The corrections of a tournament for everybody, since results were last announced."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from journal.models import Event
from scoring.models import Standings
from scoring.play_words import NOTHING, deal_words, penalty_words, place_in, totals_words
from scoring.selectors.seated import Seated, read_seated
from scoring.selectors.standings import public_sessions
from tournaments.models import Session, Tournament

ANNOUNCED = "results.announced"
PUBLISHED = "standings.published"
# What changes a result, and what changes one only after its session is over.
CORRECTING = (
    "hand.replaced",
    "hand.cleared",
    "hand.recorded",
    "table.totals",
    "penalty.given",
    "penalty.revoked",
    "seat.taken",
    "seat.given_back",
    "results.rebuilt",
)


@dataclass(frozen=True, slots=True)
class Change:
    """One correction as everybody may read it: where, what stood, what stands; no reason."""

    at: dt.datetime
    session: int
    table: int | None
    hand: int | None
    what: str
    before: str
    after: str
    version: int | None


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections after `announced` (None: of the whole tournament), the newest first.

    `versions` are those of the standings in which no table was missing.
    """

    announced: Event | None
    changes: tuple[Change, ...]
    versions: tuple[Standings, ...]


def last_announcement(tournament: Tournament) -> Event | None:
    """When results were last announced in the hall."""
    return Event.objects.filter(scope=tournament.scope, verb=ANNOUNCED).order_by("-id").first()


def read_corrections(tournament: Tournament, *, every: bool = False) -> Corrections:
    """What was corrected in sessions that everybody sees; since the last announcement, or ever."""
    announced = last_announcement(tournament)
    shown = _shown(tournament)
    events = Event.objects.filter(scope=tournament.scope).order_by("id")
    finished = _finished_at(events)
    relevant = list(events.filter(verb__in=(*CORRECTING, PUBLISHED)))
    seated = read_seated(tournament, shown, lambda player: player.public_name)
    changes = [
        change
        for event, version in _with_versions(relevant)
        if (change := _change(event, version, shown, finished, seated)) is not None
        and (every or announced is None or event.pk > announced.pk)
    ]
    versions = Standings.objects.filter(
        tournament=tournament, through_session__lte=max(shown, default=0), provisional=False
    ).defer("rows", "team_rows")
    return Corrections(announced, tuple(reversed(changes)), tuple(versions))


def _shown(tournament: Tournament) -> frozenset[int]:
    """The finished sessions whose results are public."""
    sessions = tournament.sessions.all()
    over = (Session.State.FINISHED, Session.State.APPROVED)
    public = public_sessions(tournament, sessions)
    return frozenset(one.number for one in public if one.state in over)


def _finished_at(events: QuerySet[Event]) -> dict[int, int]:
    """The event that finished each session; what changes after it is a correction."""
    found: dict[int, int] = {}
    for key, target in events.filter(verb="session.finished").values_list("id", "target"):
        if place := place_in(target):
            found.setdefault(place.session, key)
    return found


def _with_versions(events: Iterable[Event]) -> Iterable[tuple[Event, int | None]]:
    """Each change with the version of the standings that followed it."""
    waiting: list[Event] = []
    for event in events:
        if event.verb != PUBLISHED:
            waiting.append(event)
            continue
        version = int(event.target.removeprefix("version ") or 0)
        yield from ((one, version) for one in waiting)
        waiting = []
    yield from ((one, None) for one in waiting)


def _change(
    event: Event,
    version: int | None,
    shown: Collection[int],
    finished: Mapping[int, int],
    seated: Seated,
) -> Change | None:
    """The event as a public correction; None for what is none or not to be seen."""
    target = event.target
    if event.verb.startswith("seat."):
        seat = event.after or event.before or {}
        target = f"session {seat.get('session')} table {seat.get('table')}"
    place = place_in(target)
    if place is None or place.session not in shown:
        return None
    if event.pk < finished.get(place.session, event.pk + 1):
        return None
    here = seated.at(place)
    return Change(
        at=event.at,
        session=place.session,
        table=place.table,
        hand=place.hand,
        what=_what(event.verb),
        before=_said(event.verb, event.before, here),
        after=_said(event.verb, event.after, here),
        version=version,
    )


def _what(verb: str) -> str:
    if verb.startswith("hand."):
        return _("hand")
    if verb.startswith("penalty."):
        return _("penalty")
    return _("substitute") if verb.startswith("seat.") else _("totals")


def _said(verb: str, value: Any, names: Mapping[str, str]) -> str:
    """A value of the journal in public words."""
    if value is None:
        return NOTHING
    if verb.startswith("hand."):
        return deal_words(value, names)
    if verb.startswith("penalty."):
        return penalty_words(value)
    if verb.startswith("seat."):
        return _("a substitute")
    return totals_words(value)
