"""A log's tree while its records pass by: as much of it as its root needs."""

from croupier.service.transparency.hashing import leaf_hash, node_hash, tree_of_subtrees


class GrowingTree:
    """The Merkle tree of the records so far, by the roots of its complete subtrees, the largest first."""

    def __init__(self) -> None:
        """The tree without entries."""
        self.size = 0
        self._roots: list[bytes] = []

    def add(self, record: bytes) -> None:
        """The next record. Two subtrees of one size are one: as many as bits of the size are carried."""
        found, carried = leaf_hash(record), self.size
        while carried & 1:
            found = node_hash(self._roots.pop(), found)
            carried >>= 1
        self._roots.append(found)
        self.size += 1

    @property
    def root(self) -> bytes:
        """The tree's root as it stands (RFC 6962, section 2.1)."""
        return tree_of_subtrees(self._roots)
