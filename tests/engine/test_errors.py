"""Errors carry a code and parameters and say both."""

from scoring.engine.errors import EngineError, InvalidHand


def test_an_error_names_its_code_and_parameters():
    assert str(InvalidHand("too_many", tile="5m", count=5)) == "too_many(tile='5m', count=5)"


def test_an_error_without_parameters_is_its_code():
    assert str(EngineError("no_hands")) == "no_hands"
