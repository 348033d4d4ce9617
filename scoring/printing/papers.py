"""The papers as HTML: values in, one page a sheet out.

Every `<section class="a4">` is one page; what a page holds is decided here, so that the number of
pages is known before anything is laid out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TypeVar

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString

from scoring.selectors.paper_standings import StandingsPaper
from scoring.selectors.papers import Place, Programme, SessionHead, TablePaper
from tournaments.qr import qr_svg
from tournaments.selectors.links import OwnWay

from .grid import sheet_grid

T = TypeVar("T")

ROWS_BY_PLAYER = 32  # in each of two columns
TABLES_A_PAGE = 12
PLAYERS_A_PAGE = 34
TEAMS_A_PAGE = 17
NOTHING: Mapping[int, str] = {}
NO_WAYS: Mapping[int, OwnWay] = {}


def by_player(head: SessionHead, places: Sequence[Place]) -> str:
    """Who sits where, by name: two columns of up to 32 names a page."""
    pages = [_halves(page) for page in _even_pages(places, 2 * ROWS_BY_PLAYER)]
    return _render("by_player", head=head, pages=pages)


def by_table(head: SessionHead, papers: Sequence[TablePaper]) -> str:
    """Who sits where, by table: twelve tables a page."""
    pages = [_pieces(page, 2) for page in _pieces(papers, TABLES_A_PAGE)]
    return _render("by_table", head=head, pages=pages)


def score_sheets(
    head: SessionHead,
    papers: Sequence[TablePaper],
    *,
    address: str = "",
    links: Mapping[int, str] = NOTHING,
) -> str:
    """A score sheet a table, with a QR code where the product's `address` is known.

    The code opens the table's link (its path by table number), else the staff's page of it.
    """
    sheets = [(paper, _table_code(head, paper, address, links)) for paper in papers]
    return _render(
        "score_sheets", head=head, sheets=sheets, grid=_render("_grid", grid=sheet_grid())
    )


def programmes(
    players: Sequence[Programme], *, address: str = "", ways: Mapping[int, OwnWay] = NO_WAYS
) -> str:
    """Badges with programmes, two players a page, to be cut and folded.

    `ways` are the code and the own link by which a player confirms a result, by start number;
    without one the QR code opens the public page of the player.
    """
    cards = [
        (player, _player_code(player, address, ways.get(player.number)), ways.get(player.number))
        for player in players
    ]
    return _render("programmes", pages=_pieces(cards, 2))


def table_signs(tournament: str, numbers: Sequence[int]) -> str:
    """A number a page, and the sign of East at the end."""
    return _render("table_signs", tournament=tournament, numbers=numbers)


def standings(paper: StandingsPaper) -> str:
    """The standings: individual with every session, then the teams."""
    pages = _pieces(paper.players, PLAYERS_A_PAGE)
    team_pages = _pieces(paper.teams, TEAMS_A_PAGE)
    return _render("standings", paper=paper, pages=pages, team_pages=team_pages)


def _table_code(
    head: SessionHead, paper: TablePaper, address: str, links: Mapping[int, str]
) -> SafeString:
    staff = reverse("table", args=[head.slug, head.number, paper.number])
    return _code(address, links.get(paper.number, staff))


def _player_code(player: Programme, address: str, way: OwnWay | None) -> SafeString:
    public = reverse("entry", args=[player.slug, player.number])
    return _code(address, way.path if way else public)


def _code(address: str, path: str) -> SafeString:
    return qr_svg(address.rstrip("/") + path if address else "")


def _render(name: str, /, **values: object) -> SafeString:
    return render_to_string(f"print/{name}.html", values)


def _pieces(items: Sequence[T], size: int) -> list[Sequence[T]]:
    """`items` in pieces of `size`, the last one shorter."""
    return [items[start : start + size] for start in range(0, len(items), size)]


def _even_pages(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """As few pages as `most` items a page allow, filled alike, so that a crowd spreads."""
    pages = ceil(len(items) / most)
    return _pieces(items, ceil(len(items) / pages)) if pages else []


def _halves(items: Sequence[T]) -> tuple[Sequence[T], Sequence[T]]:
    middle = ceil(len(items) / 2)
    return items[:middle], items[middle:]
