"""Streams that are cut off anywhere, many times, and a service that is killed: what came in all is the log.

Three tables are played while clients follow them and the whole log. Each client loses its connection again
and again in the middle of what it reads, forgets what was not whole, and resumes by the last id.
"""

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from msgspec import Struct
from tests.api.live import Event, Parser
from tests.process.service import RunningService, wait_until_gone

ROUNDS = 12
TABLES = 3


class Service(Struct):
    """Where the service is at present."""

    url: str
    key: str

    def client(self) -> httpx.AsyncClient:
        headers = {"Authorization": f"Bearer {self.key}"}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=20, verify=False)

    async def do(self, path: str, **body: Any) -> Any:
        """A command, tried until it is done; the service may be away for a while."""
        async with asyncio.timeout(60):
            while True:
                try:
                    async with self.client() as http:
                        answer = await http.post(path, json=body)
                except httpx.TransportError:
                    await asyncio.sleep(0.05)
                    continue
                assert answer.is_success or answer.status_code in (409, 503), answer.text
                return answer.json()


class CutClient:
    """Follows a stream over connections that are cut off."""

    def __init__(self, service: Service, path: str, seed: str) -> None:
        self.told: list[Event] = []
        self.cuts = 0
        self.last: str | None = None
        self.end: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._service, self._path, self._random = service, path, Random(seed)

    def positions(self) -> list[int]:
        return [int(str(event.id)) for event in self.told if event.name == "entry"]

    async def follow(self) -> None:
        """Follow until the entry at the position `end`, which is known in the end, has come."""
        while not (self.end.done() and self.last is not None and int(self.last) >= self.end.result()):
            try:
                await self._once()
            except (httpx.TransportError, TimeoutError):
                await asyncio.sleep(0.02)

    async def _once(self) -> None:
        resumed = {"Last-Event-ID": self.last} if self.last is not None else {}
        async with self._service.client() as http, http.stream("GET", self._path, headers=resumed) as answer:
            if answer.status_code != 200:
                raise httpx.ReadError("not now")
            await self._read(answer)

    async def _read(self, answer: httpx.Response) -> None:
        parser, left = Parser(), self._random.randrange(8_000)
        async with asyncio.timeout(1):
            async for piece in answer.aiter_raw():
                for event in parser.feed(piece[:left]):
                    self._take(event)
                left -= len(piece)
                if left <= 0:
                    self.cuts += 1
                    return

    def _take(self, event: Event) -> None:
        if event.name == "end":
            return
        self.told.append(event)
        self.last = event.id


async def play(service: Service, table: str) -> None:
    for _ in range(ROUNDS):
        await service.do(f"/v1/tables/{table}/baccarat/start-round")
        await service.do(f"/v1/tables/{table}/baccarat/deal")


async def entries_of(service: Service, table: str) -> list[Any]:
    found: list[Any] = []
    page: dict[str, Any] = {"after": -1, "more": True}
    async with service.client() as http:
        while page["more"]:
            page = (await http.get(f"/v1/tables/{table}/events?limit=500&after={page['after']}")).json()
            found += page["entries"]
    return found


class Told(Struct):
    """What clients were told, and what there was."""

    by_table: dict[str, list[CutClient]]
    of_log: list[CutClient]
    entries: dict[str, list[Any]]
    at_the_stop: list[Event]


async def told_at_the_stop(running: RunningService, service: Service) -> list[Event]:
    """All that a stream tells of a service that is told to stop while nothing happens."""
    parser = Parser()
    told: list[Event] = []
    async with service.client() as http, http.stream("GET", "/v1/stream") as answer:
        async for piece in answer.aiter_raw():
            told += parser.feed(piece)
            if [event.name for event in told] == ["head"]:
                running.process.terminate()
    return told


@pytest.fixture(scope="module")
async def told(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Told]:
    """Everything that came to clients while the service was killed and started again."""
    var: Path = tmp_path_factory.mktemp("resumed") / "var"
    with RunningService(var) as first:
        service = Service(first.url, first.key)
        opened = [
            (await service.do("/v1/tables", game="baccarat", limits={"min": 1, "max": 9}))["table"]
            for _ in range(TABLES)
        ]
        by_table = {
            table: [CutClient(service, f"/v1/tables/{table}/stream", f"{table} {n}") for n in range(2)]
            for table in opened
        }
        of_log = [CutClient(service, "/v1/stream?after=-1", f"log {n}") for n in range(2)]
        clients = [*of_log, *(client for some in by_table.values() for client in some)]
        following = [asyncio.create_task(client.follow()) for client in clients]
        playing = [asyncio.create_task(play(service, table)) for table in opened]
        while min(len(client.told) for client in clients) < 10:  # noqa: ASYNC110 - no event is set
            await asyncio.sleep(0.02)
        first.stop(signal.SIGKILL)
        await wait_until_gone(var)
    with RunningService(var) as second:
        service.url = second.url
        async with asyncio.timeout(120):
            await asyncio.gather(*playing)
            # The last entry of each table, by which all know when they have everything.
            for table in opened:
                end = (await service.do(f"/v1/tables/{table}/close-table"))["position"]
                for client in by_table[table]:
                    client.end.set_result(end)
            for client in of_log:
                client.end.set_result(end)
            await asyncio.gather(*following)
            entries = {table: await entries_of(service, table) for table in opened}
        last = await told_at_the_stop(second, service)
        yield Told(by_table, of_log, entries, last)


async def test_every_client_of_a_table_was_told_all_of_it_once_and_in_order(told: Told) -> None:
    for table, clients in told.by_table.items():
        for client in clients:
            first = int(str(client.told[0].id))
            assert client.told[0].name == "table"
            known = [entry["position"] for entry in told.entries[table] if entry["position"] > first]
            assert client.positions() == known


async def test_every_client_of_the_log_was_told_all_of_it_once_and_in_order(told: Told) -> None:
    for client in told.of_log:
        last = max(entries[-1]["position"] for entries in told.entries.values())
        assert client.positions() == [*range(last + 1)]


async def test_what_was_told_is_what_the_tables_histories_say(told: Told) -> None:
    said = {entry["position"]: entry for entries in told.entries.values() for entry in entries}
    for client in (*told.of_log, *(client for some in told.by_table.values() for client in some)):
        for event in client.told:
            if event.name == "entry":
                entry = said[event.data["position"]]
                assert {name: event.data[name] for name in entry} == entry


async def test_all_of_them_were_cut_off_many_times(told: Told) -> None:
    for client in (*told.of_log, *(client for some in told.by_table.values() for client in some)):
        assert client.cuts >= 3


async def test_a_stream_ends_by_saying_so_when_the_service_is_told_to_stop(told: Told) -> None:
    assert [event.name for event in told.at_the_stop] == ["head", "end"]
    assert told.at_the_stop[-1].data == {"reason": "stopping"}
