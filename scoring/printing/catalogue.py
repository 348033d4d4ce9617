"""Which papers a tournament has, by the name in their address, as HTML."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from scoring.selectors.paper_standings import standings_paper
from scoring.selectors.papers import (
    TablePaper,
    places_by_name,
    programmes,
    session_head,
    session_papers,
    table_numbers,
)
from tournaments.models import Session, Tournament
from tournaments.selectors.links import OwnWay

from . import papers

NO_LINKS: Mapping[int, str] = {}
NO_WAYS: Mapping[int, OwnWay] = {}
SESSION_PAPERS = ("by-player", "by-table", "sheets")
TOURNAMENT_PAPERS = ("programmes", "signs", "standings")


class NoSuchPaper(Exception):
    """There is no such paper, or nothing stands on it yet."""


def session_paper(
    tournament: Tournament,
    session: Session,
    name: str,
    *,
    table: int | None = None,
    address: str = "",
    links: Mapping[int, str] = NO_LINKS,
) -> str:
    """A paper of one session; `table` limits it to one table, `address` is for QR codes.

    `links` are the paths of the tables' links, for who may hand them out.
    Raises NoSuchPaper for an unknown name, and where nobody sits yet.
    """
    rows = session_papers(tournament, session, table=table)
    if not rows or name not in SESSION_PAPERS:
        raise NoSuchPaper
    return _session_html(tournament, session, name, rows, (address, links))


def tournament_paper(
    tournament: Tournament,
    name: str,
    *,
    address: str = "",
    ways: Mapping[int, OwnWay] = NO_WAYS,
) -> str:
    """A paper of the whole tournament. Raises NoSuchPaper as `session_paper` does.

    `ways` are the players' codes and own links by start number, for who may hand them out.
    """
    if name == "programmes" and (players := programmes(tournament)):
        return papers.programmes(players, address=address, ways=ways)
    if name == "signs" and (numbers := table_numbers(tournament)):
        return papers.table_signs(tournament.name, numbers)
    if name == "standings" and (standings := standings_paper(tournament)):
        return papers.standings(standings)
    raise NoSuchPaper


def pack_parts(
    tournament: Tournament,
    session: Session,
    *,
    address: str = "",
    links: Mapping[int, str] = NO_LINKS,
) -> list[tuple[str, Callable[[], str]]]:
    """The pack of a session in parts of a few pages, each with what makes its HTML.

    Seats by name, seats by table, then the score sheets ten tables at a time.
    """
    rows = session_papers(tournament, session)
    if not rows:
        raise NoSuchPaper

    def part(name: str, tables: Sequence[TablePaper]) -> tuple[str, Callable[[], str]]:
        return name, lambda: _session_html(tournament, session, name, tables, (address, links))

    sheets = [rows[start : start + 10] for start in range(0, len(rows), 10)]
    return [
        part("by-player", rows),
        part("by-table", rows),
        *(part("sheets", ten) for ten in sheets),
    ]


def _session_html(
    tournament: Tournament,
    session: Session,
    name: str,
    rows: Sequence[TablePaper],
    ways: tuple[str, Mapping[int, str]],
) -> str:
    address, links = ways
    head = session_head(tournament, session)
    if name == "by-player":
        return papers.by_player(head, places_by_name(rows))
    if name == "by-table":
        return papers.by_table(head, rows)
    return papers.score_sheets(head, rows, address=address, links=links)
