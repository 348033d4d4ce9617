"""Whether the start of a session can still be taken back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from django.utils.translation import gettext as _

from scoring.engine.rotation import HANDS_PER_SESSION
from scoring.selectors.happenings import DURING
from scoring.selectors.tables import TableSheet
from tournaments.models import TableLink


def start_stays(
    sheets: Iterable[TableSheet], links: Mapping[int, TableLink], penalties: Collection[object]
) -> str:
    """Why a running session cannot be as if it had not begun; empty while it can.

    Whatever needs a session that runs would be wrong then: hands, also those a phone still holds,
    totals, a named last hand, penalties that stand, somebody who left during play.
    `links` are those of the tables, by their ids; `penalties` those of the session that stand.
    """
    for view in sheets:
        for text in _entered(view, links.get(view.table.pk)):
            return text % {"table": view.table.number}
    return _("A penalty was given: revoke it first.") if penalties else ""


def _entered(view: TableSheet, link: TableLink | None) -> Iterator[str]:
    if view.hands:
        yield _("Hands are entered at table %(table)s.")
    if view.has_totals_only or view.is_closed:
        yield _("Table %(table)s has its result.")
    if view.last_hand < HANDS_PER_SESSION:
        yield _("Table %(table)s has named its last hand.")
    if any(sitter.case in DURING for seat in view.seats for sitter in seat.sitters):
        yield _("Somebody left table %(table)s during play.")
    if link is not None and link.unsent:
        yield _("The phone of table %(table)s holds hands that it could not send yet.")
