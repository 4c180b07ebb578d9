"""schemathesis reads the OpenAPI document and asks what it describes, and what it does not, of every call.

By default few requests of each call, always the same; `-m slow` asks hundreds.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import APIOperation, Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from app.api.documentation import document
from app.api.routes import router
from tests.app.api.conftest import UNLIMITED, make
from tests.running import RunningSite

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SCHEMA = schemathesis.openapi.from_dict(document(router.routes))
CALLS: list[APIOperation[Any, Any, Any, Any]] = [found.ok() for found in SCHEMA.get_all_operations()]
REDUCED = settings(
    max_examples=10,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
WHOLE = settings(REDUCED, max_examples=400)


class Caller:
    """Somebody with a seat in a game and a class, who calls what the document describes."""

    def __init__(self, site: RunningSite) -> None:
        self.address = site.address
        self.session = requests.Session()
        self.session.trust_env = False
        with site.client() as web:
            game, players = make(web, "timbiriche rows=3 cols=3")
            made = web.post("/api/v1/classes", json={}).json()
        self.parts = {"game_id": game["id"], "code": made["code"], "day": "2026-01-02", "task": 1}
        self.keys = [str(players[0].token), str(made["teacher_token"])]

    def call(self, case: Case, real: bool, key: int) -> None:
        """Send one request and check the answer; `real`: of a game and a class that are there."""
        if real and case.path_parameters:
            case.path_parameters.update({each: self.parts[each] for each in case.path_parameters})
        headers = {"Authorization": f"Bearer {self.keys[key]}"} if real else {}
        answer = case.call(base_url=self.address, session=self.session, headers=headers, stream=False)
        case.validate_response(answer, checks=CHECKS)


@pytest.fixture(scope="module")
def caller(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Caller]:
    with RunningSite(tmp_path_factory.mktemp("described"), **UNLIMITED) as site:
        yield Caller(site)


def requests_of(call: APIOperation[Any, Any, Any, Any]) -> st.SearchStrategy[Case]:
    """What the document describes, and what it excludes."""
    return call.as_strategy() | call.as_strategy(generation_mode=GenerationMode.NEGATIVE)


ASKED = [pytest.param(call, id=call.label) for call in CALLS if not call.path.endswith("/events")]


def ask(caller: Caller, call: APIOperation[Any, Any, Any, Any], bounds: settings) -> None:
    @bounds
    @given(case=requests_of(call), real=st.booleans(), key=st.integers(0, 1))
    def asked(case: Case, real: bool, key: int) -> None:
        caller.call(case, real, key)

    asked()


@pytest.mark.parametrize("call", ASKED)
def test_every_call_answers_as_its_description_says(
    caller: Caller, call: APIOperation[Any, Any, Any, Any]
) -> None:
    ask(caller, call, REDUCED)


@pytest.mark.slow
@pytest.mark.parametrize("call", ASKED)
def test_every_call_answers_so_to_hundreds_of_requests(
    caller: Caller, call: APIOperation[Any, Any, Any, Any]
) -> None:
    ask(caller, call, WHOLE)
