"""The OpenAPI document is true: nothing answers outside it, and nothing answers 500."""

from __future__ import annotations

import os

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.validation import validate_schema
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi import checks

from scoring.services.sheets import close_table
from tests.builders import add_session, make_user
from tests.scoring.play import make_play
from tournaments.models import Session
from tournaments.services.tokens import create_token

# How many calls an operation; one keeps the run short.
EXAMPLES = int(os.environ.get("QV_SCHEMA_EXAMPLES", "1"))
KNOWN = {"slug": "mosel", "number": 1, "table": 1, "hand": 1, "entry": 1}
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")


def _document() -> dict:
    return SchemaGenerator().get_schema(public=True)


schema = schemathesis.openapi.from_dict(_document())
schema.app = get_wsgi_application()


@pytest.fixture
def busy(db):
    """A tournament with a running session, a closed table, a draft, and the organiser's token."""
    play = make_play(12, has_teams=True)
    play.all_hands(table=2)
    close_table(by=play.scorer, table=play.table_number(2))
    play.hand(1, winner="A", discarder="B", points=24)
    add_session(play.tournament, 2, state=Session.State.DRAFT)
    user = make_user("root", superuser=True)
    return create_token(user=user, name="tests")[1]


@pytest.mark.long
@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    phases=[Phase.explicit, Phase.generate],
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
def test_every_answer_is_in_the_document(case, busy):
    # Three of four addresses lead to something that is there; which, the case itself says.
    if len(repr((case.query, case.body))) % 4:
        case.path_parameters |= {
            name: KNOWN[name] for name in case.path_parameters if name in KNOWN
        }
    answer = case.call(headers={"Authorization": f"Bearer {busy}"})
    case.validate_response(answer, checks=CHECKS)


def test_the_document_is_openapi():
    validate_schema(_document())


def test_every_operation_tells_its_refusals():
    document = _document()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            wanted = {"400", "401", "403"} | ({"404"} if "{" in path else set())
            wanted |= {"413", "415", "429"} if method != "get" else set()
            assert wanted <= operation["responses"].keys(), (method, path)
            assert operation["description"]
