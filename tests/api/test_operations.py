"""Nothing answers outside the OpenAPI document, nothing answers 500, and what the document forbids
is not taken."""

from __future__ import annotations

import os

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from drf_spectacular.generators import SchemaGenerator
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import SearchStrategy
from schemathesis import Case, GenerationMode
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.core.parameters import ParameterLocation
from schemathesis.specs.openapi import checks

from scoring.services.sheets import close_table
from tests.builders import add_session, make_user
from tests.scoring.play import make_play
from tournaments.models import Session
from tournaments.services.tokens import create_token

pytestmark = pytest.mark.long

# How many calls an operation, of each kind.
EXAMPLES = int(os.environ.get("QV_SCHEMA_EXAMPLES", "10"))
# A visitor meets mostly the same refusal.
VISITS = max(2, EXAMPLES // 5)
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
OPERATIONS = [(path, method) for path, methods in DOCUMENT["paths"].items() for method in methods]
# Any text may be a slug: nothing that can be sent here breaks the document.
ALWAYS_FITS = ("/api/v1/tournaments/{slug}/", "get")


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


def ask_all(cases: SearchStrategy[Case], examples: int, headers: dict[str, str]) -> None:
    """Send so many cases, and look at every answer."""

    @settings(
        max_examples=examples,
        phases=[Phase.generate],
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=cases)
    def ask(case: Case) -> None:
        # Three of four addresses lead to something that is there; which, the case itself says.
        if len(repr((case.query, case.body))) % 4:
            case.path_parameters |= {
                name: KNOWN[name] for name in case.path_parameters if name in KNOWN
            }
        answer = case.call(headers=headers)
        case.validate_response(answer, checks=CHECKS)
        body = case.meta.components.get(ParameterLocation.BODY)
        if body is not None and body.mode is GenerationMode.NEGATIVE:
            assert answer.status_code >= 400, case.as_curl_command()

    ask()


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_what_fits_the_document_is_answered_by_it(path, method, busy):
    cases = SCHEMA[path][method].as_strategy(GenerationMode.POSITIVE)
    ask_all(cases, EXAMPLES, {"Authorization": f"Bearer {busy}"})


@pytest.mark.parametrize(("path", "method"), [one for one in OPERATIONS if one != ALWAYS_FITS])
def test_what_does_not_fit_the_document_is_refused_by_it(path, method, busy):
    cases = SCHEMA[path][method].as_strategy(GenerationMode.NEGATIVE)
    ask_all(cases, EXAMPLES, {"Authorization": f"Bearer {busy}"})


@pytest.mark.parametrize(("path", "method"), OPERATIONS)
def test_a_visitor_is_answered_by_the_document(path, method, busy):
    operation = SCHEMA[path][method]
    cases = operation.as_strategy(GenerationMode.POSITIVE)
    if (path, method) != ALWAYS_FITS:
        cases |= operation.as_strategy(GenerationMode.NEGATIVE)
    ask_all(cases, VISITS, {})
