"""What a referee sees: how often somebody offended, how late it is, every penalty given."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.engine.penalties import PenaltyBook, PenaltyRule, Scope, ladder_step
from scoring.engine.penalty_books import book_rules, disqualifying_rule, lateness_rule
from scoring.models import Hand, Penalty
from tournaments.models import Entry, Occupant, Session, Tournament

QUICK = {
    PenaltyBook.EMA_2009: ("P1", "P2", "D1", "P3", "P7"),
    PenaltyBook.GREEN_BOOK_2006: ("HU8", "HUERR", "FALSESET", "COUNT", "RULE"),
}
"""What is given most, one tap away: false hu, dead hand, and points at the referee's choice."""


LATE_ASKED = 45
"""Nobody asks about lateness once a session has gone on for so many minutes."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Where somebody stands on the ladder of fouls in a session; `points` 0 is a warning."""

    fouls: int
    points: int

    @property
    def text(self) -> str:
        """What the next foul costs."""
        cost = _("warning") if self.points == 0 else f"−{self.points}"
        return _("%(which)s foul of this session: %(cost)s") % {
            "which": _ordinal(self.fouls + 1),
            "cost": cost,
        }


@dataclass(frozen=True, slots=True)
class Offender:
    """A player as the referee's form shows them, in one session.

    `minutes` are those since the session's start, a begun one counted; None unless it runs.
    `lasting` counts earlier penalties that no new session wipes out (stalling, obstruction).
    """

    entry: Entry
    session: Session
    table: int | None
    hand: int | None
    ladder: Ladder
    lasting: int
    minutes: int | None
    late: PenaltyRule | None
    opponents: tuple[Entry, ...]
    quick: tuple[PenaltyRule, ...]
    disqualifying: PenaltyRule


def _ordinal(number: int) -> str:
    words = (_("First"), _("Second"), _("Third"), _("Fourth"), _("Fifth"), _("Sixth"))
    return words[number - 1] if number <= len(words) else f"{number}."


def ladder_codes(book: PenaltyBook) -> tuple[str, ...]:
    """The rows of the book that climb the ladder; a foul is a foul, whichever it is."""
    return tuple(rule.code for rule in book_rules(book) if rule.ladder)


def fouls(session: Session, entry: Entry) -> int:
    """The fouls of a player in one session: the count starts anew with each."""
    book = PenaltyBook(session.tournament.penalty_book)
    return Penalty.objects.filter(
        entry=entry, session=session, code__in=ladder_codes(book), revoked_at=None
    ).count()


def minutes_since_start(session: Session, now: dt.datetime) -> int | None:
    """Minutes since a running session began, a begun one counted; None before and after."""
    if session.state != Session.State.RUNNING or now < session.begins_at:
        return None
    return math.ceil((now - session.begins_at).total_seconds() / 60)


def read_offender(session: Session, entry: Entry, now: dt.datetime) -> Offender:
    """Everything the form says about a player."""
    book = PenaltyBook(session.tournament.penalty_book)
    rules = {rule.code: rule for rule in book_rules(book)}
    any_ladder = next(rule for rule in rules.values() if rule.ladder)
    count = fouls(session, entry)
    lasting = [code for code, one in rules.items() if one.counted_over is Scope.TOURNAMENT]
    mine = (
        Occupant.objects.filter(session=session, entry=entry).select_related("seat__table").first()
    )
    minutes = minutes_since_start(session, now)
    return Offender(
        entry=entry,
        session=session,
        table=mine.seat.table.number if mine else None,
        hand=_hand_now(mine) if mine else None,
        ladder=Ladder(count, ladder_step(any_ladder, count)),
        lasting=Penalty.objects.filter(entry=entry, code__in=lasting, revoked_at=None).count(),
        minutes=minutes,
        late=lateness_rule(book, minutes) if minutes and minutes <= LATE_ASKED else None,
        opponents=_opponents(mine) if mine else (),
        quick=tuple(rules[code] for code in QUICK[book]),
        disqualifying=disqualifying_rule(book),
    )


def _hand_now(seat: Occupant) -> int:
    """The hand that is being played: the one after the last entered."""
    last = (
        Hand.objects.filter(table=seat.seat.table, voided_at__isnull=True)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    return min(16, (last or 0) + 1)


def _opponents(seat: Occupant) -> tuple[Entry, ...]:
    rows = (
        Occupant.objects.filter(seat__table=seat.seat.table)
        .exclude(seat=seat.seat)
        .select_related("entry__player")
        .order_by("seat__letter")
    )
    return tuple(row.entry for row in rows)


@dataclass(frozen=True, slots=True)
class Given:
    """A penalty in the tournament's list."""

    penalty: Penalty
    table: int | None
    infraction: str

    @property
    def given_by(self) -> str:
        """Who gave it."""
        user = self.penalty.given_by
        return "—" if user is None else user.get_full_name() or user.get_username()


def given_penalties(tournament: Tournament, session: int | None = None) -> list[Given]:
    """Every penalty, also those revoked, the newest first; two queries."""
    rows = Penalty.objects.filter(session__tournament=tournament).select_related(
        "session", "entry__player", "to_entry__player", "given_by"
    )
    if session is not None:
        rows = rows.filter(session__number=session)
    texts = {one.code: one.infraction for one in book_rules(PenaltyBook(tournament.penalty_book))}
    found = list(rows.order_by("-id"))
    tables = _tables(found)
    return [
        Given(
            one,
            tables.get((one.session_id, one.entry_id)),
            _(texts[one.code]) if one.code in texts else "",
        )
        for one in found
    ]


def _tables(penalties: Iterable[Penalty]) -> dict[tuple[int, int], int]:
    sessions = {one.session_id for one in penalties}
    rows = Occupant.objects.filter(session__in=sessions).values_list(
        "session_id", "entry_id", "seat__table__number"
    )
    return {(session, entry): table for session, entry, table in rows}
