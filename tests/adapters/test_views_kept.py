"""What is kept in Valkey is guarded: nothing old, half or foreign is ever read."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from msgspec.json import decode
from msgspec.structs import replace
from tests.support.playing import LOG, Casino, player
from tests.support.valkeys import OwnValkey
from tests.support.viewing import soon

from croupier.adapters.redis.client import connect
from croupier.adapters.redis.generations import RedisGenerations
from croupier.adapters.redis.lease import RedisLease
from croupier.adapters.redis.views import RedisViews
from croupier.adapters.sealer import Sealer
from croupier.domain.games.baccarat.commands import StartRound
from croupier.domain.table.commands import Leave
from croupier.service.answers import encode, table_reading
from croupier.service.ports import Generation, LobbyQuery, Projected
from croupier.service.projection import render

TABLE = "baccarat-a1"
ROOT = f"croupier:{{{LOG}}}"
SECRETS = Sealer([bytes(range(32))])


@pytest.fixture(scope="module")
def valkey() -> Iterator[OwnValkey]:
    with OwnValkey() as valkey:
        yield valkey


class Kept:
    """The adapters over an empty Valkey."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.troubles: list[str] = []
        self.views = RedisViews(client, SECRETS, lambda what, error: self.troubles.append(what))
        self.generations = RedisGenerations(client, SECRETS)

    async def whole(self, *tables: Projected, position: int = 0) -> Generation:
        """A generation that is read and holds those tables."""
        begun = await self.generations.begin(LOG)
        assert begun
        filled = await self.generations.write(LOG, begun, tables, position)
        assert filled
        assert await self.generations.switch(LOG, filled)
        return filled

    async def revision(self, table: str = TABLE, viewer: str = "public") -> int | None:
        kept = await self.views.table(LOG, table, viewer)
        return kept.revision if kept else None

    async def reads(self, revision: int) -> bool:
        return await self.revision() == revision

    async def listed(self, limit: int = 100, **query: Any) -> list[str] | None:
        page = await self.views.lobby(LOG, LobbyQuery(limit, **query))
        return None if page is None else [decode(one)["table"] for one in page.summaries]


@pytest.fixture
async def kept(valkey: OwnValkey) -> AsyncIterator[Kept]:
    valkey.client.flushall()
    client = connect(valkey.url)
    yield Kept(client)
    await client.aclose()


def table(name: str = TABLE, revision: int = 1, status: Any = "open") -> Projected:
    """A table that says its revision."""
    body = b'{"revision":%d}' % revision
    summary = b'{"table":"%b","revision":%d}' % (name.encode(), revision)
    return Projected(name, revision, status, summary, (body,), {"public": (0, b"")})


async def seated_casino() -> Casino:
    casino = Casino()
    await casino.open(TABLE)
    for seat, name in ((2, "ann"), (9, "bob")):
        await casino.wallet(name)
        await casino.sit(TABLE, seat, name)
    return casino


async def test_every_viewer_reads_what_the_log_would_tell_him(kept: Kept) -> None:
    casino = await seated_casino()
    await casino.give(TABLE, StartRound())
    await casino.bet(TABLE, 9, "banker", 77)
    loaded = await casino.streams.load(LOG, TABLE)
    await kept.whole(render(loaded), position=11)
    seen_by: dict[str, Any] = {
        "public": None,
        "house": "house",
        "seat:2": 2,
        "seat:9": 9,
        "player:ann": 2,
        "player:bob": 9,
        "player:eve": None,
    }
    for viewer, by in seen_by.items():
        found = await kept.views.table(LOG, TABLE, viewer)
        assert found
        assert found.body == encode(table_reading(loaded, by))
        assert (found.revision, found.position) == (loaded.revision, 11)


PRIVATE = Projected(
    TABLE,
    3,
    "open",
    b"{}",
    (b'{"cards":[null]', b'{"cards":["QH"]', b'{"cards":["2S"]'),
    {"public": (0, b"}"), "seat:2": (1, b',"own":1}'), "seat:9": (2, b"}"), "house": (0, b"}")},
    {"ann": 2, "bob": 9},
)
"""A table at which each player has a card of his own that nobody else may see."""


async def test_what_only_a_player_may_see_is_kept_sealed_and_read_by_him_alone(kept: Kept) -> None:
    filled = await kept.whole(PRIVATE)
    bodies = {}
    for viewer in ("public", "house", "player:ann", "player:bob", "player:eve"):
        found = await kept.views.table(LOG, TABLE, viewer)
        assert found
        bodies[viewer] = found.body
    assert bodies == {
        "public": b'{"cards":[null]}',
        "house": b'{"cards":[null]}',
        "player:ann": b'{"cards":["QH"],"own":1}',
        "player:bob": b'{"cards":["2S"]}',
        "player:eve": b'{"cards":[null]}',
    }
    values = await kept.client.hvals(f"{ROOT}:{filled.name}:table:{TABLE}")
    assert not any(b'"QH"' in value or b'"2S"' in value for value in values)


async def test_a_sealed_reading_that_was_moved_to_another_players_name_is_not_read(kept: Kept) -> None:
    filled = await kept.whole(PRIVATE)
    key = f"{ROOT}:{filled.name}:table:{TABLE}"
    await kept.client.hset(key, "seat:9", await kept.client.hget(key, "seat:2"))
    assert await kept.views.table(LOG, TABLE, "player:bob") is None
    await kept.client.hset(key, "player:eve", 2)
    assert await kept.views.table(LOG, TABLE, "player:eve") is None
    await kept.client.hset(key, "seat:9", "2|sealed:!")
    assert await kept.views.table(LOG, TABLE, "player:bob") is None
    assert await kept.views.table(LOG, TABLE, "seat:2") is None


async def test_the_reading_of_a_seat_goes_with_its_player(kept: Kept) -> None:
    casino = await seated_casino()
    filled = await kept.whole(render(await casino.streams.load(LOG, TABLE)))
    await casino.give(TABLE, Leave(), player("ann"))
    await kept.generations.write(LOG, filled, [render(await casino.streams.load(LOG, TABLE))], 9)
    assert await kept.views.table(LOG, TABLE, "seat:2") is None
    public = await kept.views.table(LOG, TABLE, "public")
    assert await kept.views.table(LOG, TABLE, "player:ann") == public
    fields = await kept.client.hkeys(f"{ROOT}:{filled.name}:table:{TABLE}")
    assert not [field for field in fields if b"ann" in field]


async def test_an_older_revision_never_comes_over_a_newer_one(kept: Kept) -> None:
    filled = await kept.whole(table(revision=5))
    for revision in (4, 5, 1):
        await kept.generations.write(LOG, filled, [table(revision=revision)], 3)
        assert await kept.revision() == 5
    await kept.generations.write(LOG, filled, [table(revision=6)], 3)
    assert await kept.revision() == 6
    assert await kept.listed() == [TABLE]


async def test_the_position_goes_forward_only(kept: Kept) -> None:
    filled = await kept.whole(position=10)
    assert await kept.generations.write(LOG, filled, [], 7) == filled
    assert await kept.generations.write(LOG, filled, [], 12) == Generation(filled.name, 12)
    assert await kept.generations.current(LOG) == Generation(filled.name, 12)


async def test_a_writer_who_is_ahead_of_what_is_kept_is_told_and_writes_nothing(kept: Kept) -> None:
    """So an older copy of Valkey's data put back under a running projector is caught up from where it is."""
    filled = await kept.whole(table(revision=1), position=10)
    ahead = replace(filled, position=20)
    assert await kept.generations.write(LOG, ahead, [table(revision=9)], 25) == filled
    assert await kept.revision() == 1


async def test_a_table_that_can_t_be_projected_is_taken_out(kept: Kept) -> None:
    filled = await kept.whole(table(), table("baccarat-b2", status="closed"), position=1)
    await kept.generations.write(LOG, filled, [Projected("baccarat-b2", 7, None)], 2)
    assert await kept.listed() == [TABLE]
    assert await kept.revision("baccarat-b2") is None
    await kept.generations.write(LOG, filled, [table("baccarat-b2", 8)], 3)
    assert await kept.listed() == [TABLE, "baccarat-b2"]


async def test_nothing_is_read_of_a_generation_that_is_being_filled(kept: Kept) -> None:
    begun = await kept.generations.begin(LOG)
    assert begun
    await kept.generations.write(LOG, begun, [table()], 5)
    assert await kept.revision() is None
    assert await kept.listed() is None
    assert await kept.generations.current(LOG) is None


@pytest.mark.parametrize("lost", ["lobby", "lobby:open", "lobby:closed", "summaries", "meta"])
async def test_a_generation_of_which_a_key_is_gone_is_not_read_at_all(kept: Kept, lost: str) -> None:
    filled = await kept.whole(table(), table("baccarat-b2", status="closed"))
    await kept.client.delete(f"{ROOT}:{filled.name}:{lost}")
    assert await kept.listed() is None
    assert await kept.revision() is None
    assert await kept.generations.current(LOG) is None
    assert await kept.generations.write(LOG, filled, [table()], 9) is None


async def test_a_table_whose_key_is_gone_is_not_known(kept: Kept) -> None:
    filled = await kept.whole(table())
    await kept.client.delete(f"{ROOT}:{filled.name}:table:{TABLE}")
    assert await kept.revision() is None


async def test_a_rebuild_switches_at_once_and_leaves_nothing_of_the_old_behind(kept: Kept) -> None:
    many = [table(f"baccarat-{number:04}") for number in range(1_200)]
    old = await kept.whole(*many)
    begun = await kept.generations.begin(LOG)
    assert begun
    await kept.generations.write(LOG, begun, [table(revision=2)], 9)
    assert len(await kept.listed(5_000) or ()) == 1_200
    await kept.generations.sweep(LOG)
    assert len(await kept.listed(5_000) or ()) == 1_200
    assert await kept.generations.switch(LOG, begun)
    assert await kept.listed() == [TABLE]
    await kept.generations.sweep(LOG)
    assert not [key async for key in kept.client.scan_iter(f"*{old.name}*")]
    assert await kept.revision() == 2


async def test_the_old_generation_takes_no_writes_after_the_switch(kept: Kept) -> None:
    old = await kept.whole(table())
    await kept.whole(table(revision=2))
    assert await kept.generations.write(LOG, old, [table(revision=9)], 99) is None
    assert await kept.revision() == 2


async def test_a_generation_that_is_disowned_is_read_no_more_and_takes_no_writes(kept: Kept) -> None:
    generation = await kept.whole(table(revision=3))
    await kept.generations.disown(LOG, replace(generation, name="another"))
    assert await kept.reads(3)
    await kept.generations.disown(LOG, generation)
    assert await kept.revision() is None
    assert await kept.generations.current(LOG) is None
    assert await kept.generations.write(LOG, generation, [table(revision=4)], 5) is None
    await kept.generations.sweep(LOG)
    assert not await kept.client.keys(f"*{generation.name}*")


async def test_logs_that_have_views_are_known(kept: Kept) -> None:
    assert await kept.generations.logs() == frozenset()
    await kept.whole()
    assert await kept.generations.begin("partner.test")
    assert await kept.generations.logs() == {LOG}
    begun = await kept.generations.begin("other-1")
    assert begun
    assert await kept.generations.switch("other-1", begun)
    assert await kept.generations.logs() == {LOG, "other-1"}


async def test_two_rebuilds_don_t_run_at_once(kept: Kept) -> None:
    assert await kept.generations.begin(LOG)
    assert await kept.generations.begin(LOG) is None


async def test_a_builder_that_was_slow_goes_on_unless_another_began_meanwhile(kept: Kept) -> None:
    hasty = RedisGenerations(kept.client, SECRETS, patience_ms=20)
    slow = await hasty.begin(LOG)
    assert slow
    await asyncio.sleep(0.05)
    assert await hasty.write(LOG, slow, [table()], 1)
    await asyncio.sleep(0.05)
    other = await hasty.begin(LOG)
    assert other
    assert await hasty.write(LOG, slow, [table()], 2) is None
    assert not await hasty.switch(LOG, slow)
    await hasty.sweep(LOG)
    assert not [key async for key in kept.client.scan_iter(f"*{slow.name}*")]
    await asyncio.sleep(0.05)
    assert await hasty.write(LOG, slow, [table()], 2) is None


async def test_the_lobby_is_paged_in_the_order_of_ids_and_by_game_and_status(kept: Kept) -> None:
    names = [f"baccarat-{letter}" for letter in "abcdefg"]
    tables = [table(name, status="closed" if name > "baccarat-e" else "open") for name in names]
    await kept.whole(*tables, table("blackjack-a"), position=4)
    seen: list[str] = []
    after = ""
    for _ in range(4):
        page = await kept.views.lobby(LOG, LobbyQuery(3, after=after))
        assert page
        seen += [decode(one)["table"] for one in page.summaries]
        if page.after is None:
            break
        after = page.after
    assert seen == [*names, "blackjack-a"]
    assert await kept.listed(game="baccarat") == names
    assert await kept.listed(game="baccarat", after="baccarat-c", status="open") == [
        "baccarat-d",
        "baccarat-e",
    ]
    assert await kept.listed(status="closed") == ["baccarat-f", "baccarat-g"]
    assert await kept.listed(game="bacc") == []
    assert await kept.listed(after="zzz") == []
    assert await kept.listed(game="baccarat", after="a") == names
    await kept.generations.write(
        LOG,
        Generation((await kept.generations.current(LOG) or Generation("", 0)).name, 0),
        [table("baccarat-a", 2, "closed")],
        9,
    )
    assert await kept.listed(status="closed") == ["baccarat-a", "baccarat-f", "baccarat-g"]
    assert "baccarat-a" not in (await kept.listed(status="open") or ())


def with_players(name: str, revision: int, *players: str, status: Any = "open") -> Projected:
    """A table at which these sit."""
    return replace(table(name, revision, status), players={one: seat for seat, one in enumerate(players, 1)})


async def test_tables_are_listed_by_who_sits_there_now(kept: Kept) -> None:
    one, other, third = "baccarat-a1", "baccarat-b2", "fan-tan-c3"
    first = (with_players(one, 1, "ann", "bob"), with_players(other, 1, "ann"), with_players(third, 1, "ann"))
    generation = await kept.whole(*first)
    assert await kept.listed(player="ann") == [one, other, third]
    assert await kept.listed(player="ann", after=one, limit=1) == [other]
    assert await kept.listed(player="ann", game="fan-tan") == [third]
    assert await kept.listed(player="bob") == [one]
    assert await kept.listed(player="eve") == []
    later = (with_players(one, 2, "bob", "eve"), with_players(other, 2, status="closed"))
    await kept.generations.write(LOG, generation, (*later, replace(table(third, 2), status=None)), 1)
    assert await kept.listed(player="ann") == []
    assert await kept.listed(player="eve") == await kept.listed(player="bob", status="open") == [one]
    assert await kept.listed(player="bob", status="closed") == []


@pytest.mark.parametrize("lost", ["seats:ann", "seated"])
async def test_a_players_tables_of_which_a_key_is_gone_are_not_listed(kept: Kept, lost: str) -> None:
    generation = await kept.whole(with_players(TABLE, 1, "ann"))
    await kept.client.delete(f"{ROOT}:{generation.name}:{lost}")
    assert await kept.listed(player="ann") is None


async def test_logs_do_not_see_each_other(kept: Kept) -> None:
    await kept.whole(table())
    assert await kept.views.table("other", TABLE, "public") is None
    assert await kept.views.lobby("other", LobbyQuery(9)) is None


async def test_a_lease_is_one_holder_s_until_he_lets_go_or_is_gone(kept: Kept) -> None:
    first, second = (RedisLease(kept.client, seconds=0.2) for _ in range(2))
    assert await first.hold()
    assert not await second.hold()
    await second.release()
    assert not await second.hold()
    await first.release()
    assert await second.hold()
    assert not await first.hold()
    await asyncio.sleep(0.25)
    assert await first.hold()


async def test_without_valkey_nothing_is_known_at_once_and_it_is_asked_only_now_and_then(kept: Kept) -> None:
    away = connect("unix:///nowhere/at/all")
    views = RedisViews(away, SECRETS, lambda what, error: kept.troubles.append(what))
    async with asyncio.timeout(1):
        for _ in range(200):
            assert await views.table(LOG, TABLE, "public") is None
            assert await views.lobby(LOG, LobbyQuery(9)) is None
    assert len(kept.troubles) == 1
    await away.aclose()


async def test_a_valkey_that_hangs_holds_readers_up_once(valkey: OwnValkey, kept: Kept) -> None:
    await kept.whole(table())
    valkey.stop()
    try:
        async with asyncio.timeout(2):
            for _ in range(50):
                assert await kept.revision() is None
    finally:
        valkey.go_on()
    await soon(lambda: kept.reads(1))
