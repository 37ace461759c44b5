"""What may be asked for, and what it comes to."""

from typing import Any

import pytest
from tests.support.bundling import MemoryRecords, bundles, joined, parts_of, tree_of
from tests.support.playing import Casino, short_story
from tests.support.tampering import stored

from croupier.domain.games.baccarat.commands import StartRound
from croupier.domain.table.commands import Leave, TopUp
from croupier.service.bundles import BadSelection, selection_of
from croupier.service.bundles.selections import Asked, OfPlayer, OfRound, OfTable, Request, WholeLog
from croupier.service.bundles.spans import Spans
from croupier.service.errors import NotFound

TABLE, PLAYER = "baccarat-k3vq7m2abcde", "x5n3bqy5phcxckor"


@pytest.mark.parametrize(
    ("asked", "wanted"),
    [
        ({}, WholeLog()),
        ({"table": TABLE}, OfTable(TABLE)),
        ({"round": f"{TABLE}.12"}, OfRound(TABLE, 12)),
        ({"player": PLAYER}, OfPlayer(PLAYER)),
        ({"since": "0", "until": "99"}, Asked(0, 99)),
        ({"until": "99"}, Asked(None, 99)),
        ({"since": "2026-01-31"}, Asked("2026-01-31T00:00:00.000000Z", None)),
        ({"until": "2026-01-31"}, Asked(None, "2026-01-31T23:59:59.999999Z")),
        (
            {"since": "2026-01-31T12:00", "until": "2026-01-31T12:00:00.5+02:00"},
            Asked("2026-01-31T12:00:00.000000Z", "2026-01-31T10:00:00.500000Z"),
        ),
    ],
)
def test_a_part_of_the_log_is_asked_for(asked: dict[str, str], wanted: Request) -> None:
    assert selection_of(**asked) == wanted


@pytest.mark.parametrize(
    ("asked", "parameter"),
    [
        ({"table": "roulette-k3vq7m2abcde"}, "table"),
        ({"table": f"{TABLE}\n"}, "table"),
        ({"table": "../../etc/passwd"}, "table"),
        ({"round": TABLE}, "round"),
        ({"round": f"{TABLE}.0"}, "round"),
        ({"player": "ann"}, "player"),
        ({"since": "-1"}, "from"),
        ({"since": "007"}, "from"),
        ({"until": "yesterday"}, "to"),
        ({"until": "2026-13-01"}, "to"),
        ({"since": "0001-01-01T00:00+14:00"}, "from"),
        ({"since": "9" * 30}, "from"),
        ({"since": "1" * 101}, "from"),
        ({"since": "20260131T12"}, "from"),
        ({"since": "2026-W05-6"}, "from"),
        ({"since": "2026-01-31T24:01"}, "from"),
        ({"table": TABLE, "player": PLAYER}, "player"),
        ({"round": f"{TABLE}.1", "until": "5"}, "from"),
    ],
)
def test_what_makes_no_sense_is_refused_by_the_parameter_s_name(
    asked: dict[str, str], parameter: str
) -> None:
    with pytest.raises(BadSelection) as refused:
        selection_of(**asked)
    assert refused.value.parameter == parameter


async def positions(casino: Casino, request: Request) -> list[int]:
    """The positions in a bundle."""
    bundle = await bundles(casino).bundle(casino.log, request)
    parts = parts_of(await joined(bundle.chunks))
    lines = [line for one in parts if one.name.startswith("records/") for line in one.content.splitlines()]
    return [int(line.split(b"\t")[0]) for line in lines]


def of_stream(casino: Casino, stream: str) -> list[int]:
    return [entry.position for entry in stored(casino) if entry.stream == stream]


async def two_tables() -> Casino:
    """Ann plays at two tables, Bob at one; both top up, and leave."""
    casino = Casino()
    for name in ("ann", "bob"):
        await casino.wallet(name)
    for table in ("baccarat-a1", "baccarat-b2"):
        await casino.open(table)
        await casino.sit(table, 1, "ann")
    await casino.sit("baccarat-b2", 2, "bob", 0)
    await casino.give("baccarat-b2", TopUp(50), actor("bob"))
    await casino.coup("baccarat-a1", {1: 5})
    await casino.coup("baccarat-b2", {1: 5, 2: 5})
    await casino.give("baccarat-b2", Leave(), actor("bob"))
    return casino


def actor(name: str) -> Any:
    from tests.support.playing import player

    return player(name)


async def test_a_table_comes_with_the_other_ends_of_its_transfers_and_nothing_else() -> None:
    casino = await two_tables()
    found = await positions(casino, OfTable("baccarat-b2"))
    table, wallets = set(of_stream(casino, "baccarat-b2")), set(found) - set(of_stream(casino, "baccarat-b2"))
    assert table < set(found)
    assert found == sorted(found)
    assert {stored(casino)[at].stream for at in wallets} == {"wallet-ann", "wallet-bob"}
    assert all(b'"table":"baccarat-b2"' in stored(casino)[at].record for at in wallets)
    assert len(wallets) == 3  # Ann's buy-in, Bob's top-up, Bob's cash-out


async def test_a_player_comes_with_his_wallet_and_the_tables_he_bought_in_at() -> None:
    casino = await two_tables()
    bob = [*of_stream(casino, "wallet-bob"), *of_stream(casino, "baccarat-b2")]
    assert await positions(casino, OfPlayer("bob")) == sorted(bob)
    ann = [
        *of_stream(casino, "wallet-ann"),
        *of_stream(casino, "baccarat-a1"),
        *of_stream(casino, "baccarat-b2"),
    ]
    assert await positions(casino, OfPlayer("ann")) == sorted(ann)


async def test_a_round_comes_with_its_table_s_beginning_and_goes_on_to_where_its_deck_is_revealed() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open("baccarat-a1", decks=1, cut_card=30)
    await casino.sit("baccarat-a1", 1, "ann")
    for _ in range(12):
        await casino.coup("baccarat-a1", {1: 5})
    found = await positions(casino, OfRound("baccarat-a1", 1))
    entries = stored(casino)
    ends = [at for at in of_stream(casino, "baccarat-a1") if b'"deck-revealed"' in entries[at].record]
    assert b'"round":1' not in entries[ends[0]].record
    assert found == [at for at in of_stream(casino, "baccarat-a1") if at <= ends[0]]


async def test_a_round_whose_deck_is_not_revealed_yet_ends_with_itself() -> None:
    casino = Casino()
    await casino.wallet("ann")
    await casino.open("baccarat-a1")
    await casino.sit("baccarat-a1", 1, "ann")
    for _ in range(3):
        await casino.coup("baccarat-a1", {1: 5})
    await casino.give("baccarat-a1", StartRound())
    for number in (1, 2, 3):
        found = await positions(casino, OfRound("baccarat-a1", number))
        last = stored(casino)[found[-1]].record
        assert b'{"type":"round-ended","round":%d' % number in last
    going_on = await positions(casino, OfRound("baccarat-a1", 4))
    assert going_on == of_stream(casino, "baccarat-a1")


@pytest.mark.parametrize(
    "request_",
    [
        OfTable("baccarat-zz"),
        OfRound("baccarat-a1", 99),
        OfPlayer("nobody"),
        OfRound("baccarat-z", 1),
        Asked(9, 3),
        Asked(10**6, None),
        Asked(10**6, 10**7),
        Asked("2027-01-01T00:00:00.000000Z", None),
        Asked(None, "2025-01-01T00:00:00.000000Z"),
    ],
)
async def test_what_is_not_there_is_not_found(request_: Request) -> None:
    with pytest.raises(NotFound):
        await bundles(await short_story()).bundle("house", request_)


async def test_what_is_not_published_is_not_found() -> None:
    casino = await short_story()
    published = bundles(casino, tree_of(casino))
    await casino.wallet("eve")
    with pytest.raises(NotFound):
        await published.bundle("house", OfPlayer("eve"))


async def test_times_are_found_to_the_entry_though_clocks_differ() -> None:
    casino = await short_story()
    records, size = MemoryRecords(casino.store), len(stored(casino))  # type: ignore[arg-type]
    times = {entry.position: at(entry.record) for entry in stored(casino)}
    for position, time in times.items():
        span = await Spans(records, "house", size).find(Asked(time, time))
        same = [one for one, other in times.items() if other == time]
        assert (span.first, span.last) == (min(same), max(same)), position
    later = await Spans(records, "house", size).find(Asked("2027-01-01T00:00:00.000000Z", None))
    earlier = await Spans(records, "house", size).find(Asked(None, "2025-01-01T00:00:00.000000Z"))
    assert (later.first, later.last, earlier.first, earlier.last) == (size, size - 1, 0, -1)


def at(record: bytes) -> str:
    from msgspec.json import decode

    return str(decode(record)["at"])
