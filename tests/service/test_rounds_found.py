"""A round is found in its table's stream without reading the stream."""

from collections.abc import AsyncIterator
from random import Random

import pytest
from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, Casino, play_at_random, player

from croupier.domain.games.baccarat.commands import Deal, StartRound
from croupier.domain.ids import round_id
from croupier.domain.table.commands import CloseTable, Contribute, VoidRound
from croupier.service.errors import NotFound, RoundTooLong
from croupier.service.ports import Entry
from croupier.service.records import decode_record
from croupier.service.rounds import finding
from croupier.service.rounds.finding import Rounds
from croupier.service.rounds.ids import parse_round_id

TABLE = "baccarat-a1"


class CountingStore(MemoryStore):
    """Counts the entries that are read."""

    read = 0

    async def read_stream(self, log: str, stream: str, after: int = 0) -> AsyncIterator[Entry]:
        async for entry in super().read_stream(log, stream, after):
            self.read += 1
            yield entry


def tags(entry: Entry) -> list[str]:
    return [str(event.__struct_config__.tag) for event in decode_record(entry.stream, entry.record).events]


def whole(casino: Casino) -> list[Entry]:
    assert isinstance(casino.store, MemoryStore)
    return [entry for entry in casino.store.entries[LOG] if entry.stream == TABLE]


def numbers(entries: list[Entry], tag: str) -> dict[int, int]:
    """By the rounds that events of that tag name, the revisions of their entries."""
    return {
        event.round: entry.revision
        for entry in entries
        for event in decode_record(entry.stream, entry.record).events
        if event.__struct_config__.tag == tag
    }


@pytest.mark.parametrize("seed", range(6))
async def test_every_round_is_found_from_its_start_to_its_end(seed: int) -> None:
    casino = Casino()
    await play_at_random(casino, TABLE, Random(seed), 300)
    entries = whole(casino)
    started = numbers(entries, "round-started")
    over = numbers(entries, "round-ended") | numbers(entries, "round-voided")
    rounds = Rounds(casino.store)
    assert started
    for number, first in started.items():
        found = await rounds.entries(LOG, TABLE, number)
        last = over.get(number, entries[-1].revision)
        assert [entry.revision for entry in found.entries] == list(range(first, last + 1))
        assert found.ended == (number in over)
        assert found.all == tuple(sorted(found.all, key=lambda entry: entry.position))


@pytest.mark.parametrize("seed", range(3))
async def test_what_a_rounds_deck_comes_from_is_found_with_it(seed: int) -> None:
    casino = Casino()
    await play_at_random(casino, TABLE, Random(seed), 300)
    state = await casino.table(TABLE)
    for number in range(1, state.round + 1):
        found = await Rounds(casino.store).entries(LOG, TABLE, number)
        events = [event for one in found.all for event in decode_record(TABLE, one.record).events]
        shuffled = [e.deck for e in events if e.__struct_config__.tag == "deck-shuffled"]
        committed = [e.deck for e in events if e.__struct_config__.tag == "deck-committed"]
        revealed = [e.deck for e in events if e.__struct_config__.tag == "deck-revealed" and e.used]
        deck = shuffled[-1]
        assert deck in committed
        assert deck in revealed or (state.decks.current and state.decks.current.id == deck)


async def test_only_the_contributions_that_count_belong_to_a_round() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "ann")
    for entropy in ("aa", "bb", "cc"):
        await casino.give(TABLE, Contribute(entropy), player("ann"))
    await casino.coup(TABLE, {1: 10})
    found = await Rounds(casino.store).entries(LOG, TABLE, 1)
    records = [decode_record(TABLE, entry.record) for entry in found.before]
    assert [type(record.command).__name__ for record in records] == ["OpenTable", "Contribute"]
    assert records[-1].command == Contribute("cc")


async def test_the_reveal_of_a_shoe_belongs_to_each_of_its_rounds() -> None:
    casino = Casino()
    await casino.open(TABLE)
    for _ in range(3):
        await casino.coup(TABLE, {})
    first = await Rounds(casino.store).entries(LOG, TABLE, 1)
    assert first.after == ()
    await casino.give(TABLE, CloseTable())
    for number in (1, 2, 3):
        found = await Rounds(casino.store).entries(LOG, TABLE, number)
        assert [tags(entry)[0] for entry in found.after] == ["deck-revealed"]


async def test_a_voided_round_ends_with_its_voiding() -> None:
    casino = Casino()
    await casino.open(TABLE)
    await casino.give(TABLE, StartRound())
    await casino.give(TABLE, VoidRound("the lights went out"))
    await casino.coup(TABLE, {})
    found = await Rounds(casino.store).entries(LOG, TABLE, 1)
    assert found.ended
    assert tags(found.entries[-1])[0] == "round-voided"
    assert len(found.entries) == 2


async def test_a_round_in_a_long_stream_is_found_by_reading_little_of_it() -> None:
    store = CountingStore()
    casino = Casino(store)
    await casino.open(TABLE, decks=1, cut_card=30)
    for _ in range(2_000):
        await casino.coup(TABLE, {})
    length = len(whole(casino))
    for number in (1, 2, 777, 1_234, 2_000):
        store.read = 0
        await Rounds(store).entries(LOG, TABLE, number)
        assert store.read < length / 10, number


@pytest.mark.parametrize("number", [0, 4, 10**8])
async def test_a_round_that_was_not_played_is_not_found(number: int) -> None:
    casino = Casino()
    await casino.open(TABLE)
    for _ in range(3):
        await casino.coup(TABLE, {})
    with pytest.raises(NotFound):
        await Rounds(casino.store).entries(LOG, TABLE, number)
    with pytest.raises(NotFound):
        await Rounds(casino.store).entries(LOG, "baccarat-b2", 1)


async def test_a_round_without_end_in_sight_is_not_held_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(finding, "MOST_ENTRIES", 10)
    casino = Casino()
    await casino.wallet("ann")
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "ann")
    await casino.give(TABLE, StartRound())
    for _ in range(9):
        await casino.give(TABLE, Contribute("aa"), player("ann"))
    with pytest.raises(RoundTooLong):
        await Rounds(casino.store).entries(LOG, TABLE, 1)
    await casino.give(TABLE, Deal())
    with pytest.raises(RoundTooLong):
        await Rounds(casino.store).entries(LOG, TABLE, 1)


def test_a_rounds_id_is_read_as_it_is_written() -> None:
    assert parse_round_id(round_id("baccarat-k3vq7m2abcde", 12)) == ("baccarat-k3vq7m2abcde", 12)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "baccarat-k3vq7m2abcde",
        "baccarat-k3vq7m2abcde.",
        "baccarat-k3vq7m2abcde.0",
        "baccarat-k3vq7m2abcde.012",
        "baccarat-k3vq7m2abcde.+1",
        "baccarat-k3vq7m2abcde.1 ",
        "baccarat-k3vq7m2abcde.1\n",
        "baccarat-k3vq7m2abcde.\u0661",
        "baccarat-k3vq7m2abcde.1234567890",
        "baccarat-k3vq7m2abcde.1.1",
        "poker-k3vq7m2abcde.1",
        "wallet-k3vq7m2abcde.1",
    ],
)
def test_what_is_no_rounds_id_is_none(text: str) -> None:
    assert parse_round_id(text) is None
