"""Appending: optimistic concurrency, all or none, idempotency, and what happens to callers."""

import asyncio

import psycopg
import pytest

from croupier.adapters.postgres import PostgresEventStore
from croupier.service.errors import StoreUnavailable
from croupier.service.ports import Append, Appended, Conflict, Entry, Idempotency, NewEntry, Repeated


def an_append(log: str, *places: tuple[str, int], key: str | None = None, body: bytes = b"{}") -> Append:
    """An append of one entry at each place, a stream and a revision."""
    return Append(
        log=log,
        entries=tuple(
            NewEntry(stream, revision, b"%s@%d" % (stream.encode(), revision)) for stream, revision in places
        ),
        idempotency=None
        if key is None
        else Idempotency("house POST /v1/tables", key, body, b"answer to " + body),
    )


async def entries(store: PostgresEventStore, log: str) -> list[Entry]:
    return [entry async for entry in store.read_log(log)]


async def test_entries_get_the_positions_0_1_2(store: PostgresEventStore, log: str) -> None:
    assert await store.append(an_append(log, ("table-1", 1))) == Appended(0)
    assert await store.append(an_append(log, ("table-2", 1))) == Appended(1)
    assert await store.append(an_append(log, ("table-1", 2))) == Appended(2)
    assert await store.head(log) == 2


async def test_each_log_counts_its_own_positions(store: PostgresEventStore, log: str) -> None:
    await store.append(an_append(log, ("table-1", 1)))
    assert await store.append(an_append(f"{log}-other", ("table-1", 1))) == Appended(0)


@pytest.mark.parametrize("revision", [1, 3], ids=["taken", "too far"])
async def test_an_append_at_another_revision_than_the_next_is_a_conflict(
    store: PostgresEventStore, log: str, revision: int
) -> None:
    await store.append(an_append(log, ("table-1", 1)))
    assert await store.append(an_append(log, ("table-1", revision))) == Conflict()
    assert await store.append(an_append(log, ("table-2", 1))) == Appended(1), "it used up no position"


async def test_a_stream_begins_at_revision_1(store: PostgresEventStore, log: str) -> None:
    assert await store.append(an_append(log, ("table-1", 2))) == Conflict()
    assert await store.head(log) == -1


async def test_of_two_appends_at_once_at_the_same_revision_one_wins(
    store: PostgresEventStore, log: str
) -> None:
    outcomes = await asyncio.gather(*(store.append(an_append(log, ("table-1", 1))) for _ in range(2)))
    assert sorted(map(repr, outcomes)) == ["Appended(position=0)", "Conflict()"]


async def test_a_conflicting_append_fails_alone(store: PostgresEventStore, log: str) -> None:
    await store.append(an_append(log, ("table-0", 1)))
    outcomes = await asyncio.gather(*(store.append(an_append(log, (f"table-{n}", 1))) for n in range(50)))
    assert outcomes[0] == Conflict()
    assert sorted(outcome.position for outcome in outcomes[1:] if isinstance(outcome, Appended)) == list(
        range(1, 50)
    )


async def test_several_entries_go_to_successive_positions(store: PostgresEventStore, log: str) -> None:
    one, two = await asyncio.gather(
        store.append(an_append(log, ("wallet-1", 1), ("table-1", 1))),
        store.append(an_append(log, ("table-2", 1), ("wallet-2", 1), ("table-3", 1))),
    )
    assert (one, two) == (Appended(0), Appended(2))
    streams = [entry.stream for entry in await entries(store, log)]
    assert streams == ["wallet-1", "table-1", "table-2", "wallet-2", "table-3"]


async def test_of_several_entries_none_is_written_when_one_conflicts(
    store: PostgresEventStore, log: str
) -> None:
    await store.append(an_append(log, ("table-1", 1)))
    lost, won = await asyncio.gather(
        store.append(an_append(log, ("wallet-1", 1), ("table-1", 1))),
        store.append(an_append(log, ("table-2", 1), ("wallet-2", 1))),
    )
    assert (lost, won) == (Conflict(), Appended(1))
    assert await store.append(an_append(log, ("wallet-1", 1), ("table-1", 2))) == Appended(3)


async def test_a_repeated_key_gets_the_stored_answer_and_writes_nothing(
    store: PostgresEventStore, log: str
) -> None:
    await store.append(an_append(log, ("table-0", 1)))
    assert await store.append(an_append(log, ("table-1", 1), key="a", body=b"first")) == Appended(1)
    repeat = await store.append(an_append(log, ("table-1", 2), key="a", body=b"second"))
    assert repeat == Repeated(fingerprint=b"first", answer=b"answer to first", position=1)
    assert await store.repeated(log, "house POST /v1/tables", "a") == repeat
    assert await store.head(log) == 1


async def test_a_repeat_is_no_conflict_although_its_revision_is_taken(
    store: PostgresEventStore, log: str
) -> None:
    append = an_append(log, ("table-1", 1), key="a")
    assert await store.append(append) == Appended(0)
    assert isinstance(await store.append(append), Repeated)


async def test_the_same_key_twice_at_once_is_appended_once(store: PostgresEventStore, log: str) -> None:
    one, two = await asyncio.gather(
        store.append(an_append(log, ("table-1", 1), ("wallet-1", 1), key="a", body=b"one")),
        store.append(an_append(log, ("table-2", 1), key="a", body=b"two")),
    )
    assert one == Appended(0)
    assert two == Repeated(fingerprint=b"one", answer=b"answer to one", position=0)
    assert await store.head(log) == 1


async def test_the_answer_of_a_conflict_is_not_stored(store: PostgresEventStore, log: str) -> None:
    assert await store.append(an_append(log, ("table-1", 2), key="a")) == Conflict()
    assert await store.repeated(log, "house POST /v1/tables", "a") is None
    assert await store.append(an_append(log, ("table-1", 1), key="a")) == Appended(0)


async def test_keys_of_other_scopes_and_logs_are_other_keys(store: PostgresEventStore, log: str) -> None:
    await store.append(an_append(log, ("table-1", 1), key="a"))
    assert await store.repeated(log, "house POST /v1/wallets", "a") is None
    assert await store.repeated(f"{log}-other", "house POST /v1/tables", "a") is None


async def test_cancelling_the_caller_does_not_cancel_the_append(store: PostgresEventStore, log: str) -> None:
    callers = [asyncio.create_task(store.append(an_append(log, (f"table-{n}", 1)))) for n in range(20)]
    await asyncio.sleep(0)
    for caller in callers[::2]:
        caller.cancel()
    outcomes = await asyncio.gather(*callers, return_exceptions=True)
    assert sum(isinstance(outcome, asyncio.CancelledError) for outcome in outcomes) == 10
    await store.append(an_append(log, ("table-last", 1)))
    assert await store.head(log) == 20


async def test_closing_finishes_what_waits_and_refuses_what_comes(postgres_url: str, log: str) -> None:
    store = PostgresEventStore(postgres_url)
    await store.open()
    callers = [asyncio.create_task(store.append(an_append(log, ("table-1", n)))) for n in range(1, 31)]
    await asyncio.sleep(0)
    await store.close()
    assert await asyncio.gather(*callers) == [Appended(n) for n in range(30)]
    with pytest.raises(StoreUnavailable, match="closed"):
        await store.append(an_append(log, ("table-1", 31)))


async def test_the_exact_bytes_come_back_with_what_is_sealed_beside_them(
    store: PostgresEventStore, log: str
) -> None:
    record, sealed = bytes(range(256)) * 255 + bytes(255), b"\0\xff"
    await store.append(Append(log, (NewEntry("table-1", 1, record, sealed), NewEntry("wallet-1", 1, b"{}"))))
    assert await entries(store, log) == [
        Entry(0, "table-1", 1, record, sealed),
        Entry(1, "wallet-1", 1, b"{}", None),
    ]


@pytest.mark.parametrize(
    "append",
    [
        Append("log", ()),
        Append("log", (NewEntry("table-1", 1, b"{}"), NewEntry("table-1", 2, b"{}"))),
        Append("log", (NewEntry("table-1", 1, bytes(65_536)),)),
        Append("log", (NewEntry("table-1", 1, b""),)),
        Append("log", (NewEntry("table-1", 0, b"{}"),)),
        Append("log", (NewEntry("table-1", 2**31, b"{}"),)),
        Append("log", (NewEntry("table\0", 1, b"{}"),)),
        Append("log", (NewEntry("table-\ud800", 1, b"{}"),)),
        Append("log", (NewEntry("t" * 256, 1, b"{}"),)),
        Append("", (NewEntry("table-1", 1, b"{}"),)),
        Append("log", (NewEntry("table-1", 1, b"{}"),), Idempotency("house", "k" * 256, b"", b"")),
    ],
    ids=lambda append: repr(append)[:60],
)
async def test_what_no_database_would_take_is_refused_at_once(
    store: PostgresEventStore, append: Append
) -> None:
    with pytest.raises(ValueError):
        await store.append(append)


async def test_an_append_that_the_database_refuses_does_not_take_its_batch_with_it(
    store: PostgresEventStore, postgres_url: str, log: str
) -> None:
    await store.append(an_append(log, ("table-0", 1)))
    with psycopg.connect(postgres_url) as owner:
        owner.execute(
            "INSERT INTO croupier.entries (position, log, revision, stream, record)"
            " SELECT 1000, id, 1, 'table-13', 'x' FROM croupier.logs WHERE log = %s",
            [log],
        )
    outcomes = await asyncio.gather(
        *(store.append(an_append(log, (f"table-{n}", 1))) for n in range(10, 20)), return_exceptions=True
    )
    assert isinstance(outcomes.pop(3), StoreUnavailable)
    assert sorted(outcome.position for outcome in outcomes if isinstance(outcome, Appended)) == list(
        range(1, 10)
    )
