"""Reading: in order, up to where the log stood, in bounded memory, over broken connections."""

from collections.abc import Callable
from typing import TypeVar

import psycopg
import pytest

from croupier.adapters.postgres import PostgresEventStore
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.reader import PostgresLogReader
from croupier.adapters.postgres.session import service_conninfo
from croupier.service.ports import Append, Appended, Moved, NewEntry

T = TypeVar("T")


async def fill(store: PostgresEventStore, log: str, count: int, size: int = 20) -> None:
    """Append `count` entries by turns to the streams table-0, table-1 and table-2."""
    for first in range(0, count, 3):
        entries = tuple(NewEntry(f"table-{n}", first // 3 + 1, b"%0*d" % (size, first + n)) for n in range(3))
        assert await store.append(Append(log, entries)) == Appended(first)


async def test_a_log_is_read_in_the_order_of_positions(store: PostgresEventStore, log: str) -> None:
    await fill(store, log, 600)
    found = [entry async for entry in store.read_log(log)]
    assert [entry.position for entry in found] == list(range(600))
    assert [int(entry.record) for entry in found] == list(range(600))


async def test_a_log_is_read_after_a_position(store: PostgresEventStore, log: str) -> None:
    await fill(store, log, 30)
    assert [entry.position async for entry in store.read_log(log, after=26)] == [27, 28, 29]
    assert [entry.position async for entry in store.read_log(log, after=29)] == []


async def test_a_stream_is_read_in_the_order_of_revisions(store: PostgresEventStore, log: str) -> None:
    await fill(store, log, 600)
    found = [entry async for entry in store.read_stream(log, "table-1")]
    assert [entry.revision for entry in found] == list(range(1, 201))
    assert [entry.position for entry in found] == list(range(1, 600, 3))
    assert [entry.revision async for entry in store.read_stream(log, "table-1", after=198)] == [199, 200]


async def test_of_a_stream_that_moved_often_its_last_move_is_told(
    store: PostgresEventStore, log: str
) -> None:
    await fill(store, log, 300)
    await store.append(Append(log, (NewEntry("wallet-1", 1, b"{}"), NewEntry("table-0", 101, b"{}"))))
    moves = [move async for move in store.moves(log, after=10)]
    assert moves == [
        Moved(298, "table-1", 100),
        Moved(299, "table-2", 100),
        Moved(300, "wallet-1", 1),
        Moved(301, "table-0", 101),
    ]
    assert [move async for move in store.moves(log, after=299)] == moves[2:]
    assert [move async for move in store.moves(log, after=301)] == []


async def test_moves_are_told_stretch_by_stretch_up_to_where_the_log_stands(
    store: PostgresEventStore, log: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.adapters.postgres.reader._STRETCH", 100)
    await fill(store, log, 240)
    seen: list[tuple[int, str, int]] = []
    async for move in store.moves(log, after=20):
        if not seen:
            await store.append(Append(log, (NewEntry("table-late", 1, b"{}"),)))
        seen.append((move.position, move.stream, move.revision))
    assert seen == [
        (118, "table-1", 40),
        (119, "table-2", 40),
        (120, "table-0", 41),
        (218, "table-2", 73),
        (219, "table-0", 74),
        (220, "table-1", 74),
        (237, "table-0", 80),
        (238, "table-1", 80),
        (239, "table-2", 80),
        (240, "table-late", 1),
    ]


async def test_a_reading_ends_where_the_log_stood_when_it_began(store: PostgresEventStore, log: str) -> None:
    await fill(store, log, 300)
    seen = []
    async for entry in store.read_log(log):
        if entry.position == 0:
            await store.append(Append(log, (NewEntry("table-late", 1, b"{}"),)))
        seen.append(entry.position)
    assert seen == list(range(300))
    assert await store.head(log) == 300


async def test_streams_are_those_of_the_category_and_no_longer_word(
    store: PostgresEventStore, log: str
) -> None:
    names = [
        "table-b",
        "table-a",
        "table-",
        "table",
        "tables-1",
        "table.1",
        "tablecloth-1",
        "wallet-1",
        "table-é",
    ]
    await store.append(Append(log, tuple(NewEntry(name, 1, b"{}") for name in names)))
    assert await store.streams(log, "table") == ["table-a", "table-b", "table-é"]


async def test_the_heads_of_all_logs_are_told_at_once(store: PostgresEventStore, log: str) -> None:
    await fill(store, log, 30)
    heads = await store.heads()
    assert heads[log] == 29
    assert f"{log}-other" not in heads


async def test_a_log_that_nobody_wrote_to_is_empty(store: PostgresEventStore, log: str) -> None:
    assert await store.head(log) == -1
    assert [entry async for entry in store.read_log(log)] == []
    assert [entry async for entry in store.read_stream(log, "table-1")] == []
    assert await store.streams(log, "table") == []


@pytest.mark.parametrize("name", ["", "table\0", "table-\ud800", "t" * 10_000, "'; DROP TABLE entries; --"])
async def test_a_name_that_cannot_be_names_nothing(store: PostgresEventStore, log: str, name: str) -> None:
    await fill(store, log, 3)
    assert [entry async for entry in store.read_stream(log, name)] == []
    assert await store.streams(log, name) == []
    assert await store.head(name) == -1
    assert await store.repeated(log, name, name) is None


class _Measured(Fetcher):
    """Notes how many bytes of records each statement brought."""

    def __init__(self, conninfo: str) -> None:
        super().__init__(conninfo, connections=1, patience=5.0)
        self.sizes: list[int] = []

    async def all(self, make: Callable[..., T], query: str, **parameters: object) -> list[T]:
        found = await super().all(make, query, **parameters)
        self.sizes.append(sum(len(getattr(row, "record", b"")) for row in found))
        return found


async def test_a_log_of_large_records_is_read_in_slices_of_a_few_megabytes(
    store: PostgresEventStore, postgres_url: str, log: str
) -> None:
    await fill(store, log, 300, size=60_000)
    fetcher = _Measured(service_conninfo(postgres_url))
    await fetcher.open()
    assert len([entry async for entry in PostgresLogReader(fetcher).read_log(log)]) == 300
    await fetcher.close()
    assert sum(fetcher.sizes) == 300 * 60_000
    assert max(fetcher.sizes) <= 8 * 1024 * 1024


async def test_reading_outlives_its_connections(postgres_url: str, log: str) -> None:
    async with PostgresEventStore(postgres_url) as store:
        await fill(store, log, 300)
        positions = []
        async for entry in store.read_log(log):
            if entry.position % 100 == 0:
                _cut_all_others(postgres_url)
            positions.append(entry.position)
        assert positions == list(range(300))


def _cut_all_others(url: str) -> None:
    with psycopg.connect(url) as owner:
        owner.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE pid <> pg_backend_pid() AND usename = current_user"
        )
