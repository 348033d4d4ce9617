"""The examples in the docstrings of the game run."""

import doctest
import importlib
import pkgutil

import pytest

from scoring.engine import game

MODULES = [module.name for module in pkgutil.walk_packages(game.__path__, "scoring.engine.game.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0
