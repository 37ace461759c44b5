"""Header fields that say too much: twice, outside of ASCII, or more than one line."""

import re

import pytest
from tests.api.calling import Operator
from tests.api.hostile.ledger import revision
from tests.api.hostile.raw import answer, head

PATHS = ["/v1/tables/{table}/baccarat/start-round", "/v1/players"]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "line",
    [
        "Idempotency-Key: a",
        "If-Match: *",
        "Content-Type: application/json",
        "Authorization: Bearer x",
        "Croupier-Player: aaaaaaaaaaaaaaaa",
    ],
)
async def test_a_header_given_twice_is_refused(operator: Operator, table: str, path: str, line: str) -> None:
    request = head("POST", path.format(table=table), operator.caller.bearer, line, line)
    assert (await answer(operator.url, request)).said == (400, "malformed-header")
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "header",
    ["If-Match", "Idempotency-Key", "Croupier-Player", "Last-Event-ID", "Content-Type", "Content-Encoding"],
)
async def test_what_decides_is_not_passed_over_outside_of_ascii(
    operator: Operator, table: str, path: str, header: str
) -> None:
    for lines in ([f"{header}: \xe9"], [f"{header}: \xe9", f"{header}: a"]):
        request = head("POST", path.format(table=table), operator.caller.bearer, *lines)
        told = await answer(operator.url, request)
        assert told.said == (400, "malformed-header"), lines
        assert told.problem.detail == f"{header} has to be ASCII"
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("key", ["", " ", "\t", "x" * 256, "a\tb"])
async def test_a_key_that_is_none_is_refused(operator: Operator, table: str, key: str) -> None:
    path = f"/v1/tables/{table}/baccarat/start-round"
    request = head("POST", path, operator.caller.bearer, f"Idempotency-Key: {key}")
    assert (await answer(operator.url, request)).said == (400, "malformed-header")
    assert await revision(operator, table) == 1


@pytest.mark.parametrize("bearer", ["", " ", "\xe9", "a b", "Bearer", "null", "x" * 8_000])
async def test_a_bearer_that_is_none_is_not_let_in(operator: Operator, bearer: str) -> None:
    told = await answer(operator.url, head("POST", "/v1/players", bearer))
    assert told.said == (401, "unauthenticated")
    assert told.fields["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("scheme", ["Basic", "bearer=", "Bearer,Bearer", "Token"])
async def test_another_scheme_is_not_let_in(operator: Operator, scheme: str) -> None:
    request = head("POST", "/v1/players", None, f"Authorization: {scheme} {operator.caller.bearer}")
    assert (await answer(operator.url, request)).said == (401, "unauthenticated")


@pytest.mark.parametrize(
    "line",
    ["X: a\r\n b", "X: a\x00b", "X: a\rb", "X\x00: a", "X y: a", ": a", "\xe9: a", "X: \x7f", "no colon"],
)
async def test_a_line_that_is_no_field_is_refused_by_the_server(operator: Operator, line: str) -> None:
    told = await answer(operator.url, head("GET", "/v1/games", None, line))
    assert (told.status, told.body, told.closed) == (400, b"", True)


@pytest.mark.parametrize("path", [*PATHS, "/v1/games", "/nothing"])
async def test_a_request_id_is_given_back_only_where_it_is_harmless(
    operator: Operator, table: str, path: str
) -> None:
    for name in ("a%0d%0aSet-Cookie:x", "a\\r\\nX: 1", "\xe9", '"><script>', "x" * 129, "a b", "a\tb", ""):
        request = head("GET", path.format(table=table), operator.caller.bearer, f"X-Request-Id: {name}")
        told = await answer(operator.url, request)
        assert re.fullmatch("[0-9a-f]{32}", told.fields["x-request-id"]), name
        assert not {"set-cookie", "x"} & told.fields.keys()


async def test_a_request_id_with_a_secret_anywhere_in_it_is_not_given_back(operator: Operator) -> None:
    secret = operator.caller.bearer
    for name in (secret, f"X{secret}", f"id={secret}", "whsec_c2VjcmV0", "a-whsec_c2VjcmV0", "t=eyJhbGciOi"):
        told = await answer(operator.url, head("GET", "/v1/games", None, f"X-Request-Id: {name}"))
        assert re.fullmatch("[0-9a-f]{32}", told.fields["x-request-id"]), name
    told = await answer(operator.url, head("GET", "/v1/games", None, "X-Request-Id: croupier_1"))
    assert told.fields["x-request-id"] == "croupier_1"


async def test_nothing_that_a_proxy_might_say_gives_other_rights(operator: Operator, table: str) -> None:
    lines = [
        "X-HTTP-Method-Override: DELETE",
        "X-Original-URL: /v1/keys",
        "X-Rewrite-URL: /v1/keys",
        "X-Forwarded-For: 127.0.0.1",
        "X-Forwarded-Proto: https",
        "Forwarded: for=127.0.0.1;host=evil",
        "X-Forwarded-Host: evil",
    ]
    assert (await answer(operator.url, head("GET", f"/v1/tables/{table}", None, *lines))).status == 401
    told = await answer(operator.url, head("GET", f"/v1/tables/{table}", operator.caller.bearer, *lines))
    assert told.status == 200
    assert b"evil" not in told.body
    assert "evil" not in str(told.fields)
