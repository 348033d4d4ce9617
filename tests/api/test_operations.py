"""Nothing answers outside the OpenAPI document, and nothing answers 500."""

from __future__ import annotations

import os

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.specs.openapi import checks

from scoring.services.sheets import close_table
from tests.builders import add_session, make_user
from tests.scoring.play import make_play
from tournaments.models import Session
from tournaments.services.tokens import create_token

pytestmark = pytest.mark.long

# How many calls an operation.
EXAMPLES = int(os.environ.get("QV_SCHEMA_EXAMPLES", "10"))
KNOWN = {"slug": "mosel", "number": 1, "table": 1, "hand": 1, "entry": 1}
CHECKS: list[CheckFunction] = [
    not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
DOCUMENT = SchemaGenerator().get_schema(public=True)
SCHEMA = schemathesis.openapi.from_dict(DOCUMENT)
SCHEMA.app = get_wsgi_application()


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


@pytest.mark.parametrize(
    ("path", "method"),
    [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods],
)
def test_every_answer_is_in_the_document(path, method, busy):
    @settings(
        max_examples=EXAMPLES,
        phases=[Phase.generate],
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=SCHEMA[path][method].as_strategy())
    def ask(case: Case) -> None:
        # Three of four addresses lead to something that is there; which, the case itself says.
        if len(repr((case.query, case.body))) % 4:
            case.path_parameters |= {
                name: KNOWN[name] for name in case.path_parameters if name in KNOWN
            }
        answer = case.call(headers={"Authorization": f"Bearer {busy}"})
        case.validate_response(answer, checks=CHECKS)

    ask()
