"""The infractions of the penalty books, marked for translation.

The books themselves belong to the engine, which knows no Django: these are their texts again, so
that the catalogues of messages contain them. Pages translate `PenaltyRule.infraction`.
"""

from django.utils.translation import gettext_noop

INFRACTIONS = (
    gettext_noop("erroneous kong/pung/chow/hua call"),
    gettext_noop(
        "revealing tiles before a kong/pung/chow/hua call (call invalid; tiles obliged discards)"
    ),
    gettext_noop("taking claimed tile before revealing matching tiles"),
    gettext_noop("claiming a false set before the discard (corrected)"),
    gettext_noop("replacing a false flower before replacement enters the hand"),
    gettext_noop("tile from wrong place in the wall before it enters the hand"),
    gettext_noop("revealing an opponent's tiles (subject to further penalty)"),
    gettext_noop("prematurely destroying wall or discard floor (further penalty)"),
    gettext_noop("passing information (further penalty)"),
    gettext_noop("false hu without exposing tiles"),
    gettext_noop("erroneous hu call / tiles revealed before hu call"),
    gettext_noop("winning hand not kept intact"),
    gettext_noop("false set after the discard"),
    gettext_noop("false flower with replacement in hand"),
    gettext_noop("tile from wrong place put in the hand"),
    gettext_noop("failing to take claimed tile before next two players discarded"),
    gettext_noop("B revealed tiles on A's false hu: B dead hand + discards revealed tiles first"),
    gettext_noop("too few or too many tiles"),
    gettext_noop("false hu with valid structure but below 8 points (tiles shown)"),
    gettext_noop("false hu with invalid structure or tile count (tiles shown)"),
    gettext_noop("forgetting to take/add the winning tile"),
    gettext_noop("own flowers used to count"),
    gettext_noop("late up to 10 minutes"),
    gettext_noop("late 11-15 minutes"),
    gettext_noop("late over 15 minutes"),
    gettext_noop("obstructive play / stalling / severe revealing of discarded tiles"),
    gettext_noop("cheating / severe obstruction / repeated stalling"),
    gettext_noop("late 10 minutes or less"),
    gettext_noop("late more than 15 minutes"),
    gettext_noop("rules violation at umpire discretion"),
    gettext_noop("false chow/pung/kong/flower replacement"),
    gettext_noop("empty call (change of heart)"),
    gettext_noop("touching wall tile before upper player discarded"),
    gettext_noop("pung called after 3 seconds"),
    gettext_noop("false hu below 8 points"),
    gettext_noop("erroneous hu (wrong tile / tile count / structure)"),
    gettext_noop("exposes own hand after another player's hu: hu valid"),
    gettext_noop("exposes own hand after another player's hu: hu invalid"),
    gettext_noop("knocks over another player's tile"),
    gettext_noop("wrong tile count between turns"),
    gettext_noop("passing information"),
    gettext_noop("severe disturbance"),
    gettext_noop("called discard not taken within 2 turns"),
    gettext_noop("called hu tile not taken before counting"),
    gettext_noop("hand tiles mixed with counting tiles"),
)
