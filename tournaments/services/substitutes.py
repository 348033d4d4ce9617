"""Substitutes: completing the tables, taking over a place, giving it back."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from journal.services import Actor, record_event
from players.models import Player
from players.services import save_player
from tournaments.models import Entry, Occupant, Session, Table, Tournament

from .entries import add_entry, lock, store, target_of

# Sessions that have not been started: no hand can stand at their tables.
TO_COME = (Session.State.DRAFT, Session.State.PUBLISHED)


def missing_players(tournament: Tournament) -> int:
    """How many people are wanting until every table has four: 0 to 3."""
    return -tournament.entries.filter(playing=True).count() % 4


def play_has_begun(tournament: Tournament) -> bool:
    """True once a session of the tournament has been started."""
    return tournament.sessions.exclude(state__in=TO_COME).exists()


def _refuse_late_ranking(
    tournament: Tournament, counts_for_ranking: bool, seats: Sequence[Occupant] = ()
) -> None:
    """A substitute who enters during the tournament has no place in the ranking (REG 4).

    One who takes over a seat of the first session plays from its start.
    """
    first = any(occupant.session.number == 1 for occupant in seats)
    if counts_for_ranking and not first and play_has_begun(tournament):
        refused = ValidationError(
            _("Play has begun: a substitute who enters now has no place in the ranking."),
            code="entered_during_play",
        )
        raise ValidationError({"counts_for_ranking": refused})


def _next_substitute_name(tournament: Tournament) -> str:
    """ "Substitute 1", or the first number that no entry of the tournament has."""
    names = {entry.player.last_name for entry in tournament.entries.select_related("player")}
    count = 1
    while (name := gettext("Substitute %(number)s") % {"number": count}) in names:
        count += 1
    return name


@transaction.atomic
def add_substitute(
    *,
    by: Actor,
    tournament: Tournament,
    player: Player | None = None,
    counts_for_ranking: bool = False,
) -> Entry:
    """Put somebody on the bench; "Substitute 1" where it is not yet known who."""
    tournament = lock(tournament)
    player = player or save_player(by=by, last_name=_next_substitute_name(tournament))
    return add_entry(
        by=by,
        tournament=tournament,
        player=player,
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=counts_for_ranking,
    )


@transaction.atomic
def complete_with_substitutes(
    *,
    by: Actor,
    tournament: Tournament,
    chosen: Sequence[Entry] = (),
    counts_for_ranking: bool = False,
) -> list[Entry]:
    """Fill the last table: the chosen people of the bench play, "Substitute n" for the rest.

    Returns the entries that now play, none where no one is wanting. Raises ValidationError:
    `chosen` (codes too_many, not_on_the_bench), `counts_for_ranking` (entered_during_play).
    """
    tournament = lock(tournament)
    wanting = missing_players(tournament)
    if len(chosen) > wanting:
        refused = ValidationError(
            _("The tables want %(wanting)s, you chose %(chosen)s."),
            code="too_many",
            params={"wanting": wanting, "chosen": len(chosen)},
        )
        raise ValidationError({"chosen": refused})
    _refuse_late_ranking(tournament, counts_for_ranking)
    more = wanting - len(chosen)
    entries = [from_the_bench(tournament, entry) for entry in chosen]
    entries += [add_substitute(by=by, tournament=tournament) for _more in range(more)]
    for entry in entries:
        _let_play(by, entry, counts_for_ranking)
    return entries


def from_the_bench(tournament: Tournament, entry: Entry) -> Entry:
    """The entry as it stands now, if it is a substitute who may be given a place.

    Raises ValidationError on `substitute` (not_on_the_bench).
    """
    found = tournament.entries.select_related("player").filter(pk=entry.pk).first()
    if found is None or found.playing or not _may_stand_in(found):
        refused = ValidationError(
            _("%(name)s is not on the bench."),
            code="not_on_the_bench",
            params={"name": entry.player.full_name},
        )
        raise ValidationError({"substitute": refused})
    return found


def _may_stand_in(entry: Entry) -> bool:
    return entry.kind == Entry.Kind.SUBSTITUTE and entry.state == Entry.State.ACTIVE


def _let_play(by: Actor, entry: Entry, counts_for_ranking: bool) -> None:
    entry.playing = True
    entry.counts_for_ranking = counts_for_ranking
    store(entry)
    record_event(
        scope=entry.tournament.scope,
        actor=by,
        verb="substitute.plays",
        target=target_of(entry),
        after={"playing": True, "counts_for_ranking": counts_for_ranking},
    )


@transaction.atomic
def bench_substitute(*, by: Actor, entry: Entry) -> Entry:
    """Send a substitute who completes the tables back to the bench, before any seat is given."""
    tournament = lock(entry.tournament)
    entry = tournament.entries.select_related("player").get(pk=entry.pk)
    if entry.kind != Entry.Kind.SUBSTITUTE or Occupant.objects.filter(entry=entry).exists():
        raise ValidationError(
            _("%(name)s has a seat in a session."),
            code="seated",
            params={"name": entry.player.full_name},
        )
    entry.playing = False
    store(entry)
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="substitute.benched",
        target=target_of(entry),
        before={"playing": True},
        after={"playing": False},
    )
    return entry


def open_seats(entry: Entry) -> list[Occupant]:
    """The person's seats in sessions that have not been started."""
    return list(
        Occupant.objects.filter(entry=entry, session__state__in=TO_COME)
        .select_related("seat__table", "session")
        .order_by("session__number")
    )


def lock_tables(occupants: Sequence[Occupant]) -> None:
    """The second lock of every write, in the order of the tables."""
    tables = [occupant.seat.table_id for occupant in occupants]
    list(Table.objects.select_for_update().filter(pk__in=tables).order_by("pk"))


def touch_tables(occupants: Sequence[Occupant]) -> None:
    """Count a change of the tables, so that phones and the desk show who sits there now."""
    tables = [occupant.seat.table_id for occupant in occupants]
    Table.objects.filter(pk__in=tables).update(version=F("version") + 1)


def _hand_over(seats: Sequence[Occupant], to: Entry) -> list[dict[str, object]]:
    """Give the seats to somebody else; what the journal says of it."""
    sessions = [occupant.session_id for occupant in seats]
    clash = Occupant.objects.filter(entry=to, session__in=sessions).select_related("session")
    if taken := clash.first():
        refused = ValidationError(
            _("%(name)s already has a seat in session %(session)s."),
            code="seated_already",
            params={"name": to.player.full_name, "session": taken.session.number},
        )
        raise ValidationError({"substitute": refused})
    for occupant in seats:
        occupant.entry = to
        occupant.full_clean(validate_unique=False, validate_constraints=False)
        occupant.save()
    touch_tables(seats)
    return [
        {
            "session": occupant.session.number,
            "table": occupant.seat.table.number,
            "seat": occupant.seat.letter,
        }
        for occupant in seats
    ]


@transaction.atomic
def replace_no_show(
    *,
    by: Actor,
    entry: Entry,
    substitute: Entry,
    counts_for_ranking: bool,
    seats: Sequence[Occupant] | None = None,
) -> Entry:
    """A person did not come (or has withdrawn): the substitute takes over the place.

    The substitute gets the team and every seat in sessions that have not been started, or the
    `seats` that scoring knows to be free; the person stops playing, and both stay in the history.
    Whether the result counts is asked each time; never when play began without the substitute
    (REG 4). Returns the substitute.
    Raises ValidationError: `substitute` (not_on_the_bench, seated_already), `counts_for_ranking`
    (entered_during_play), or `not_playing`.
    """
    tournament = lock(entry.tournament)
    entry = tournament.entries.select_related("player").get(pk=entry.pk)
    if entry.state == Entry.State.NO_SHOW or entry.replaced_by.filter(playing=True).exists():
        raise ValidationError(
            _("%(name)s has been replaced already."),
            code="not_playing",
            params={"name": entry.player.full_name},
        )
    substitute = from_the_bench(tournament, substitute)
    seats = open_seats(entry) if seats is None else seats
    lock_tables(seats)
    _refuse_late_ranking(tournament, counts_for_ranking, seats)
    before = {"entry": target_of(entry), "state": entry.state}
    given = _hand_over(seats, substitute)
    if entry.state == Entry.State.ACTIVE:
        entry.state = Entry.State.NO_SHOW
    entry.playing = False
    entry.save()
    substitute.playing = True
    substitute.counts_for_ranking = counts_for_ranking
    substitute.replaces = entry
    substitute.team = entry.team
    store(substitute)
    record_event(
        scope=tournament.scope,
        actor=by,
        verb="entry.replaced",
        target=target_of(entry),
        before=before,
        after={
            "entry": target_of(substitute),
            "counts_for_ranking": counts_for_ranking,
            "seats": given,
        },
    )
    return substitute
