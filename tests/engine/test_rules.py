"""The rules as a value."""

from dataclasses import FrozenInstanceError, fields

import pytest

from scoring.engine.errors import EngineError
from scoring.engine.rules import SETTINGS, Break, ExhaustedWait, Profile, Rules

DEFAULTS = {
    "profile": "wmo",
    "exhausted_wait": "shape",
    "knitted_body_wait": "count",
    "lesser_with_knitted_straight": "24",
    "kongs_add_concealed": "profile",
    "break": "two_throws",
    "keep_flowers": "no",
}


def test_the_defaults_are_those_of_the_rules_page():
    assert Rules().settings() == DEFAULTS
    assert {field for field, _ in SETTINGS.values()} == {field.name for field in fields(Rules)}


def test_each_word_of_each_setting_is_read_and_written():
    for name, (_, words) in SETTINGS.items():
        for word in words:
            assert Rules().with_settings({name: word}).settings() == {**DEFAULTS, name: word}


def test_settings_become_values():
    rules = Rules().with_settings({"profile": "cn", "exhausted_wait": "own", "break": "one_throw"})
    assert rules == Rules(Profile.CN, exhausted_wait=ExhaustedWait.OWN, wall_break=Break.ONE_THROW)


def test_concealed_kongs_follow_the_profile_unless_told():
    told = [Rules(profile, kongs_add_concealed=yes) for profile in Profile for yes in (True, False)]
    assert [rules.adds_concealed_kongs for rules in told] == [True, False, True, False]
    assert [Rules(profile).adds_concealed_kongs for profile in Profile] == [True, False]


@pytest.mark.parametrize(
    ("name", "word", "code"),
    [("colour", "red", "unknown_setting"), ("profile", "ema", "unknown_setting_value")],
)
def test_unknown_words_are_refused(name, word, code):
    with pytest.raises(EngineError) as caught:
        Rules().with_settings({name: word})
    assert caught.value.code == code


def test_rules_cannot_be_changed():
    with pytest.raises(FrozenInstanceError):
        Rules().keep_flowers = True
