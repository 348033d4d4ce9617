"""The journal of a tournament for its staff, and the corrections in it for everybody."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from journal.models import Event
from scoring.models import Standings
from scoring.selectors.standings import public_sessions
from tournaments.models import Occupant, Session, Tournament

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
_PLACE = re.compile(r"session (\d+)(?: table (\d+))?(?: hand (\d+))?")


@dataclass(frozen=True, slots=True)
class LogFilter:
    """What the log is narrowed to; None and empty for everything."""

    session: int | None = None
    table: int | None = None
    verb: str = ""
    person: str = ""


def events_of(
    tournament: Tournament, wanted: LogFilter, *, payments: bool = False
) -> QuerySet[Event]:
    """The tournament's events, the newest first. Nothing of another tournament is among them.

    Who has paid is the organisers' business: without `payments` those events are left out.
    """
    found = Event.objects.filter(scope=tournament.scope)
    if not payments:
        found = found.exclude(verb="entry.changed", after__has_key="paid")
    if wanted.session is not None:
        place = f"session {wanted.session}"
        if wanted.table is not None:
            place += f" table {wanted.table}"
        found = found.filter(Q(target=place) | Q(target__startswith=f"{place} "))
    elif wanted.table is not None:
        found = found.filter(target__regex=rf" table {wanted.table}( |$)")
    if wanted.verb:
        found = found.filter(Q(verb=wanted.verb) | Q(verb__startswith=f"{wanted.verb}."))
    if wanted.person:
        found = found.filter(
            Q(actor_name__icontains=wanted.person) | Q(target__icontains=wanted.person)
        )
    return found.order_by("-id")


def verbs_of(tournament: Tournament) -> list[str]:
    """Every verb that the tournament's log has."""
    verbs = Event.objects.filter(scope=tournament.scope).order_by("verb")
    return list(verbs.values_list("verb", flat=True).distinct())


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
    names = _names(tournament, shown)
    changes = [
        change
        for event, version in _with_versions(relevant)
        if (change := _change(event, version, shown, finished, names)) is not None
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
        if place := _PLACE.match(target):
            found.setdefault(int(place[1]), key)
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


def _names(tournament: Tournament, shown: Collection[int]) -> dict[tuple[int, int, str], str]:
    """Public names by session, table and seat."""
    rows = Occupant.objects.filter(session__tournament=tournament, session__number__in=shown)
    return {
        (row.session.number, row.seat.table.number, row.seat.letter): row.entry.player.public_name
        for row in rows.select_related("session", "seat__table", "entry__player").order_by(
            "-from_hand"
        )
    }


def _change(
    event: Event,
    version: int | None,
    shown: Collection[int],
    finished: Mapping[int, int],
    names: Mapping[tuple[int, int, str], str],
) -> Change | None:
    """The event as a public correction; None for what is none or not to be seen."""
    target = event.target
    if event.verb.startswith("seat."):
        seat = event.after or event.before or {}
        target = f"session {seat.get('session')} table {seat.get('table')}"
    place = _PLACE.match(target)
    if place is None or int(place[1]) not in shown:
        return None
    session = int(place[1])
    if event.pk < finished.get(session, event.pk + 1):
        return None
    table = int(place[2]) if place[2] else None

    here = {seat[2]: name for seat, name in names.items() if seat[:2] == (session, table)}
    return Change(
        at=event.at,
        session=session,
        table=table,
        hand=int(place[3]) if place[3] else None,
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
        return "–"
    if verb.startswith("hand."):
        return _deal(value, names)
    if verb.startswith("penalty."):
        text = str(value["code"])
        return f"{text}, −{value['amount']}" if value["amount"] else text
    if verb.startswith("seat."):
        return _("a substitute")
    return " / ".join(f"{total:+d}".replace("-", "−") for total in value)


def _deal(value: Mapping[str, Any], names: Mapping[str, str]) -> str:
    if value["kind"] == "drawn":
        return _("drawn")
    named = {
        "points": value["points"],
        "winner": names.get(value["winner"], value["winner"]),
        "off": names.get(value["discarder"], value["discarder"]),
    }
    if not value["discarder"]:
        return _("%(points)s, %(winner)s, self-draw") % named
    return _("%(points)s, %(winner)s off %(off)s") % named
