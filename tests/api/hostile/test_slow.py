"""Clients that take their time, on purpose or not: given up after theirs, while all others are served."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from tests.api.calling import Operator
from tests.api.hostile.ledger import revision
from tests.api.hostile.raw import PATIENCE, answer, connect, head

from croupier.adapters.http import create_app
from croupier.adapters.http.requests import bodies
from croupier.adapters.http.server import serving as server

PATHS = ["/v1/tables/{table}/baccarat/start-round", "/v1/players"]


@pytest.fixture
async def impatient(operator: Operator, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[str]:
    """The same service at another address, which waits for a head for a moment only."""
    monkeypatch.setattr(server, "IDLE_MS", 200)
    host, port = server.free_address("127.0.0.1", 0)
    stopping, ready = asyncio.Event(), asyncio.Event()
    app = create_app(operator.parts.services)
    serving = asyncio.create_task(server.serve(app, host, port, stopping, ready.set))
    await ready.wait()
    yield f"http://{host}:{port}"
    stopping.set()
    await serving


@pytest.mark.parametrize("path", PATHS)
async def test_a_body_that_never_comes_is_given_up(
    operator: Operator, table: str, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.2)
    start = (path.format(table=table), operator.caller.bearer)
    for line in ("Content-Length: 2", "Transfer-Encoding: chunked"):
        told = await answer(operator.url, head("POST", *start, line), b"{")
        assert told.said in ((408, "body-late"), (400, "malformed-json"))
    assert await revision(operator, table) == 1


async def test_a_body_that_comes_byte_by_byte_has_no_more_time(
    operator: Operator, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "PATIENCE", 0.3)
    reader, writer = await connect(operator.url)
    path = f"/v1/tables/{table}/baccarat/start-round"
    writer.write(head("POST", path, operator.caller.bearer, "Content-Length: 1000"))
    dripping = asyncio.create_task(_drip(writer))
    async with asyncio.timeout(PATIENCE):
        assert (await reader.readline()).startswith(b"HTTP/1.1 408")
    dripping.cancel()
    writer.close()
    assert await revision(operator, table) == 1


async def _drip(writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(b" ")
        await asyncio.sleep(0.02)


async def test_heads_that_never_end_are_dropped_while_others_are_served(
    operator: Operator, impatient: str, table: str
) -> None:
    slow = [await connect(impatient) for _ in range(200)]
    for _, writer in slow:
        writer.write(b"POST /v1/players HTTP/1.1\r\nHost: x\r\nX-Slow")
    good = head("GET", f"/v1/tables/{table}", operator.caller.bearer)
    assert (await answer(impatient, good)).status == 200
    async with asyncio.timeout(PATIENCE):
        for reader, writer in slow:
            assert await reader.read() == b""
            writer.close()


async def test_a_connection_that_says_nothing_is_closed(impatient: str) -> None:
    reader, writer = await connect(impatient)
    async with asyncio.timeout(PATIENCE):
        assert await reader.read() == b""
    writer.close()


@pytest.mark.parametrize("path", PATHS)
async def test_a_client_that_goes_away_in_the_middle_does_nothing(
    operator: Operator, table: str, path: str
) -> None:
    for _ in range(20):
        _, writer = await connect(operator.url)
        start = head("POST", path.format(table=table), operator.caller.bearer, "Content-Length: 2")
        writer.write(start + b"{")
        await writer.drain()
        writer.transport.abort()
    assert (await answer(operator.url, head("GET", "/v1/tables", operator.caller.bearer))).status == 200
    assert await revision(operator, table) == 1
