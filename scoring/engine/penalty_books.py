"""The rows of the two penalty books.

Sources: EMA penalties overview (June 2009) with the sections of the EMA rules it cites, and
chapter 3.11 of the WMO Green Book (2006).
"""

from __future__ import annotations

from functools import partial

from scoring.engine.penalties import (
    DeadHand,
    Payee,
    PenaltyBook,
    PenaltyError,
    PenaltyRule,
    Sanction,
    Scope,
)

_EMA = PenaltyBook.EMA_2009
_GREEN = PenaltyBook.GREEN_BOOK_2006
_FIVE_TO_SIXTY = (5, 10, 20, 30, 40, 50, 60)

_ema = partial(PenaltyRule, book=_EMA)
_ema_warning = partial(_ema, section="warning column", ladder=True, note="warning + progressive")
_ema_dead_hand = partial(_ema, section="dead-hand column", dead_hand=DeadHand.YES, note="dead hand")
_green = partial(PenaltyRule, book=_GREEN)
_green_dead_hand = partial(_green, dead_hand=DeadHand.YES, note="dead hand")

EMA_RULES: tuple[PenaltyRule, ...] = (
    _ema_warning(code="W1", infraction="erroneous kong/pung/chow/hua call"),
    _ema_warning(
        code="W2",
        infraction="revealing tiles before a kong/pung/chow/hua call "
        "(call invalid; tiles obliged discards)",
    ),
    _ema_warning(code="W3", infraction="taking claimed tile before revealing matching tiles"),
    _ema_warning(code="W4", infraction="claiming a false set before the discard (corrected)"),
    _ema_warning(
        code="W5", infraction="replacing a false flower before replacement enters the hand"
    ),
    _ema_warning(
        code="W6", infraction="tile from wrong place in the wall before it enters the hand"
    ),
    _ema_warning(
        code="W7", infraction="revealing an opponent's tiles (subject to further penalty)"
    ),
    _ema_warning(
        code="W8", infraction="prematurely destroying wall or discard floor (further penalty)"
    ),
    _ema_warning(code="W9", infraction="passing information (further penalty)"),
    _ema_dead_hand(code="D1", infraction="false hu without exposing tiles"),
    _ema_dead_hand(code="D2", infraction="erroneous hu call / tiles revealed before hu call"),
    _ema_dead_hand(code="D3", infraction="winning hand not kept intact"),
    _ema_dead_hand(code="D4", infraction="false set after the discard"),
    _ema_dead_hand(code="D5", infraction="false flower with replacement in hand"),
    _ema_dead_hand(code="D6", infraction="tile from wrong place put in the hand"),
    _ema_dead_hand(
        code="D7", infraction="failing to take claimed tile before next two players discarded"
    ),
    _ema_dead_hand(
        code="D8",
        infraction="B revealed tiles on A's false hu: B dead hand + discards revealed tiles first",
    ),
    _ema_dead_hand(code="D9", infraction="too few or too many tiles"),
    _ema(
        code="P1",
        section="2.9.2",
        infraction="false hu with valid structure but below 8 points (tiles shown)",
        amounts=(30,),
        paid_to=Payee.EACH_OPPONENT,
        dead_hand=DeadHand.YES,
        note="dead hand + 10 to each opponent",
    ),
    _ema(
        code="P2",
        section="2.9.2",
        infraction="false hu with invalid structure or tile count (tiles shown)",
        amounts=(60,),
        paid_to=Payee.EACH_OPPONENT,
        dead_hand=DeadHand.YES,
        note="dead hand + 20 to each opponent",
    ),
    _ema(
        code="P3",
        section="2.8.7",
        infraction="forgetting to take/add the winning tile",
        amounts=(10,),
        note="10 points; hand scored as usual",
    ),
    _ema(
        code="P3F",
        section="2.8.4",
        infraction="own flowers used to count",
        effect=Sanction.FLOWERS_LOST,
        note="flower points forfeited",
    ),
    _ema(
        code="P4",
        section="2.2",
        infraction="late up to 10 minutes",
        scope=Scope.SESSION,
        amounts=(10,),
        note="points",
    ),
    _ema(
        code="P5",
        section="2.2",
        infraction="late 11-15 minutes",
        scope=Scope.SESSION,
        amounts=(20,),
        note="points",
    ),
    _ema(
        code="P6",
        section="2.2",
        infraction="late over 15 minutes",
        scope=Scope.SESSION,
        effect=Sanction.SESSION_LOST,
        note="disqualified for the session; substitute plays; 0 table points",
    ),
    _ema(
        code="P7",
        section="severe column",
        infraction="obstructive play / stalling / severe revealing of discarded tiles",
        amounts=(10, 20, 30, 40, 50, 60),
        dead_hand=DeadHand.OPTIONAL,
        or_dead_hand=True,
        counted_over=Scope.TOURNAMENT,
        note="referee 10-60 points and/or dead hand; its count is not reset between sessions",
    ),
    _ema(
        code="DQ",
        section="3.5",
        infraction="cheating / severe obstruction / repeated stalling",
        scope=Scope.TOURNAMENT,
        effect=Sanction.DISQUALIFIED,
        note="immediate disqualification: 0 table points for whole tournament "
        "and result counts for ranking",
    ),
)

GREEN_BOOK_RULES: tuple[PenaltyRule, ...] = (
    _green(
        code="LATE10",
        section="3.11.2",
        infraction="late 10 minutes or less",
        scope=Scope.SESSION,
        amounts=(10,),
        note="points",
    ),
    _green(
        code="LATE15",
        section="3.11.2",
        infraction="late 11-15 minutes",
        scope=Scope.SESSION,
        amounts=(20,),
        note="points",
    ),
    _green(
        code="LATE15P",
        section="3.11.2",
        infraction="late more than 15 minutes",
        scope=Scope.SESSION,
        effect=Sanction.SESSION_LOST,
        note="forfeits the session (stays in tournament)",
    ),
    _green(
        code="RULE",
        section="3.11.2",
        infraction="rules violation at umpire discretion",
        amounts=_FIVE_TO_SIXTY,
        note="points 5/10/20/30/40/50/60",
    ),
    _green_dead_hand(
        code="FALSESET", section="3.11.6.2", infraction="false chow/pung/kong/flower replacement"
    ),
    _green(
        code="EMPTY",
        section="3.11.6.3",
        infraction="empty call (change of heart)",
        ladder=True,
        note="warning then 5 then 10 then 20 ...",
    ),
    _green(
        code="TOUCH",
        section="3.11.6.4",
        infraction="touching wall tile before upper player discarded",
        ladder=True,
        dead_hand=DeadHand.OPTIONAL,
        note="warning then 5 10 20 ...; dead hand if tile was revealed",
    ),
    _green(
        code="LATEPUNG",
        section="3.11.6.5",
        infraction="pung called after 3 seconds",
        ladder=True,
        note="warning then 5 10 20 ... (count per session)",
    ),
    _green(
        code="HU8",
        section="3.11.6.6",
        infraction="false hu below 8 points",
        amounts=(30,),
        paid_to=Payee.EACH_OPPONENT,
        dead_hand=DeadHand.YES,
        note="pays 10 to each",
    ),
    _green(
        code="HUERR",
        section="3.11.6.6",
        infraction="erroneous hu (wrong tile / tile count / structure)",
        amounts=(60,),
        paid_to=Payee.EACH_OPPONENT,
        dead_hand=DeadHand.YES,
        note="pays 20 to each",
    ),
    _green(
        code="EXPOSE",
        section="3.11.6.7",
        infraction="exposes own hand after another player's hu: hu valid",
        effect=Sanction.WARNING,
        note="warning",
    ),
    _green(
        code="EXPOSE2",
        section="3.11.6.7",
        infraction="exposes own hand after another player's hu: hu invalid",
        amounts=(30,),
        paid_to=Payee.EACH_OPPONENT,
        dead_hand=DeadHand.YES,
        note="dead hand + obliged discards; on verification 30 docked and given to the others",
    ),
    _green(
        code="KNOCK",
        section="3.11.6.7",
        infraction="knocks over another player's tile",
        amounts=_FIVE_TO_SIXTY,
        paid_to=Payee.ONE_OPPONENT,
        dead_hand=DeadHand.OPTIONAL,
        note="5-60 to the offended player",
    ),
    _green_dead_hand(code="COUNT", section="3.11.6.8", infraction="wrong tile count between turns"),
    _green_dead_hand(code="INFO", section="3.11.6.9", infraction="passing information"),
    _green(
        code="DISTURB",
        section="3.11.6.10",
        infraction="severe disturbance",
        scope=Scope.TOURNAMENT,
        effect=Sanction.DISQUALIFIED,
        note="disqualification",
    ),
    _green_dead_hand(
        code="NOTAKE", section="3.11.6.11", infraction="called discard not taken within 2 turns"
    ),
    _green(
        code="HUNOTAKE",
        section="3.11.6.11",
        infraction="called hu tile not taken before counting",
        amounts=(30, 60),
        paid_to=Payee.EACH_OPPONENT,
        dead_hand=DeadHand.YES,
        counts_as=("HU8", "HUERR"),
        note="counts as false hu",
    ),
    _green(
        code="NOTINTACT",
        section="3.11.6.11",
        infraction="hand tiles mixed with counting tiles",
        dead_hand=DeadHand.YES,
        note="win invalid + dead hand",
    ),
)

_BOOKS = {_EMA: EMA_RULES, _GREEN: GREEN_BOOK_RULES}


def book_rules(book: PenaltyBook) -> tuple[PenaltyRule, ...]:
    """All rows of `book`, in its order."""
    return _BOOKS[book]


def find_rule(book: PenaltyBook, code: str) -> PenaltyRule:
    """The row `code` of `book`.

    Raises PenaltyError: `unknown_penalty`, with all codes of the book.

    >>> find_rule(PenaltyBook.EMA_2009, "P1").amounts
    (30,)
    """
    for rule in _BOOKS[book]:
        if rule.code == code:
            return rule
    known = tuple(rule.code for rule in _BOOKS[book])
    raise PenaltyError("unknown_penalty", book=str(book), penalty=code, known=known)


LATENESS: dict[PenaltyBook, tuple[tuple[int, str], ...]] = {
    _EMA: ((10, "P4"), (15, "P5")),
    _GREEN: ((10, "LATE10"), (15, "LATE15")),
}
"""Up to how many minutes late each row holds; who is later than the last loses the session."""

_SESSION_LOST = {_EMA: "P6", _GREEN: "LATE15P"}


def lateness_rule(book: PenaltyBook, minutes: int) -> PenaltyRule | None:
    """The row for a player who is `minutes` late, a begun minute counted; None for nobody late.

    >>> [lateness_rule(PenaltyBook.EMA_2009, late).code for late in (1, 10, 11, 15, 16)]
    ['P4', 'P4', 'P5', 'P5', 'P6']
    """
    if minutes <= 0:
        return None
    codes = (code for most, code in LATENESS[book] if minutes <= most)
    return find_rule(book, next(codes, _SESSION_LOST[book]))


def lateness_codes(book: PenaltyBook) -> frozenset[str]:
    """The rows for somebody late.

    >>> sorted(lateness_codes(PenaltyBook.EMA_2009))
    ['P4', 'P5', 'P6']
    """
    return frozenset(code for _most, code in LATENESS[book]) | {_SESSION_LOST[book]}


def disqualifying_rule(book: PenaltyBook) -> PenaltyRule:
    """The row that disqualifies from the whole tournament."""
    return next(rule for rule in book_rules(book) if rule.effect is Sanction.DISQUALIFIED)
