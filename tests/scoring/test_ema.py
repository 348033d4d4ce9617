"""The results file for the EMA, as its readers see it."""

import csv
import datetime as dt
import io
import json
from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.core.management import call_command
from django.core.management.base import CommandError
from openpyxl import Workbook, load_workbook

from scoring.exports.ema import CSV_HEADER, ema_csv, ema_workbook, fill_template
from scoring.selectors.document import tournament_document
from scoring.selectors.ema import ema_report
from scoring.services.document import import_document
from tests.builders import add_entries, add_session, make_player, make_tournament
from tests.scoring.tables import add_drawn, close_session, close_with_totals, stand_in
from tests.shared_data import shared_file
from tournaments.models import Entry, Session, Tournament

pytestmark = pytest.mark.django_db

EVIL = '=HYPERLINK("http://x")'


@pytest.fixture
def tournament():
    """Eight players, one finished session: 7/3 at table 1, whole points at table 2."""
    made = make_tournament()
    entries = add_entries(made, 8)
    evil, british, guest = entries[0].player, entries[1].player, entries[2].player
    evil.first_name, evil.last_name = "<img src=x onerror=alert(1)>", EVIL
    evil.save()
    british.country, british.last_name = "GBR", "+44"
    british.save()
    guest.country, guest.ema_number = "RUS", None
    guest.save()
    session = add_session(made, entries=entries, state=Session.State.FINISHED)
    close_with_totals(session.tables.get(number=1), (10, 10, 10, -30))
    close_with_totals(session.tables.get(number=2), (40, 10, -20, -30))
    return made


def sheet_of(content):
    return load_workbook(io.BytesIO(content)).active


def test_the_workbook_has_the_columns_of_the_federation(tournament):
    """Cases 17 and 19."""
    sheet = sheet_of(ema_workbook(ema_report(tournament)))

    assert [cell.value for cell in sheet[1]] == [
        "Title",
        "Players",
        "Place",
        "First name",
        "Last name",
        "EMA number",
        "Table points",
        "Score",
        "EMA member",
        "Country",
        None,
        "Tournament country",
        "City",
        "MERS weight",
        None,
        "Rules",
        "Date",
        "Days",
    ]
    assert [sheet[f"{letter}3"].value for letter in "ABLMNPR"] == [
        "Mosel Open",
        8,
        "GER",
        "Koblenz",
        2,
        "MCR",
        2,
    ]
    assert sheet["Q3"].value == dt.datetime(2026, 10, 10)
    assert [sheet[f"{letter}2"].value for letter in "ABLMNPQR"] == [None] * 8
    assert [sheet.cell(row, 3).value for row in range(2, 10)] == [1, 2, 2, 2, 5, 6, 7, 7]
    assert sheet.max_row == 9


def test_fractions_are_exact_numbers_shown_with_two_decimals(tournament):
    """Case 17."""
    report = ema_report(tournament)
    sheet = sheet_of(ema_workbook(report))
    by_number = {sheet.cell(row, 6).value: row for row in range(2, 10)}
    points = sheet.cell(by_number["05000001"], 7)

    assert points.value == pytest.approx(7 / 3, abs=1e-15)
    assert (points.number_format, points.data_type) == ("0.00", "n")
    assert sheet.cell(by_number["05000002"], 7).value == 4
    assert "rounded half up (7/3 is 2.33)" in report.warnings[0]


def test_numbers_of_players_are_texts_and_formulas_stay_words(tournament):
    """Case 19: nothing in the file is a formula; the zero in front stays."""
    content = ema_workbook(ema_report(tournament))
    sheet = sheet_of(content)
    rows = {sheet.cell(row, 6).value: row for row in range(2, 10)}
    row = rows["05000001"]

    assert sheet.cell(row, 6).data_type == "s"
    assert sheet.cell(row, 6).number_format == "@"
    assert sheet.cell(row, 5).value == EVIL
    assert {cell.data_type for line in sheet.iter_rows() for cell in line} <= {"s", "n", "d"}
    assert [sheet.cell(row, column).value for column in (9, 10)] == ["YES", "GER"]
    assert [sheet.cell(rows[None], column).value for column in (9, 10)] == [None, "RUS"]


def test_the_csv_has_two_letters_for_countries_and_no_formulas(tournament):
    content = ema_csv(ema_report(tournament))
    lines = list(csv.reader(io.StringIO(content.decode("utf-8-sig"))))

    assert content.startswith(b"\xef\xbb\xbfposition,ema_id,last_name,first_name,")
    assert tuple(lines[0]) == CSV_HEADER
    assert lines[1] == ["1", "05000002", "'+44", "First02", "UK", "4", "40"]
    assert [
        "2",
        "05000001",
        f"'{EVIL}",
        "<img src=x onerror=alert(1)>",
        "DE",
        "2.33",
        "10",
    ] in lines
    assert ["2", "", "Last03", "First03", "RU", "2.33", "10"] in lines
    assert lines[-1][-1] == "-30"


def test_the_template_of_the_federation_is_filled_by_column(tournament):
    book = Workbook()
    book.active.title = "EMA 2026"
    book.active["A1"] = "Tournoi"
    book.active["K1"] = "?"
    book.active["K3"] = "keep"
    book.active["G2"] = "=1+1"
    given = io.BytesIO()
    book.save(given)
    sheet = sheet_of(fill_template(ema_report(tournament), given.getvalue()))

    assert (sheet.title, sheet["A1"].value, sheet["K3"].value) == ("EMA 2026", "Tournoi", "keep")
    assert (sheet["A3"].value, sheet["C2"].value, sheet["G2"].value) == ("Mosel Open", 1, 4)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"a,b,c", b"x" * (5 * 1024 * 1024 + 1)])
def test_a_template_that_is_no_workbook_is_refused(tournament, content):
    with pytest.raises(ValidationError):
        fill_template(ema_report(tournament), content)


def test_a_file_is_refused_while_a_table_is_open(tournament, tmp_path, capsys):
    """Cases 5 and 15: hand 5 is empty, so the table is open and is named."""
    session = add_session(tournament, 2, entries=list(tournament.entries.all()))
    close_with_totals(session.tables.get(number=1), (10, 10, 10, -30))
    for number in (1, 2, 3, 4, 6):
        add_drawn(session.tables.get(number=2), number)
    file = tmp_path / "ema.xlsx"

    with pytest.raises(CommandError) as refused:
        call_command("export_ema", "mosel", "--out", str(file))
    assert str(refused.value).splitlines() == [
        "Provisional: session 2, table 2 is missing.",
        "Provisional: session 2 is not finished.",
    ]
    assert not file.exists()
    call_command("export_ema", "mosel", "--out", str(file), "--provisional")
    assert "session 2, table 2 is missing" in capsys.readouterr().err
    assert sheet_of(file.read_bytes())["A3"].value == "Mosel Open (PROVISIONAL)"


def test_the_weight_counts_substitutes_and_guests_as_the_rule_says():
    """Case 6: 40 players and one substitute weigh as 41; 40 alone do not."""
    made = make_tournament(qualification=True)
    entries = add_entries(made, 40)
    for entry, code in zip(entries, ("FRA", "ITA", "ESP", "NED", "SUI", "RUS"), strict=False):
        entry.player.country = code
        entry.player.save()
    session = add_session(made, entries=entries, state=Session.State.APPROVED)
    close_session(session)
    assert ema_report(made).weight.parts == (
        ("days", 2),
        ("players", 0),
        ("countries", Fraction(1, 2)),
        ("qualification", 1),
    )

    substitute = Entry.objects.create(
        tournament=made,
        player=make_player(41),
        number=41,
        kind=Entry.Kind.SUBSTITUTE,
        counts_for_ranking=False,
    )
    stand_in(session.tables.first(), "A", substitute, from_hand=5)
    close_session(session)
    weight = ema_report(made).weight
    assert (weight.players, weight.substitutes, weight.countries) == (40, 1, 6)
    assert weight.value == Fraction(4)


def test_base_ranks_count_everybody_and_a_shared_place_gets_the_best(tournament):
    assert [(line.row.place, line.base_rank) for line in ema_report(tournament).lines] == [
        (1, 1000),
        (2, 857),
        (2, 857),
        (2, 857),
        (5, 429),
        (6, 286),
        (7, 143),
        (7, 143),
    ]


def test_a_disqualified_player_stays_in_the_file_with_no_points(tournament):
    """Case 8."""
    tournament.entries.filter(number=2).update(state=Entry.State.DISQUALIFIED)
    sheet = sheet_of(ema_workbook(ema_report(tournament)))
    assert [sheet.cell(9, column).value for column in (3, 6, 7, 8)] == [8, "05000002", 0, 40]


def test_a_name_that_is_left_out_leaves_its_place(tournament):
    """Illness, by the head referee: figures and country stay, the person is not there."""
    before = ema_report(tournament)
    Entry.objects.filter(tournament=tournament, number=4).update(name_stripped=True)
    report = ema_report(tournament)
    row = next(index for index, line in enumerate(report.lines) if line.entry.number == 4)
    sheet = sheet_of(ema_workbook(report))
    cells = {letter: sheet[f"{letter}{row + 2}"].value for letter in "BCDEFGHIJ"}
    was = before.lines[row]
    assert cells == {
        "B": 8 if row == 1 else None,
        "C": was.row.place,
        "D": None,
        "E": None,
        "F": None,
        "G": was.row.table_points / 12,
        "H": was.row.score,
        "I": None,
        "J": "GER",
    }
    lines = list(csv.reader(io.StringIO(ema_csv(report).decode("utf-8-sig"))))
    assert lines[row + 1][:5] == [str(was.row.place), "", "", "", "DE"]
    assert "Last04" not in ema_csv(report).decode()
    filled = sheet_of(fill_template(report, template()))
    assert [filled[f"{letter}{row + 2}"].value for letter in "DEF"] == [None, None, None]
    assert report.weight == before.weight
    assert [line.base_rank for line in report.lines] == [one.base_rank for one in before.lines]
    without = next(text for text in report.warnings if "no EMA number" in text)
    assert without.startswith("1 players have no EMA number: ")
    document = tournament_document(tournament)
    assert [one["name_stripped"] for one in document["entries"]] == [n == 4 for n in range(1, 9)]
    document["tournament"]["slug"] = "copy"
    copy = import_document(by=None, document=document).tournament
    assert list(copy.entries.filter(name_stripped=True).values_list("number", flat=True)) == [4]


def template():
    """The federation's workbook, with its header alone."""
    book = Workbook()
    book.active["A1"] = "Their title"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize("count", [1, 3])
def test_the_report_takes_five_queries(count, django_assert_num_queries):
    made = make_tournament()
    entries = add_entries(made, 4 * count)
    for number in range(1, count + 1):
        close_session(add_session(made, number, entries=entries, state=Session.State.FINISHED))
    with django_assert_num_queries(5):
        report = ema_report(made)
        assert (len(report.lines), report.is_provisional) == (4 * count, False)


def test_the_real_tournament_gives_the_published_base_ranks(tmp_path):
    file = shared_file("tournaments/madrid2017_mcr_72p_6r_hands.json")
    recorded = json.loads(file.read_text())
    call_command("import_tournament", str(file), verbosity=0)
    made = Tournament.objects.get()
    out = tmp_path / "ema.xlsx"
    call_command("export_ema", made.slug, "--out", str(out))
    report = ema_report(made)

    assert [line.base_rank for line in report.lines] == [
        row["base_rank"] for row in recorded["final_ranking_computed"]
    ]
    assert report.weight.value == Fraction(3)
    assert sheet_of(out.read_bytes())["C2"].value == 1
