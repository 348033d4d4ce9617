"""Drawing lots, publishing where people sit, taking a seating from a file."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from tournaments.models import Draw, Occupant, Seat, Session, Table, Tournament
from tournaments.seating.check import schedule_problems
from tournaments.seating.draw import draw
from tournaments.seating.errors import Problem
from tournaments.seating.figures import figures
from tournaments.seating.problem import GroupKind, problems
from tournaments.selectors.draws import Request, seating_request
from tournaments.sentences import sentences
from tournaments.services.links import add_missing_links

HIGHEST_SEED = 999_999
# What a page may wait for; the figures keep it, as the seed alone does not repeat a draw.
DRAW_SECONDS = 1.5
LETTERS = Seat.Letter.values
# A table as it is to be saved: its number and the ids of the entries in seats A, B, C, D.
SeatedTable = tuple[int, Sequence[int]]


def draw_seating(
    *,
    by: Actor,
    tournament: Tournament,
    sessions: Collection[int],
    seed: int | None = None,
    apart: Collection[GroupKind] = (),
    seconds: float = DRAW_SECONDS,
) -> Draw:
    """Draw lots for draft sessions (by number); the other seated sessions count as played.

    Without a seed one of six digits is drawn. The search runs before the database is locked, so
    hands are entered meanwhile. Raises ValidationError with every reason; nothing is changed then.
    """
    chosen = sorted(set(sessions))
    seed = secrets.randbelow(HIGHEST_SEED + 1) if seed is None else seed
    _drafts(tournament, chosen)
    request = seating_request(tournament, chosen, seed=seed, apart=apart)
    found = problems(request.problem)
    if found:
        raise ValidationError(sentences(found, lambda player: request.numbers[player]))
    schedule = draw(request.problem, seconds=seconds)
    reached = asdict(figures(schedule, request.problem))
    to_come = [_named_tables(tables, request) for tables in schedule.rounds[schedule.played :]]
    with transaction.atomic():
        locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
        if seating_request(locked, chosen, seed=seed, apart=apart) != request:
            raise ValidationError(
                _("Players or sessions have changed while lots were drawn: draw again."),
                code="changed_meanwhile",
            )
        for session, tables in zip(_drafts(locked, chosen), to_come, strict=True):
            seat_session(session, tables, seed=seed)
        made = Draw.objects.create(
            tournament=locked,
            first_session=chosen[0],
            last_session=chosen[-1],
            seed=seed,
            figures={
                **reached,
                "sessions": chosen,
                "past": list(request.past),
                "apart": sorted(kind.value for kind in apart),
                "seconds": seconds,
            },
        )
        _record(by, locked, "seating.drawn", chosen, {"seed": seed, "draw": made.pk})
    return made


def seat_session(
    session: Session, rounds: Iterable[SeatedTable], *, seed: int | None = None
) -> None:
    """Put these tables in place of those that the draft session has.

    Call inside a transaction that holds the tournament. A table with a hand is protected.
    """
    fours = dict(rounds)
    session.tables.all().delete()
    tables = Table.objects.bulk_create(Table(session=session, number=number) for number in fours)
    seats = Seat.objects.bulk_create(
        Seat(table=table, letter=letter) for table in tables for letter in LETTERS
    )
    entries = [entry for four in fours.values() for entry in four]
    Occupant.objects.bulk_create(
        Occupant(seat=seat, session=session, entry_id=entry)
        for seat, entry in zip(seats, entries, strict=True)
    )
    session.seed = seed
    session.save(update_fields=["seed"])


@transaction.atomic
def publish_session(*, by: Actor, session: Session) -> Session:
    """Show everybody where they sit in this session; every table gets a link for its phone.

    Raises ValidationError: no draft (`not_a_draft`), no seats (`no_seats`), or seats that do not
    fit those who play (`table_not_four`, `players_unknown`, `players_missing`).
    """
    locked = _locked(session)
    _refuse_unready(locked)
    locked.state = Session.State.PUBLISHED
    locked.save(update_fields=["state"])
    add_missing_links(locked)
    _record(by, locked.tournament, "session.published", [locked.number])
    return locked


@transaction.atomic
def publish_sessions(*, by: Actor, tournament: Tournament) -> list[Session]:
    """Publish every draft that has seats, all or none of them.

    Raises ValidationError where none has (`no_seats`), and as `publish_session` does.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    drafts = locked.sessions.filter(state=Session.State.DRAFT, tables__isnull=False).distinct()
    ready = list(drafts.order_by("number"))
    if not ready:
        raise ValidationError(_("No draft has seats yet: draw lots first."), code="no_seats")
    return [publish_session(by=by, session=session) for session in ready]


@transaction.atomic
def unpublish_session(*, by: Actor, session: Session) -> Session:
    """Take a published session back to a draft; no hand stands before a session is started.

    Raises ValidationError: `not_published`, or `stood_in` where a new draw would lose who stands
    in for somebody in this session alone.
    """
    locked = _locked(session)
    if locked.state != Session.State.PUBLISHED:
        raise ValidationError(
            _("Only a published session that has not begun can be taken back."),
            code="not_published",
        )
    stand_in = locked.occupants.filter(stands_for__isnull=False, entry__playing=False).first()
    if stand_in is not None:
        raise ValidationError(
            _("%(name)s stands in for somebody in this session: take that back first."),
            code="stood_in",
            params={"name": stand_in.entry.player.full_name},
        )
    locked.state = Session.State.DRAFT
    locked.save(update_fields=["state"])
    _record(by, locked.tournament, "session.unpublished", [locked.number])
    return locked


@transaction.atomic
def import_seating(
    *, by: Actor, tournament: Tournament, sessions: Mapping[int, Sequence[SeatedTable]]
) -> list[Session]:
    """Seat drafts as a file says: session number -> tables with the start numbers in A, B, C, D.

    Raises ValidationError with every fault at once, missing numbers named; nothing is saved then.
    """
    locked = Tournament.objects.select_for_update().get(pk=tournament.pk)
    chosen = sorted(sessions)
    drafts = _drafts(locked, chosen)
    entry_of = dict(locked.entries.filter(playing=True).values_list("number", "pk"))
    errors: list[Any] = []
    for number in chosen:
        errors += sentences(_table_faults(number, sessions[number], locked.table_numbers))
        errors += sentences(_of_session(number, sessions[number], entry_of.keys()))
    if errors:
        raise ValidationError(errors)
    for session in drafts:
        named = sorted(sessions[session.number])
        seat_session(session, [(table, [entry_of[n] for n in four]) for table, four in named])
    _record(by, locked, "seating.imported", chosen)
    return drafts


def _table_faults(
    number: int, tables: Sequence[SeatedTable], hall: Collection[int]
) -> tuple[Problem, ...]:
    """Tables that come twice or that the hall does not have."""
    counts = Counter(table for table, _four in tables)
    twice = [table for table, count in counts.items() if count > 1]
    unknown = [table for table in counts if hall and table not in hall]
    return (
        *(Problem("table_twice", {"session": number, "table": table}) for table in twice),
        *(Problem("table_unknown", {"session": number, "table": table}) for table in unknown),
    )


def _of_session(
    number: int, tables: Sequence[SeatedTable], players: Collection[int]
) -> tuple[Problem, ...]:
    """The core's problems of one session, under that session's and those tables' own numbers."""
    own = {place: table for place, (table, _four) in enumerate(tables, start=1)}
    found = schedule_problems([[four for _table, four in tables]], players)
    return tuple(
        Problem(problem.code, _renumbered(problem.params, number, own)) for problem in found
    )


def _renumbered(
    params: Mapping[str, Any], session: int, tables: Mapping[int, int]
) -> dict[str, Any]:
    named = dict(params)
    if "session" in named:
        named["session"] = session
    if "table" in named:
        named["table"] = tables[named["table"]]
    return named


def _drafts(tournament: Tournament, numbers: Sequence[int]) -> list[Session]:
    """The drafts with these numbers, in their order; ValidationError where one is none."""
    if not numbers:
        raise ValidationError(_("Choose at least one session."), code="no_session_chosen")
    found = {session.number: session for session in tournament.sessions.filter(number__in=numbers)}
    missing = [number for number in numbers if number not in found]
    if missing:
        raise ValidationError(
            _("There is no session %(numbers)s."),
            code="no_such_session",
            params={"numbers": ", ".join(map(str, missing))},
        )
    public = [number for number in numbers if found[number].is_public]
    if public:
        raise ValidationError(
            _("Session %(numbers)s is published: its seats stay."),
            code="not_a_draft",
            params={"numbers": ", ".join(map(str, public))},
        )
    return [found[number] for number in numbers]


def _named_tables(tables: Sequence[Sequence[int]], request: Request) -> list[SeatedTable]:
    """The core's tables under the hall's numbers, with the ids of the entries."""
    labels = request.problem.labels or [str(n) for n in range(1, len(tables) + 1)]
    return [
        (int(label), [request.entries[player] for player in table])
        for label, table in zip(labels, tables, strict=False)
    ]


def _refuse_unready(session: Session) -> None:
    """Raise ValidationError unless the draft can be published as it is."""
    if session.state != Session.State.DRAFT:
        raise ValidationError(
            _("Session %(number)s is published already."),
            code="not_a_draft",
            params={"number": session.number},
        )
    fours: dict[int, list[int]] = {}
    rows = session.occupants.order_by("seat__table__number", "seat__letter")
    for table, number in rows.values_list("seat__table__number", "entry__number"):
        fours.setdefault(table, []).append(number)
    if not fours:
        raise ValidationError(
            _("Session %(number)s has no seats yet: draw lots first."),
            code="no_seats",
            params={"number": session.number},
        )
    playing = session.tournament.entries.filter(playing=True)
    players = list(playing.values_list("number", flat=True))
    found = _of_session(session.number, list(fours.items()), players)
    if found:
        raise ValidationError(sentences(found))


def _locked(session: Session) -> Session:
    Tournament.objects.select_for_update().get(pk=session.tournament_id)
    return Session.objects.select_related("tournament").get(pk=session.pk)


def _record(
    by: Actor, tournament: Tournament, verb: str, numbers: Sequence[int], after: Any = None
) -> None:
    named = ", ".join(map(str, numbers))
    record_event(
        scope=tournament.scope, actor=by, verb=verb, target=f"session {named}", after=after
    )
