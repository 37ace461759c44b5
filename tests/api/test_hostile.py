"""Clients that mean harm, or are just broken: told off with a code, and nothing comes of it."""

import asyncio
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from tests.api.calling import Caller, Operator, code_of

from croupier.adapters.http import bodies


class Answered(msgspec.Struct):
    """A raw answer: its status and its body."""

    status: int
    code: str


async def _raw(url: str, *parts: bytes) -> Answered:
    """Send bytes over a connection of its own."""
    where = urlsplit(url)
    reader, writer = await asyncio.open_connection(where.hostname, where.port)
    for part in parts:
        writer.write(part)
        await writer.drain()
    async with asyncio.timeout(10):
        head = await reader.readuntil(b"\r\n\r\n")
        length = int(head.lower().partition(b"content-length:")[2].partition(b"\r\n")[0])
        body = await reader.readexactly(length)
    writer.close()
    return Answered(int(head[9:12]), msgspec.json.decode(body).get("code", "") if body else "")


def _post(path: str, bearer: str | None, body: bytes, *headers: str) -> bytes:
    lines = [f"POST {path} HTTP/1.1", "Host: x", f"Authorization: Bearer {bearer}", *headers]
    return "\r\n".join([*lines, "", ""]).encode() + body


async def _require_untouched(operator: Operator, table: str) -> None:
    assert (await operator.caller.get(f"/v1/tables/{table}", at_least=0)).json()["revision"] == 1


PATHS = ["/v1/tables/{table}/baccarat/start-round", "/v1/players"]


@pytest.fixture
async def table(operator: Operator) -> str:
    return await operator.table()


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"{", 400, "malformed-json"),
        (b'{"a": 1}}', 422, "invalid-body"),
        (b"\xff\xfe", 400, "malformed-json"),
        (b'{"\xff": 1}', 400, "malformed-json"),
        (b'{"a": "\\ud800"}', 422, "invalid-body"),
        (b"NaN", 400, "malformed-json"),
        (b"[" * 60_000, 422, "invalid-body"),
        (b'{"a":' * 10_000, 422, "invalid-body"),
        (b'{"type": "close-table"}', 422, "invalid-body"),
        (b"0" * 65_536, 400, "malformed-json"),
        (b" " * 65_537, 413, "body-too-large"),
        (b"{" + b" " * 1_000_000 + b"}", 413, "body-too-large"),
    ],
)
async def test_a_body_that_is_none_of_ours_is_told_off(
    operator: Operator, table: str, path: str, body: bytes, status: int, code: str
) -> None:
    headers = {"Content-Type": "application/json"}
    answer = await operator.caller.send("POST", path.format(table=table), content=body, headers=headers)
    assert code_of(answer, status) == code
    await _require_untouched(operator, table)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "media_type",
    [
        None,
        "text/plain",
        "application/xml",
        "application/json; charset=latin-1",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/json, text/plain",
    ],
)
async def test_a_body_that_is_not_said_to_be_json_is_not_read(
    operator: Operator, table: str, path: str, media_type: str | None
) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    answer = await operator.caller.send("POST", path.format(table=table), content=b"{}", headers=headers)
    assert code_of(answer, 415) == "unsupported-media-type"
    await _require_untouched(operator, table)


async def test_what_is_quoted_of_a_wrong_body_is_short(operator: Operator, table: str) -> None:
    path = f"/v1/tables/{table}/baccarat/start-round"
    answer = await operator.caller.post(path, {"x" * 50_000: 1})
    assert code_of(answer, 422) == "invalid-body"
    assert len(answer.content) < 3_000


@pytest.mark.parametrize("media_type", ["application/json", "Application/JSON; Charset=UTF-8"])
async def test_json_by_any_of_its_names_is_read(operator: Operator, table: str, media_type: str) -> None:
    headers = {"Content-Type": media_type}
    path = f"/v1/tables/{table}/baccarat/start-round"
    assert (await operator.caller.send("POST", path, content=b"{}", headers=headers)).is_success


@pytest.mark.parametrize("path", PATHS)
async def test_an_endless_body_is_cut_off(operator: Operator, table: str, path: str) -> None:
    chunk = b"10000\r\n" + b"x" * 65_536 + b"\r\n"
    for headers in (["Transfer-Encoding: chunked"], ["Content-Length: 2", "Transfer-Encoding: chunked"]):
        head = _post(path.format(table=table), operator.caller.bearer, b"", *headers)
        assert await _raw(operator.url, head, chunk, chunk) == Answered(413, "body-too-large")


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_in_chunks_is_read_and_one_that_breaks_off_is_none(
    operator: Operator, table: str, path: str
) -> None:
    headers = ("Transfer-Encoding: chunked", "Content-Type: application/json")
    head = _post(path.format(table=table), operator.caller.bearer, b"", *headers)
    for chunks in (b"0\r\n\r\n", b"1\r\n{\r\n0\r\n\r\n"):
        assert await _raw(operator.url, head, chunks) == Answered(400, "malformed-json")
    await _require_untouched(operator, table)
    whole = await _raw(operator.url, head, b"1\r\n{\r\n", b"1\r\n}\r\n0\r\n\r\n")
    assert whole.status in (200, 201)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("header", ["If-Match", "Idempotency-Key"])
async def test_a_condition_outside_of_ascii_is_not_passed_over(
    operator: Operator, table: str, path: str, header: str
) -> None:
    request = _post(path.format(table=table), operator.caller.bearer, b"", f"{header}: \xe9")
    assert await _raw(operator.url, request) == Answered(400, "malformed-header")


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_that_never_comes_is_given_up(
    operator: Operator, table: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.2)
    head = _post(path.format(table=table), operator.caller.bearer, b"{", "Content-Length: 2")
    assert await _raw(operator.url, head) == Answered(408, "body-late")


@pytest.mark.parametrize("path", PATHS)
async def test_a_client_that_goes_away_in_the_middle_does_nothing(
    operator: Operator, table: str, path: str
) -> None:
    where = urlsplit(operator.url)
    _, writer = await asyncio.open_connection(where.hostname, where.port)
    writer.write(_post(path.format(table=table), operator.caller.bearer, b"{", "Content-Length: 2"))
    await writer.drain()
    writer.close()
    await asyncio.sleep(0.05)
    await _require_untouched(operator, table)


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    "header",
    ["Idempotency-Key: a", "If-Match: *", "Content-Type: application/json", "Authorization: Bearer x"],
)
async def test_a_header_given_twice_is_refused(
    operator: Operator, table: str, path: str, header: str
) -> None:
    request = _post(path.format(table=table), operator.caller.bearer, b"", header, header)
    assert await _raw(operator.url, request) == Answered(400, "malformed-header")


@pytest.mark.parametrize("path", PATHS)
async def test_a_huge_header_is_refused(operator: Operator, table: str, path: str) -> None:
    request = _post(path.format(table=table), operator.caller.bearer, b"", f"X-Junk: {'x' * 9_000}")
    assert await _raw(operator.url, request) == Answered(400, "malformed-header")


async def test_an_empty_bearer_is_none(operator: Operator, table: str) -> None:
    for bearer in ("", " ", "\xe9"):
        request = _post("/v1/players", bearer, b"").decode().encode("latin-1")
        assert (await _raw(operator.url, request)).code == "unauthenticated"


async def test_ids_that_are_none_never_reach_the_store(
    operator: Operator, anybody: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reached(*_: Any) -> Any:
        raise AssertionError("the store was asked")

    services = operator.parts.services
    monkeypatch.setattr(services.streams, "catch_up", reached)
    hostile = [
        "..",
        "%00",
        "%2e%2e%2f",
        "'; DROP TABLE entries --",
        "a" * 300,
        "baccarat-%0aaaaaaaaaaaaa",
        "é",
    ]
    for name in hostile:
        for path in (f"/v1/wallets/{name}", f"/v1/tables/{name}", f"/v1/tables/{name}/events"):
            assert (await operator.caller.send("GET", path)).status_code == 404
        assert (await operator.caller.post(f"/v1/tables/{name}/leave")).status_code == 404


async def test_a_storm_of_bad_requests_leaves_good_ones_served(operator: Operator, table: str) -> None:
    async def bad(number: int) -> int:
        headers = {"Content-Type": "application/json"}
        path = PATHS[number % 2].format(table=table)
        answer = await operator.caller.send("POST", path, content=b"{" * number, headers=headers)
        return answer.status_code

    storm = asyncio.gather(*(bad(number) for number in range(1, 200)))
    started = await operator.start(table)
    assert started["revision"] == 2
    assert set(await storm) == {400, 422} or set(await storm) == {400}
