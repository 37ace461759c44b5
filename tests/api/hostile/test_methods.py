"""Methods: HEAD wherever GET is, OPTIONS everywhere, and all others told off with those that there are."""

import pytest
from tests.api.calling import Operator
from tests.api.hostile.raw import answer, answers, head
from tests.api.hostile.routes import METHODS

READ = [path for path, methods in METHODS.items() if "GET" in methods]
CHANGING = {"date", "x-request-id", "ratelimit"}
"""Header fields that no two answers share."""


def _allowed(path: str) -> set[str]:
    methods = METHODS[path]
    return {*methods, "OPTIONS", *({"HEAD"} if "GET" in methods else ())}


async def test_options_tells_the_methods_of_every_path(operator: Operator) -> None:
    for path in METHODS:
        told = await answer(operator.url, head("OPTIONS", path, None))
        assert (told.status, told.body) == (204, b""), path
        assert set(told.fields["allow"].split(", ")) == _allowed(path), path


async def test_another_method_is_told_the_methods_of_the_path(operator: Operator) -> None:
    for path in METHODS:
        told = await answer(operator.url, head("BREW", path, operator.caller.bearer))
        assert told.said == (405, "method-not-allowed"), path
        assert set(told.fields["allow"].split(", ")) == _allowed(path), path


async def test_head_is_a_get_without_its_body_wherever_there_is_a_get(operator: Operator) -> None:
    for path in READ:
        got = await answer(operator.url, head("GET", path, None))
        (told,) = await answers(operator.url, head("HEAD", path, None), bodies=False)
        assert told.status == got.status, path
        assert _steady(told.fields) == _steady(got.fields), path


def _steady(fields: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in fields.items() if name not in CHANGING}


async def test_head_of_a_table_has_its_revision(operator: Operator, table: str) -> None:
    request = head("HEAD", f"/v1/tables/{table}?at_least=0", operator.caller.bearer)
    told, second = await answers(operator.url, request + request, most=2, bodies=False)
    assert (told.status, told.fields["etag"]) == (200, '"1"')
    assert second.status == 200, "nothing of the first answer's body is on the way"


@pytest.mark.parametrize("method", ["TRACE", "get", "Post", "PROPFIND", "X" * 100])
async def test_methods_that_are_none_do_nothing(operator: Operator, table: str, method: str) -> None:
    for path in ("/v1/players", f"/v1/tables/{table}/close-table"):
        request = head(method, path, operator.caller.bearer, "X-Secret: s3cret")
        told = await answer(operator.url, request)
        assert told.said == (405, "method-not-allowed")
        assert b"s3cret" not in told.body


async def test_connect_is_no_proxy(operator: Operator) -> None:
    told = await answer(operator.url, head("CONNECT", "127.0.0.1:22", None))
    assert told.status in (404, 405)
