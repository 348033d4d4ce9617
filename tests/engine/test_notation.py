"""Reading and writing tiles."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.errors import NotationError
from scoring.engine.notation import format_sorted, format_tiles, parse_tile, parse_tiles
from scoring.engine.tiles import TILES
from tests.engine.strategies import tiles


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("123m 456s 789p E S W N C F P", "123m456s789pESWNCFP"),
        ("1z2z3z4z5z6z7z", "ESWNPFC"),
        ("1234567z", "ESWNPFC"),
        ("1sS 1pP", "1sS1pP"),
        ("一万 二萬 九条 三條 四索 五饼 六餅 七筒 東南西北", "12m934s567pESWN"),
        ("東风 南風 红中 發財 发财 白板", "ESCFFP"),
        ("一二三万", "123m"),
        ("1万9筒", "1m9p"),
        ("🀀🀁🀂🀃🀄\ufe0e🀅🀆🀇🀏🀐🀘🀙🀡", "ESWNCFP19m19s19p"),
        ("🀢🀣🀤🀥🀦🀧🀨🀩", "12435678f"),
        ("梅兰菊竹春夏秋冬", "12345678f"),
        ("１２ｍ　Ｅ", "12mE"),
        ("", ""),
    ],
)
def test_every_way_to_write_a_tile_is_read(text, written):
    assert format_tiles(parse_tiles(text)) == written


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("123", "ranks_without_suit"),
        ("12E", "ranks_without_suit"),
        ("m", "suit_without_ranks"),
        ("0m", "no_such_rank"),
        ("8z", "no_such_rank"),
        ("9f", "no_such_rank"),
        ("1m x", "unknown_character"),
        ("e", "unknown_character"),
        ("🀫", "unknown_character"),
        ("E" * 1001, "text_too_long"),
    ],
)
def test_what_cannot_be_read_is_named(text, code):
    with pytest.raises(NotationError) as caught:
        parse_tiles(text)
    assert caught.value.code == code


def test_the_place_of_the_fault_is_told():
    with pytest.raises(NotationError) as caught:
        parse_tiles("123m ?")
    assert caught.value.params == {"character": "?", "position": 5}


def test_one_tile_is_one_tile():
    assert parse_tile(" 5p ") is TILES[22]
    for text in ("", "12m"):
        with pytest.raises(NotationError) as caught:
            parse_tile(text)
        assert caught.value.code == "not_one_tile"


@given(st.lists(tiles))
def test_what_is_written_is_read_back(many):
    assert parse_tiles(format_tiles(many)) == tuple(many)
    assert parse_tiles(format_sorted(many)) == tuple(sorted(many))


@given(st.text() | st.text("0123456789mspzfESWNCFP 一二万条饼東中發白🀀🀄🀫"))
def test_any_text_is_read_or_refused_in_our_own_words(text):
    with contextlib.suppress(NotationError):
        parse_tiles(text)
