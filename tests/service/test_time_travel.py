"""A table is shown as each of its viewers saw it at a revision, and never more."""

from pathlib import Path
from random import Random

import pytest
from msgspec import json
from tests.service.test_round_reports import by_hand
from tests.support.fakes import MemoryStore
from tests.support.playing import LOG, Casino, play_at_random
from tests.support.staging import AUDITOR, GOLDEN, Office, stage

from croupier.domain.catalogue import GAMES
from croupier.domain.table.commands import VoidRound
from croupier.domain.table.state import AnyTable, By
from croupier.domain.view import table_options, table_view
from croupier.service.errors import NotFound
from croupier.service.handling import Order, Receipt
from croupier.service.rounds.past import STRIDE, Past

golden = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.stem}")
TABLE = "baccarat-abcdefghijkl"


class WatchedCasino(Casino):
    """Keeps what every viewer could read after each command at a table."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: dict[tuple[str, int], dict[str, bytes]] = {}
        handle = self.handling.handle

        async def watching(order: Order, answer: object) -> Receipt:
            receipt = await handle(order, answer)  # type: ignore[arg-type]
            table = await self.streams.load(self.log, order.stream)
            if hasattr(table.state, "seats"):
                self.seen[order.stream, table.revision] = readings(table.state)
            return receipt

        self.handling.handle = watching  # type: ignore[method-assign]


def readings(table: AnyTable) -> dict[str, bytes]:
    """What all viewers read of the table."""
    game = GAMES[table.id.rpartition("-")[0]]
    viewers: dict[str, By | None] = {"public": None, "house": "house"}
    viewers |= {f"seat:{seat}": seat for seat in table.seats}
    return {
        name: json.encode((table_view(game, table, by), table_options(game, table, by)))
        for name, by in viewers.items()
    }


@golden
async def test_every_revision_of_a_golden_scenario_is_shown_as_it_was_seen(path: Path) -> None:
    casino = WatchedCasino()
    _, table = await stage(casino, path)
    await close(casino, table)
    travelling = Office(casino).travelling
    assert casino.seen
    for (_, revision), seen in casino.seen.items():
        moment = await travelling.moment(AUDITOR, table, revision, "all")
        assert moment.revision == revision
        assert not any(one.withheld for one in moment.views)
        assert {one.viewer: json.encode((one.view, one.options)) for one in moment.views} == seen


async def close(casino: Casino, table: str) -> None:
    """End what goes on, so that all that was dealt is revealed."""
    if (await casino.table(table)).in_round:
        await casino.give(table, VoidRound("the scenario is over"))


async def test_a_table_is_stepped_through_from_its_opening_to_its_present() -> None:
    casino = Casino()
    await play_at_random(casino, TABLE, Random(2), 40)
    travelling = Office(casino).travelling
    revision: int | None = 1
    steps = []
    while revision is not None:
        moment = await travelling.moment(AUDITOR, TABLE, revision, "public")
        steps.append(moment)
        assert [one.viewer for one in moment.views] == ["public"]
        revision = moment.next
    assert [moment.revision for moment in steps] == list(range(1, steps[0].last + 1))
    assert [moment.previous for moment in steps] == [None, *range(1, steps[0].last)]
    assert steps[0].entry.command == "open-table"
    assert {moment.round for moment in steps} == {
        None,
        *(f"{TABLE}.{number}" for number in range(1, (await casino.table(TABLE)).round + 1)),
    }


async def test_what_led_to_a_moment_is_told_with_who_did_it() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open(TABLE)
    await casino.sit(TABLE, 1, "ann")
    await casino.coup(TABLE, {1: 10})
    moment = await Office(casino).travelling.moment(AUDITOR, TABLE, 4, "seat:1")
    assert (moment.entry.command, moment.entry.actor.id) == ("place-bet", "ann")
    assert [event.sentence for event in moment.entry.events] == [
        "seat 1 puts 10 on banker, where it has 10 now"
    ]
    assert moment.round == f"{TABLE}.1"


@pytest.mark.parametrize("revision", [0, 5, 10**9])
async def test_a_revision_that_never_was_is_not_found(revision: int) -> None:
    casino = Casino()
    await casino.open(TABLE)
    await casino.coup(TABLE, {})
    await Office(casino).travelling.moment(AUDITOR, TABLE, 3, "all")
    with pytest.raises(NotFound):
        await Office(casino).travelling.moment(AUDITOR, TABLE, revision, "all")


@pytest.mark.parametrize("name", ["wallet-abcdefghijkl", "baccarat-bbbbbbbbbbbb", "nothing"])
async def test_what_is_no_table_is_not_found(name: str) -> None:
    casino = Casino()
    await casino.wallet("abcdefghijkl")
    with pytest.raises(NotFound):
        await Office(casino).travelling.moment(AUDITOR, name, 1, "all")


async def test_an_empty_seat_has_no_view() -> None:
    casino = Casino()
    await casino.open(TABLE)
    with pytest.raises(NotFound):
        await Office(casino).travelling.moment(AUDITOR, TABLE, 1, "seat:3")


async def test_a_seats_own_cards_are_withheld_until_their_deck_is_revealed() -> None:
    casino, table = await by_hand()
    travelling, state = Office(casino).travelling, await casino.table(table)
    (hand,) = state.play.hands
    running = await travelling.moment(AUDITOR, table, revision := await last(casino, table), "all")
    views = {one.viewer: one for one in running.views}
    seat = f"seat:{hand.seat}"
    assert [name for name, one in views.items() if one.withheld] == [seat]
    assert views[seat].view == views["public"].view
    assert views[seat].options == ()
    await casino.give(table, VoidRound("for the test"))
    ended = await travelling.moment(AUDITOR, table, revision, seat)
    assert not ended.views[0].withheld
    assert ended.views[0].view != views["public"].view


async def last(casino: Casino, table: str) -> int:
    return (await casino.streams.load(LOG, table)).revision


@pytest.mark.parametrize("seed", range(4))
async def test_no_moment_tells_a_seed_that_is_not_revealed_nor_a_card_to_come(seed: int) -> None:
    casino = Casino()
    await play_at_random(casino, TABLE, Random(seed), 120)
    office, decks = Office(casino), (await casino.table(TABLE)).decks
    told = b""
    for revision in range(1, await last(casino, TABLE) + 1):
        told += json.encode(await office.travelling.moment(AUDITOR, TABLE, revision, "all"))
    for deck in (decks.coming, decks.current):
        assert deck is None or (deck.seed and deck.seed.hex().encode() not in told)
    if decks.current and decks.current.left > 6:
        coming = decks.current.cards[decks.current.dealt :][:6]
        assert json.encode(coming)[1:-1] not in told


async def test_the_past_is_rebuilt_from_the_nearest_remembered_moment() -> None:
    casino = Casino()
    await casino.open(TABLE, decks=1, cut_card=30)
    for _ in range(STRIDE):
        await casino.coup(TABLE, {})
    assert isinstance(casino.store, MemoryStore)
    past = Past(casino.store, casino.secrets)
    whole = await past.at(LOG, TABLE, 2 * STRIDE + 1)
    again = await past.at(LOG, TABLE, 2 * STRIDE - 3)
    fresh = await Past(casino.store, casino.secrets).at(LOG, TABLE, 2 * STRIDE - 3)
    assert whole.state.round == STRIDE
    assert again == fresh
    read: list[int] = []
    stream = casino.store.read_stream

    def counting(log: str, name: str, after: int = 0) -> object:
        read.append(after)
        return stream(log, name, after)

    casino.store.read_stream = counting  # type: ignore[method-assign,assignment]
    await past.at(LOG, TABLE, 2 * STRIDE - 1)
    await past.at(LOG, TABLE, 2 * STRIDE + 1)
    assert read == [STRIDE, 2 * STRIDE]
