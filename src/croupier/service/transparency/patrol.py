"""Looking after what was published long ago, a tile of entries at a time.

A checkpoint needs the right edge of the tree alone, so who changes an old entry, or an old tile, behind the
service's back would be found by readers only. The patrol hashes the old entries again, as they are stored,
and follows their tile up the tree; it takes a few milliseconds a step, and turns the round in time.
"""

from collections.abc import Mapping

from msgspec import Struct

from croupier.service.ports.transparency import TreeStore
from croupier.service.transparency import refusals
from croupier.service.transparency.hashing import leaf_hash, split_hashes, tree_root
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.tiles import TILE_WIDTH, Tile


class _Walk(Struct, frozen=True):
    """Where a log's walk stands: when its last `turn` was, and the tile to look at in the next."""

    turn: int = 0
    index: int = 0


class Patrol:
    """Walks over the full tiles of all logs. `damaged` are the logs where one was found not as published."""

    def __init__(self, trees: TreeStore) -> None:
        """Every log's walk begins at its first entry."""
        self._trees = trees
        self._walks: dict[str, _Walk] = {}
        self._turn = 0
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
        log = min(ready, key=lambda log: self._walks.get(log, _Walk()).turn)
        index = self._walks.get(log, _Walk()).index % ready[log]
        self._turn += 1
        self._walks[log] = _Walk(self._turn, index)
        fault = await self._fault(log, index)
        if fault is None:
            self._walks[log] = _Walk(self._turn, index + 1)
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
