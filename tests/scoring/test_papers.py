"""What stands on the papers, and how many pages they take."""

from __future__ import annotations

import datetime as dt
import io
import re

import pypdf
import pytest

from scoring.engine.rotation import Seat, Wind, dealer, seat_wind
from scoring.printing import papers
from scoring.printing.catalogue import NoSuchPaper, session_paper, tournament_paper
from scoring.printing.grid import sheet_grid
from scoring.printing.pdf import to_pdf
from scoring.printing.static_files import BASE, static_path
from scoring.selectors.paper_standings import (
    PlayerLine,
    SessionCell,
    StandingsPaper,
    TeamLine,
)
from scoring.selectors.papers import (
    Programme,
    ProgrammeLine,
    SessionHead,
    Sitter,
    TablePaper,
    places_by_name,
    programmes,
    session_head,
    session_papers,
    table_numbers,
)
from scoring.templatetags.papers import fit
from tests.builders import add_entries, add_session, make_tournament
from tests.machine import need_pango
from tournaments.models import Occupant, Session

NAMES = ["Łukasik", "Nováčková", "Weißhaupt", "赵文博", "Иван", "عمر", "Nguyễn", "髙橋"]
LONG_TEAM = (
    "Vereinigte Mahjongfreunde an Mosel, Saar und Ruwer von neunzehnhundertsiebenundachtzig "
    "mit Gästen aus aller Herren Länder"
)[:120]
HEAD = SessionHead(
    tournament="Mosel Open",
    slug="mosel",
    number=2,
    of=7,
    starts_at=dt.datetime(2026, 10, 10, 11, 15),
    ends_at=dt.datetime(2026, 10, 10, 13, 15),
    draft=False,
    winds=True,
)


def sitter(number: int, wind: Wind, *, team: str = "", name: str = "") -> Sitter:
    family = name or f"Family{number:03}"
    return Sitter(
        number=number,
        name=family,
        family=family,
        given="",
        country="GER",
        team=team,
        wind=wind,
        sort_key=family.casefold(),
    )


def tables(count: int, *, team: str = "") -> list[TablePaper]:
    return [
        TablePaper(table, tuple(sitter(4 * table - 3 + wind, wind, team=team) for wind in Wind))
        for table in range(1, count + 1)
    ]


def pages_of(html: str) -> list[str]:
    """The text of every page of the PDF."""
    need_pango()
    reader = pypdf.PdfReader(io.BytesIO(to_pdf(html)))
    return [page.extract_text() for page in reader.pages]


def count_sheets(html: str) -> int:
    return html.count('<section class="a4')


# -- the rows --------------------------------------------------------------------------------


def test_the_score_sheet_follows_the_rotation():
    grid = sheet_grid()
    assert [mark.value for mark in grid.hands] == list(range(1, 17))
    assert [mark.value for mark in grid.rounds] == list(Wind)
    east, south = grid.moves[:4], grid.moves[4:8]
    assert [mark.value for mark in east] == list(Wind)
    assert [mark.value for mark in south] == [Wind.SOUTH, Wind.EAST, Wind.NORTH, Wind.WEST]
    rows = {mark.y: mark.value for mark in grid.hands}
    column = sorted({mark.x for mark in (*grid.winds, *grid.dealers)})
    for mark in (*grid.winds, *grid.dealers):
        seat = Seat(column.index(mark.x))
        assert mark.value == seat_wind(seat, rows[mark.y])
    assert len(grid.winds) == 48
    assert [column.index(mark.x) for mark in grid.dealers] == [
        dealer(hand) for hand in range(1, 17)
    ]


def test_the_grid_fills_the_sheet():
    grid = sheet_grid()
    assert grid.height == pytest.approx(215.7)
    assert grid.columns[3].total < grid.width
    assert max(grid.foot) < grid.height


def test_text_takes_a_smaller_class_when_it_is_long():
    assert fit("Łukasik", "8,16") == "fit0"
    assert fit("赵文博赵文", "8,16") == "fit1"
    assert fit("x" * 17, "8,16") == "fit2"


@pytest.mark.parametrize(("players", "pages"), [(64, 1), (68, 2), (200, 4)])
def test_the_list_by_name_takes_few_pages(players, pages):
    html = papers.by_player(HEAD, places_by_name(tables(players // 4)))
    assert count_sheets(html) == pages
    assert html.count('<th scope="row">') == players


def test_names_stay_text():
    bad = [sitter(1, Wind.EAST, name="<img src=x onerror=alert(1)>"), *tables(1)[0].sitters[1:]]
    odd = [sitter(1, Wind.EAST, name='=HYPERLINK("http://x")'), *tables(1)[0].sitters[1:]]
    rows = [TablePaper(1, tuple(bad)), TablePaper(2, tuple(odd))]
    for html in (
        papers.by_player(HEAD, places_by_name(rows)),
        papers.by_table(HEAD, rows),
        papers.score_sheets(HEAD, rows),
    ):
        assert "<img" not in html
        assert "&lt;img src=x onerror=alert(1)&gt;" in html
        assert "=HYPERLINK(&quot;http://x&quot;)" in html


def test_no_paper_holds_inline_styles_or_scripts():
    html = papers.score_sheets(HEAD, tables(1), address="http://192.168.1.20:8000/")
    assert not re.search(r"\sstyle=|<style|<script", html)


def test_the_code_leads_to_the_page_only_when_the_address_is_known():
    with_code = papers.score_sheets(HEAD, tables(1), address="http://192.168.1.20:8000/")
    assert with_code.count('class="qr"') == 1
    assert 'class="qr"' not in papers.score_sheets(HEAD, tables(1))


def test_seats_drawn_at_the_table_leave_the_names_open():
    drawn = SessionHead("Mosel Open", "mosel", 2, 7, HEAD.starts_at, HEAD.ends_at, True, False)
    html = papers.score_sheets(drawn, tables(1))
    head = html.split("</thead>")[0]
    assert "Family001 (1)" in head.split('<table class="sst">')[0]
    assert "Family001" not in head.split('<table class="sst">')[1]
    assert "draft, not published" in head


# -- on paper --------------------------------------------------------------------------------


def test_a_score_sheet_is_a_page_with_every_name():
    pages = pages_of(papers.score_sheets(HEAD, tables(3, team=LONG_TEAM)))
    assert len(pages) == 3
    for index, text in enumerate(pages):
        for number in range(4 * index + 1, 4 * index + 5):
            assert f"Family{number:03}" in text
        assert "Head referee" in text
        assert "table pts" in re.sub(r"\s+", " ", text)
        assert text.count("東") == 21  # a round of its own, four moves, sixteen dealers


@pytest.mark.long
def test_forty_tables_with_long_teams_lose_nobody():
    html = papers.by_table(HEAD, tables(40, team=LONG_TEAM))
    pages = pages_of(html)
    assert len(pages) == count_sheets(html) == 4
    names = re.findall(r"Family\d{3}", " ".join(pages))
    assert sorted(names) == [f"Family{number:03}" for number in range(1, 161)]
    assert all("Family" in text for text in pages)


@pytest.mark.long
def test_the_fullest_page_of_names_loses_nobody():
    (text,) = pages_of(papers.by_player(HEAD, places_by_name(tables(16))))
    assert len(set(re.findall(r"Family\d{3}", text))) == 64


def test_names_of_every_script_print_from_our_own_fonts():
    need_pango()
    rows = [
        TablePaper(n, tuple(sitter(4 * n + i, Wind(i), name=NAMES[4 * n + i]) for i in range(4)))
        for n in range(2)
    ]
    reader = pypdf.PdfReader(io.BytesIO(to_pdf(papers.by_table(HEAD, rows))))
    text = reader.pages[0].extract_text()
    for name in NAMES:
        assert name in text or name[::-1] in text, name
    fonts = reader.pages[0]["/Resources"]["/Font"].values()
    names = {font.get_object()["/BaseFont"].split("+")[1] for font in fonts}
    assert {name for name in names if not name.startswith("QV-")} == set()


@pytest.mark.long
@pytest.mark.parametrize("sessions", [7, 16])
def test_two_players_share_a_page_of_badges(sessions):
    lines = tuple(
        ProgrammeLine(n, dt.datetime(2026, 10, 10 + n // 8, 9 + n % 8), n in (1, 8), n, Wind(n % 4))
        for n in range(1, sessions + 1)
    )
    players = [
        Programme(
            "Mosel Open",
            "mosel",
            n,
            f"Ewa Łukasik{n}",
            "Ewa",
            f"Łukasik{n}",
            "POL",
            "",
            True,
            lines,
        )
        for n in range(1, 6)
    ]
    pages = pages_of(papers.programmes(players, address="http://192.168.1.20:8000"))
    assert len(pages) == 3
    assert "Łukasik5" in pages[2]
    assert "Łukasik4" not in pages[2]
    last = lines[-1].starts_at.strftime("%H:%M")
    assert pages[0].count(last) >= 2


@pytest.mark.long
def test_a_sign_a_table_and_one_for_east():
    pages = pages_of(papers.table_signs("Mosel Open", [1, 12, 117]))
    assert [page.split()[0] for page in pages] == ["1", "12", "117", "東"]


@pytest.mark.long
def test_standings_mark_what_is_missing():
    lines = tuple(
        PlayerLine(
            place=str(n),
            name=f"Family{n:03}",
            country="POL",
            team=LONG_TEAM,
            sessions=(SessionCell(48, 128), None),
            table_points=250 - n,
            score=-n,
        )
        for n in range(1, 70)
    )
    teams = (TeamLine("1=", LONG_TEAM, ("Ewa Łukasik", "赵文博"), 700, 1200),)
    paper = StandingsPaper(
        tournament="Mosel Open",
        version=12,
        made_at=dt.datetime(2026, 10, 10, 12, 3),
        through=2,
        final=False,
        sessions=(1, 2),
        players=lines,
        teams=teams,
        missing=((2, 7),),
    )
    pages = pages_of(papers.standings(paper))
    assert len(pages) == 4
    for text in pages:
        flat = re.sub(r"\s+", " ", text)
        assert "provisional" in flat
        assert "session 2 table 7" in flat
        assert "version 12" in flat
    assert len(re.findall(r"Family\d{3}", " ".join(pages))) == 69
    assert "20 5/6" not in pages[0]
    assert "20 3/4" in re.sub(r"\s+", " ", pages[0])  # 249 twelfths
    assert "−1" in pages[0]


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/static/css/print.css",
        "file:///etc/passwd",
        f"{BASE}static/../manage.py",
        f"{BASE}static/%2e%2e/manage.py",
        f"{BASE}manage.py",
        f"{BASE}static/css/none.css",
    ],
)
def test_papers_read_static_files_only(url):
    with pytest.raises(ValueError, match="static"):
        static_path(url)


# -- from the database -----------------------------------------------------------------------


@pytest.mark.django_db
def test_times_are_those_of_the_hall_over_a_clock_change():
    tournament = make_tournament()
    add_entries(tournament, 4)
    session = add_session(tournament)
    session.starts_at = dt.datetime(2026, 10, 24, 23, 30, tzinfo=dt.UTC)  # 01:30 in Berlin
    session.save()
    head = session_head(tournament, session)
    assert head.starts_at == dt.datetime(2026, 10, 25, 1, 30)
    assert head.ends_at == dt.datetime(2026, 10, 25, 2, 30)  # two hours later on the wall


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_the_rows_of_a_session_take_three_queries(django_assert_num_queries, count):
    tournament = make_tournament(has_teams=True)
    add_entries(tournament, 4 * count)
    session = add_session(tournament)
    with django_assert_num_queries(3):
        rows = session_papers(tournament, session)
    assert len(rows) == count
    assert [one.wind for one in rows[0].sitters] == list(Wind)


@pytest.mark.django_db
def test_a_substitute_stands_on_the_sheet_printed_again():
    tournament = make_tournament()
    entries = add_entries(tournament, 5)
    session = add_session(tournament, entries=entries[:4])
    seat = session.tables.get().seats.get(letter="B")
    Occupant.objects.create(seat=seat, session=session, entry=entries[4], from_hand=9)
    (paper,) = session_papers(tournament, session, table=1)
    assert paper.sitters[1].name == "First05 Last05"
    html = session_paper(tournament, session, "sheets", table=1)
    assert "from hand 9, for First02 Last02" in html
    with pytest.raises(NoSuchPaper):
        session_paper(tournament, session, "sheets", table=9)


@pytest.mark.django_db
def test_hidden_names_show_initials_and_do_not_sort_by_themselves():
    tournament = make_tournament()
    entries = add_entries(tournament, 4)
    player = entries[0].player
    player.first_name, player.last_name, player.sort_key = "Zoe", "Zylinder", "zylinder zoe"
    player.shown_as_initials = True
    player.save()
    session = add_session(tournament)
    for name in ("by-player", "by-table", "sheets"):
        assert "Zylinder" not in session_paper(tournament, session, name)
    assert "Zylinder" not in tournament_paper(tournament, "programmes")


@pytest.mark.django_db
def test_programmes_keep_drafts_secret(django_assert_num_queries):
    tournament = make_tournament()
    add_entries(tournament, 8)
    add_session(tournament, 1, state=Session.State.PUBLISHED)
    add_session(tournament, 2, state=Session.State.DRAFT)
    with django_assert_num_queries(3):
        first = programmes(tournament)[0]
    assert [(line.number, line.table, line.wind) for line in first.lines] == [
        (1, 1, Wind.EAST),
        (2, None, None),
    ]
    assert "Seats that are still empty" in tournament_paper(tournament, "programmes")
    tournament.sessions.filter(number=2).delete()
    assert "Seats that are still empty" not in tournament_paper(tournament, "programmes")


@pytest.mark.django_db
def test_signs_are_the_tables_of_the_hall():
    tournament = make_tournament(table_numbers=[3, 5, 9])
    add_entries(tournament, 8)
    assert table_numbers(tournament) == [3, 5]
    add_session(tournament)
    assert table_numbers(tournament) == [1, 2]


@pytest.mark.django_db
def test_held_results_stand_on_no_paper():
    tournament = make_tournament()
    add_entries(tournament, 4)
    add_session(tournament)
    with pytest.raises(NoSuchPaper):
        tournament_paper(tournament, "standings")


@pytest.mark.django_db
@pytest.mark.parametrize(("players", "grows"), [(20, True), (56, False)])
def test_the_lists_for_the_wall_grow_where_few_are_listed(players, grows):
    tournament = make_tournament()
    add_entries(tournament, players)
    session = add_session(tournament)
    for name, part in (("by-player", "byp"), ("by-table", "byt")):
        page = session_paper(tournament, session, name)
        assert bool(re.search(f'class="{part}[^"]* few', page)) is grows
