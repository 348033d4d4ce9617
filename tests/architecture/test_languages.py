"""The product speaks French and Chinese: complete, faithful to the placeholders, up to date."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from fontTools.ttLib import TTFont

from journal.preparation import compile_languages
from scoring.engine.penalty_books import EMA_RULES, GREEN_BOOK_RULES
from scoring.infractions import INFRACTIONS
from tests.architecture.test_house import PACKAGES
from tests.builders import add_staff, make_tournament
from tests.machine import need_programs
from tests.shared_data import ROOT
from tournaments.models import Role

FORMS = {"fr": 2, "zh_Hans": 1}
CATALOGUES = sorted(FORMS)
MARK = re.compile(r"%(?:\(\w+\))?[sd]|%%|</?\w+[^>]*>")


def file_of(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def read(file: Path) -> Catalog:
    with file.open("rb") as text:
        return read_po(text)


def messages(language: str) -> list[Message]:
    return [message for message in read(file_of(language)) if message.id]


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def keys(catalogue: Catalog) -> set[tuple[str | None, tuple[str, ...]]]:
    return {(one.context, forms(one.id)) for one in catalogue if one.id}


@pytest.fixture(scope="module")
def extracted(tmp_path_factory) -> Catalog:
    """What makemessages finds in a copy of the code (it writes beside what it reads)."""
    need_programs("xgettext", "msgmerge")
    copy = tmp_path_factory.mktemp("code")
    for name in (*PACKAGES, "templates"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    (copy / "locale").mkdir()
    outside = {key: val for key, val in os.environ.items() if key != "DJANGO_SETTINGS_MODULE"}
    words = [sys.executable, "-m", "django", "makemessages", "-l", "fr", "--no-location"]
    subprocess.run(words, cwd=copy, env=outside, check=True, capture_output=True)
    return read(copy / "locale" / "fr" / "LC_MESSAGES" / "django.po")


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_message_is_translated_in_all_its_plural_forms(language):
    wrong = [
        one.id
        for one in messages(language)
        if not all(forms(one.string))
        or len(forms(one.string)) != (1 if isinstance(one.id, str) else FORMS[language])
    ]
    assert wrong == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_no_translation_is_a_guess(language):
    assert [one.id for one in messages(language) if one.fuzzy] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_placeholders_and_tags_are_those_of_the_english(language):
    wrong = [
        (one.id, form)
        for one in messages(language)
        for form in forms(one.string)
        if Counter(MARK.findall(form))
        not in [Counter(MARK.findall(text)) for text in forms(one.id)]
    ]
    assert wrong == []


def test_french_punctuation_keeps_its_space():
    """A plain space before : ; ? ! or inside « » would let the line break there."""
    text = [form for one in messages("fr") for form in forms(one.string)]
    assert [form for form in text if re.search(r" [:;?!»]|« |'", form)] == []


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_catalogues_hold_what_the_code_says(language, extracted):
    held, found = keys(read(file_of(language))), keys(extracted)
    assert (found - held, held - found) == (set(), set())


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_fonts_of_the_house_hold_every_character(language):
    """A machine without fonts of that language would show boxes, also on paper."""
    held = {
        letter
        for file in (ROOT / "static/fonts").glob("*.woff2")
        for letter in TTFont(file).getBestCmap()
    }
    said = {ord(sign) for one in messages(language) for text in forms(one.string) for sign in text}
    assert {chr(sign) for sign in said - held if not chr(sign).isspace()} == set()


def test_every_infraction_is_marked_for_translation():
    books = {rule.infraction for rule in (*EMA_RULES, *GREEN_BOOK_RULES)}
    assert (len(INFRACTIONS), set(INFRACTIONS)) == (len(books), books)


@pytest.fixture
def speaking(settings, tmp_path):
    """The catalogues compiled aside, and in use."""
    shutil.copytree(ROOT / "locale", tmp_path / "locale", ignore=shutil.ignore_patterns("*.mo"))
    compile_languages([tmp_path / "locale"])
    settings.LOCALE_PATHS = [tmp_path / "locale"]


PAGES = {
    "fr": {
        "/calculator/": ["Calculateur", "Se connecter"],
        "/t/mosel/": ["Aperçu", "Placement", "Classement", "Horloge"],
        "/t/mosel/desk/": ["Table de marque", "Joueurs", "Arbitre", "Papiers", "Réglages"],
    },
    "zh-hans": {
        "/calculator/": ["算番器", "登录"],
        "/t/mosel/": ["概览", "座位", "排名", "计时"],
        "/t/mosel/desk/": ["记分台", "选手", "裁判", "打印件", "设置"],
    },
}


@pytest.mark.django_db
@pytest.mark.parametrize("language", PAGES)
def test_pages_are_served_in_the_readers_language(speaking, client, language):
    organiser = add_staff(make_tournament(), "olga", Role.ORGANISER)
    for path, words in PAGES[language].items():
        if path.endswith("/desk/"):
            client.force_login(organiser)
        page = client.get(path, headers={"accept-language": language}).content.decode()
        navigation = re.search(r'<nav class="nav".*?</nav>', page, re.DOTALL)[0]
        named = re.findall(r">([^<>\s][^<>]*)</a>", navigation)
        assert f'<html lang="{language}"' in page
        assert [word for word in words if word not in named] == []
