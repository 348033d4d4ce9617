"""Links by which phones enter hands: making, revoking, renewing them, and hearing from them."""

from __future__ import annotations

import datetime as dt

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from journal.services import Actor, record_event
from tournaments.models import Entry, Session, Table, TableLink, Tournament, new_code

SEEN_EVERY = dt.timedelta(seconds=20)
"""A phone that goes on saying the same is written down this often, not each time."""


@transaction.atomic
def make_links(*, by: Actor, session: Session) -> list[TableLink]:
    """Give every table of a published session that has no working link a new one."""
    tournament = Tournament.objects.select_for_update().get(pk=session.tournament_id)
    if not session.is_public:
        raise ValidationError(_("Publish the seating first."), code="draft")
    made = add_missing_links(session)
    if made:
        tables = [link.table.number for link in made]
        _record(by, tournament, "links.made", f"session {session.number}", tables)
    return made


def add_missing_links(session: Session) -> list[TableLink]:
    """A link for every table that has none that works; call inside the transaction of an event."""
    live = TableLink.objects.filter(revoked_at=None, table__session=session).values("table_id")
    lacking = session.tables.exclude(pk__in=live).order_by("number")
    return [TableLink.objects.create(table=table) for table in lacking]


@transaction.atomic
def revoke_link(*, by: Actor, table: Table, reason: str = "") -> None:
    """End the link of a table at once, also for the phones that came by it.

    Raises ValidationError (`no_link`).
    """
    tournament = Tournament.objects.select_for_update().get(pk=table.session.tournament_id)
    ended = TableLink.objects.filter(table=table, revoked_at=None).update(revoked_at=timezone.now())
    if not ended:
        raise ValidationError(
            _("Table %(table)s has no link.") % {"table": table.number}, code="no_link"
        )
    _record(by, tournament, "link.revoked", _place(table), None, reason)


@transaction.atomic
def renew_link(*, by: Actor, table: Table, reason: str = "") -> TableLink:
    """A new link for a table; the one before it, if any, ends."""
    tournament = Tournament.objects.select_for_update().get(pk=table.session.tournament_id)
    if not table.session.is_public:
        raise ValidationError(_("Publish the seating first."), code="draft")
    TableLink.objects.filter(table=table, revoked_at=None).update(revoked_at=timezone.now())
    made = TableLink.objects.create(table=table)
    _record(by, tournament, "link.renewed", _place(table), None, reason)
    return made


def hear_from(*, link: TableLink, unsent: int | None = None) -> None:
    """Note that a phone is there, and how many entries it still holds (None: it did not say).

    No event: it is no act of a person, and thirty phones say it every ten seconds.
    """
    now = timezone.now()
    held = link.unsent if unsent is None else min(unsent, 99)
    if link.last_seen and now - link.last_seen < SEEN_EVERY and held == link.unsent:
        return
    TableLink.objects.filter(pk=link.pk).update(last_seen=now, unsent=held)


@transaction.atomic
def renew_code(*, by: Actor, entry: Entry) -> Entry:
    """A new code for a player whose programme was lost or seen; the own link changes with it.

    The event does not hold the code.
    """
    tournament = Tournament.objects.select_for_update().get(pk=entry.tournament_id)
    before = entry.code
    while entry.code == before:
        entry.code = new_code()
    entry.save(update_fields=["code"])
    _record(by, tournament, "entry.code_renewed", f"{entry.number} {entry.player}"[:120], None)
    return entry


def _place(table: Table) -> str:
    return f"session {table.session.number} table {table.number}"


def _record(
    by: Actor, tournament: Tournament, verb: str, target: str, after: object, reason: str = ""
) -> None:
    record_event(
        scope=tournament.scope, actor=by, verb=verb, target=target, after=after, reason=reason
    )
