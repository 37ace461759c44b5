"""Holding a replayed log to the last tree that was signed of it.

Of the last record of a stream no other record speaks; its time, its id or its actor could be changed, and the
rules would make the same of it. What was signed speaks of every byte.
"""

from croupier.service.ports.transparency import TreeHead
from croupier.service.replay.differences import Said
from croupier.service.transparency.growing import GrowingTree


class SignedTree:
    """Follows a log's records up to the size that was signed.

    `held` is how many of them have its root: all up to there, or none.
    """

    def __init__(self, head: TreeHead | None) -> None:
        """Hold the log to that head; to nothing when none was signed."""
        self._head = head
        self._tree = GrowingTree()
        self.held = 0

    def take(self, record: bytes) -> list[Said]:
        """What is wrong once the record of this position is there too."""
        if self._head is None or self._tree.size == self._head.size:
            return []
        self._tree.add(record)
        if self._tree.size < self._head.size:
            return []
        if self._tree.root == self._head.root:
            self.held = self._head.size
            return []
        return [("root-differs", f"these {self._head.size} entries are not those whose tree was signed")]

    def end(self) -> list[Said]:
        """What is wrong with the log's end."""
        if self._head is None or self._tree.size == self._head.size:
            return []
        what = f"a tree of {self._head.size} entries was signed, and there are {self._tree.size}"
        return [("log-truncated", what)]
