"""The projector keeps the views of a playing casino; of several, one works and another takes over."""

import asyncio
from collections.abc import Iterator
from random import Random

import pytest
from msgspec.json import decode
from msgspec.structs import replace
from tests.support.playing import LOG, Casino, play_at_random
from tests.support.valkeys import OwnValkey
from tests.support.viewing import QUICK, TABLE, Viewing, play, playing_casino, projecting, soon

from croupier.adapters.background import end
from croupier.service.ports import LobbyQuery
from croupier.service.projection import Pace


@pytest.fixture(scope="module")
def server() -> Iterator[OwnValkey]:
    with OwnValkey() as valkey:
        yield valkey


@pytest.fixture
def valkey(server: OwnValkey) -> OwnValkey:
    server.client.flushall()
    return server


async def test_views_follow_the_log_and_come_to_show_all_of_it(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino)
    async with projecting(viewing):
        await soon(viewing.shows_all)
        for number in range(3):
            await play_at_random(casino, f"baccarat-r{number}", Random(number), 60, f"{number}")
        await soon(viewing.shows_all)
    assert viewing.troubles == []


async def test_a_busy_table_is_written_once_a_round_and_not_once_a_command(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino, replace(QUICK, rest=0.05))
    async with projecting(viewing):
        await soon(viewing.shows_all)
        before = valkey.client.info("commandstats")["cmdstat_evalsha"]["calls"]
        commands = len(casino.store.entries[LOG])  # type: ignore[attr-defined]
        await play(casino, 200)
        commands = len(casino.store.entries[LOG]) - commands  # type: ignore[attr-defined]
        after = valkey.client.info("commandstats")["cmdstat_evalsha"]["calls"]
        await soon(viewing.shows_all)
    assert commands == 600
    assert after - before < commands / 4


async def test_the_bell_of_one_process_wakes_the_projector_of_another(valkey: OwnValkey) -> None:
    """With polling so rare that only the bell can have done it."""
    casino = await playing_casino()
    slow = replace(QUICK, poll=60.0)
    ringing = Viewing(valkey.url, casino)
    projector = Viewing(valkey.url, casino, slow)
    bells = asyncio.create_task(ringing.bell.run())
    async with projecting(projector):
        await soon(projector.shows_all)
        await soon(lambda: _subscribed(valkey, 2))
        await play(casino, 1)
        ringing.bell.ring(LOG, await casino.store.head(LOG))
        await soon(projector.shows_all)
        bells.cancel()
    await ringing.client.aclose()


async def _subscribed(valkey: OwnValkey, times: int) -> bool:
    return bool(valkey.client.pubsub_numsub("croupier:bell") == [("croupier:bell", times)])


async def test_what_else_is_said_on_the_bell_s_channel_is_not_heeded(valkey: OwnValkey) -> None:
    viewing = Viewing(valkey.url, await playing_casino())
    async with projecting(viewing):
        await soon(lambda: _subscribed(valkey, 1))
        for noise in (b"", b"\xff", b"\x92\xa1a\x81\xa1b\xa1c", "x" * 10_000):
            valkey.client.publish("croupier:bell", noise)
        await soon(viewing.shows_all)
    assert viewing.troubles == []


async def test_of_two_projectors_one_works_and_the_other_takes_over_within_two_seconds_of_its_death(
    valkey: OwnValkey,
) -> None:
    casino = await playing_casino()
    first, second = (Viewing(valkey.url, casino, Pace(poll=0.1)) for _ in range(2))
    working = asyncio.create_task(first.projector.run())
    await soon(first.shows_all)
    async with projecting(second):
        await asyncio.sleep(0.3)
        assert not await second.lease.hold()
        await play(casino, 2)
        await soon(second.shows_all)
        assert second.projecting.spent == 0
        first.lease.release = _nothing  # type: ignore[method-assign]
        await end([working])
        await play(casino, 2)
        await soon(second.shows_all, 2.0)
        assert second.projecting.spent > 0
    await first.client.aclose()


async def _nothing() -> None:
    """What a killed process does."""


async def test_a_projector_that_ends_hands_over_at_once(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    first = Viewing(valkey.url, casino)
    async with projecting(first):
        await soon(first.shows_all)
    second = Viewing(valkey.url, casino)
    assert await second.lease.hold()
    await second.client.aclose()


async def test_two_projectors_at_work_at_once_do_no_harm(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    first, second = (Viewing(valkey.url, casino) for _ in range(2))
    second.projector._lease = AlwaysMine()
    async with projecting(first, second):
        await soon(first.shows_all)
        for number in range(40):
            await play_at_random(casino, f"baccarat-r{number}", Random(number), 30, f"{number}")
            await play(casino, 1)
            await asyncio.sleep(0.01)
            if number == 20:
                valkey.client.flushall()
        await soon(first.shows_all)
    assert first.projecting.spent
    assert second.projecting.spent


class AlwaysMine:
    async def hold(self) -> bool:
        return True

    async def release(self) -> None:
        return


async def test_a_log_that_is_added_while_running_gets_its_views(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino)
    async with projecting(viewing):
        await soon(viewing.shows_all)
        other = Casino(casino.store, casino.secrets, log="another")
        await other.open("baccarat-z1")
        await soon(lambda: _known(viewing, "another", "baccarat-z1"))
        assert await viewing.views.table(LOG, "baccarat-z1", "public") is None


async def _known(viewing: Viewing, log: str, table: str) -> bool:
    return await viewing.views.table(log, table, "public") is not None


async def test_a_position_that_is_asked_for_is_waited_for_in_the_log_and_not_in_the_views(
    valkey: OwnValkey,
) -> None:
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino)
    assert await viewing.rebuilder().rebuild(LOG)
    await play(casino, 1)
    head = await casino.store.head(LOG)
    late = await viewing.reading.table(LOG, TABLE, "public")
    assert late.position < head
    up_to_date = await viewing.reading.table(LOG, TABLE, "public", at_least=head)
    assert up_to_date.position == head
    assert up_to_date.revision == (await casino.streams.load(LOG, TABLE)).revision > late.revision
    page = await viewing.reading.lobby(LOG, LobbyQuery(9), at_least=head)
    assert decode(page.summaries[0])["round"] == 1
    await viewing.client.aclose()
