"""A log's tree as it is kept: full tiles for good, the partial ones on its right edge made when read."""

from collections.abc import AsyncIterator
from typing import Final

from croupier.service.ports.transparency import FullTile, TreeHead, TreeStore
from croupier.service.transparency.hashing import HASH_BYTES, split_hashes, tree_root
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.proofs import root_at
from croupier.service.transparency.tiles import TILE_HEIGHT, TILE_WIDTH, Tile

_AT_ONCE: Final = 16
"""Full tiles that are made in one go, which bounds the memory and the time that it holds the process."""


class LogTree:
    """Implements `HashTiles` for one log.

    A partial tile of leaves is hashed from the records, 255 at the most; one of a higher level consists of
    the roots of the full tiles below it. So no reading costs more than a few tiles, however long the log is.
    What was read is not read again: use an object for one purpose and let it go.
    """

    def __init__(self, store: TreeStore, log: str) -> None:
        """The tree of that log."""
        self._store = store
        self._log = log
        self._known: dict[Tile, bytes] = {}

    async def tile(self, tile: Tile) -> bytes:
        """The tile's hashes. Raises `Malformed` when they are not there, `StoreUnavailable`."""
        if tile not in self._known:
            self._known[tile] = await self._read(tile)
        return self._known[tile]

    async def _read(self, tile: Tile) -> bytes:
        if tile.width == TILE_WIDTH:
            kept = await self._store.hashes(self._log, tile.level, tile.index)
            if kept is not None:
                return kept
        hashes = await self._below(tile.level, TILE_WIDTH * tile.index, tile.width)
        if len(hashes) != HASH_BYTES * tile.width:
            raise Malformed(f"{tile.path} can't be made: {await self._gap(tile)}")
        return hashes

    async def _gap(self, tile: Tile) -> str:
        """What is missing below a tile that can't be made."""
        first = TILE_WIDTH * tile.index
        if tile.level == 0:
            return f"not all entries are there from position {first} on"
        for index in range(first, first + tile.width):
            if not await self._store.roots(self._log, tile.level - 1, index, 1):
                return f"{Tile(tile.level - 1, index).path} is not kept"
        return "the tiles below it changed meanwhile"

    async def head(self, size: int) -> TreeHead:
        """The tree's head at a size. Raises `Malformed`, `StoreUnavailable`."""
        return TreeHead(size, await root_at(self, size))

    async def grow(self, old: int, new: int) -> bool:
        """Keep the full tiles that a tree of `new` entries has and one of `old` has not.

        They are made from the records, whether tiles are there already or not; False when one that is there
        is another. Raises `Malformed` when the log has a gap, `StoreUnavailable`.
        """
        level = 0
        while (end := new >> TILE_HEIGHT * (level + 1)) > 0:
            async for tiles in self._full(level, old >> TILE_HEIGHT * (level + 1), end):
                if not await self._store.add(self._log, tiles):
                    return False
            level += 1
        return True

    async def _full(self, level: int, first: int, end: int) -> AsyncIterator[list[FullTile]]:
        """The level's full tiles from number `first` to before `end`, some at a time."""
        for start in range(first, end, _AT_ONCE):
            indexes = range(start, min(end, start + _AT_ONCE))
            data = await self._below(level, TILE_WIDTH * start, TILE_WIDTH * len(indexes))
            if len(data) != HASH_BYTES * TILE_WIDTH * len(indexes):
                raise Malformed(f"{Tile(level, start).path} can't be made: the log or its tree has a gap")
            yield [full_tile(level, index, data[_place(index - start) :]) for index in indexes]

    async def _below(self, level: int, first: int, count: int) -> bytes:
        """The hashes that tiles of the level are made of."""
        if level == 0:
            return await self._store.leaf_hashes(self._log, first, count)
        return await self._store.roots(self._log, level - 1, first, count)


def full_tile(level: int, index: int, data: bytes) -> FullTile:
    """The full tile of the first 256 hashes in `data`."""
    hashes = data[: _place(1)]
    return FullTile(level, index, hashes, tree_root(split_hashes(hashes)))


def _place(tiles: int) -> int:
    """Where the hashes of so many full tiles end."""
    return HASH_BYTES * TILE_WIDTH * tiles
