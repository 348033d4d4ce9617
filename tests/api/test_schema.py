"""The OpenAPI document is one, and tells how every operation refuses."""

from __future__ import annotations

from functools import cache

from drf_spectacular.drainage import GENERATOR_STATS
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema


@cache
def _document() -> dict:
    return SchemaGenerator().get_schema(public=True)


def test_the_document_is_made_without_a_warning(capsys):
    """Two names for one list of words would come and go with the order of the addresses."""
    GENERATOR_STATS.reset()
    _document.__wrapped__()
    assert not GENERATOR_STATS, capsys.readouterr().err


def test_the_document_is_openapi():
    validate_schema(_document())


def test_every_operation_tells_its_refusals():
    for path, methods in _document()["paths"].items():
        for method, operation in methods.items():
            wanted = {"400", "401", "403"} | ({"404"} if "{" in path else set())
            wanted |= {"413", "415", "429"} if method != "get" else set()
            assert wanted <= operation["responses"].keys(), (method, path)
            assert operation["description"]
