"""Who takes part: entries, their ticks, and how they come and go before play."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypedDict, Unpack

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from journal.models import Event
from journal.services import Actor, new_event, record_event, record_events
from players.models import Player
from tournaments.models import Entry, Occupant, Team, Tournament


def lock(tournament: Tournament) -> Tournament:
    """The tournament's row, locked until the transaction ends: the first lock of every write."""
    return Tournament.objects.select_for_update().get(pk=tournament.pk)


def target_of(entry: Entry) -> str:
    """How the journal names an entry."""
    return f"{entry.number} {entry.player.full_name}"[:120]


def next_number(tournament: Tournament) -> int:
    """The start number after the highest one."""
    highest = tournament.entries.aggregate(highest=Max("number"))["highest"]
    return int(highest or 0) + 1


def _refuse_taken(entry: Entry, holder: Entry | None, *, entered: bool) -> None:
    """One start number an entry, one entry a player, a team of the same tournament.

    `holder` has the start number already, `entered` is the player.
    """
    if entry.number < 1:
        refused = ValidationError(_("Start numbers begin at 1."), code="number_from_one")
        raise ValidationError({"number": refused})
    if holder is not None:
        refused = ValidationError(
            _("Start number %(number)s belongs to %(name)s."),
            code="number_taken",
            params={"number": entry.number, "name": holder.player.full_name},
        )
        raise ValidationError({"number": refused})
    if entered:
        refused = ValidationError(
            _("%(name)s is entered already."),
            code="entered_already",
            params={"name": entry.player.full_name},
        )
        raise ValidationError({"player": refused})
    if entry.team is not None and entry.team.tournament_id != entry.tournament_id:
        refused = ValidationError(_("This team is of another tournament."), code="foreign_team")
        raise ValidationError({"team": refused})


def store(entry: Entry) -> None:
    """Check an entry against the others and save it."""
    others = Entry.objects.filter(tournament_id=entry.tournament_id).exclude(pk=entry.pk)
    holder = others.filter(number=entry.number).select_related("player").first()
    _refuse_taken(entry, holder, entered=others.filter(player_id=entry.player_id).exists())
    # The constraints were asked about above, with sentences of their own.
    entry.full_clean(validate_unique=False, validate_constraints=False)
    entry.save()


@transaction.atomic
def add_entry(
    *,
    by: Actor,
    tournament: Tournament,
    player: Player,
    number: int | None = None,
    team: Team | None = None,
    kind: str = Entry.Kind.PLAYER,
    counts_for_ranking: bool = True,
) -> Entry:
    """Enter a person, under the next start number where none is given.

    A player plays at once; a substitute sits on the bench until a place is given. Raises
    ValidationError by field: `number` (code number_taken), `player` (entered_already), `team`.
    """
    tournament = lock(tournament)
    entry = Entry(
        tournament=tournament,
        player=player,
        number=next_number(tournament) if number is None else number,
        team=team,
        kind=kind,
        playing=kind == Entry.Kind.PLAYER,
        counts_for_ranking=counts_for_ranking,
    )
    store(entry)
    record_events([_added(by, tournament, entry)])
    return entry


@dataclass(frozen=True, slots=True)
class NewEntry:
    """A player to be entered; without a number under the next one."""

    player: Player
    number: int | None = None
    team: Team | None = None


@transaction.atomic
def add_entries(*, by: Actor, tournament: Tournament, new: Iterable[NewEntry]) -> list[Entry]:
    """Enter many players in their order, all of them or none, in a handful of queries.

    Raises ValidationError as `add_entry` does, for the first that cannot be.
    """
    tournament = lock(tournament)
    holders = {entry.number: entry for entry in tournament.entries.select_related("player")}
    entered = {entry.player_id for entry in holders.values()}
    highest = max(holders, default=0)
    made = []
    for one in new:
        number = highest + 1 if one.number is None else one.number
        entry = Entry(tournament=tournament, player=one.player, number=number, team=one.team)
        _refuse_taken(entry, holders.get(number), entered=one.player.pk in entered)
        entry.clean_fields(exclude=["tournament", "player", "team", "replaces"])
        holders[number], highest = entry, max(highest, number)
        entered.add(one.player.pk)
        made.append(entry)
    Entry.objects.bulk_create(made, batch_size=500)
    record_events(_added(by, tournament, entry) for entry in made)
    return made


def _added(by: Actor, tournament: Tournament, entry: Entry) -> Event:
    return new_event(
        scope=tournament.scope,
        actor=by,
        verb="entry.added",
        target=target_of(entry),
        after={"kind": entry.kind, "team": entry.team.name if entry.team else None},
    )


class EntryFields(TypedDict, total=False):
    """What may be changed of an entry; what is not given stays as it is."""

    number: int
    team: Team | None
    counts_for_ranking: bool
    note: str
    paid: bool
    arrived: bool
    name_stripped: bool


def _shown(entry: Entry, names: Iterable[str]) -> dict[str, object]:
    """The named values as the journal keeps them."""
    values = {name: getattr(entry, name) for name in names}
    return {
        name: value.name if isinstance(value, Team) else value for name, value in values.items()
    }


@transaction.atomic
def change_entry(*, by: Actor, entry: Entry, **fields: Unpack[EntryFields]) -> Entry:
    """Change the given fields; no event where nothing changes."""
    tournament = lock(entry.tournament)
    entry = tournament.entries.select_related("player", "team").get(pk=entry.pk)
    before = _shown(entry, fields)
    for name, value in fields.items():
        setattr(entry, name, value)
    after = _shown(entry, fields)
    if before == after:
        return entry
    store(entry)
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="entry.changed",
        target=target_of(entry),
        before=before,
        after=after,
    )
    return entry


def set_arrived(*, by: Actor, entry: Entry, arrived: bool) -> Entry:
    """Tick a person off at the door, or take the tick away."""
    return change_entry(by=by, entry=entry, arrived=arrived)


@transaction.atomic
def set_all_arrived(*, by: Actor, tournament: Tournament) -> int:
    """Tick everybody off who plays and is not ticked yet; how many that were."""
    awaited = list(lock(tournament).entries.filter(playing=True, arrived=False))
    for entry in awaited:
        set_arrived(by=by, entry=entry, arrived=True)
    return len(awaited)


def set_paid(*, by: Actor, entry: Entry, paid: bool) -> Entry:
    """Note that the fee is paid, or take the note away."""
    return change_entry(by=by, entry=entry, paid=paid)


@transaction.atomic
def withdraw_entry(*, by: Actor, entry: Entry, reason: str = "") -> Entry:
    """Take somebody out of the draws to come; past results stay.

    Whoever already has a seat in a session to come keeps it until a substitute takes it over
    (`substitutes.replace_entry`) or the session is drawn again.
    """
    return _change_state(by, entry, Entry.State.WITHDRAWN, reason)


@transaction.atomic
def return_entry(*, by: Actor, entry: Entry, reason: str = "") -> Entry:
    """Let somebody who had withdrawn or not come take part again.

    Refused (code replaced) while a substitute has the place: give that back first.
    """
    substitute = entry.replaced_by.filter(playing=True).select_related("player").first()
    if substitute is not None:
        raise ValidationError(
            _("%(name)s has the place: give it back first."),
            code="replaced",
            params={"name": substitute.player.full_name},
        )
    return _change_state(by, entry, Entry.State.ACTIVE, reason)


def _change_state(by: Actor, entry: Entry, state: Entry.State, reason: str) -> Entry:
    tournament = lock(entry.tournament)
    entry = tournament.entries.select_related("player").get(pk=entry.pk)
    if entry.state == Entry.State.DISQUALIFIED:
        raise ValidationError(
            _("%(name)s is disqualified; the referee decides."),
            code="disqualified",
            params={"name": entry.player.full_name},
        )
    before = {"state": entry.state, "playing": entry.playing}
    entry.state = state
    entry.playing = state == Entry.State.ACTIVE
    after = {"state": entry.state, "playing": entry.playing}
    if before == after:
        return entry
    entry.save()
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="entry.returned" if entry.playing else "entry.withdrawn",
        target=target_of(entry),
        reason=reason,
        before=before,
        after=after,
    )
    return entry


@transaction.atomic
def delete_entry(*, by: Actor, entry: Entry) -> None:
    """Take an entry off the list, as if it had never been; refused once it was given a seat."""
    tournament = lock(entry.tournament)
    if Occupant.objects.filter(entry=entry).exists() or entry.replaced_by.exists():
        raise ValidationError(
            _("%(name)s has a seat in a session: withdraw the entry instead."),
            code="seated",
            params={"name": entry.player.full_name},
        )
    target = target_of(entry)
    before = {"number": entry.number, "kind": entry.kind, "player": entry.player.full_name}
    entry.delete()
    record_event(
        scope=tournament.scope, actor=by, verb="entry.deleted", target=target, before=before
    )
