"""A part of a log is taken away over HTTP, as fast as the client takes it, and proven elsewhere."""

import asyncio
import io
import json
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from tests.api.calling import Caller, Operator, code_of
from tests.api.conftest import Served, new_operator
from tests.api.logs import grow, publish
from tests.support.bundling import codes, parts_of

from croupier.adapters.cli.app import app
from croupier.adapters.ed25519 import Ed25519Checker
from croupier.adapters.http.server import flowing
from croupier.adapters.http.server.flowing import Flow, send_flow
from croupier.adapters.http.server.rsgi import Exchange, Scope
from croupier.adapters.http.server.serving import free_address, serve
from croupier.adapters.rulebooks import rulebooks
from croupier.adapters.system import rule_code
from croupier.service.errors import StoreUnavailable
from croupier.service.holding import Hold
from croupier.service.roles import KeyRole
from croupier.service.verifying import Report, Trust, Verifier

SIZE = 300


@pytest.fixture(scope="module")
async def house(served: Served) -> Operator:
    """An operator whose log has a full tile and a partial one. Tests share it, and only read."""
    operator = await new_operator(served)
    await grow(operator, SIZE)
    return operator


def path(operator: Operator) -> str:
    return f"/v1/log/{operator.name}/bundle"


async def table_of(operator: Operator) -> str:
    return str((await operator.caller.get("/v1/tables")).json()["tables"][0]["table"])


def verified(bundle: bytes, operator: Operator) -> Report:
    """The report of who knows the log's public key."""
    trust = Trust(operator.parts.services.transparency.verifier_keys(operator.name))
    return Verifier(Ed25519Checker(), rule_code(), rulebooks()).verify(io.BytesIO(bundle), trust)


async def test_the_whole_log_is_taken_away_and_proven(house: Operator) -> None:
    answer = await house.caller.get(path(house))
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["cache-control"] == "no-store"
    named = f'attachment; filename="{house.name}-log.croupier.tar"'
    assert answer.headers["content-disposition"] == named
    report = verified(answer.content, house)
    assert (report.findings, report.records, report.tiles, report.rules) == ((), SIZE, 3, ())
    assert report.decided
    assert (report.decided.unchecked, report.decided.other_code) == (0, 0)


async def test_a_part_is_taken_away_and_proven(house: Operator) -> None:
    table = await table_of(house)
    player = (await house.caller.get(f"/v1/tables/{table}")).json()["view"]["seats"][0]["player"]
    for query, of in (
        ({"table": table}, {"of": "table", "table": table}),
        ({"round": f"{table}.1"}, {"of": "round", "table": table, "round": 1}),
        ({"player": player}, {"of": "player", "player": player}),
        ({"from": "250", "to": "260"}, {"of": "span", "first": 250, "last": 260}),
    ):
        answer = await house.caller.get(path(house), **query)
        manifest = json.loads(parts_of(answer.content)[0].content)
        assert manifest["selection"] == of
        report = verified(answer.content, house)
        assert report.findings == ()
        assert 0 < report.records < 30


async def test_entries_since_the_last_checkpoint_wait_for_the_next(operator: Operator) -> None:
    code_of(await operator.caller.get(path(operator)), 404)
    await operator.player()
    await publish(operator)
    await operator.player()
    assert verified((await operator.caller.get(path(operator))).content, operator).records == 2
    await publish(operator)
    assert verified((await operator.caller.get(path(operator))).content, operator).records == 4


@pytest.mark.parametrize("role", ["auditor", "regulator"])
async def test_auditors_and_regulators_take_logs_away(house: Operator, role: KeyRole) -> None:
    inspector = await house.holder(role)
    assert verified((await inspector.get(path(house))).content, house).findings == ()


async def test_nobody_else_does(house: Operator, foreign: Operator, anybody: Caller) -> None:
    assert code_of(await anybody.get(path(house)), 401) == "unauthenticated"
    assert code_of(await foreign.caller.get(path(house)), 404) == "not-found"
    player = await foreign.player()
    assert code_of(await player.caller.get(path(foreign)), 403) == "forbidden"
    assert code_of(await house.caller.post(path(house)), 405) == "method-not-allowed"


@pytest.mark.parametrize(
    ("query", "parameter"),
    [
        ({"table": "roulette"}, "table"),
        ({"round": "baccarat-k3vq7m2abcde"}, "round"),
        ({"player": "../x"}, "player"),
        ({"from": "yesterday"}, "from"),
        ({"to": "-5"}, "to"),
        ({"from": "1" * 101}, "from"),
        ({"table": "baccarat-k3vq7m2abcde", "player": "x5n3bqy5phcxckor"}, "player"),
    ],
)
async def test_what_makes_no_sense_is_refused(house: Operator, query: dict[str, str], parameter: str) -> None:
    answer = await house.caller.send("GET", path(house), params=query)
    assert code_of(answer, 400) == "invalid-parameter"
    assert answer.json()["errors"][0]["parameter"] == parameter


async def test_what_is_not_there_is_not_found(house: Operator) -> None:
    for query in (
        {"table": "baccarat-aaaaaaaaaaaa"},
        {"player": "aaaaaaaaaaaa"},
        {"from": "9", "to": "3"},
        {"from": f"{SIZE}"},
        {"to": "2001-01-01"},
    ):
        assert code_of(await house.caller.send("GET", path(house), params=query), 404) == "not-found"


async def test_the_program_fetches_a_bundle_from_the_service_and_verifies_it(
    house: Operator, capsys: pytest.CaptureFixture[str]
) -> None:
    (key,) = house.parts.services.transparency.verifier_keys(house.name)
    words = ["verify", f"{house.url}{path(house)}", "--key", key.text, "--json"]

    async def run(*more: str) -> tuple[int, str, str]:
        code = await asyncio.to_thread(app, [*words, *more], result_action="return_value")
        return code, *capsys.readouterr()

    code, said, _ = await run("--credential", house.caller.bearer or "")
    assert (code, json.loads(said)["records"]) == (0, SIZE)
    code, said, complaint = await run()
    assert (code, said) == (2, "")
    assert "answers with status 401: A valid key or token is needed" in complaint


# The way of a long answer, by an application that does nothing else.

CHUNK = bytes(65_536)


class Endless:
    """Chunks, as many as `most`, that are counted as they are made."""

    def __init__(self, most: int, fault: Exception | None = None) -> None:
        self.made = 0
        self.closed = asyncio.Event()
        self.open: Counter[str] = Counter()
        self._most = most
        self._fault = fault

    async def chunks(self) -> AsyncGenerator[bytes, None]:
        try:
            for _ in range(self._most):
                self.made += 1
                yield CHUNK
            if self._fault:
                raise self._fault
        finally:
            self.closed.set()

    async def __rsgi__(self, scope: Scope, exchange: Exchange) -> None:
        flow = Flow(self.chunks(), "request", Hold(self.open, "client"))
        await send_flow(exchange, 200, [("content-type", "x/y")], flow)


@asynccontextmanager
async def flowing_from(source: Endless) -> AsyncIterator[tuple[str, int]]:
    """The address where the source answers every request."""
    host, port = free_address("127.0.0.1", 0)
    stopping, ready = asyncio.Event(), asyncio.Event()
    served = asyncio.create_task(serve(source, host, port, stopping, ready.set))
    await ready.wait()
    async with asyncio.timeout(60):  # a fault is not to be waited for
        yield host, port
    stopping.set()
    await served
    assert not source.open


async def asking(host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A client that asks and reads nothing by itself."""
    reader, writer = await asyncio.open_connection(host, port, limit=1_024)
    writer.write(b"GET / HTTP/1.1\r\nhost: here\r\n\r\n")
    return reader, writer


async def stands_still(source: Endless) -> int:
    """How many chunks are made when no more are."""
    made, same = -1, 0
    while same < 20:
        await asyncio.sleep(0.05)
        same = same + 1 if source.made == made > 0 else 0
        made = source.made
    return made


async def test_a_client_that_reads_nothing_has_nothing_made_for_him() -> None:
    source = Endless(100_000)
    async with flowing_from(source) as address:
        reader, writer = await asking(*address)
        made = await stands_still(source)
        assert made < 1_000
        await reader.readexactly(2_000 * len(CHUNK))
        assert 2_000 <= await stands_still(source) < 3_000
        writer.transport.abort()
        await source.closed.wait()
        assert source.made < 3_000


async def test_a_client_that_takes_nothing_for_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flowing, "PATIENCE", 0.2)
    source = Endless(100_000)
    async with flowing_from(source) as address:
        _, writer = await asking(*address)
        await source.closed.wait()
        assert source.made < 1_000
        writer.close()


def files_open() -> int:
    """How many files this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))


async def test_an_answer_comes_whole_however_long_it_is_and_leaves_nothing_behind() -> None:
    for count in (0, 1, 300):
        source = Endless(count)
        async with flowing_from(source) as (host, port), httpx.AsyncClient(verify=False) as client:
            opened = []
            for _ in range(4):
                answer = await client.get(f"http://{host}:{port}/")
                assert (answer.status_code, answer.headers["content-type"]) == (200, "x/y")
                assert len(answer.content) == count * len(CHUNK)
                opened.append(files_open())
            assert opened[-1] <= opened[0]


async def test_an_answer_that_breaks_off_just_ends_and_a_bundle_s_reader_sees_it(house: Operator) -> None:
    source = Endless(3, StoreUnavailable("the database is gone"))
    async with flowing_from(source) as (host, port), httpx.AsyncClient(verify=False) as client:
        assert len((await client.get(f"http://{host}:{port}/")).content) == 3 * len(CHUNK)
    whole = (await house.caller.get(path(house))).content
    assert codes(verified(whole[: len(whole) // 1024 * 512], house)) == ["bundle-truncated"]
