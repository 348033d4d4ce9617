"""The examples in the docstrings of the ranking are true."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["table_points", "criteria", "standings", "mers"])
def test_examples(name):
    outcome = doctest.testmod(import_module(f"scoring.ranking.{name}"))
    assert outcome.failed == 0
    assert outcome.attempted > 0
