"""The journal of a tournament for its staff."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q, QuerySet

from journal.models import Event
from scoring.event_words import actor_words, event_words, target_words
from scoring.play_words import Named, Place, place_in
from scoring.selectors.seated import read_seated
from scoring.verbs import verb_groups, verb_title
from tournaments.models import Entry, Table, Tournament


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


def verbs_of(tournament: Tournament) -> list[tuple[str, list[tuple[str, str]]]]:
    """Every verb that the tournament's log has, with its title, by group."""
    verbs = Event.objects.filter(scope=tournament.scope).order_by("verb")
    return verb_groups(verbs.values_list("verb", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class LogLine:
    """One event as the staff read it.

    `place` and `entry` (a start number) lead to the table's and the player's page; None where
    there is no such page any more.
    """

    event: Event
    title: str
    actor: str
    target: str
    changes: tuple[str, ...]
    place: Place | None
    entry: int | None


def log_lines(tournament: Tournament, events: Iterable[Event]) -> list[LogLine]:
    """These events in words; three queries, however many there are."""
    found = list(events)
    places = {event.pk: place_in(event.target) for event in found}
    sessions = {place.session for place in places.values() if place}
    seated = read_seated(tournament, sessions, lambda player: player.full_name)
    entries = {entry.number: entry for entry in tournament.entries.select_related("player").all()}
    names = {number: entry.player.full_name for number, entry in entries.items()}
    tables = set(
        Table.objects.filter(
            session__tournament=tournament, session__number__in=sessions
        ).values_list("session__number", "number")
    )
    lines = []
    for event in found:
        place = places[event.pk]
        named = Named(seated.at(place) if place else {}, names, tournament.zone)
        there = place is not None and (place.session, place.table) in tables
        lines.append(
            LogLine(
                event,
                verb_title(event.verb),
                actor_words(event.actor_name),
                target_words(event),
                event_words(event, named),
                place if there else None,
                _entry_of(event.target, entries),
            )
        )
    return lines


def _entry_of(target: str, entries: Mapping[int, Entry]) -> int | None:
    """The start number of a target that still names this entry."""
    number = target.split(" ", 1)[0]
    entry = entries.get(int(number)) if number.isascii() and number.isdigit() else None
    return entry.number if entry is not None and str(entry)[:120] == target else None
