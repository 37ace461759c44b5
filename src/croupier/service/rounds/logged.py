"""Checking that a round's entries are those of the log: one follows on the other, and each is a leaf.

What the database holds is not believed: the leaves are hashed from the records that are reported, and have
to lead to the root that was published.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct
from msgspec.json import Decoder

from croupier.service.ports import Entry
from croupier.service.ports.transparency import TreeHead
from croupier.service.records import digest
from croupier.service.rounds.finding import RoundEntries
from croupier.service.transparency.hashing import leaf_hash, split_hashes
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.proofs import HashTiles, inclusion_proof, proves_inclusion
from croupier.service.transparency.reading import Transparency
from croupier.service.transparency.tiles import TILE_WIDTH, Tile, width_within


class PublishedTiles:
    """Implements `HashTiles` for a log as it is published; each tile is read once."""

    def __init__(self, transparency: Transparency, log: str) -> None:
        """The tiles of that log."""
        self._transparency = transparency
        self._log = log
        self._read: dict[Tile, bytes] = {}

    async def tile(self, tile: Tile) -> bytes:
        """The tile's hashes. Raises `Malformed`, `NotFound`, `StoreUnavailable`."""
        if tile not in self._read:
            self._read[tile] = await self._transparency.tile(self._log, tile)
        return self._read[tile]


class _Link(Struct):
    """What of a record ties it to the one before."""

    prev: str
    at: str


_link: Final = Decoder(_Link).decode


async def as_logged(found: RoundEntries, tiles: HashTiles, head: TreeHead | None) -> bool | None:
    """Whether the round's entries follow on, and those below the published head's size are its leaves.

    Null when no entry is covered yet and nothing else is wrong. Raises `StoreUnavailable`.
    """
    if not _follow_on(found):
        return False
    parts = _by_tile(found.all, head.size if head else 0)
    if head is None or not parts:
        return None
    try:
        for index, entries in parts.items():
            if not await _are_leaves(entries, index, tiles, head):
                return False
    except Malformed:  # the tree has a gap, or a tile of another length
        return False
    return True


def _follow_on(found: RoundEntries) -> bool:
    """Whether each record of the round names the one before, and time never goes back."""
    links = {entry.revision: _link(entry.record) for entry in found.all}
    chained = all(
        later.revision == earlier.revision + 1 and links[later.revision].prev == digest(earlier.record)
        for earlier, later in pairwise(found.entries)
    )
    # Times are written with a fixed width, so as texts they are in order.
    return chained and all(earlier.at <= later.at for earlier, later in pairwise(links.values()))


def _by_tile(entries: Sequence[Entry], size: int) -> dict[int, list[Entry]]:
    """The entries below the size, by the number of the tile that their leaves are in."""
    parts: dict[int, list[Entry]] = {}
    for entry in entries:
        if entry.position < size:
            parts.setdefault(entry.position // TILE_WIDTH, []).append(entry)
    return parts


async def _are_leaves(entries: Sequence[Entry], index: int, tiles: HashTiles, head: TreeHead) -> bool:
    """Whether the tile has the leaves of the entries, and leads to the published root.

    A partial tile is made from the records as they are by now, so it shows nothing unless it leads there. The
    proof of one of its leaves depends on all the others: one is enough for a tile.
    """
    tile = Tile(0, index, width_within(0, index, head.size))
    hashes = split_hashes(await tiles.tile(tile))
    leaves = {entry.position: leaf_hash(entry.record) for entry in entries}
    places = {position: position % TILE_WIDTH for position in leaves}
    if any(hashes[place : place + 1] != [leaves[position]] for position, place in places.items()):
        return False
    position, leaf = next(iter(leaves.items()))
    proof = await inclusion_proof(tiles, position, head.size)
    return proves_inclusion(leaf, position, head.size, proof, head.root)
