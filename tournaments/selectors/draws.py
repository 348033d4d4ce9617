"""What a draw is asked: who plays, who has met, who must stay apart, in the core's own numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from tournaments.models import Entry, Occupant, Session, Tournament
from tournaments.seating.problem import Grouping, GroupKind, Round, SeatingProblem, Table


@dataclass(frozen=True, slots=True)
class Request:
    """A problem of the core and what its numbers stand for.

    `entries` are the ids and `numbers` the start numbers of players 0 to N-1; `past` names the
    sessions whose meetings count, in the order of `problem.past`.
    """

    problem: SeatingProblem
    entries: tuple[int, ...]
    numbers: tuple[int, ...]
    past: tuple[int, ...]


def seating_request(
    tournament: Tournament,
    sessions: Collection[int],
    *,
    seed: int = 0,
    apart: Collection[GroupKind] = (),
) -> Request:
    """The request to draw `sessions` (numbers); every other session that is seated is the past.

    Team mates are kept apart where the tournament has teams, members of the groups in `apart` too.
    """
    rows = _seated(tournament, sessions)
    people = _people(tournament, {entry for row in rows.values() for entry in row.values()})
    place = {entry.pk: index for index, entry in enumerate(people)}
    past = tuple(_round(seats, place) for seats in rows.values())
    problem = SeatingProblem(
        players=len(people),
        sessions=len(past) + len(set(sessions)),
        past=past,
        groups=tuple(_groupings(tournament, people, apart)),
        withdrawn=tuple(place[entry.pk] for entry in people if not entry.playing),
        late=_absent_once(past, len(people)),
        labels=tuple(str(number) for number in tournament.table_numbers),
        seed=seed,
    )
    return Request(
        problem,
        tuple(entry.pk for entry in people),
        tuple(entry.number for entry in people),
        tuple(rows),
    )


SeatKey = tuple[int, str]


def _seated(tournament: Tournament, besides: Collection[int]) -> dict[int, dict[SeatKey, int]]:
    """Who started in each seat, by (table, letter), of all seated sessions but the given ones."""
    rows = (
        Occupant.objects.filter(session__tournament=tournament)
        .exclude(session__number__in=besides)
        .order_by("session__number", "seat__table__number", "seat__letter", "-from_hand")
        .values_list("session__number", "seat__table__number", "seat__letter", "entry_id")
    )
    found: dict[int, dict[SeatKey, int]] = defaultdict(dict)
    for session, table, letter, entry in rows:
        found[session][table, letter] = entry
    return found


def _people(tournament: Tournament, seated: set[int]) -> list[Entry]:
    """Everybody who plays or has sat, by start number."""
    entries = tournament.entries.select_related("player").order_by("number")
    return [entry for entry in entries if entry.playing or entry.pk in seated]


def _round(seats: dict[SeatKey, int], place: dict[int, int]) -> Round:
    """The tables of a session in the core's numbers; keys are in the order of table and seat."""
    players = [place[entry] for entry in seats.values()]
    return tuple(_table(players[start : start + 4]) for start in range(0, len(players), 4))


def _table(players: Sequence[int]) -> Table:
    east, south, west, north = players
    return east, south, west, north


def _absent_once(past: Iterable[Round], players: int) -> tuple[int, ...]:
    """Those who miss in some session of the past: late entries, substitutes."""
    everybody = set(range(players))
    absent: set[int] = set()
    for tables in past:
        absent |= everybody - {player for table in tables for player in table}
    return tuple(sorted(absent))


def _groupings(
    tournament: Tournament, people: list[Entry], apart: Collection[GroupKind]
) -> Iterable[Grouping]:
    if tournament.has_teams:
        yield Grouping(GroupKind.TEAM, tuple(entry.team_id for entry in people))
    if GroupKind.CLUB in apart:
        yield Grouping(GroupKind.CLUB, tuple(entry.player.club_id for entry in people))
    if GroupKind.COUNTRY in apart:
        codes = sorted({entry.player.country for entry in people} - {""})
        known = {code: index for index, code in enumerate(codes)}
        yield Grouping(
            GroupKind.COUNTRY, tuple(known.get(entry.player.country) for entry in people)
        )


def draft_numbers(tournament: Tournament) -> list[int]:
    """The numbers of the sessions that are not published."""
    drafts = tournament.sessions.filter(state=Session.State.DRAFT)
    return list(drafts.order_by("number").values_list("number", flat=True))
