"""Reading tables without any views: the log knows everything."""

import pytest
from msgspec.json import decode
from tests.support.fakes import MemoryStore, NoViews
from tests.support.playing import HOUSE, LOG, Casino, player, short_story

from croupier.service.answers import encode, table_reading
from croupier.service.errors import NotFound
from croupier.service.ports import KeptReading, LobbyPage, LobbyQuery
from croupier.service.reading import PUBLIC, Reading, viewer_name

TABLE = "baccarat-a1"


async def seated_casino() -> Casino:
    casino = Casino()
    await casino.open(TABLE)
    await casino.wallet("ann")
    await casino.sit(TABLE, 4, "ann")
    return casino


def reading_of(casino: Casino) -> Reading:
    return Reading(NoViews(), casino.store, casino.streams)


@pytest.mark.parametrize(
    ("viewer", "by"),
    [
        (PUBLIC, None),
        (viewer_name(HOUSE), "house"),
        (viewer_name(player("ann")), 4),
        (viewer_name(player("eve")), None),
        ("seat:4", 4),
    ],
)
async def test_a_table_is_read_as_its_viewer_may_see_it(viewer: str, by: int | None) -> None:
    casino = await seated_casino()
    found = await reading_of(casino).table(LOG, TABLE, viewer)
    loaded = await casino.streams.load(LOG, TABLE)
    assert found == KeptReading(loaded.revision, 4, encode(table_reading(loaded, by)))


@pytest.mark.parametrize(
    ("table", "viewer"),
    [
        ("baccarat-none", PUBLIC),
        ("wallet-ann", PUBLIC),
        ("roulette-a1", PUBLIC),
        ("", PUBLIC),
        (TABLE, "seat:5"),
        (TABLE, "seat:x"),
        (TABLE, "seat:"),
    ],
)
async def test_what_is_not_there_is_not_found(table: str, viewer: str) -> None:
    casino = await seated_casino()
    with pytest.raises(NotFound):
        await reading_of(casino).table(LOG, table, viewer)


async def test_a_table_of_another_log_is_not_found() -> None:
    casino = await seated_casino()
    with pytest.raises(NotFound):
        await reading_of(casino).table("another", TABLE, PUBLIC)


async def test_the_lobby_from_the_log_comes_in_pages_that_miss_nothing() -> None:
    casino = await short_story()
    for number in range(45):
        await casino.open(f"baccarat-t{number:02}")
    lobby = reading_of(casino)
    seen: list[str] = []
    after: str | None = ""
    pages = 0
    while after is not None:
        page = await lobby.lobby(LOG, LobbyQuery(100, after))
        seen += [decode(one)["table"] for one in page.summaries]
        after = page.after
        pages += 1
    assert seen == ["baccarat-a1", *(f"baccarat-t{number:02}" for number in range(45))]
    assert pages == 3


async def test_the_lobby_from_the_log_is_filtered() -> None:
    casino = await short_story()
    await casino.open("baccarat-b2")
    lobby = reading_of(casino)

    async def listed(query: LobbyQuery) -> list[str]:
        return [decode(one)["table"] for one in (await lobby.lobby(LOG, query)).summaries]

    assert await listed(LobbyQuery(9, status="closed")) == ["baccarat-a1"]
    assert await listed(LobbyQuery(9, status="open")) == ["baccarat-b2"]
    assert await listed(LobbyQuery(9, game="baccarat")) == ["baccarat-a1", "baccarat-b2"]
    assert await listed(LobbyQuery(9, game="fan-tan")) == []
    assert await listed(LobbyQuery(1)) == ["baccarat-a1"]
    assert await listed(LobbyQuery(9, table="baccarat-b2")) == ["baccarat-b2"]
    assert await listed(LobbyQuery(9, game="fan-tan", table="baccarat-b2")) == []
    assert await listed(LobbyQuery(9, after="baccarat-b2", table="baccarat-b2")) == []


class Lagging:
    """Views that are a moment behind."""

    async def table(self, log: str, table: str, viewer: str) -> KeptReading | None:
        return KeptReading(1, 2, b"late")

    async def lobby(self, log: str, query: LobbyQuery) -> LobbyPage | None:
        return LobbyPage((b"late",), None, 2)


async def test_views_are_read_as_long_as_they_have_what_is_asked_for() -> None:
    casino = await seated_casino()
    assert isinstance(casino.store, MemoryStore)
    reading = Reading(Lagging(), casino.store, casino.streams)
    assert (await reading.table(LOG, TABLE, PUBLIC, at_least=2)).body == b"late"
    assert (await reading.table(LOG, TABLE, PUBLIC, at_least=3)).revision == 2
    assert (await reading.lobby(LOG, LobbyQuery(9), at_least=2)).summaries == (b"late",)
    assert (await reading.lobby(LOG, LobbyQuery(9), at_least=3)).position == 4
