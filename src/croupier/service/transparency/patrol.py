"""Looking after what was published long ago, a tile of entries at a time.

A checkpoint needs the right edge of the tree alone, so who changes an old entry, or an old tile, behind the
service's back would be found by readers only. The patrol hashes the old entries again, as they are stored,
and follows their tile up the tree; it takes a few milliseconds a step, and turns the round in time.
"""

from collections.abc import Mapping

from croupier.service.ports.transparency import TreeStore
from croupier.service.transparency import refusals
from croupier.service.transparency.hashing import leaf_hash, split_hashes, tree_root
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.tiles import TILE_WIDTH, Tile


class Patrol:
    """Walks over the full tiles of all logs. `damaged` are the logs where one was found not as published."""

    def __init__(self, trees: TreeStore) -> None:
        """Every log's walk begins at its first entry."""
        self._trees = trees
        self._next: dict[str, int] = {}
        self.damaged: dict[str, SigningRefused] = {}

    def check(self, log: str) -> None:
        """Raise `SigningRefused` when the log was found damaged and has not been found mended since."""
        if log in self.damaged:
            raise self.damaged[log]

    async def walk(self, published: Mapping[str, int]) -> None:
        """Look at one tile of the log whose turn it is, of those published up to a size.

        A damaged tile is looked at again in the log's next turn. Raises `StoreUnavailable`.
        """
        ready = {log: size // TILE_WIDTH for log, size in published.items() if size >= TILE_WIDTH}
        if not ready:
            return
        # The log that was looked at longest ago is the first in `_next`, or not there yet.
        log = next((log for log in ready if log not in self._next), None) or next(
            log for log in self._next if log in ready
        )
        index = self._next.pop(log, 0) % ready[log]
        self._next[log] = index
        fault = await self._fault(log, index)
        if fault is None:
            self._next[log] = index + 1
            self.damaged.pop(log, None)
        else:
            self.damaged[log] = SigningRefused(refusals.DAMAGED, fault)

    async def _fault(self, log: str, index: int) -> str | None:
        """What is wrong with the tile of entries, or with a full tile above it; None when all is well."""
        records = await self._trees.records(log, TILE_WIDTH * index, TILE_WIDTH)
        hashes = b"".join(map(leaf_hash, records))
        if hashes != await self._trees.hashes(log, 0, index):
            return f"{Tile(0, index).path} is not what its entries make"
        level = 0
        while hashes:
            root = tree_root(split_hashes(hashes))
            if root != await self._trees.roots(log, level, index, 1):
                return f"{Tile(level, index).path} is kept with another root than its own"
            index, place = divmod(index, TILE_WIDTH)
            level += 1
            hashes = await self._trees.hashes(log, level, index) or b""
            if hashes and split_hashes(hashes)[place] != root:
                return f"{Tile(level, index).path} is not what the tiles below it make"
        return None
