"""What appends nothing is done once under a key, in one transaction with its answer."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import UTC, datetime
from uuid import uuid4

import psycopg
import pytest

from croupier.adapters.postgres.answers import PostgresAnswers
from croupier.adapters.postgres.fetching import Fetcher
from croupier.adapters.postgres.keys import PostgresKeys
from croupier.adapters.postgres.retention import PostgresRetention
from croupier.adapters.postgres.session import service_conninfo
from croupier.adapters.sealer import Sealer
from croupier.service.errors import KeyInFlight, KeyReused, NotFound, StoreUnavailable
from croupier.service.handling import Key
from croupier.service.once import Once, OnceOnly

SECRETS = Sealer([bytes(range(32))])
AT = datetime(2026, 1, 31, tzinfo=UTC)
KEY = Key("operator:house POST /v1/things", "k", b"print")


@pytest.fixture
async def fetcher(postgres_url: str) -> AsyncIterator[Fetcher]:
    fetcher = Fetcher(service_conninfo(postgres_url), 2, 3.0)
    await fetcher.open()
    yield fetcher
    await fetcher.close()


@pytest.fixture
def once(fetcher: Fetcher) -> OnceOnly:
    return OnceOnly(PostgresAnswers(fetcher), SECRETS)


@pytest.fixture
async def elsewhere(postgres_url: str) -> AsyncIterator[OnceOnly]:
    """The same as another process has it."""
    fetcher = Fetcher(service_conninfo(postgres_url), 2, 3.0)
    await fetcher.open()
    yield OnceOnly(PostgresAnswers(fetcher), SECRETS)
    await fetcher.close()


def answers(text: bytes) -> Callable[[], Awaitable[bytes]]:
    async def do() -> bytes:
        return text

    return do


async def test_a_repeat_gets_the_first_answer_and_does_nothing(once: OnceOnly, log: str) -> None:
    assert await once(KEY, log, answers(b"first")) == Once(b"first")
    assert await once(KEY, log, answers(b"second")) == Once(b"first", repeated=True)


async def test_without_a_key_it_is_done_each_time(once: OnceOnly, log: str) -> None:
    assert await once(None, log, answers(b"first")) == Once(b"first")
    assert await once(None, log, answers(b"second")) == Once(b"second")


@pytest.mark.parametrize(
    "other",
    [Key("operator:other POST /v1/things", "k", b"print"), Key(KEY.scope, "another", b"print")],
)
async def test_another_scope_or_key_is_another_request(once: OnceOnly, log: str, other: Key) -> None:
    await once(KEY, log, answers(b"first"))
    assert await once(other, log, answers(b"second")) == Once(b"second")


async def test_another_log_is_another_request(once: OnceOnly, log: str) -> None:
    await once(KEY, log, answers(b"first"))
    assert await once(KEY, f"{log}-b", answers(b"second")) == Once(b"second")


async def test_the_same_key_with_another_body_is_refused(once: OnceOnly, log: str) -> None:
    await once(KEY, log, answers(b"first"))
    with pytest.raises(KeyReused):
        await once(Key(KEY.scope, "k", b"other"), log, answers(b"second"))


async def test_a_second_request_is_in_flight_in_this_process_and_in_another(
    once: OnceOnly, elsewhere: OnceOnly, log: str
) -> None:
    began, may_end = asyncio.Event(), asyncio.Event()

    async def slowly() -> bytes:
        began.set()
        await may_end.wait()
        return b"first"

    first = asyncio.create_task(once(KEY, log, slowly))
    await began.wait()
    for other in (once, elsewhere):
        with pytest.raises(KeyInFlight):
            await other(KEY, log, answers(b"second"))
    may_end.set()
    assert await first == Once(b"first")
    assert await elsewhere(KEY, log, answers(b"second")) == Once(b"first", repeated=True)


async def test_what_fails_leaves_nothing_behind_and_may_be_sent_again(
    once: OnceOnly, fetcher: Fetcher, log: str
) -> None:
    keys, name = PostgresKeys(fetcher), f"op-{uuid4().hex}"

    async def half() -> bytes:
        assert await keys.add_operator(name, AT)
        raise NotFound("there is no such thing")

    async def whole() -> bytes:
        return b"added" if await keys.add_operator(name, AT) else b"was there"

    with pytest.raises(NotFound):
        await once(KEY, log, half)
    assert await once(KEY, log, whole) == Once(b"added")


async def test_who_is_cut_off_in_the_middle_has_done_nothing(
    once: OnceOnly, elsewhere: OnceOnly, fetcher: Fetcher, postgres_url: str, log: str
) -> None:
    keys, name = PostgresKeys(fetcher), f"op-{uuid4().hex}"

    async def cut_off() -> bytes:
        await keys.add_operator(name, AT)
        backend = await fetcher.one(int, "SELECT pg_backend_pid()")
        with psycopg.connect(postgres_url, autocommit=True) as owner:
            owner.execute("SELECT pg_terminate_backend(%s, 3000)", (backend,))
        return b"first"

    async def again() -> bytes:
        return b"added" if await keys.add_operator(name, AT) else b"was there"

    with pytest.raises(StoreUnavailable):
        await once(KEY, log, cut_off)
    assert await once(KEY, log, again) == Once(b"added")
    assert await elsewhere(KEY, log, answers(b"more")) == Once(b"added", repeated=True)


async def test_what_takes_too_long_is_undone(postgres_url: str, log: str) -> None:
    impatient = Fetcher(service_conninfo(postgres_url), 1, 0.2)
    await impatient.open()
    once = OnceOnly(PostgresAnswers(impatient), SECRETS)

    async def for_ever() -> bytes:
        await asyncio.Event().wait()
        return b""

    with pytest.raises(StoreUnavailable):
        await once(KEY, log, for_ever)
    assert await once(KEY, log, answers(b"first")) == Once(b"first")
    await impatient.close()


async def test_answers_are_sealed_at_rest(once: OnceOnly, fetcher: Fetcher, log: str) -> None:
    await once(KEY, log, answers(b'{"token":"secret"}'))
    kept = await fetcher.one(bytes, "SELECT answer FROM kept_answers WHERE log = %(log)s", log=log)
    assert kept
    assert b"secret" not in kept


async def test_answers_are_kept_for_the_days_that_are_set_and_never_for_less_than_one(
    once: OnceOnly, fetcher: Fetcher, postgres_url: str, log: str
) -> None:
    old, new = Key(KEY.scope, "old", b"print"), Key(KEY.scope, "new", b"print")
    for key in (old, new):
        await once(key, log, answers(b"first"))
    with psycopg.connect(postgres_url, autocommit=True) as owner:
        owner.execute(
            "UPDATE croupier.kept_answers SET created_at = now() - interval '25 hours'"
            " WHERE log = %s AND key = 'old'",
            (log,),
        )
    assert await PostgresRetention(fetcher).forget_answers(0) >= 1
    assert await once(old, log, answers(b"second")) == Once(b"second")
    assert await once(new, log, answers(b"second")) == Once(b"first", repeated=True)


@pytest.mark.parametrize("text", ["a\0b", "half of a pair: \ud800"])
async def test_a_name_that_cannot_be_kept_is_no_key_in_flight(once: OnceOnly, log: str, text: str) -> None:
    with pytest.raises(StoreUnavailable):
        await once(Key(f"POST /v1/{text}", "k", b"print"), log, answers(b"never"))


@pytest.mark.parametrize("text", ["a\0b", "half of a pair: \ud800"])
async def test_a_writing_that_cannot_be_done_does_not_pass_for_one_that_found_nothing(
    fetcher: Fetcher, once: OnceOnly, log: str, text: str
) -> None:
    keys = PostgresKeys(fetcher)
    with pytest.raises(StoreUnavailable):
        await keys.add_operator(text, AT)

    async def read() -> bytes:
        await keys.find_key(text)
        return b"read, though the transaction may be broken"

    assert await keys.find_key(text) is None
    with pytest.raises(StoreUnavailable):
        await once(KEY, log, read)
    assert await once(KEY, log, answers(b"nothing was kept")) == Once(b"nothing was kept")
