"""The publisher goes on whatever happens, and says what is wrong."""

import asyncio
from collections.abc import Callable, Mapping, Sequence

import pytest
from tests.support.publishing import LOG, NAME, House, verified
from tests.support.trees import naive_consistency, naive_root

from croupier.service.errors import NotFound, StoreUnavailable
from croupier.service.ports.transparency import FullTile
from croupier.service.transparency import refusals
from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.notes import NoteSignature
from croupier.service.transparency.proofs import proves_consistency, proves_inclusion
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.tiles import Tile, split_bundle
from croupier.service.transparency.tlogproof import parse_proof


async def test_what_is_new_is_published_round_after_round() -> None:
    house = House(3)
    publisher = house.publisher()
    await publisher.publish()
    await publisher.publish()
    house.add(1)
    await publisher.publish()
    assert house.sizes == [3, 4]


async def test_the_last_entries_are_published_when_the_process_stops() -> None:
    house = House(3)
    publisher = house.publisher()
    running = asyncio.create_task(publisher.run())
    await _settled(lambda: house.sizes != [])
    running.cancel()
    await asyncio.wait([running])
    house.add(1)
    house.lease.ours = False
    await publisher.close()
    assert house.sizes == [3, 4]


async def test_one_process_publishes_while_it_has_the_lease_and_all_when_its_keeper_is_away() -> None:
    house = House(3)
    house.lease.ours = False
    running = asyncio.create_task(house.publisher().run())
    for _ in range(50):
        await asyncio.sleep(0)
    assert house.sizes == []
    house.lease.ours = None
    await _settled(lambda: house.sizes != [])
    running.cancel()
    await asyncio.wait([running])


async def test_a_log_that_must_not_be_signed_is_shouted_about_in_every_round() -> None:
    house = House(300)
    publisher = house.publisher()
    await publisher.publish()
    await publisher.well()
    del house.trees.log[260:]
    await publisher.publish()
    await publisher.publish()
    assert house.shouts == [(LOG, refusals.SHRANK)] * 2
    with pytest.raises(SigningRefused):
        await publisher.well()


async def test_a_refusal_ends_when_the_log_is_mended() -> None:
    house = House(300)
    publisher = house.publisher()
    await publisher.publish()
    gone = house.trees.log[260:]
    del house.trees.log[260:]
    await publisher.publish()
    house.trees.log += gone
    house.add(1)
    await publisher.publish()
    await publisher.well()
    assert house.sizes == [300, 301]


async def test_a_log_that_is_gone_whole_is_shouted_about_until_it_is_back() -> None:
    house = House(3)
    publisher = house.publisher()
    await publisher.publish()
    there = house.heads

    async def wiped() -> Mapping[str, int]:
        return {}

    house.heads = wiped  # type: ignore[method-assign]
    for process in (publisher, publisher, house.publisher()):
        await process.publish()
        with pytest.raises(SigningRefused, match="does not have it any more"):
            await process.well()
    assert house.shouts == [(LOG, refusals.SHRANK)] * 3
    house.heads = there  # type: ignore[method-assign]
    house.add(1)
    await publisher.publish()
    await publisher.well()
    assert house.sizes == [3, 4]
    assert len(house.shouts) == 3


async def test_a_log_that_comes_back_with_other_entries_is_not_taken_for_the_one_that_was_gone() -> None:
    house = House(3)
    publisher = house.publisher()
    await publisher.publish()
    there = house.heads

    async def wiped() -> Mapping[str, int]:
        return {}

    house.heads = wiped  # type: ignore[method-assign]
    await publisher.publish()
    house.heads = there  # type: ignore[method-assign]
    house.trees.log[2] = b"changed"
    await publisher.publish()
    assert house.shouts == [(LOG, refusals.SHRANK), (LOG, refusals.FORKED)]


async def test_a_log_signed_for_the_first_time_during_a_round_is_not_missed() -> None:
    house = House(3)

    async def before_it_came() -> Mapping[str, int]:
        await house.publish()  # another process's
        return {}

    house.heads = before_it_came  # type: ignore[method-assign]
    publisher = house.publisher()
    await publisher.publish()
    assert house.sizes == [3]
    assert house.shouts == []


async def test_one_log_that_fails_does_not_keep_others_from_being_published() -> None:
    house = House(3)

    async def heads() -> Mapping[str, int]:
        return {"broken": 0, LOG: 2}

    publish = house.checkpoints.latest

    async def latest(log: str) -> object:
        if log == "broken":
            raise StoreUnavailable("away")
        return await publish(log)

    house.heads = heads  # type: ignore[method-assign]
    house.checkpoints.latest = latest  # type: ignore[method-assign, assignment]
    await house.publisher().publish()
    assert house.sizes == [3]
    assert [what for what, _ in house.troubles] == ["no checkpoint of broken can be published"]


async def test_a_store_that_is_away_is_trouble_and_no_end() -> None:
    house = House(3)

    async def away() -> Mapping[str, int]:
        raise StoreUnavailable("away")

    there = house.heads
    house.heads = away  # type: ignore[method-assign]
    publisher = house.publisher()
    await publisher.publish()
    house.heads = there  # type: ignore[method-assign]
    await publisher.publish()
    assert house.sizes == [3]
    assert len(house.troubles) == 1


@pytest.mark.parametrize("position", [0, 255, 300])
async def test_the_patrol_finds_an_old_entry_that_was_changed(position: int) -> None:
    house = House(1_000)
    publisher = house.publisher()
    await publisher.publish()
    entry = house.trees.log[position]
    house.trees.log[position] = b"changed"
    for _ in range(4):  # there are three full tiles
        await publisher.publish()
    assert (LOG, refusals.DAMAGED) in house.shouts
    house.add(1)
    await publisher.publish()
    assert house.sizes == [1_000]

    house.trees.log[position] = entry
    await publisher.publish()
    await publisher.publish()
    assert house.sizes == [1_000, 1_001]
    await publisher.well()


async def test_damage_is_another_processs_to_tell_while_it_has_the_lease_and_is_still_not_signed_after() -> (
    None
):
    house = House(300)
    publisher = house.publisher()
    await publisher.publish()
    house.trees.log[0] = b"changed"
    await publisher.publish()
    with pytest.raises(SigningRefused):
        await publisher.well()

    house.lease.ours = False
    running = asyncio.create_task(publisher.run())
    for _ in range(50):
        await asyncio.sleep(0)
    await publisher.well()

    house.add(1)
    house.lease.ours = True
    await _settled(lambda: house.shouts != [])
    with pytest.raises(SigningRefused):
        await publisher.well()
    assert house.sizes == [300]
    running.cancel()
    await asyncio.wait([running])


@pytest.mark.parametrize("level", [0, 1])
async def test_the_patrol_finds_an_old_tile_that_was_changed(level: int) -> None:
    house = House(65_536)
    publisher = house.publisher()
    await publisher.publish()
    tile = house.trees.tiles[level, 0]
    house.trees.tiles[level, 0] = FullTile(level, 0, b"\0" * 8192, tile.root)
    for _ in range(258):
        await publisher.publish()
    assert (LOG, refusals.DAMAGED) in house.shouts


async def test_the_patrol_looks_at_every_tile_and_has_no_fault_to_find_in_an_honest_log() -> None:
    house = House(1_000)
    publisher = house.publisher()
    for _ in range(10):
        await publisher.publish()
    assert house.shouts == []
    await publisher.well()


class Notary:
    """Witnesses that sign what is proven to them, or fail."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, int, Sequence[bytes], bytes]] = []
        self.fails = False
        self.answers = asyncio.Event()
        self.answers.set()

    async def cosign(
        self, origin: str, old_size: int, proof: Sequence[bytes], note: bytes
    ) -> tuple[str, ...]:
        """A line for the note."""
        self.asked.append((origin, old_size, proof, note))
        await self.answers.wait()
        if self.fails:
            raise ConnectionError("away")
        return (NoteSignature("witness.test", b"1234", b"signature").line,)


async def test_a_new_checkpoint_is_shown_to_witnesses_with_a_proof_from_the_last_cosigned() -> None:
    notary = Notary()
    house = House(300, notary)
    publisher = house.publisher()
    await publisher.publish()
    await _settled(lambda: house.checkpoints.published[-1].cosignatures != ())
    house.add(10)
    await publisher.publish()
    await _settled(lambda: house.checkpoints.published[-1].cosignatures != ())

    first, second = notary.asked
    assert (first[0], first[1], first[2]) == (f"{NAME}/{LOG}", 0, [])
    assert second[1] == 300
    assert list(second[2]) == naive_consistency(300, house.trees.log)
    assert verified(second[3]).size == 310
    assert (await house.reading().checkpoint(LOG)).endswith(
        f"{house.checkpoints.published[-1].cosignatures[0]}\n".encode()
    )


async def test_slow_witnesses_hold_up_nothing() -> None:
    notary = Notary()
    notary.answers.clear()
    house = House(300, notary)
    publisher = house.publisher()
    for _ in range(3):
        house.add(1)
        await publisher.publish()
        await asyncio.sleep(0)
    assert house.sizes == [301, 302, 303]
    await _settled(lambda: len(notary.asked) == 1)
    notary.answers.set()
    await publisher.close()
    assert len(notary.asked) == 1


async def test_witnesses_that_fail_are_trouble_and_no_more() -> None:
    notary = Notary()
    notary.fails = True
    house = House(300, notary)
    publisher = house.publisher()
    await publisher.publish()
    await publisher.close()
    assert house.sizes == [300]
    assert [what for what, _ in house.troubles] == [f"no witness has cosigned {LOG}"]


async def test_what_is_read_is_what_was_published() -> None:
    house = House(600)
    await house.publish()
    house.add(100)
    reading = house.reading()
    root = naive_root(house.trees.log[:600])

    assert verified(await reading.checkpoint(LOG)).root == root
    assert split_bundle(await reading.tile(LOG, Tile(-1, 2, 88))) == house.trees.log[512:600]
    assert await reading.tile(LOG, Tile(0, 2, 5)) == b"".join(map(leaf_hash, house.trees.log[512:517]))
    assert (
        await reading.tile(LOG, Tile(1, 0, 2)) == house.trees.tiles[0, 0].root + house.trees.tiles[0, 1].root
    )
    proof = parse_proof(await reading.inclusion(LOG, 599))
    assert proves_inclusion(leaf_hash(house.trees.log[599]), 599, 600, proof.hashes, root)
    assert verified(proof.note).size == 600
    old_root = naive_root(house.trees.log[:123])
    assert proves_consistency(123, old_root, 600, root, await reading.consistency(LOG, 123, 600))


@pytest.mark.parametrize(
    "tile",
    [
        Tile(0, 2),
        Tile(0, 2, 89),
        Tile(0, 3, 1),
        Tile(1, 0, 3),
        Tile(2, 0, 1),
        Tile(-1, 2, 89),
        Tile(0, 0, 0),
        Tile(63, 0),
    ],
)
async def test_a_tile_beyond_the_checkpoint_is_not_there(tile: Tile) -> None:
    house = House(600)
    await house.publish()
    house.add(1_000)
    with pytest.raises(NotFound):
        await house.reading().tile(LOG, tile)


async def test_proofs_beyond_the_checkpoint_are_not_there() -> None:
    house = House(600)
    reading = house.reading()
    with pytest.raises(NotFound):
        await reading.checkpoint(LOG)
    await house.publish()
    house.add(1)
    for position in (-1, 600):
        with pytest.raises(NotFound):
            await reading.inclusion(LOG, position)
    for old, new in ((-1, 5), (6, 5), (0, 601)):
        with pytest.raises(NotFound):
            await reading.consistency(LOG, old, new)


async def _settled(done: Callable[[], bool]) -> None:
    """Let the others go on until it is so."""
    for _ in range(10_000):
        if done():
            return
        await asyncio.sleep(0)
    raise AssertionError("that never came about")
