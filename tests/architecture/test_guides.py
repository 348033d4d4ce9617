"""The guides of the day name buttons and pages as they are called."""

from __future__ import annotations

import re

import pytest
from babel.messages.pofile import read_po

from tests.shared_data import ROOT

NAMED = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
LEAST = {"during.md": 40, "after.md": 9}


def texts_of_pages() -> set[str]:
    """Every text that a page may show; a plural in both forms."""
    with (ROOT / "locale/fr/LC_MESSAGES/django.po").open("rb") as file:
        ids = [one.id for one in read_po(file) if one.id]
    return {text for one in ids for text in ((one,) if isinstance(one, str) else one)}


@pytest.mark.parametrize("guide", LEAST)
def test_words_in_italics_stand_on_the_pages(guide):
    text = " ".join((ROOT / "docs" / guide).read_text().split()).replace("**", "")
    named = NAMED.findall(text)
    assert set(named) - texts_of_pages() == set()
    assert len(set(named)) >= LEAST[guide]
