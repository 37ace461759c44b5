"""Rendering tables for their readers, and writing no more of them than is needed."""

from collections.abc import AsyncIterator, Sequence
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.json import decode
from msgspec.structs import replace
from pytest import MonkeyPatch
from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, Casino, play_at_random, short_story

from croupier.domain.catalogue import GAMES
from croupier.domain.games.baccarat.view import BaccaratView
from croupier.domain.table.state import By
from croupier.service.answers import encode, table_reading
from croupier.service.ports import Entry, Generation, Projected
from croupier.service.projection import Projecting, render, summary

TABLE = "baccarat-a1"


def readings(projected: Projected) -> dict[str, bytes]:
    return {
        viewer: projected.beginnings[number] + rest for viewer, (number, rest) in projected.readings.items()
    }


async def assert_rendered(casino: Casino, table: str) -> None:
    """Every viewer reads just what the log would tell him."""
    loaded = await casino.streams.load(LOG, table)
    seats: list[By] = list(loaded.state.seats)
    seen_by: dict[str, By | None] = {"public": None, "house": "house", **{f"seat:{n}": n for n in seats}}
    assert readings(render(loaded)) == {
        viewer: encode(table_reading(loaded, by)) for viewer, by in seen_by.items()
    }


@given(seed=st.integers(0, 2**32), steps=st.integers(0, 80))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
async def test_each_viewer_s_reading_is_the_one_that_the_log_would_give_him(seed: int, steps: int) -> None:
    casino = Casino()
    await play_at_random(casino, TABLE, Random(seed), steps)
    await assert_rendered(casino, TABLE)


async def test_viewers_who_see_the_same_share_it_and_what_one_sees_alone_is_his(
    monkeypatch: MonkeyPatch,
) -> None:
    """As in a game with a hand of cards in each seat."""
    casino = Casino()
    await casino.open(TABLE)
    for seat, name in ((1, "ann"), (2, "bob")):
        await casino.wallet(name)
        await casino.sit(TABLE, seat, name)

    def view(table: Any, viewer: By | None) -> BaccaratView:
        return BaccaratView("betting" if viewer == 2 else "idle", (), None)

    monkeypatch.setitem(GAMES, "baccarat", replace(GAMES["baccarat"], view=view))
    await assert_rendered(casino, TABLE)
    projected = render(await casino.streams.load(LOG, TABLE))
    assert len(projected.beginnings) == 2
    assert [number for number, _ in projected.readings.values()] == [0, 0, 0, 1]


async def test_no_view_has_the_seed_of_a_deck_or_a_card_still_to_come() -> None:
    casino = Casino()
    await casino.open(TABLE)
    await casino.wallet("ann")
    await casino.sit(TABLE, 1, "ann")
    await casino.coup(TABLE, {1: 5})
    loaded = await casino.streams.load(LOG, TABLE)
    decks = loaded.state.decks
    projected = render(loaded)
    written = b"".join((*readings(projected).values(), projected.summary))
    for deck in (decks.coming, decks.current):
        assert deck.seed.hex().encode() not in written
    dealt = decode(readings(projected)["house"])["view"]["play"]["coup"]
    assert len(dealt["player"]["cards"]) + len(dealt["banker"]["cards"]) == decks.current.dealt


async def test_the_lobby_tells_open_tables_from_closed_ones_and_counts_their_players() -> None:
    casino = await short_story()
    await casino.open("baccarat-b2", decks=6)
    await casino.sit("baccarat-b2", 3, "bob")
    closed = summary(await casino.streams.load(LOG, TABLE))
    opened = summary(await casino.streams.load(LOG, "baccarat-b2"))
    assert (closed.status, closed.seated, closed.round) == ("closed", 0, 3)
    assert (opened.status, opened.seated, opened.places, opened.rules.decks) == ("open", 1, 14, 6)
    assert not opened.fixed


class Notebook:
    """A `ViewWriter` that notes what it is told."""

    def __init__(self) -> None:
        self.written: list[tuple[list[tuple[str, int]], int]] = []

    async def current(self, log: str) -> Generation | None:
        return None

    async def write(
        self, log: str, generation: Generation, tables: Sequence[Projected], position: int
    ) -> Generation | None:
        self.written.append(([(table.table, table.revision) for table in tables], position))
        return replace(generation, position=position)


class Counting(MemoryStore):
    """A store that counts the entries it had to give out."""

    given = 0

    async def read_stream(self, log: str, stream: str, after: int = 0) -> AsyncIterator[Entry]:
        async for entry in super().read_stream(log, stream, after):
            self.given += 1
            yield entry


def no_trouble(what: str, error: Exception) -> None:
    raise AssertionError(what) from error


async def test_what_moved_often_is_written_once_and_nothing_is_decoded_that_the_process_decided() -> None:
    store = Counting()
    casino = await short_story(Casino(store))
    notebook = Notebook()
    projecting = Projecting(store, casino.streams, notebook, no_trouble)
    reached = await projecting.advance(LOG, Generation("g", -1))
    assert notebook.written == [([(TABLE, 16)], 24)]
    assert reached == Generation("g", 24)
    assert store.given == 0
    assert await projecting.advance(LOG, reached) == reached
    assert len(notebook.written) == 1


async def test_the_position_moves_with_the_last_of_many_tables_only() -> None:
    casino = Casino()
    for number in range(40):
        await casino.open(f"baccarat-t{number:02}")
    notebook = Notebook()
    projecting = Projecting(casino.store, casino.streams, notebook, no_trouble)
    await projecting.advance(LOG, Generation("g", -1))
    assert [position for _, position in notebook.written] == [-1, -1, 39]
    assert sum(len(tables) for tables, _ in notebook.written) == 40


async def test_wallets_have_no_views_but_their_entries_are_passed() -> None:
    casino = Casino()
    await casino.wallet("ann")
    notebook = Notebook()
    await Projecting(casino.store, casino.streams, notebook, no_trouble).advance(LOG, Generation("g", -1))
    assert notebook.written == [([], 1)]
