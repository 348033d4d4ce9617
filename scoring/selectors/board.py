"""The board of the desk: a card for every table, and which of them are shown."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from players.names import fold
from scoring.selectors.states import State, minutes_over, table_state
from scoring.selectors.tables import TableSheet
from tournaments.models import Session, TableLink

SILENT_AFTER = dt.timedelta(minutes=3)
"""A phone speaks every ten seconds while its page is open."""


@dataclass(frozen=True, slots=True)
class Card:
    """One table on the board; `over` are the minutes since its time was over, `phone` says what
    is wrong with its phone, if anything is, `unsent` counts the entries it holds."""

    view: TableSheet
    state: State
    last_entry: dt.datetime | None
    over: int = 0
    phone: str = ""
    unsent: int = 0

    @property
    def number(self) -> int:
        """The table's number."""
        return self.view.table.number


@dataclass(frozen=True, slots=True)
class BoardFilter:
    """Which tables the board shows; `show` is a state's mark, `query` a number or a name."""

    show: str = ""
    query: str = ""

    def keeps(self, card: Card) -> bool:
        """True for a table of that state with that number, or where that person sits."""
        if self.show and card.state.mark != self.show:
            return False
        if not self.query:
            return True
        if self.query.isdecimal():
            return card.number == int(self.query)
        words = fold(self.query).split()
        names = [fold(seat.name) for seat in card.view.seats]
        return any(all(word in name for word in words) for name in names)


def board_filters(cards: Sequence[Card]) -> list[tuple[str, str, int]]:
    """The states there are, as mark, word and count; all of them first."""
    words = {
        "act": _("to act on"),
        "wait": _("waiting"),
        "over": _("over time"),
        "play": _("playing"),
        "done": _("finished"),
    }
    counted = Counter(card.state.mark for card in cards)
    return [
        ("", pgettext("tables", "All"), len(cards)),
        *((mark, word, counted[mark]) for mark, word in words.items() if counted[mark]),
    ]


def read_card(view: TableSheet, link: TableLink | None, now: dt.datetime) -> Card:
    """How a table stands at `now`; `link` is its phone's, if it has one."""
    last = max((hand.entered_at for hand in view.hands.values()), default=None)
    phone = "" if link is None else phone_trouble(view, link, now)
    unsent = link.unsent if link is not None and phone else 0
    return Card(view, table_state(view, now), last, minutes_over(view, now), phone, unsent)


def phone_trouble(view: TableSheet, link: TableLink, now: dt.datetime) -> str:
    """What the desk has to know of a table's phone: entries it holds, minutes of silence."""
    if view.session.state != Session.State.RUNNING or link.last_seen is None:
        return ""
    said = []
    if link.unsent:
        text = ngettext("%(count)s unsent", "%(count)s unsent", link.unsent)
        said.append(text % {"count": link.unsent})
    silent = now - link.last_seen
    if not view.is_closed and silent >= SILENT_AFTER:
        minutes = int(silent.total_seconds() // 60)
        said.append(_("Phone silent for %(minutes)s min") % {"minutes": minutes})
    return ", ".join(said)
