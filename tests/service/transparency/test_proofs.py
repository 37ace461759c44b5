"""Proofs verify for what they were made for, and for nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.trees import NaiveTiles, naive_consistency, naive_path, naive_root, some_records

from croupier.service.transparency.hashing import EMPTY_ROOT, leaf_hash
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.proofs import (
    consistency_proof,
    inclusion_proof,
    proves_consistency,
    proves_inclusion,
    root_at,
)
from croupier.service.transparency.tiles import Tile

RECORDS = some_records(70_000)


@pytest.fixture(scope="module")
def small() -> NaiveTiles:
    """The tiles of a small tree."""
    return NaiveTiles(RECORDS[:300])


async def test_every_entry_of_every_small_tree_is_proven(small: NaiveTiles) -> None:
    for size in range(1, 40):
        root = naive_root(RECORDS[:size])
        for index in range(size):
            proof = await inclusion_proof(small, index, size)
            assert proof == naive_path(index, RECORDS[:size])
            assert proves_inclusion(leaf_hash(RECORDS[index]), index, size, proof, root)


async def test_every_small_tree_is_proven_the_beginning_of_every_larger_one(small: NaiveTiles) -> None:
    for new in range(1, 40):
        for old in range(1, new + 1):
            proof = await consistency_proof(small, old, new)
            assert proof == naive_consistency(old, RECORDS[:new])
            assert proves_consistency(old, naive_root(RECORDS[:old]), new, naive_root(RECORDS[:new]), proof)


@pytest.mark.parametrize("size", [255, 256, 257, 511, 512, 513, 65_535, 65_536, 65_537, 69_999])
async def test_proofs_from_tiles_are_the_letters_of_the_rfc_at_the_edges_of_tiles(size: int) -> None:
    tiles, records = NaiveTiles(RECORDS), RECORDS[:size]
    root = await root_at(tiles, size)
    assert root == naive_root(records)
    for index in {0, 1, 254, 255 % size, 256 % size, size // 2, size - 1}:
        proof = await inclusion_proof(tiles, index, size)
        assert proof == naive_path(index, records)
        assert proves_inclusion(leaf_hash(records[index]), index, size, proof, root)
    for old in {1, 128, 255, size // 2, size - 1}:
        proof = await consistency_proof(tiles, old, size)
        assert proof == naive_consistency(old, records)
        assert proves_consistency(old, naive_root(records[:old]), size, root, proof)


async def test_a_proof_reads_few_tiles_of_a_large_tree_and_each_once() -> None:
    tiles = NaiveTiles(RECORDS)
    await inclusion_proof(tiles, 12_345, 70_000)
    assert len(tiles.read) == len(set(tiles.read)) <= 6


@given(st.data(), st.integers(1, 300))
async def test_nothing_that_differs_anywhere_is_included(data: st.DataObject, size: int) -> None:
    index = data.draw(st.integers(0, size - 1))
    records = RECORDS[:size]
    leaf, root, proof = leaf_hash(records[index]), naive_root(records), naive_path(index, records)
    assert proves_inclusion(leaf, index, size, proof, root)

    assert not proves_inclusion(_flipped(data, leaf), index, size, proof, root)
    assert not proves_inclusion(leaf, index, size, proof, _flipped(data, root))
    assert not proves_inclusion(leaf, data.draw(_other_than(index, size)), size, proof, root)
    assert not proves_inclusion(leaf, index, size, [*proof, root], root)
    for place in range(len(proof)):
        other = _flipped(data, proof[place])
        assert not proves_inclusion(leaf, index, size, [*proof[:place], other, *proof[place + 1 :]], root)
        assert not proves_inclusion(leaf, index, size, proof[:place] + proof[place + 1 :], root)


@given(st.data(), st.integers(2, 300))
async def test_no_tree_that_differs_anywhere_is_the_beginning(data: st.DataObject, new: int) -> None:
    old = data.draw(st.integers(1, new - 1))
    old_root, new_root = naive_root(RECORDS[:old]), naive_root(RECORDS[:new])
    proof = naive_consistency(old, RECORDS[:new])
    assert proves_consistency(old, old_root, new, new_root, proof)

    assert not proves_consistency(old, _flipped(data, old_root), new, new_root, proof)
    assert not proves_consistency(old, old_root, new, _flipped(data, new_root), proof)
    assert not proves_consistency(new, new_root, old, old_root, proof)
    assert not proves_consistency(old, old_root, new, new_root, [*proof, old_root])
    for place in range(len(proof)):
        other = _flipped(data, proof[place])
        changed = [*proof[:place], other, *proof[place + 1 :]]
        assert not proves_consistency(old, old_root, new, new_root, changed)
        assert not proves_consistency(old, old_root, new, new_root, proof[:place] + proof[place + 1 :])


@given(st.data(), st.integers(2, 300), st.integers(2, 300))
async def test_a_proof_of_one_size_proves_nothing_to_the_root_of_another(
    data: st.DataObject, size: int, other: int
) -> None:
    index = data.draw(st.integers(0, min(size, other) - 1))
    leaf, proof = leaf_hash(RECORDS[index]), naive_path(index, RECORDS[:size])
    proven = proves_inclusion(leaf, index, other, proof, naive_root(RECORDS[:other]))
    assert proven == (size == other)


def test_the_empty_tree_is_the_beginning_of_every_tree_and_needs_no_proof() -> None:
    root = naive_root(RECORDS[:3])
    assert proves_consistency(0, EMPTY_ROOT, 3, root, [])
    assert proves_consistency(0, EMPTY_ROOT, 0, EMPTY_ROOT, [])
    assert not proves_consistency(0, root, 3, root, [])
    assert not proves_consistency(0, EMPTY_ROOT, 3, root, [root])
    assert not proves_consistency(0, EMPTY_ROOT, 0, root, [])


def test_a_tree_is_its_own_beginning_by_its_root_alone() -> None:
    root, other = naive_root(RECORDS[:3]), naive_root(RECORDS[:4])
    assert proves_consistency(3, root, 3, root, [])
    assert not proves_consistency(3, root, 3, other, [])
    assert not proves_consistency(3, root, 3, root, [root])


@given(
    st.integers(-3, 2**70),
    st.integers(-3, 2**70),
    st.lists(st.binary(max_size=33) | st.binary(min_size=32, max_size=32)),
)
def test_no_input_breaks_the_checks(first: int, second: int, hashes: list[bytes]) -> None:
    some = hashes[0] if hashes else b""
    assert not proves_inclusion(some, first, second, hashes, b"\x01" * 32) or second == 1
    assert not proves_consistency(first, some, second, b"\x01" * 32, hashes) or first == second


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
async def test_there_is_no_proof_for_an_entry_outside_of_the_tree(
    small: NaiveTiles, index: int, size: int
) -> None:
    with pytest.raises(ValueError, match="there is no entry"):
        await inclusion_proof(small, index, size)


@pytest.mark.parametrize(("old", "new"), [(-1, 3), (4, 3)])
async def test_there_is_no_proof_from_a_larger_tree_to_a_smaller(
    small: NaiveTiles, old: int, new: int
) -> None:
    with pytest.raises(ValueError, match="is not the beginning"):
        await consistency_proof(small, old, new)


async def test_a_tile_of_the_wrong_length_is_malformed() -> None:
    class Short:
        async def tile(self, tile: Tile) -> bytes:
            return b"\x00" * (32 * tile.width - 1)

    with pytest.raises(Malformed, match=r"tile/0/000\.p/5 is not of 5 hashes"):
        await root_at(Short(), 5)


def _flipped(data: st.DataObject, value: bytes) -> bytes:
    """The value with one bit changed."""
    place, bit = data.draw(st.integers(0, len(value) - 1)), data.draw(st.integers(0, 7))
    return value[:place] + bytes([value[place] ^ 1 << bit]) + value[place + 1 :]


def _other_than(index: int, size: int) -> st.SearchStrategy[int]:
    return st.integers(-1, size).filter(lambda other: other != index)
