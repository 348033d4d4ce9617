"""Numbers of tables as text."""

import pytest
from django.core.exceptions import ValidationError
from hypothesis import given
from hypothesis import strategies as st

from tournaments.table_numbers import format_table_numbers, parse_table_numbers


def test_ranges_with_gaps():
    assert parse_table_numbers("1-8, 10–12; 20") == (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 20)
    assert parse_table_numbers("  ") == ()


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1-8, x", "not_a_range"),
        ("1--3", "not_a_range"),
        ("-3", "not_a_range"),
        ("8-1", "backwards"),
        ("0-3", "out_of_range"),
        ("1-1000", "out_of_range"),
        ("1-8, 5", "table_twice"),
    ],
)
def test_what_cannot_be_is_named(text, code):
    with pytest.raises(ValidationError) as refused:
        parse_table_numbers(text)
    assert refused.value.code == code


@given(st.lists(st.integers(1, 999), unique=True))
def test_what_is_written_is_read_back(numbers):
    assert list(parse_table_numbers(format_table_numbers(numbers))) == numbers
