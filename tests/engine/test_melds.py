"""Declared sets: their text and what can be wrong with them."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.errors import NotationError
from scoring.engine.melds import Meld, MeldKind, Source, format_meld, meld_faults, parse_meld
from scoring.engine.notation import parse_tiles
from tests.engine.strategies import melds


@given(melds())
def test_what_is_written_is_read_back(meld):
    assert parse_meld(format_meld(meld)) == meld
    assert list(meld_faults(meld)) == []


@pytest.mark.parametrize(
    ("text", "kind", "source"),
    [
        ("[123m,1]", MeldKind.CHOW, Source.LEFT),
        ("[EEE]", MeldKind.PUNG, None),
        ("[EEE,2]", MeldKind.PUNG, Source.OPPOSITE),
        ("[EEEE,3]", MeldKind.MELDED_KONG, Source.RIGHT),
        ("[EEEE,5]", MeldKind.ADDED_KONG, Source.LEFT),
        ("[EEEE]", MeldKind.CONCEALED_KONG, None),
    ],
)
def test_each_form(text, kind, source):
    meld = parse_meld(text)
    assert (meld.kind, meld.source) == (kind, source)
    assert meld.is_kong == (len(meld.tiles) == 4)
    assert meld.is_concealed == (text == "[EEEE]")


@pytest.mark.parametrize("text", ["", "EEE", "[EEE", "[EEE,]", "[EEE,8]", "[E,EE]", "[[EEE]]"])
def test_what_is_no_meld(text):
    with pytest.raises(NotationError) as caught:
        parse_meld(text)
    assert caught.value.code == "not_a_meld"


@pytest.mark.parametrize("text", ["[EEEE,4]", "[EEE,4]", "[EEE,5]", "[123m,7]"])
def test_what_is_no_source(text):
    with pytest.raises(NotationError) as caught:
        parse_meld(text)
    assert caught.value.code == "not_a_source"


@pytest.mark.parametrize(
    ("kind", "text", "source", "faults"),
    [
        (MeldKind.CHOW, "124m", None, ["not_a_chow"]),
        (MeldKind.CHOW, "89m1s", None, ["not_a_chow"]),
        (MeldKind.CHOW, "ESW", None, ["chow_of_honors"]),
        (MeldKind.CHOW, "123m", Source.RIGHT, ["chow_not_from_left"]),
        (MeldKind.CHOW, "1234m", None, ["wrong_meld_size"]),
        (MeldKind.PUNG, "112m", None, ["unequal_tiles_in_meld"]),
        (MeldKind.PUNG, "11m", None, ["wrong_meld_size"]),
        (MeldKind.PUNG, "111f", None, ["flower_in_meld"]),
        (MeldKind.MELDED_KONG, "111m", None, ["wrong_meld_size"]),
        (MeldKind.ADDED_KONG, "1112m", None, ["unequal_tiles_in_meld"]),
        (MeldKind.CONCEALED_KONG, "1111m", Source.LEFT, ["concealed_kong_with_source"]),
        (MeldKind.CONCEALED_KONG, "1m", Source.LEFT, [
            "wrong_meld_size", "concealed_kong_with_source"]),
        (MeldKind.CHOW, "321m", Source.LEFT, []),
    ],
)  # fmt: skip
def test_every_fault_is_named(kind, text, source, faults):
    assert list(meld_faults(Meld(kind, parse_tiles(text), source))) == faults


@given(st.text("[]123mE,4567 "))
def test_any_text_is_read_or_refused_in_our_own_words(text):
    with contextlib.suppress(NotationError):
        parse_meld(text)
