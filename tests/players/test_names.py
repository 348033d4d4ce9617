"""Names are folded the same way everywhere."""

import doctest

import pytest

from players import names
from players.countries import read_country
from players.ema import has_known_prefix, is_number, tidy_number
from players.models import Player
from players.names import fold, same_name_key, sort_key, split_name


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Łukasik", "lukasik"),
        ("Weißhaupt", "weisshaupt"),
        ("Nováčková", "novackova"),
        ("Søren Ærø", "soren aero"),
        ("D’Angelo", "dangelo"),
        ("Jean-Luc  Œuvrard", "jean luc oeuvrard"),
        ("İnan Işık", "inan isik"),
        ("孙浩然", "孙浩然"),
        ("Ёлкин", "елкин"),
        ("がく", "がく"),
        ("<img src=x>", "img src x"),
    ],
)
def test_folding(text, folded):
    assert fold(text) == folded


def test_the_sort_key_fits_its_column():
    assert len(sort_key("ß" * 120, "ß" * 120)) == 260


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("Lena Köhler", "Lena", "Köhler"),
        ("Köhler, Lena", "Lena", "Köhler"),
        ("DE LA CRUZ María José", "María José", "DE LA CRUZ"),
        ("María José Navarro", "María José", "Navarro"),
        ("Ludwig van Beethoven", "Ludwig", "van Beethoven"),
        ("孙浩然", "", "孙浩然"),
        ("孙 浩然", "浩然", "孙"),
        ("山田 はな 子", "はな子", "山田"),
        ("김 민준", "민준", "김"),
        ("Anna 孙", "Anna", "孙"),
        ("van", "", "van"),
        ("Köhler,", "", "Köhler"),
        (", Lena", "", "Lena"),
        ("", "", ""),
    ],
)
def test_one_cell_is_split(text, first, last):
    assert split_name(text) == (first, last)


@pytest.mark.parametrize(
    ("first", "last", "shown", "short", "hidden", "apart"),
    [
        ("Zofia", "Łukasik", "Zofia Łukasik", "Łukasik", "Z. Ł.", ("Zofia", "Łukasik")),
        ("", "Łukasik", "Łukasik", "Łukasik", "Ł.", ("", "Łukasik")),
        ("浩然", "孙", "孙浩然", "孙浩然", "孙○", ("", "孙浩然")),
        ("", "孙浩然", "孙浩然", "孙浩然", "孙○", ("", "孙浩然")),
        ("はなこ", "佐々木", "佐々木はなこ", "佐々木はなこ", "佐○", ("", "佐々木はなこ")),
        ("ケン", "リー", "リーケン", "リーケン", "リ○", ("", "リーケン")),
        ("민준", "김", "김민준", "김민준", "김○", ("", "김민준")),
        ("Anna", "孙", "Anna 孙", "孙", "A. 孙.", ("Anna", "孙")),
        ("Иван", "Ёлкин", "Иван Ёлкин", "Ёлкин", "И. Ё.", ("Иван", "Ёлкин")),
    ],
)
def test_the_order_of_a_name_is_that_of_its_writing(first, last, shown, short, hidden, apart):
    player = Player(first_name=first, last_name=last)
    assert (str(player), player.public_name, player.short_name) == (shown, shown, short)
    assert player.shown_parts == apart
    player.shown_as_initials = True
    assert (player.full_name, player.public_name) == (shown, hidden)


def test_a_chinese_name_is_found_and_recognised_as_it_is_written():
    assert sort_key("浩然", "孙") == sort_key("", "孙浩然") == "孙浩然"
    assert same_name_key("浩然", "孙") == same_name_key("", "孙浩然")
    assert same_name_key("浩然", "孙") != same_name_key("然浩", "孙")


def test_the_examples_of_names_hold():
    outcome = doctest.testmod(names)
    assert (outcome.failed, outcome.attempted > 8) == (0, True)


def test_names_are_the_same_in_either_order():
    assert same_name_key("Zofia", "Łukasik") == same_name_key("LUKASIK", "zofia")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("04010012", "04010012"),
        ("4010012", "04010012"),
        (" 04 01 00 12 ", "04010012"),
        ("4010012.0", "04010012"),
        ("401001", "401001"),
        ("abc", "abc"),
        ("٤٠١٠٠١٢", "٤٠١٠٠١٢"),
    ],
)
def test_a_lost_zero_is_put_back(text, number):
    assert tidy_number(text) == number


def test_only_eight_latin_digits_are_a_number():
    assert [is_number(text) for text in ("04010012", "0401001", "٠٤٠١٠٠١٢", "0401001x")] == [
        True,
        False,
        False,
        False,
    ]
    assert [has_known_prefix(text) for text in ("04010012", "13010012")] == [True, False]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("GER", "GER"),
        ("deu", "GER"),
        ("de", "GER"),
        ("Allemagne", "GER"),
        ("germany", "GER"),
        ("德国", "GER"),
        ("UK", "GBR"),
        ("Royaume-Uni", "GBR"),
        ("PAYS-BAS", "NED"),
        ("Etats-Unis", "USA"),
        ("République tchèque", "CZE"),
        ("CHE", "SUI"),
        ("BRN", "BRN"),
        ("Atlantis", None),
        ("", None),
    ],
)
def test_countries_are_read(text, code):
    assert read_country(text) == code
