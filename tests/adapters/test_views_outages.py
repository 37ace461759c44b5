"""Whatever becomes of Valkey, of the store or of a rebuild: reads are right, and views come back."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from functools import partial
from typing import Any

import pytest
from msgspec.json import decode
from msgspec.structs import replace
from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, Casino
from tests.support.valkeys import OwnValkey
from tests.support.viewing import QUICK, TABLE, Viewing, play, playing_casino, projecting, soon

from croupier.service.errors import StoreUnavailable
from croupier.service.ports import LobbyQuery, Moved


@pytest.fixture(scope="module")
def server() -> Iterator[OwnValkey]:
    with OwnValkey() as valkey:
        yield valkey


@pytest.fixture
def valkey(server: OwnValkey) -> OwnValkey:
    server.client.flushall()
    return server


async def listed(viewing: Viewing) -> list[str]:
    found: list[str] = []
    after: str | None = ""
    while after is not None:
        page = await viewing.reading.lobby(LOG, LobbyQuery(100, after))
        found += [decode(one)["table"] for one in page.summaries]
        after = page.after
    return found


async def test_valkey_flushed_while_running_is_filled_again_and_reads_are_right_meanwhile(
    valkey: OwnValkey,
) -> None:
    casino = await playing_casino()
    for number in range(20):
        await casino.open(f"baccarat-x{number:02}")
    everything = sorted([TABLE, *(f"baccarat-x{number:02}" for number in range(20))])
    viewing = Viewing(valkey.url, casino)
    async with projecting(viewing):
        await soon(viewing.shows_all)
        for _ in range(3):
            valkey.client.flushall()
            await play(casino, 1)
            while not await viewing.shows_all():
                assert await listed(viewing) == everything
                kept = await viewing.reading.table(LOG, TABLE, "player:ann")
                assert decode(kept.body)["view"]["seats"][0]["player"] == "ann"


async def test_with_valkey_killed_commands_are_accepted_and_read_and_views_come_back(
    valkey: OwnValkey,
) -> None:
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino)
    async with projecting(viewing):
        await soon(viewing.shows_all)
        valkey.kill()
        await play(casino, 3)
        viewing.bell.ring(LOG, await casino.store.head(LOG))
        read = await viewing.reading.table(LOG, TABLE, "house")
        assert read.revision == (await casino.streams.load(LOG, TABLE)).revision
        assert await listed(viewing) == [TABLE]
        await asyncio.sleep(0.1)
        valkey.start()
        await soon(viewing.shows_all)
    assert viewing.troubles


async def test_a_rebuild_beside_a_playing_service_ends_in_views_that_show_all(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    for number in range(10):
        await casino.open(f"baccarat-x{number}")
    viewing = Viewing(valkey.url, casino)
    told: list[tuple[int, int]] = []
    async with projecting(viewing):
        await soon(viewing.shows_all)
        before = await viewing.generations.current(LOG)
        playing = asyncio.create_task(play(casino, 100))
        rebuilt = await viewing.rebuilder().rebuild(LOG, lambda done, of: told.append((done, of)))
        await playing
        assert rebuilt
        assert rebuilt.tables == 11
        assert told[-1] == (11, 11)
        await soon(viewing.shows_all)
        current = await viewing.generations.current(LOG)
        assert before
        assert current
        assert current.name == rebuilt.generation.name != before.name
        await soon(lambda: _gone(valkey, before.name))
    assert viewing.troubles == []


async def _gone(valkey: OwnValkey, name: str) -> bool:
    return not valkey.client.keys(f"*{name}*")


async def test_a_rebuild_that_breaks_off_leaves_the_old_views_and_the_next_cleans_up(
    valkey: OwnValkey,
) -> None:
    casino = await playing_casino()
    await casino.open("baccarat-b2")
    viewing = Viewing(valkey.url, casino)
    assert await viewing.rebuilder().rebuild(LOG)

    def crash(done: int, of: int) -> None:
        raise SystemExit

    with pytest.raises(SystemExit):
        await viewing.rebuilder().rebuild(LOG, crash)
    half_filled = valkey.client.get(f"croupier:{{{LOG}}}:building")
    assert await viewing.shows_all()
    assert await viewing.rebuilder().rebuild(LOG) is None
    valkey.client.delete(f"croupier:{{{LOG}}}:building")  # as it expires after a while
    assert await viewing.rebuilder().rebuild(LOG)
    assert await viewing.shows_all()
    assert await _gone(valkey, half_filled)
    await viewing.client.aclose()


async def test_views_that_another_database_left_behind_are_rebuilt(valkey: OwnValkey) -> None:
    older = await playing_casino()
    await play(older, 20)
    await older.open("baccarat-gone")
    left = Viewing(valkey.url, older)
    async with projecting(left):
        await soon(left.shows_all)
    viewing = Viewing(valkey.url, await playing_casino())
    async with projecting(viewing):
        await soon(viewing.shows_all)


async def test_views_that_come_to_know_more_than_the_log_are_found_out_at_the_next_ring(
    valkey: OwnValkey,
) -> None:
    """With polling so rare that it has not done it."""
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino, replace(QUICK, poll=60.0))
    async with projecting(viewing):
        await soon(viewing.shows_all)
        foreign = await viewing.generations.current(LOG)
        assert foreign
        valkey.client.hset(f"croupier:{{{LOG}}}:{foreign.name}:meta", "position", 1_000_000_000)
        for _ in range(3):
            await play(casino, 1)
            head = await casino.store.head(LOG)
            viewing.bell.ring(LOG, head)
            await soon(partial(_stands_at, viewing, head))
            read = await viewing.reading.table(LOG, TABLE, "public", at_least=head)
            assert read.revision == (await casino.streams.load(LOG, TABLE)).revision
        current = await viewing.generations.current(LOG)
        assert current
        assert current.name != foreign.name
        await soon(lambda: _gone(valkey, foreign.name))
    assert viewing.troubles == []


async def _stands_at(viewing: Viewing, position: int) -> bool:
    current = await viewing.generations.current(LOG)
    return current is not None and current.position == position


async def test_what_another_database_left_behind_is_not_read_even_before_the_first_round(
    valkey: OwnValkey,
) -> None:
    older = await playing_casino()
    await play(older, 20)
    await older.open("baccarat-gone")
    left = Viewing(valkey.url, older)
    elsewhere = Viewing(valkey.url, await playing_casino("elsewhere"))
    async with projecting(left):
        await soon(left.shows_all)
    assert await elsewhere.rebuilder().rebuild("elsewhere")
    casino = await playing_casino()
    viewing = Viewing(valkey.url, casino)
    await viewing.projector.disown_foreign()
    read = await viewing.reading.table(LOG, TABLE, "public")
    assert read.revision == (await casino.streams.load(LOG, TABLE)).revision
    assert await listed(viewing) == [TABLE]
    assert await viewing.generations.logs() == frozenset()
    for one in (elsewhere, viewing):
        await one.client.aclose()


async def test_views_of_this_log_are_kept_before_the_first_round(valkey: OwnValkey) -> None:
    viewing = Viewing(valkey.url, await playing_casino())
    assert await viewing.rebuilder().rebuild(LOG)
    await viewing.projector.disown_foreign()
    assert await viewing.shows_all()
    await viewing.client.aclose()


async def test_a_service_starts_while_valkey_is_away(valkey: OwnValkey) -> None:
    viewing = Viewing(valkey.url, await playing_casino())
    valkey.kill()
    await viewing.projector.disown_foreign()
    valkey.start()
    assert [what for what, _ in viewing.troubles] == ["views of other databases can't be told"]
    await viewing.client.aclose()


async def test_a_table_that_can_t_be_read_is_taken_out_and_the_others_go_on(valkey: OwnValkey) -> None:
    casino = await playing_casino()
    await casino.open("baccarat-b2")
    assert isinstance(casino.store, MemoryStore)
    entries = casino.store.entries[LOG]
    broken = next(entry for entry in entries if entry.stream == "baccarat-b2")
    entries[broken.position] = replace(broken, sealed=b"broken")
    viewing = Viewing(valkey.url, casino)
    async with projecting(viewing):
        await soon(lambda: viewing.shows(TABLE))
        assert await viewing.views.table(LOG, "baccarat-b2", "public") is None
        await play(casino, 2)
        await soon(lambda: viewing.shows(TABLE))
    assert "baccarat-b2" in viewing.troubles[0][0]


class Ailing(MemoryStore):
    """A store that can be away."""

    away = False

    async def moves(self, log: str, after: int = -1) -> AsyncIterator[Moved]:
        if self.away:
            raise StoreUnavailable("away")
        async for move in super().moves(log, after):
            yield move

    async def heads(self) -> Any:
        if self.away:
            raise StoreUnavailable("away")
        return await super().heads()


async def test_a_store_that_is_away_for_a_while_is_borne_with(valkey: OwnValkey) -> None:
    store = Ailing()
    casino = Casino(store)
    await casino.open(TABLE)
    viewing = Viewing(valkey.url, casino)
    async with projecting(viewing):
        await soon(viewing.shows_all)
        store.away = True
        await casino.open("baccarat-b2")
        viewing.bell.ring(LOG, 1)
        await asyncio.sleep(0.2)
        assert viewing.troubles
        store.away = False
        await soon(viewing.shows_all)
