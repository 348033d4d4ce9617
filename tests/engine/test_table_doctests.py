"""The examples in the docstrings of the table's modules are true."""

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["rotation", "settle", "penalties", "penalty_books", "sheet"])
def test_examples(name):
    outcome = doctest.testmod(import_module(f"scoring.engine.{name}"))
    assert outcome.failed == 0
    assert outcome.attempted > 0
