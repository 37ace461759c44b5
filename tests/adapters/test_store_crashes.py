"""The server dies, or the connection breaks, amid appends: nothing acknowledged is lost, nothing doubled."""

import asyncio
import os
import random
import signal
from collections import Counter
from pathlib import Path

import psycopg
import pytest

from croupier.adapters.embedded import EmbeddedPostgres
from croupier.adapters.postgres import PostgresEventStore, migrate
from croupier.adapters.postgres.batch import Outcome, Submission
from croupier.adapters.postgres.lane import Lane
from croupier.adapters.postgres.session import service_conninfo
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Append, Appended, Conflict, Idempotency, NewEntry

PRODUCERS = 16


def an_append(log: str, stream: str, revision: int) -> Append:
    """An append with a record and an idempotency key of its own."""
    place = f"{stream}@{revision}"
    return Append(
        log,
        (NewEntry(stream, revision, place.encode()),),
        Idempotency("house", place, place.encode(), place.encode()),
    )


async def produce(store: PostgresEventStore, log: str, stop: asyncio.Event) -> list[int]:
    """Append to one stream each until told to stop; how far each came. None but `Appended` is expected."""

    async def one(stream: str) -> int:
        revision = 0
        while not stop.is_set():
            revision += 1
            assert isinstance(await store.append(an_append(log, stream, revision)), Appended)
        return revision

    return await asyncio.gather(*(one(f"table-{number}") for number in range(PRODUCERS)))


async def check(store: PostgresEventStore, log: str, acknowledged: list[int]) -> None:
    """The log holds what was acknowledged, once, at positions without a gap."""
    found = [entry async for entry in store.read_log(log)]
    assert [entry.position for entry in found] == list(range(len(found)))
    assert Counter(entry.stream for entry in found) == {
        f"table-{number}": revision for number, revision in enumerate(acknowledged)
    }
    assert len({entry.record for entry in found}) == len(found)


async def test_a_server_killed_amid_appends_loses_and_doubles_nothing(
    postgres_folder: Path, log: str
) -> None:
    server = EmbeddedPostgres(postgres_folder)
    url = await asyncio.to_thread(server.start)
    try:
        migrate(url)
        async with PostgresEventStore(url) as store:
            stop = asyncio.Event()
            producing = asyncio.create_task(produce(store, log, stop))
            for _ in range(2):
                await asyncio.sleep(0.3)
                kill_the_postmaster(postgres_folder)
                await asyncio.to_thread(server.stop)
                assert await asyncio.to_thread(server.start) == url
            await asyncio.sleep(0.3)
            stop.set()
            await check(store, log, await producing)
    finally:
        await asyncio.to_thread(server.stop)


def kill_the_postmaster(folder: Path) -> None:
    """As a power cut would, leave the server no time to finish anything."""
    os.kill(int((folder / "data" / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)


async def test_sessions_ended_by_the_server_amid_appends_lose_and_double_nothing(
    postgres_url: str, log: str
) -> None:
    async with PostgresEventStore(postgres_url) as store:
        stop = asyncio.Event()
        producing = asyncio.create_task(produce(store, log, stop))
        ended = 0
        for _ in range(10):
            await asyncio.sleep(0.05)
            with psycopg.connect(postgres_url, autocommit=True) as owner:
                ended += owner.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%FROM append%'"
                    " AND pid <> pg_backend_pid()"
                ).rowcount
        stop.set()
        await check(store, log, await producing)
        assert ended > 0


class BreakingProxy:
    """Stands before the server's socket and breaks connections, before or after the server has answered."""

    def __init__(self, folder: Path, server: str) -> None:
        self.folder, self._server = folder, server
        self._writers: list[asyncio.StreamWriter] = []

    async def __aenter__(self) -> "BreakingProxy":
        self._listener = await asyncio.start_unix_server(self._accept, self.folder / ".s.PGSQL.5432")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.break_all()
        self._listener.close()

    def break_all(self) -> None:
        """Drop what the clients have not got yet, whatever the server goes on to do."""
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_unix_connection(f"{self._server}/.s.PGSQL.5432")
        self._writers.append(writer)
        await asyncio.gather(_pump(reader, server_writer), _pump(server_reader, writer))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def test_answers_that_get_lost_on_the_way_leave_nothing_lost_or_doubled(
    postgres_url: str, tmp_path: Path, log: str
) -> None:
    host = psycopg.conninfo.conninfo_to_dict(postgres_url)["host"]
    async with BreakingProxy(tmp_path, str(host)) as proxy:
        through_proxy = psycopg.conninfo.make_conninfo(postgres_url, host=str(tmp_path))
        async with PostgresEventStore(through_proxy) as store:
            stop = asyncio.Event()
            producing = asyncio.create_task(produce(store, log, stop))
            for _ in range(60):
                await asyncio.sleep(random.uniform(0.005, 0.03))
                proxy.break_all()
            stop.set()
            await check(store, log, await producing)


@pytest.fixture
async def lane(postgres_url: str) -> Lane:
    """A connection for batches."""
    return Lane(service_conninfo(postgres_url))


async def carry(lane: Lane, appends: list[Append], sent_again: bool = False) -> list[Outcome]:
    return await lane.carry(appends[0].log, [Submission(append) for append in appends], sent_again)


async def test_a_batch_sent_again_is_told_what_the_first_sending_did(lane: Lane, log: str) -> None:
    appends = [an_append(log, "table-1", 1), an_append(log, "table-2", 1)]
    assert await carry(lane, appends) == [Appended(0), Appended(1)]
    again = [*appends, an_append(log, "table-3", 1), an_append(log, "table-4", 2)]
    assert await carry(lane, again, sent_again=True) == [Appended(0), Appended(1), Appended(2), Conflict()]
    await lane.close()


async def test_a_batch_sent_again_conflicts_where_somebody_else_has_been(lane: Lane, log: str) -> None:
    theirs = Append(log, (NewEntry("table-1", 1, b"theirs"),))
    assert await carry(lane, [theirs]) == [Appended(0)]
    assert await carry(lane, [an_append(log, "table-1", 1)], sent_again=True) == [Conflict()]
    await lane.close()


async def test_a_server_that_is_away_is_a_clear_error_and_no_more_when_it_is_back(
    postgres_folder: Path, log: str
) -> None:
    server = EmbeddedPostgres(postgres_folder)
    url = await asyncio.to_thread(server.start)
    try:
        migrate(url)
        async with PostgresEventStore(url, patience=0.3) as store:
            await store.append(an_append(log, "table-1", 1))
            await asyncio.to_thread(server.stop)
            with pytest.raises(StoreUnavailable):
                await store.append(an_append(log, "table-1", 2))
            with pytest.raises(StoreUnavailable):
                await store.head(log)
            await asyncio.to_thread(server.start)
            assert await store.append(an_append(log, "table-1", 2)) == Appended(1)
            assert await store.head(log) == 1
    finally:
        await asyncio.to_thread(server.stop)


async def test_a_server_that_hangs_is_a_clear_error(postgres_url: str, log: str) -> None:
    async with PostgresEventStore(postgres_url, patience=0.3) as store:
        with psycopg.connect(postgres_url) as somebody:
            somebody.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [log])
            with pytest.raises(StoreUnavailable, match="in time"):
                await store.append(an_append(log, "table-1", 1))
        assert isinstance(await store.append(an_append(log, "table-1", 1)), Appended | Conflict)


async def test_a_store_without_a_server_does_not_open(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"cannot be reached: .*No such file or directory"):
        await PostgresEventStore(f"postgresql:///nothing?host={tmp_path}", patience=0.2).open()
