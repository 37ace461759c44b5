"""A checkpoint is signed for a tree that only grew, and for nothing else."""

import pytest
from tests.support.publishing import LOG, House, verified
from tests.support.trees import naive_root, some_records

from croupier.service.ports.transparency import FullTile, Remembered, TreeHead
from croupier.service.transparency import refusals
from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.signing import MOST_NEW
from croupier.service.transparency.tiles import Tile
from croupier.service.transparency.tree import LogTree, full_tile


async def test_a_checkpoint_tells_size_and_root_and_is_signed_by_the_logs_key() -> None:
    house = House(5)
    assert await house.publish() == 5
    checkpoint = verified(house.checkpoints.published[0].note)
    assert (checkpoint.size, checkpoint.root) == (5, naive_root(some_records(5)))


@pytest.mark.parametrize(
    "sizes", [(255, 256, 257), (1, 511, 512, 513), (300, 300, 1000), (65_535, 65_536, 65_537)]
)
async def test_a_tree_that_grew_step_by_step_is_the_tree_made_at_once(sizes: tuple[int, ...]) -> None:
    house = House()
    for size in sizes:
        house.add(size - len(house.trees.log))
        assert await house.publish() == size
        assert house.checkpoints.published[-1].head.root == naive_root(house.trees.log)
    at_once = House(sizes[-1])
    await at_once.publish()
    assert house.trees.tiles == at_once.trees.tiles
    assert house.sizes == sorted(set(sizes))


async def test_an_empty_log_has_nothing_to_publish() -> None:
    house = House()
    assert await house.publish() == 0
    assert house.sizes == []


async def test_nothing_new_is_not_published_again() -> None:
    house = House(3)
    await house.publish()
    assert await house.publish() == 3
    assert house.sizes == [3]


async def test_a_restart_hashes_one_partial_tile_again_and_not_the_log() -> None:
    house = House(10_000)
    await house.publish()
    house.add(3)
    house.trees.hashed = 0
    assert await house.publish() == 10_003
    # 10,000 is 39 full tiles and 16 entries: read for the old root and, with what is new, for the new one.
    assert house.trees.hashed == 16 + 19


async def test_a_long_log_is_caught_up_in_steps_each_of_them_signed() -> None:
    house = House(MOST_NEW + 1_000)
    assert await house.publish() == MOST_NEW
    assert await house.publish() == MOST_NEW + 1_000
    assert house.checkpoints.published[-1].head.root == naive_root(house.trees.log)


async def test_a_log_that_lost_entries_is_not_signed() -> None:
    house = House(300)
    await house.publish()
    del house.trees.log[290:]
    await _refused(house, refusals.SHRANK)


async def test_a_log_that_lost_entries_and_gained_others_is_not_signed() -> None:
    house = House(300)
    await house.publish()
    house.trees.log[290:] = [b"another"] * 20
    await _refused(house, refusals.FORKED)


async def test_a_log_with_an_entry_changed_since_the_last_full_tile_is_not_signed() -> None:
    house = House(300)
    await house.publish()
    house.trees.log[260] = b"changed"
    house.add(300)
    await _refused(house, refusals.FORKED)
    assert (0, 1) not in house.trees.tiles


async def test_a_log_whose_tile_has_another_root_is_not_signed() -> None:
    house = House(600)
    await house.publish()
    tile = house.trees.tiles[0, 0]
    house.trees.tiles[0, 0] = FullTile(0, 0, tile.hashes, b"\0" * 32)
    house.add(1)
    await _refused(house, refusals.FORKED)


async def test_a_tile_put_there_before_its_entries_came_is_not_believed() -> None:
    house = House(300)
    await house.publish()
    forged = b"".join(map(leaf_hash, [*house.trees.log[256:300], *[b"forged"] * 212]))
    house.trees.tiles[0, 1] = full_tile(0, 1, forged)
    house.add(300)
    await _refused(house, refusals.DAMAGED)


async def test_a_log_with_an_entry_missing_is_not_signed() -> None:
    house = House(300)
    await house.publish()
    with pytest.raises(SigningRefused) as refusal:
        await house.signing().publish(LOG, 600)  # as the log's head says
    assert refusal.value.code == refusals.DAMAGED


async def test_a_log_with_a_tile_missing_is_not_signed() -> None:
    house = House(600)
    await house.publish()
    del house.trees.tiles[0, 0]
    house.add(1)
    await _refused(house, refusals.DAMAGED)


async def test_a_tile_that_cant_be_made_names_the_one_that_is_missing() -> None:
    house = House(3_583)
    await house.publish()
    del house.trees.tiles[0, 3]
    with pytest.raises(Malformed, match=r"tile/1/000.p/13 can't be made: tile/0/003 is not kept"):
        await LogTree(house.trees, LOG).tile(Tile(1, 0, 13))
    with pytest.raises(Malformed, match=r"not all entries are there from position 3584 on"):
        await LogTree(house.trees, LOG).tile(Tile(0, 14, 2))


async def test_checkpoints_that_were_rolled_back_are_remembered_beside_the_key() -> None:
    house = House(300)
    await house.publish()
    house.add(10)
    await house.publish()
    house.checkpoints.published.pop()
    house.add(10)
    await _refused(house, refusals.ROLLED_BACK)


async def test_checkpoints_that_were_all_removed_are_remembered_beside_the_key() -> None:
    house = House(300)
    await house.publish()
    house.checkpoints.published.clear()
    await _refused(house, refusals.ROLLED_BACK)


async def test_a_database_rolled_back_as_a_whole_is_not_signed_anew() -> None:
    house = House(300)
    await house.publish()
    tiles = dict(house.trees.tiles)
    house.add(400)
    await house.publish()
    house.trees.log[300:] = [b"another course"] * 500
    house.trees.tiles = tiles
    house.checkpoints.published.pop()
    await _refused(house, refusals.ROLLED_BACK)


async def test_checkpoints_are_remembered_by_the_database_when_the_file_is_lost() -> None:
    house = House(300)
    await house.publish()
    house.signed.kept = None
    house.trees.log[280] = b"changed"
    house.add(1)
    await _refused(house, refusals.FORKED)


async def test_a_file_that_was_lost_is_written_anew_from_what_the_database_published() -> None:
    house = House(300)
    await house.publish()
    published = house.checkpoints.published[-1].head
    house.signed.kept = None
    await house.publish()
    assert house.signed.kept == Remembered(published, published)


async def test_a_file_that_cant_be_read_is_no_reason_to_sign() -> None:
    house = House(300)

    async def last(log: str) -> Remembered | None:
        raise Malformed("a torn file")

    house.signed.last = last  # type: ignore[method-assign]
    await _refused(house, refusals.FORGOTTEN)


async def test_a_signature_that_never_reached_the_database_binds_all_the_same() -> None:
    house = House(300)
    await house.publish()
    house.add(50)
    head = await LogTree(house.trees, LOG).head(350)
    await house.signed.sign(LOG, house.checkpoints.published[-1].head, head)  # and then the process died
    kept = list(house.trees.log)

    house.trees.log[340] = b"changed"
    house.add(50)
    await _refused(house, refusals.FORKED)

    house.trees.log[:] = kept
    assert await house.publish() == 350
    assert house.checkpoints.published[-1].head == head


async def test_of_two_that_sign_at_once_one_publishes_and_the_other_sees_it_next_time() -> None:
    house, others = House(300), House()
    others.trees, others.checkpoints = (
        house.trees,
        house.checkpoints,
    )  # another machine with a file of its own
    await house.publish()
    await others.publish()
    assert house.sizes == [300]
    house.add(10)
    await others.publish()
    await house.publish()
    house.add(10)
    await house.publish()
    assert house.sizes == [300, 310, 320]
    assert house.signed.kept is not None
    assert house.signed.kept.published == house.checkpoints.published[-1].head


async def test_who_was_overtaken_between_looking_and_signing_signs_nothing() -> None:
    house = House(300)
    await house.publish()
    house.add(10)
    before = house.signed.kept
    assert before is not None
    assert await house.signed.sign(LOG, before.signed, TreeHead(305, b"\1" * 32))
    assert not await house.signed.sign(LOG, before.signed, TreeHead(310, b"\2" * 32))
    await _refused(house, refusals.FORKED)


async def test_the_tree_makes_partial_tiles_from_what_is_below_them() -> None:
    house = House(70_000)
    await house.publish()
    await house.publish()
    tree = LogTree(house.trees, LOG)
    assert len(await tree.tile(Tile(0, 273, 112))) == 32 * 112
    assert await tree.tile(Tile(1, 1, 17)) == await house.trees.roots(LOG, 0, 256, 17)
    assert await tree.tile(Tile(2, 0, 1)) == house.trees.tiles[1, 0].root
    assert set(house.trees.tiles) == {(0, index) for index in range(273)} | {(1, 0)}


async def _refused(house: House, code: str) -> None:
    """Nothing is published, for that reason."""
    sizes = house.sizes
    with pytest.raises(SigningRefused) as refusal:
        await house.publish()
    assert refusal.value.code == code
    assert house.sizes == sizes
