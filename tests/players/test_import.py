"""A table of people is read whatever wrote it, checked cell by cell, and imported once."""

import io

import openpyxl
import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from journal.models import Event
from players.exports import people_table, table_csv, table_xlsx
from players.importing.columns import columns_of
from players.importing.files import MAX_BYTES, read_table
from players.importing.rows import check_rows, read_rows
from players.models import Player
from players.names import tidy
from players.selectors import match_people, search_players
from players.services import import_people, save_player
from tests.builders import make_player

NASTY = "<img src=x onerror=alert(1)>"
FORMULA = '=HYPERLINK("http://x")'


def workbook(*rows):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def checked(text):
    return check_rows(read_rows(text.encode()))


TABLE = "First name,Last name,EMA number,Country\nZofia,Łukasik,19010001,POL\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_any_separator_and_unicode(separator, encoding):
    [row] = check_rows(read_rows(TABLE.replace(",", separator).encode(encoding)))
    assert (row.line, row.first_name, row.last_name, row.ema_number, row.country) == (
        2,
        "Zofia",
        "Łukasik",
        "19010001",
        "POL",
    )
    assert row.problems == ()


def test_latin_1():
    [row] = check_rows(read_rows("Prénom;Nom;Pays\r\nRéka;Müller–Groß;Suède\r\n".encode("cp1252")))
    assert (row.first_name, row.last_name, row.country) == ("Réka", "Müller–Groß", "SWE")


def test_a_workbook_with_numbers_for_text():
    data = workbook(
        ["Mosel Open"], [], ["NOM", "Prénom", "N° EMA", "Pays"], ["Köhler", "Lena", 5010012, "de"]
    )
    [row] = check_rows(read_rows(data))
    assert (row.line, row.ema_number, row.country, row.problems) == (4, "05010012", "GER", ())
    assert row.notes == ("A leading zero was put back: 05010012.",)


def test_the_federations_table():
    [row] = checked(
        "position,ema_id,last_name,first_name,nationality,points,mahjong\n"
        "1,11010001,PRITCHARD,Owen,UK,100,12\n"
    )
    assert (row.full_name, row.ema_number, row.country) == ("Owen PRITCHARD", "11010001", "GBR")


@pytest.mark.parametrize(
    ("headings", "columns"),
    [
        (["Last Name", "FIRST NAME"], ["last_name", "first_name"]),
        (["Nom", "Prénom", "Équipe", "Courriel"], ["last_name", "first_name", "team", "email"]),
        (["Nom", "Pays"], ["name", "country"]),
        (["N°", "Name", "E-Mail", "CLUB"], ["start_number", "name", "email", "club"]),
        (["姓名", "国家"], ["name", "country"]),
        (["Ville", "Âge"], []),
    ],
)
def test_headings(headings, columns):
    assert list(columns_of(headings)) == columns


def test_faults_are_tied_to_their_cells():
    rows = checked(
        "First name,Last name,EMA number,Country,E-mail,Start number,Club\n"
        ",,05010001,GER,,1,\n"
        "Lena,Köhler,12,Atlantis,nobody,x,\n"
        f"Ole,{'x' * 121},13010001,,,0,{'y' * 121}\n"
    )
    assert [(row.line, [problem.field for problem in row.problems]) for row in rows] == [
        (2, ["last_name"]),
        (3, ["ema_number", "country", "email", "start_number"]),
        (4, ["last_name", "club", "start_number"]),
    ]
    assert rows[1].problems[1].text == "“Atlantis” is no country."
    assert rows[2].notes == ("EMA numbers that begin with 13 are not known; kept as it is.",)


def test_two_rows_with_one_number_name_each_other():
    rows = checked("Name,EMA number\nLena Köhler,05010001\nOle Bech,03010001\nLea Kohl,5010001\n")
    assert [[problem.text for problem in row.problems] for row in rows] == [
        ["Rows 2 and 4 have the same EMA number."],
        [],
        ["Rows 2 and 4 have the same EMA number."],
    ]


def test_a_row_with_problems_of_its_own_takes_no_good_row_with_it():
    rows = checked("Name,EMA number\n,05010001\nLena Köhler,05010001\nLea Kohl,05010002\n")
    assert [[problem.text for problem in row.problems] for row in rows] == [
        ["The name is missing."],
        [],
        [],
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b"\n\n", "empty"),
        (b"First name,Last name\n", "empty"),
        (b"\x00\x01\x02\xff" * 40, "unreadable"),
        (b"PK\x03\x04 not a zip", "unreadable"),
        (b"\xd0\xcf\x11\xe0 old", "old_excel"),
        (b"x" * (MAX_BYTES + 1), "too_big"),
        (b"a,b\n1,2\n", "no_headings"),
        (b"Name\n" + b"Lena\n" * 5001, "too_many_rows"),
        (b'Name\n"' + b"x" * 200_000, "unreadable"),
    ],
)
def test_unreadable_files_get_a_sentence(data, code):
    with pytest.raises(ValidationError) as refused:
        read_rows(data)
    assert refused.value.code == code
    assert refused.value.messages[0].endswith((".", "”."))


def test_five_thousand_rows_are_read():
    assert len(read_rows(b"Name\n" + b"Lena\n" * 5000)) == 5000


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    try:
        rows = read_table(data)
    except ValidationError:
        return
    assert any(cell for row in rows for cell in row)


@given(st.lists(st.text(max_size=20), min_size=2, max_size=2))
def test_exported_text_comes_back(names):
    first, last = (tidy(name) for name in names)
    data = table_csv([["First name", "Last name"], [first, last], ["x", "y"]])
    read = read_table(data)
    expected = [first, last]
    assert [cell.removeprefix("'") for cell in read[1]] == [
        cell.removeprefix("'") for cell in expected
    ]


@pytest.mark.django_db
class TestMatching:
    def test_by_number_then_by_name_and_country(self):
        lena = make_player(1, first_name="Lena", last_name="Köhler", ema_number="05010001")
        ole = make_player(2, first_name="Ole", last_name="Bech", ema_number=None, country="DEN")
        matches = match_people(
            checked(
                "First name,Last name,EMA number,Country\n"
                "Lena,Kramer,05010001,GER\n"
                "OLE,BECH,03010001,DEN\n"
                "Ole,Bech,,SWE\n"
                "Eva,Neu,,GER\n"
            )
        )
        assert [(match.status, match.player) for match in matches] == [
            ("changed", lena),
            ("changed", ole),
            ("new", None),
            ("new", None),
        ]
        assert [(change.field, change.before, change.after) for change in matches[0].changes] == [
            ("last_name", "Köhler", "Kramer")
        ]

    def test_a_number_of_somebody_else_is_a_fault(self):
        make_player(1, first_name="Lena", last_name="Köhler", ema_number="05010001")
        [match] = match_people(checked("Name,EMA number\nOle Bech,05010001\n"))
        assert match.status == "problem"
        assert match.problems[0].text == "05010001 is the EMA number of Lena Köhler."

    def test_two_namesakes_need_the_number(self):
        for number in (1, 2):
            make_player(number, first_name="Lena", last_name="Köhler", country="GER")
        [match] = match_people(checked("Name,Country\nLena Köhler,GER\n"))
        assert match.problems[0].text == "2 people of this name are known: give the EMA number."

    def test_one_person_in_two_rows(self):
        make_player(1, first_name="Lena", last_name="Köhler", ema_number="05010001")
        matches = match_people(
            checked(
                "Name,EMA number,Country\n"
                "Lena Köhler,05010001,GER\n"
                "Köhler Lena,,GER\n"
                "Ole Bech,,DEN\n"
                "Ole Bech,03010001,DEN\n"
                "Ida Bech,03010002,DEN\n"
                "Ida Bech,03010003,DEN\n"
            )
        )
        assert [[problem.text for problem in match.problems] for match in matches] == [
            ["The same person stands in row 3."],
            ["The same person stands in row 2."],
            ["The same person stands in row 5."],
            ["The same person stands in row 4."],
            [],
            [],
        ]

    def test_one_cell_does_not_cut_a_known_name_anew(self):
        make_player(1, first_name="Ana Lúcia", last_name="da Costa Reis", country="POR")
        [match] = match_people(checked("Nom,Pays\nAna Lúcia DA COSTA REIS,Portugal\n"))
        assert (match.status, match.changes) == ("known", ())

    def test_one_query_for_any_number_of_rows(self, django_assert_num_queries):
        for count in (1, 3):
            rows = checked("Name\n" + "".join(f"Lena {n}x\n" for n in range(count)))
            with django_assert_num_queries(1):
                assert len(match_people(rows)) == count


@pytest.mark.django_db
class TestImport:
    TEXT = (
        "First name;Last name;EMA number;Country;Club;E-mail\n"
        "Zofia;Łukasik;19010001;Poland;Wisła;zofia@example.org\n"
        "Lena;Köhler;5010001;Germany;;\n"
        f'{NASTY};"{FORMULA.replace(chr(34), chr(34) * 2)}";;FRA;;\n'
        "Bad;;1;;;\n"
    )

    def test_good_rows_are_written_and_faulty_ones_named(self):
        done = import_people(by=None, rows=checked(self.TEXT))
        assert (done.added, done.changed, done.left_out) == (3, 0, (5,))
        assert [str(player) for _row, player in done.people] == [
            "Zofia Łukasik",
            "Lena Köhler",
            f"{NASTY} {FORMULA}",
        ]
        assert Event.objects.filter(verb="player.added").count() == 3

    def test_the_same_file_twice_changes_nothing(self):
        import_people(by=None, rows=checked(self.TEXT))
        before = list(Player.objects.values()), Event.objects.count()
        done = import_people(by=None, rows=checked(self.TEXT))
        assert (done.added, done.changed, len(done.people)) == (0, 0, 3)
        assert (list(Player.objects.values()), Event.objects.count()) == before

    def test_a_left_out_row_is_not_written(self):
        done = import_people(by=None, rows=checked(self.TEXT), left_out=[2])
        assert done.left_out == (2, 5)
        assert not Player.objects.filter(last_name="Łukasik").exists()

    def test_empty_cells_take_nothing_away(self):
        save_player(by=None, first_name="Lena", last_name="Köhler", country="GER", club="Rhein")
        import_people(by=None, rows=checked("Name,Club,EMA number\nLena Köhler,,05010001\n"))
        player = Player.objects.get()
        assert (player.club.name, player.country, player.ema_number) == ("Rhein", "GER", "05010001")

    @pytest.mark.parametrize("write", [table_csv, lambda table: table_xlsx(table, "Players")])
    def test_what_is_exported_comes_back_as_it_was(self, write):
        import_people(by=None, rows=checked(self.TEXT))
        events = Event.objects.count()
        data = write(people_table(Player.objects.select_related("club"), with_email=True))
        matches = match_people(check_rows(read_rows(data)))
        assert [match.status for match in matches] == ["known"] * 3
        import_people(by=None, rows=[match.row for match in matches])
        assert Event.objects.count() == events


@pytest.mark.django_db
class TestExport:
    def table(self):
        save_player(
            by=None,
            first_name=NASTY,
            last_name=FORMULA,
            ema_number="04010001",
            email="secret@example.org",
        )
        return people_table(Player.objects.select_related("club"), with_email=False)

    def test_csv_is_harmless_and_holds_no_email(self):
        text = table_csv(self.table()).decode("utf-8-sig")
        assert text.splitlines() == [
            "First name,Last name,EMA number,Country,Club",
            f'{NASTY},"\'=HYPERLINK(""http://x"")",04010001,,',
        ]

    def test_the_workbook_holds_text_only(self):
        book = openpyxl.load_workbook(io.BytesIO(table_xlsx(self.table(), "Players")))
        row = book.active[2]
        assert [(cell.value, cell.data_type) for cell in row[:3]] == [
            (NASTY, "s"),
            (FORMULA, "s"),
            ("04010001", "s"),
        ]
        assert row[2].number_format == "@"


@pytest.mark.django_db
@pytest.mark.parametrize("text", ["lukasik", "ŁUK", "zof", "zofia luk", "1901", ""])
def test_people_are_found_without_accents(text):
    zofia = save_player(by=None, first_name="Zofia", last_name="Łukasik", ema_number="19010001")
    save_player(by=None, first_name="Lena", last_name="Köhler")
    found = list(search_players(text))
    assert zofia in found
    assert len(found) == (1 if text else 2)
