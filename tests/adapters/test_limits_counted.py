"""Quotas in Valkey: never more than the quota is let through, whoever asks at once, and it comes back."""

import asyncio
from collections.abc import Iterator
from contextlib import ExitStack
from uuid import uuid4

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.counting import START, Hand, limits_at, steady
from tests.support.valkeys import OwnValkey

from croupier.service.ports import Bucket, Taken
from croupier.service.quotas import Quota

SECOND = 1_000_000


@pytest.fixture(scope="module")
def server() -> Iterator[OwnValkey]:
    with OwnValkey() as valkey:
        yield valkey


def bucket(requests: int, seconds: int = 10, name: str = "key") -> Bucket:
    return Bucket(Quota(name, requests, seconds), uuid4().hex)


def granted(answers: list[Taken | None]) -> int:
    assert None not in answers
    return sum(answer.granted for answer in answers if answer)


async def test_of_many_processes_at_once_no_more_than_the_quota_is_let_through(server: OwnValkey) -> None:
    one = bucket(100)
    with ExitStack() as stack:
        processes = [stack.enter_context(limits_at(server.url)) for _ in range(5)]
        answers = await asyncio.gather(*(process.take((one,)) for _ in range(60) for process in processes))
    assert granted(answers) == 100


async def test_each_request_is_told_what_was_left_after_it_and_no_two_the_same(server: OwnValkey) -> None:
    one = bucket(40)
    with limits_at(server.url) as here, limits_at(server.url) as there:
        answers = await asyncio.gather(*(limits.take((one,)) for _ in range(20) for limits in (here, there)))
    assert sorted(answer.standings[0].left for answer in answers if answer) == list(range(40))


async def test_who_is_refused_is_told_when_there_is_one_more_and_then_there_is_exactly_one(
    server: OwnValkey,
) -> None:
    one, hand = bucket(5), Hand()
    with limits_at(server.url, hand) as limits:
        assert granted([await limits.take((one,)) for _ in range(7)]) == 5
        refused = await limits.take((one,))
        assert refused
        assert [refused.granted, refused.standings[0].left, refused.standings[0].seconds] == [False, 0, 2]
        hand.move(2 * SECOND - 1)
        assert granted([await limits.take((one,))]) == 0
        hand.move(1)
        assert granted([await limits.take((one,)) for _ in range(3)]) == 1


async def test_a_quota_that_was_used_up_is_whole_again_after_its_seconds(server: OwnValkey) -> None:
    one, hand = bucket(50), Hand()
    with limits_at(server.url, hand) as limits:
        for _ in range(3):
            answers = await asyncio.gather(*(limits.take((one,)) for _ in range(60)))
            assert granted(answers) == 50
            hand.move(10 * SECOND)


async def test_a_request_is_taken_from_all_of_its_buckets_or_from_none(server: OwnValkey) -> None:
    key, player = bucket(10), bucket(3, name="player")
    with limits_at(server.url) as limits:
        answers = await asyncio.gather(*(limits.take((key, player)) for _ in range(8)))
        assert granted(answers) == 3
        last = answers[-1]
        assert last
        assert [(one.quota.name, one.left) for one in last.standings] == [("key", 7), ("player", 0)]
        alone = await limits.take((key,))
        assert alone
        assert alone.standings[0].left == 6


async def test_a_clock_that_is_set_back_gives_nothing_and_takes_nothing(server: OwnValkey) -> None:
    one, hand = bucket(5), Hand()
    with limits_at(server.url, hand) as limits:
        assert granted([await limits.take((one,)) for _ in range(5)]) == 5
        hand.move(-3600 * SECOND)
        assert granted([await limits.take((one,))]) == 0
        hand.move(2 * SECOND)
        assert granted([await limits.take((one,)) for _ in range(2)]) == 1


async def test_a_bucket_leaves_nothing_behind_once_it_is_full_again(server: OwnValkey) -> None:
    server.client.flushall()
    with limits_at(server.url, lambda: 0) as limits:
        await asyncio.gather(*(limits.take((bucket(1000, seconds=1),)) for _ in range(50)))
    keys = server.client.keys("*")
    assert all(key.startswith("croupier:limit:key:") for key in keys)
    assert all(0 <= server.client.pttl(key) <= 3 or not server.client.exists(key) for key in keys)


async def test_who_is_refused_writes_nothing(server: OwnValkey) -> None:
    one = bucket(1)
    with limits_at(server.url) as limits:
        await limits.take((one,))
        [key] = server.client.keys(f"*{one.holder}")
        kept = server.client.get(key)
        assert granted(await asyncio.gather(*(limits.take((one,)) for _ in range(20)))) == 0
        assert server.client.get(key) == kept


async def test_by_valkeys_own_clock_processes_need_none(server: OwnValkey) -> None:
    one = bucket(3, seconds=3600)
    with limits_at(server.url, lambda: 0) as here, limits_at(server.url, lambda: 0) as there:
        assert granted([await limits.take((one,)) for limits in (here, there, here, there)]) == 3


async def test_all_who_wait_go_in_one_call(server: OwnValkey) -> None:
    with limits_at(server.url) as limits:
        await limits.take((bucket(1),))
        before = server.client.info("commandstats")["cmdstat_evalsha"]["calls"]
        await asyncio.gather(*(limits.take((bucket(5),)) for _ in range(200)))
        calls = server.client.info("commandstats")["cmdstat_evalsha"]["calls"] - before
    assert calls == 1


async def test_who_no_longer_waits_for_the_answer_spoils_it_for_nobody(server: OwnValkey) -> None:
    one = bucket(10)
    with limits_at(server.url) as limits:
        gone = asyncio.ensure_future(limits.take((one,)))
        stays = asyncio.ensure_future(limits.take((one,)))
        await asyncio.sleep(0)
        gone.cancel()
        assert granted([await stays]) == 1


@given(
    requests=st.integers(1, 6),
    seconds=st.integers(1, 4),
    pauses=st.lists(st.integers(0, 3 * SECOND), min_size=1, max_size=30),
)
@settings(max_examples=40, deadline=None)
def test_in_any_time_no_more_than_the_quota_and_what_came_back_meanwhile_is_let_through(
    server: OwnValkey, requests: int, seconds: int, pauses: list[int]
) -> None:
    at, passed = START, []
    for pause, answer in zip(pauses, steady(server.url, bucket(requests, seconds), pauses), strict=True):
        at += pause
        if answer.granted:
            passed.append(at)
    for number, begun in enumerate(passed):
        for count, ended in enumerate(passed[number:], start=1):
            assert (count - requests) * seconds * SECOND <= (ended - begun) * requests


@given(
    requests=st.integers(1, 6),
    seconds=st.integers(1, 4),
    pauses=st.lists(st.integers(0, 3 * SECOND), min_size=1, max_size=30),
)
@settings(max_examples=40, deadline=None)
def test_who_keeps_to_the_quota_in_every_window_is_never_refused(
    server: OwnValkey, requests: int, seconds: int, pauses: list[int]
) -> None:
    """The pauses are stretched where they would bring more than the quota into one window."""
    kept: list[int] = []
    times: list[int] = []
    for pause in pauses:
        at = (times[-1] if times else START) + pause
        if len(times) >= requests:
            at = max(at, times[-requests] + seconds * SECOND)
        kept.append(at - (times[-1] if times else START))
        times.append(at)
    assert all(answer.granted for answer in steady(server.url, bucket(requests, seconds), kept))
