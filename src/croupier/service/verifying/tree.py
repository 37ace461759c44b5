"""Holding tiles against the signed root, and records against tiles."""

from collections.abc import Sequence
from typing import Final

from croupier.service.bundles.needed import edge
from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.hashing import (
    EMPTY_ROOT,
    HASH_BYTES,
    leaf_hash,
    split_hashes,
    tree_of_subtrees,
    tree_root,
)
from croupier.service.transparency.tiles import TILE_HEIGHT, TILE_WIDTH, Tile
from croupier.service.verifying.findings import Findings

_INSIDE: Final = TILE_WIDTH - 1


class Tree:
    """The tree of a checkpoint as a bundle's tiles show it.

    The tiles at its edge come first and are kept; of the full ones, the last of each level is.
    """

    def __init__(self, checkpoint: Checkpoint, findings: Findings) -> None:
        """Before the first tile."""
        self._checkpoint = checkpoint
        self._findings = findings
        self._wanted = list(edge(checkpoint.size))
        self._edge: dict[int, tuple[int, list[bytes]]] = {}
        self._full: dict[int, tuple[int, list[bytes]]] = {}
        self.tiles = 0

    def take(self, tile: Tile, content: bytes) -> None:
        """The bundle's next tile. Raises `TooMany`."""
        if len(content) != HASH_BYTES * tile.width:
            self._findings.say("tile-unreadable", f"it is not of {tile.width} hashes", tile.path)
            return
        self.tiles += 1
        hashes = split_hashes(content)
        if self._wanted:
            self._take_edge(tile, hashes)
        else:
            self._take_full(tile, hashes)

    def leaf(self, position: int, record: bytes) -> None:
        """Hold a record against the tree. Raises `TooMany`."""
        if self._wanted:
            self._miss_edge()
        if position >= self._checkpoint.size:
            what = f"the tree that was signed has {self._checkpoint.size} entries"
            self._findings.say("beyond-checkpoint", what, position=position)
            return
        expected = self._hash(0, position)
        if expected is None:
            where = Tile(0, position >> TILE_HEIGHT).path
            self._findings.say(
                "tile-missing", f"{where}, which proves the record, is not there", position=position
            )
        elif leaf_hash(record) != expected:
            what = "the record is not the one that is in the tree at this position"
            self._findings.say("leaf-differs", what, position=position)

    def end(self) -> None:
        """There are no more tiles. Raises `TooMany`."""
        if self._wanted:
            self._miss_edge()
        elif self._checkpoint.size == 0 and self._checkpoint.root != EMPTY_ROOT:
            self._findings.say("root-differs", "that is not the root of the empty tree", "checkpoint")

    def _take_edge(self, tile: Tile, hashes: list[bytes]) -> None:
        wanted = self._wanted.pop(0)
        if tile != wanted:
            self._wanted.insert(0, wanted)
            self._miss_edge()
            self._take_full(tile, hashes)
            return
        self._edge[tile.level] = tile.index, hashes
        if not self._wanted and self._root() != self._checkpoint.root:
            what = "the tiles at the tree's edge do not have the root that the checkpoint names"
            self._findings.say("root-differs", what, tile.path)

    def _miss_edge(self) -> None:
        """The edge can't be whole any more; the root can't be shown."""
        what = f"{self._wanted[0].path}, which the tree's root is made from, is not there"
        self._findings.say("tile-missing", what)
        self._wanted = []

    def _take_full(self, tile: Tile, hashes: list[bytes]) -> None:
        before, _ = self._full.get(tile.level, (-1, []))
        if tile.width < TILE_WIDTH or tile.index <= before:
            self._findings.say("member-order", "the tile does not belong here", tile.path)
            return
        expected = self._hash(tile.level + 1, tile.index)
        if expected is None:
            self._findings.say("tile-missing", "the tile above it is not there", tile.path)
        elif tree_root(hashes) != expected:
            self._findings.say("tile-differs", "it is not the tile that the tree has there", tile.path)
        self._full[tile.level] = tile.index, hashes

    def _hash(self, level: int, number: int) -> bytes | None:
        """The hash of that number at a level, None where its tile is not there."""
        index, place = number >> TILE_HEIGHT, number & _INSIDE
        for tiles in (self._edge, self._full):
            if level in tiles and tiles[level][0] == index:
                hashes = tiles[level][1]
                return hashes[place] if place < len(hashes) else None
        return None

    def _root(self) -> bytes:
        levels = sorted(self._edge, reverse=True)
        return tree_of_subtrees([root for level in levels for root in _subtrees(self._edge[level][1])])


def _subtrees(hashes: Sequence[bytes]) -> list[bytes]:
    """The roots of the complete subtrees that a partial tile consists of, the largest first."""
    found, first = [], 0
    for power in reversed(range(TILE_HEIGHT)):
        if len(hashes) & 1 << power:
            found.append(tree_root(hashes[first : first + (1 << power)]))
            first += 1 << power
    return found
