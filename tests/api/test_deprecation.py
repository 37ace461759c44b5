"""What is on its way out says so: in the document, and with every answer, done or refused."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import httpx
import pytest
from litestar import Litestar, Response, get
from msgspec.structs import replace
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served, serving

from croupier.adapters.http import app, command_routes
from croupier.adapters.http.answers.replies import encode, reply
from croupier.adapters.http.arrivals import AnyRequest, before, reader
from croupier.adapters.http.deprecations import Deprecation, deprecation_of
from croupier.adapters.http.openapi.document import document
from croupier.adapters.http.operations import Operation, described
from croupier.adapters.settings import Settings
from croupier.service.health import Readiness

SINCE = datetime(2027, 1, 1, tzinfo=UTC)
OLD = Deprecation(SINCE, "https://croupier.example/versioning#old", datetime(2028, 1, 1, tzinfo=UTC))
FIELDS = {
    "deprecation": "@1798761600",
    "sunset": "Sat, 01 Jan 2028 00:00:00 GMT",
    "link": '<https://croupier.example/versioning#old>; rel="deprecation"',
}


@get("/v1/toys", opt=described(Operation("listToys", "Tables", "list-tables", Readiness, deprecated=OLD)))
async def list_toys(request: AnyRequest) -> Response[bytes]:
    """List toys."""
    await reader(request)
    return reply(encode(Readiness("ready", {})))


def told_by(answer: httpx.Response) -> dict[str, str]:
    return {name: answer.headers[name] for name in FIELDS if name in answer.headers}


@pytest.fixture(scope="module")
async def toys(settings: Settings) -> AsyncIterator[Served]:
    """A service with a deprecated route and a deprecated command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app, "_ROUTES", (*app._ROUTES, list_toys))
        tail = "baccarat/start-round"
        old = replace(command_routes.ROUTES[tail], deprecated=OLD)
        patch.setattr(command_routes, "ROUTES", {**command_routes.ROUTES, tail: old})
        async with serving(settings) as served:
            yield served


async def test_a_deprecated_route_says_so_whether_it_answers_or_refuses(
    toys: Served, operator: Operator
) -> None:
    url = f"{toys.url}/v1/toys"
    async with httpx.AsyncClient(verify=False) as client:
        done = await client.get(url, headers={"Authorization": f"Bearer {operator.caller.bearer}"})
        refused = await client.get(url)
    assert (done.status_code, refused.status_code) == (200, 401)
    assert told_by(done) == told_by(refused) == FIELDS


async def test_a_deprecated_command_says_so_and_others_do_not(toys: Served, operator: Operator) -> None:
    table, caller = await operator.table(), Caller(toys.url, operator.caller.bearer)
    started = await caller.post(f"/v1/tables/{table}/baccarat/start-round")
    again = await caller.post(f"/v1/tables/{table}/baccarat/start-round")
    dealt = await caller.post(f"/v1/tables/{table}/baccarat/deal")
    assert started.is_success
    assert code_of(again, 409)
    assert told_by(started) == told_by(again) == FIELDS
    assert told_by(dealt) == {}


def test_the_document_marks_what_is_deprecated_and_says_where_to_read_on() -> None:
    found: Any = document(Litestar([list_toys], before_request=before, openapi_config=None))
    operation = found["paths"]["/v1/toys"]["get"]
    assert operation["deprecated"] is True
    assert operation["description"].endswith(OLD.text)
    assert "and may be gone from 2028-01-01 on" in OLD.text
    assert {"Deprecation", "Sunset"} <= operation["responses"]["200"]["headers"].keys()
    assert "deprecated" not in found["paths"]["/v1/tables/{table}/leave"]["post"]


def test_a_version_marks_all_of_its_routes_but_those_with_a_mark_of_their_own() -> None:
    versions = {"/v1/": OLD}
    own = replace(OLD, link="https://croupier.example/own", sunset=None)
    assert deprecation_of("/v1/tables", None, versions) == OLD
    assert deprecation_of("/v1/tables", own, versions) == own
    assert deprecation_of("/v2/tables", None, versions) is None
    assert dict(own.fields).keys() == {"deprecation", "link"}


def test_nothing_is_gone_before_it_is_deprecated_and_times_are_utc() -> None:
    with pytest.raises(ValueError, match="nothing is gone"):
        Deprecation(SINCE, "x", SINCE - timedelta(seconds=1))
    with pytest.raises(ValueError, match="UTC"):
        Deprecation(SINCE.astimezone(timezone(timedelta(hours=1))), "x")
