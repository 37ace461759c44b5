"""The hashes of the Merkle tree (RFC 6962, section 2.1, with SHA-256)."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Final

HASH_BYTES: Final = 32
EMPTY_ROOT: Final = sha256(b"").digest()
"""The root of the tree without entries."""


def leaf_hash(record: bytes) -> bytes:
    """The hash of an entry: SHA-256(00 || record)."""
    return sha256(b"\x00" + record).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of an inner node: SHA-256(01 || left || right)."""
    return sha256(b"\x01" + left + right).digest()


def tree_root(hashes: Sequence[bytes]) -> bytes:
    """The root of the tree that has these hashes, any number of them, as its leaves or complete subtrees.

    Hashes are paired level by level; one that is left over goes up as it is. That is the tree that is split
    at the largest power of two below its size.
    """
    if not hashes:
        return EMPTY_ROOT
    row = list(hashes)
    while len(row) > 1:
        left_over = row[-1:] if len(row) % 2 else []
        row = [*map(node_hash, row[0::2], row[1::2]), *left_over]
    return row[0]


def tree_of_subtrees(roots: Sequence[bytes]) -> bytes:
    """The root over complete subtrees of which each is larger than the next."""
    if not roots:
        return EMPTY_ROOT
    *larger, root = roots
    for left in reversed(larger):
        root = node_hash(left, root)
    return root


def split_hashes(data: bytes) -> list[bytes]:
    """The hashes that a tile is the concatenation of."""
    return [data[start : start + HASH_BYTES] for start in range(0, len(data), HASH_BYTES)]
