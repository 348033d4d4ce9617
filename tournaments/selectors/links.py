"""The links of tables, as pages and papers show them."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Entry, Session, Table, TableLink, Tournament
from tournaments.tokens import player_token


@dataclass(frozen=True, slots=True)
class TableOfLinks:
    """A table with its link that works, if it has one."""

    table: Table
    link: TableLink | None

    @property
    def path(self) -> str:
        """The path of the link; empty where none works."""
        return link_path(self.link) if self.link else ""


def link_path(link: TableLink) -> str:
    """The path that a phone opens."""
    return reverse("table_link", args=[link.key])


def live_links(session: Session) -> dict[int, TableLink]:
    """The links of a session that work, by the id of their table."""
    rows = TableLink.objects.filter(table__session=session, revoked_at=None)
    return {link.table_id: link for link in rows}


def tables_of_links(session: Session) -> list[TableOfLinks]:
    """All tables of a session with their links; two queries."""
    live = live_links(session)
    return [TableOfLinks(table, live.get(table.pk)) for table in session.tables.order_by("number")]


def table_link_paths(session: Session) -> dict[int, str]:
    """Table number → path of its link, for papers; nothing for a draft."""
    if not session.is_public:
        return {}
    return {one.table.number: one.path for one in tables_of_links(session) if one.link}


@dataclass(frozen=True, slots=True)
class OwnWay:
    """How one player confirms a result: the code, or the path of the own link."""

    code: str
    path: str


def own_ways(tournament: Tournament) -> dict[int, OwnWay]:
    """Start number → how the player confirms; nothing where nobody is asked to."""
    if tournament.confirm_by == Tournament.ConfirmBy.OFF:
        return {}
    return {
        entry.number: OwnWay(entry.code, _own_path(entry)) for entry in tournament.entries.all()
    }


def _own_path(entry: Entry) -> str:
    return reverse("player_link", args=[entry.tournament.slug, player_token(entry)])
