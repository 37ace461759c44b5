"""Proofs that an entry is in the tree, and that a tree is the beginning of another (RFC 6962, section 2.1).

They are made from tiles, of which few are read, and checked from what they are made of alone.
"""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from croupier.service.transparency.base64text import decode64
from croupier.service.transparency.hashing import (
    EMPTY_ROOT,
    HASH_BYTES,
    node_hash,
    split_hashes,
    tree_of_subtrees,
    tree_root,
)
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.tiles import TILE_HEIGHT, TILE_WIDTH, Tile, width_within

Range = tuple[int, int]
"""Entries from the first to before the second."""

_MOST_HASHES: Final = 63
"""A tree of at most 2^63 entries needs no more in a proof."""


class HashTiles(Protocol):
    """Knows a tree's tiles."""

    async def tile(self, tile: Tile) -> bytes:
        """The tile's hashes, 32 bytes each, one after the other."""


async def root_at(tiles: HashTiles, size: int) -> bytes:
    """The root of the tree's first `size` entries. Raises `Malformed` when a tile has a wrong length."""
    return await _Hasher(tiles, size).root((0, size)) if size else EMPTY_ROOT


async def inclusion_proof(tiles: HashTiles, index: int, size: int) -> list[bytes]:
    """The proof that entry `index` is in the tree of `size`, from the leaf's sibling upward.

    Raises `ValueError` unless 0 <= index < size, `Malformed` when a tile has a wrong length.
    """
    if not 0 <= index < size:
        raise ValueError(f"there is no entry {index} in a tree of {size}")
    hasher = _Hasher(tiles, size)
    return [await hasher.root(part) for part in _beside(index, size)]


async def consistency_proof(tiles: HashTiles, old: int, new: int) -> list[bytes]:
    """The proof that the tree of `old` entries is the beginning of that of `new` ones.

    It is empty when they are the same or the old one is. Raises `ValueError` unless 0 <= old <= new,
    `Malformed` when a tile has a wrong length.
    """
    if not 0 <= old <= new:
        raise ValueError(f"a tree of {old} is not the beginning of one of {new}")
    hasher = _Hasher(tiles, new)
    return [await hasher.root(part) for part in _between(old, 0, new, True)] if old else []


def proof_hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    """The hashes of a proof that is written in base64, one a line. Raises `Malformed`."""
    if len(lines) > _MOST_HASHES:
        raise Malformed(f"the proof has more than {_MOST_HASHES} hashes")
    hashes = tuple(map(decode64, lines))
    if not _are_hashes(hashes):
        raise Malformed("a hash of the proof is not of 32 bytes")
    return hashes


def proves_inclusion(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof shows that the entry with that leaf hash is number `index` of the tree."""
    if not 0 <= index < size or not _are_hashes((leaf, root, *proof)):
        return False
    found, rest, last = leaf, index, size - 1
    for sibling in proof:
        if last == 0:
            return False
        if rest % 2 or rest == last:
            found = node_hash(sibling, found)
            while rest % 2 == 0 and rest:
                rest, last = rest >> 1, last >> 1
        else:
            found = node_hash(found, sibling)
        rest, last = rest >> 1, last >> 1
    return last == 0 and found == root


def proves_consistency(
    old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether the proof shows that the old tree is the beginning of the new one."""
    if not 0 <= old_size <= new_size or not _are_hashes((old_root, new_root, *proof)):
        return False
    if new_size == 0 and new_root != EMPTY_ROOT:
        return False
    if old_size == 0:
        return not proof and old_root == EMPTY_ROOT
    if old_size == new_size:
        return not proof and old_root == new_root
    return _climbs(old_size, old_root, new_size, new_root, proof)


def _climbs(old_size: int, old_root: bytes, new_size: int, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """RFC 9162, section 2.1.4.2, for trees that differ and are not empty."""
    # A complete old tree is a node of the new one, which its reader knows and the proof leaves out.
    path = [old_root, *proof] if old_size & (old_size - 1) == 0 else list(proof)
    if not path:
        return False
    rest, last = old_size - 1, new_size - 1
    while rest % 2:
        rest, last = rest >> 1, last >> 1
    old = new = path[0]
    for sibling in path[1:]:
        if last == 0:
            return False
        if rest % 2 or rest == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while rest % 2 == 0 and rest:
                rest, last = rest >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        rest, last = rest >> 1, last >> 1
    return last == 0 and old == old_root and new == new_root


def _are_hashes(values: Sequence[bytes]) -> bool:
    return all(len(value) == HASH_BYTES for value in values)


def _split(size: int) -> int:
    """The largest power of two below the size, which is 2 at the least."""
    return 1 << (size - 1).bit_length() - 1


def _beside(index: int, size: int) -> list[Range]:
    """What is beside the way from the entry up to the root: PATH of RFC 6962."""
    parts: list[Range] = []
    first, end = 0, size
    while end - first > 1:
        middle = first + _split(end - first)
        if index < middle:
            parts.append((middle, end))
            end = middle
        else:
            parts.append((first, middle))
            first = middle
    return parts[::-1]


def _between(old: int, first: int, end: int, whole: bool) -> list[Range]:
    """SUBPROOF of RFC 6962: `whole` while the part begins where the old tree does."""
    if first + old == end:
        return [] if whole else [(first, end)]
    middle = first + _split(end - first)
    if first + old <= middle:
        return [*_between(old, first, middle, whole), (middle, end)]
    return [*_between(first + old - middle, middle, end, False), (first, middle)]


def _complete(part: Range) -> Iterator[tuple[int, int]]:
    """The complete subtrees that make up the range, as height and number at that height."""
    first, end = part
    while first < end:
        height = (end - first).bit_length() - 1
        yield height, first >> height
        first += 1 << height


class _Hasher:
    """Hashes parts of one tree; every tile is read once."""

    def __init__(self, tiles: HashTiles, size: int) -> None:
        self._tiles = tiles
        self._size = size
        self._read: dict[Tile, list[bytes]] = {}

    async def root(self, part: Range) -> bytes:
        """The root over the range, which begins where a subtree of its size may."""
        return tree_of_subtrees([await self._subtree(height, number) for height, number in _complete(part)])

    async def _subtree(self, height: int, number: int) -> bytes:
        level, above = divmod(height, TILE_HEIGHT)
        index, place = divmod(number << above, TILE_WIDTH)
        hashes = await self._hashes(Tile(level, index, width_within(level, index, self._size)))
        return tree_root(hashes[place : place + (1 << above)])

    async def _hashes(self, tile: Tile) -> list[bytes]:
        if tile not in self._read:
            data = await self._tiles.tile(tile)
            if len(data) != HASH_BYTES * tile.width:
                raise Malformed(f"{tile.path} is not of {tile.width} hashes")
            self._read[tile] = split_hashes(data)
        return self._read[tile]
