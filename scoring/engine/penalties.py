"""What a penalty costs, by the penalty book of the tournament.

Two books contradict each other, so a tournament uses one of them: the EMA penalties overview of
June 2009 (`ema2009`) or chapter 3.11 of the WMO Green Book 2006 (`gb2006`). Their rows stand in
`penalty_books`. No book gives codes; they are ours.

All point penalties enter the score of the session. No book takes table points away, and there are
no cards: `Sanction` is all there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from scoring.engine.errors import EngineError
from scoring.engine.rotation import Seat
from scoring.engine.settle import Payments, in_seat_order

WARNING = 0
"""The first step of a ladder: it costs no points."""

LADDER = (WARNING, 5, 10, 20, 30)
"""Warning, 5, 10, 20, 30, and 10 more each time after that."""

LADDER_RISE = 10


class PenaltyError(EngineError):
    """A penalty that the book of the tournament does not know."""


class PenaltyBook(StrEnum):
    """The rule book that a tournament takes its penalties from."""

    EMA_2009 = "ema2009"
    GREEN_BOOK_2006 = "gb2006"


class Scope(StrEnum):
    """What a penalty belongs to, or what its repetitions are counted over."""

    HAND = "hand"
    SESSION = "session"
    TOURNAMENT = "tournament"


class Payee(StrEnum):
    """Who receives the points that the offender loses."""

    NOBODY = "nobody"
    EACH_OPPONENT = "each_opponent"
    ONE_OPPONENT = "one_opponent"


class DeadHand(StrEnum):
    """Whether the offender may still win the hand; with OPTIONAL the referee decides."""

    NO = "no"
    YES = "yes"
    OPTIONAL = "optional"


class Sanction(StrEnum):
    """All that a referee can impose."""

    WARNING = "warning"
    POINTS = "points"
    DEAD_HAND = "dead_hand"
    FLOWERS_LOST = "flowers_lost"
    SESSION_LOST = "session_lost"
    DISQUALIFIED = "disqualified"


@dataclass(frozen=True, slots=True, kw_only=True)
class PenaltyRule:
    """One row of a penalty book.

    `section` is where the book says it, `infraction` the English text, `amounts` the points the
    offender may lose; empty where none are docked (`effect` or `dead_hand` then tells what happens)
    or where `ladder` counts them. `counts_as` names the rows a referee chooses from instead;
    `counted_over` is how long repetitions are remembered. With `or_dead_hand` the dead hand may
    also stand alone, without points.
    """

    book: PenaltyBook
    code: str
    section: str
    infraction: str
    scope: Scope = Scope.HAND
    amounts: tuple[int, ...] = ()
    paid_to: Payee = Payee.NOBODY
    ladder: bool = False
    dead_hand: DeadHand = DeadHand.NO
    or_dead_hand: bool = False
    effect: Sanction | None = None
    counts_as: tuple[str, ...] = ()
    counted_over: Scope = Scope.SESSION
    note: str = ""

    @property
    def lowest(self) -> int:
        """The least number of points the offender loses (0: a warning, or no points at all)."""
        return WARNING if self.ladder else min(self.amounts, default=0)

    @property
    def highest(self) -> int | None:
        """The greatest number of points the offender loses; None on a ladder, which has no end."""
        return None if self.ladder else max(self.amounts, default=0)

    @property
    def step(self) -> int | None:
        """The distance between neighbouring amounts, where it is the same everywhere."""
        gaps = {high - low for low, high in zip(self.amounts, self.amounts[1:], strict=False)}
        return gaps.pop() if len(gaps) == 1 else None

    @property
    def is_judgement(self) -> bool:
        """Whether it rests on the referee's judgement alone: points to choose, or the player out.

        Where the row `counts_as` others the choice is between those.
        """
        chosen = len(self.amounts) > 1 and not self.counts_as
        return chosen or self.effect is Sanction.DISQUALIFIED

    @property
    def sanctions(self) -> tuple[Sanction, ...]:
        """Everything this row can lead to, in the order of `Sanction`."""
        possible = {self.effect}
        if self.ladder:
            possible |= {Sanction.WARNING, Sanction.POINTS}
        if self.amounts:
            possible.add(Sanction.POINTS)
        if self.dead_hand is not DeadHand.NO:
            possible.add(Sanction.DEAD_HAND)
        return tuple(sanction for sanction in Sanction if sanction in possible)

    def each_opponent(self, amount: int) -> int:
        """What each of the three others receives when the offender loses `amount`."""
        return amount // 3 if self.paid_to is Payee.EACH_OPPONENT else 0

    def allows(self, amount: int) -> bool:
        """Whether the book lets the offender lose `amount` points for this.

        0 where the dead hand may stand alone; it has to be given then.
        """
        if self.ladder:
            return amount in LADDER or (amount > LADDER[-1] and amount % LADDER_RISE == 0)
        if amount == 0 and self.or_dead_hand:
            return True
        return amount in (self.amounts or (0,))


def ladder_step(rule: PenaltyRule, earlier_count: int) -> int:
    """The points for one more offence after `earlier_count` earlier ones; `WARNING` (0) at first.

    Earlier ones are those of the same player within `rule.counted_over`.
    Raises PenaltyError: `no_ladder`, `negative_count`.
    """
    if not rule.ladder:
        raise PenaltyError("no_ladder", book=str(rule.book), penalty=rule.code)
    if earlier_count < 0:
        raise PenaltyError("negative_count", count=earlier_count)
    beyond = max(0, earlier_count - len(LADDER) + 1)
    return LADDER[min(earlier_count, len(LADDER) - 1)] + LADDER_RISE * beyond


def penalty_payments(
    rule: PenaltyRule, *, offender: Seat, amount: int, offended: Seat | None = None
) -> Payments:
    """What seats A to D receive when `offender` loses `amount` points under `rule`.

    Points go to nobody, in equal parts to the three others (false hu: −30/+10/+10/+10), or all to
    the one `offended` player; `offended` is given in the last case and in no other.
    Raises PenaltyError: `amount_not_in_book`, `offended_missing`, `offended_not_expected`,
    `offended_is_offender`.
    """
    if not rule.allows(amount):
        raise PenaltyError(
            "amount_not_in_book",
            penalty=rule.code,
            amount=amount,
            allowed=LADDER if rule.ladder else rule.amounts or (0,),
            endless=rule.ladder,
        )
    _check_offended(rule, offender, offended)
    return pay(offender, amount, each_opponent=rule.each_opponent(amount), offended=offended)


def pay(
    offender: Seat, amount: int, *, each_opponent: int = 0, offended: Seat | None = None
) -> Payments:
    """The payments of a penalty already given, book or no book.

    `offender` loses `amount`; `offended` receives all of it, or the three others `each_opponent`.

    >>> pay(Seat.C, 30, each_opponent=10)
    (10, 10, -30, 10)
    """
    if offended is not None:
        return in_seat_order({offender: -amount, offended: amount})
    return in_seat_order(dict.fromkeys(Seat, each_opponent) | {offender: -amount})


def _check_offended(rule: PenaltyRule, offender: Seat, offended: Seat | None) -> None:
    """Raise unless `offended` is another player exactly where the rule pays one player."""
    if rule.paid_to is Payee.ONE_OPPONENT:
        if offended is None:
            raise PenaltyError("offended_missing", penalty=rule.code)
        if offended == offender:
            raise PenaltyError("offended_is_offender", penalty=rule.code, seat=offender.name)
    elif offended is not None:
        raise PenaltyError("offended_not_expected", penalty=rule.code, seat=offended.name)


def parse_sanction(text: str) -> Sanction:
    """The sanction of that name; a deduction of table points, or a card, is none.

    Raises PenaltyError: `no_such_sanction`, with all that exist.
    """
    try:
        return Sanction(text)
    except ValueError:
        known = tuple(str(sanction) for sanction in Sanction)
        raise PenaltyError("no_such_sanction", given=text, known=known) from None
