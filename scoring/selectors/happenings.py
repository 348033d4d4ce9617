"""Substitutions as values: what happened, where the seats are now, what would follow."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine.penalties import PenaltyRule
from scoring.models import Hand, Sheet
from tournaments.models import Entry, Occupant, Session, Table, Tournament

Case = Occupant.Case
NO_SHOW = "no_show"
BACK = "back"
KINDS: dict[str, object] = {
    Case.LATE: gettext_lazy("Late for more than 15 minutes"),
    Case.ABSENT: gettext_lazy("Not here for this session"),
    Case.ILL_BEFORE: gettext_lazy("Ill before the session"),
    Case.ILL_DURING: gettext_lazy("Ill during the session"),
    Case.DISQUALIFIED: gettext_lazy("Disqualified during the session"),
    NO_SHOW: gettext_lazy("Did not come to the tournament"),
    BACK: gettext_lazy("Back again"),
}
ILL = (Case.ILL_BEFORE, Case.ILL_DURING)
DURING = (Case.ILL_DURING, Case.DISQUALIFIED)
PLAYED = (Session.State.RUNNING, Session.State.FINISHED, Session.State.APPROVED)
OVER = (Session.State.FINISHED, Session.State.APPROVED)
LATEST = 15
"""A player who is later than this many minutes has lost the session."""


@dataclass(frozen=True, slots=True)
class Happening:
    """What happened to somebody, and who sits down instead.

    `substitute` may be an entry that is not saved yet. `from_hand` is the first hand the
    substitute plays. `stays_away`: until the person is back, not this session alone. `minutes`
    are those somebody who is back comes late. `strips_name`: the head referee leaves the name of
    somebody ill out of what the EMA gets.
    """

    session: Session
    entry: Entry
    kind: str
    substitute: Entry | None = None
    from_hand: int = 1
    stays_away: bool = False
    minutes: int | None = None
    strips_name: bool = False

    @property
    def is_during(self) -> bool:
        """True when hands had been played before."""
        return self.kind in DURING

    @property
    def leaves_place(self) -> bool:
        """True when the substitute also has the sessions to come."""
        return self.stays_away or self.kind in (Case.DISQUALIFIED, NO_SHOW)


@dataclass(frozen=True, slots=True)
class Scene:
    """Where a person's seats are now. `seat` is the one in the session, held by the person or a
    stand-in; `begun` when play has begun at its table; `ahead` are seats in later sessions, `own`
    all that the person has."""

    seat: Occupant | None
    begun: bool
    ahead: tuple[Occupant, ...]
    held: tuple[Occupant, ...]
    begun_tables: frozenset[int] = frozenset()
    own: tuple[Occupant, ...] = ()

    @property
    def is_replaced(self) -> bool:
        """True when somebody else sits in the person's seat of the session."""
        return self.seat is not None and self.seat in self.held


@dataclass(frozen=True, slots=True)
class Figure:
    """One person at the table: what stands now, what would stand, what the rules still allow."""

    letter: str
    name: str
    role: str
    before: int | None
    after: int
    rule: str


@dataclass(frozen=True, slots=True)
class Effect:
    """All that a substitution would do; it can be confirmed unless there are `problems`."""

    happening: Happening
    scene: Scene
    figures: tuple[Figure, ...]
    ahead: tuple[Occupant, ...]
    penalty: PenaltyRule | None
    sentences: tuple[str, ...]
    problems: tuple[str, ...]

    @property
    def penalty_text(self) -> str:
        """What the penalty is for, in the reader's language."""
        return _(self.penalty.infraction) if self.penalty else ""

    @property
    def table(self) -> Table | None:
        """The table whose sheet is printed again."""
        return self.scene.seat.seat.table if self.scene.seat else None


def begun_tables(tables: Iterable[int]) -> frozenset[int]:
    """Those of the tables (keys) where play has begun: a hand stands, or totals, or it is closed.

    `Table.version` does not tell: a penalty, extra time or another seat at the table change it.
    """
    hands = Hand.objects.filter(table=OuterRef("pk"), voided_at__isnull=True)
    sheets = Sheet.objects.filter(table=OuterRef("pk")).exclude(
        totals__isnull=True, closed_at__isnull=True
    )
    found = Table.objects.filter(Exists(hands) | Exists(sheets), pk__in=list(tables))
    return frozenset(found.values_list("pk", flat=True))


def read_scene(session: Session, entry: Entry) -> Scene:
    """The seats of a person and of those who sit there for them; two queries."""
    rows = list(
        Occupant.objects.filter(session__tournament_id=session.tournament_id)
        .filter(
            Q(entry=entry)
            | Q(stands_for=entry)
            | Q(entry__replaces=entry, entry__playing=True, stands_for__isnull=True)
        )
        .select_related("seat__table__session", "session", "entry__player", "stands_for__player")
        .order_by("session__number", "from_hand")
    )
    played = begun_tables(row.seat.table_id for row in rows)
    here = [row for row in rows if row.session_id == session.pk]
    seat = here[-1] if here else None
    return Scene(
        seat=seat,
        begun=bool(seat and seat.seat.table_id in played),
        ahead=tuple(
            row
            for row in rows
            if row.session.number > session.number
            and row.session.state not in OVER
            and row.seat.table_id not in played
        ),
        own=tuple(row for row in rows if row.entry_id == entry.pk),
        held=tuple(row for row in rows if row.entry_id != entry.pk),
        begun_tables=played,
    )


def stand_ins(tournament: Tournament) -> list[Occupant]:
    """Everybody who sat in somebody's place, the latest session first."""
    return list(
        Occupant.objects.filter(session__tournament=tournament, stands_for__isnull=False)
        .select_related("seat__table", "session", "entry__player", "stands_for__player")
        .order_by("-session__number", "seat__table__number", "seat__letter")
    )
