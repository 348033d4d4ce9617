"""The catalogue as a book: complete, and the same as the table of the rules."""

import json

import pytest

from scoring.engine.mcr import found, joins, registry  # noqa: F401 - they enter the functions of the fans
from scoring.engine.mcr.catalogue import BY_NAME, BY_NUMBER, CATALOGUE, number_of
from scoring.engine.mcr.fan import Why
from scoring.engine.mcr.nonrepeat import left_out_by
from scoring.engine.rules import Profile, Rules
from tests.shared_data import shared_file


def test_rows_and_numbers():
    assert sorted(BY_NUMBER) == list(range(1, 83))
    assert len(BY_NAME) == len(CATALOGUE) == 82
    assert number_of("Flower Tiles") == 81
    with pytest.raises(KeyError):
        number_of("flower tiles")


def test_the_rows_are_those_of_the_table_of_fans():
    table = json.loads(shared_file("mcr_fans.json", folder="rules").read_text())
    for row in table:
        fan = BY_NUMBER[row["number"]]
        assert fan.en == row["en"]
        assert (fan.number_1998 or fan.number) == row["number_1998"]
        assert {p.value: fan.points(p) for p in Profile} == row["points"]
        assert [fan.names.fr, fan.names.pinyin] == [row["fr"], row["pinyin"]]
        assert row["zh"].startswith(fan.names.zh)
        assert fan.also_fr == row.get("fr_also")
        for name in named_in(row["not_added_text"]):
            assert any(out.fan == name for out in fan.leaves_out), (fan, name)
    assert len(table) == 81


def named_in(text):
    """The fans that the rule book's column names; its doubtful words stand in brackets."""
    short = {
        "Pung of T/H": "Pung of Terminals or Honors",
        "Mixed Double Chow*": "Mixed Double Chow",
    }
    words = text.split("(")[0].split(", ")
    return [
        short.get(word.strip(), word.strip()) for word in words if word.strip() not in ("", "all")
    ]


def test_every_fan_left_out_is_a_fan():
    for fan in CATALOGUE:
        for out in fan.leaves_out:
            assert out.fan in BY_NAME
            assert out.fan != fan.en


def test_the_two_unlike_kongs():
    fan = BY_NUMBER[82]
    assert [fan.points(profile) for profile in Profile] == [6, 5]
    assert repr(fan) == "<Fan 82 Concealed Kong and Melded Kong>"


FAMILIES = [
    value for name, value in vars(registry).items() if name.isupper() and isinstance(value, list)
]


def test_one_function_a_fan():
    functions = {}
    for number, *_, function in (entry for family in FAMILIES for entry in family):
        assert functions.setdefault(number, function) is function
        assert function.__doc__
        assert function.__name__ == BY_NUMBER[number].en.lower().replace(" ", "_").replace("-", "_")
    without = {fan.en for fan in CATALOGUE} - {BY_NUMBER[number].en for number in functions}
    assert without == {"Chicken Hand", "Flower Tiles"}  # what is left over, and what is counted


def test_what_is_left_out_is_left_out_transitively():
    assert left_out_by(BY_NAME["All Fives"], Rules()) == {
        "All Simples": Why.NAMED,
        "No Honors": Why.CONTAINED,
    }
    through = left_out_by(BY_NAME["Pure Terminal Chows"], Rules())
    assert through["No Honors"] is Why.CONTAINED
    assert "Seven Pairs" not in through
    assert "Concealed Hand" not in through


def test_profiles_leave_out_different_fans():
    green = BY_NAME["All Green"]
    assert "Half Flush" not in left_out_by(green, Rules(Profile.WMO))
    assert left_out_by(green, Rules(Profile.CN))["Half Flush"] is Why.PROFILE
