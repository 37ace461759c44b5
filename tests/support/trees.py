"""Merkle trees by the letter of RFC 6962, and a log's tree in memory."""

from collections.abc import Sequence
from hashlib import sha256

from croupier.service.ports.transparency import FullTile, Published, Remembered, TreeHead
from croupier.service.transparency.hashing import leaf_hash
from croupier.service.transparency.tiles import Tile


def naive_root(records: Sequence[bytes]) -> bytes:
    """MTH of RFC 6962, section 2.1, as its definition reads."""
    if not records:
        return sha256(b"").digest()
    if len(records) == 1:
        return sha256(b"\x00" + records[0]).digest()
    middle = _middle(len(records))
    return sha256(b"\x01" + naive_root(records[:middle]) + naive_root(records[middle:])).digest()


def naive_path(index: int, records: Sequence[bytes]) -> list[bytes]:
    """PATH of RFC 6962, section 2.1.1."""
    if len(records) <= 1:
        return []
    middle = _middle(len(records))
    if index < middle:
        return [*naive_path(index, records[:middle]), naive_root(records[middle:])]
    return [*naive_path(index - middle, records[middle:]), naive_root(records[:middle])]


def naive_consistency(old: int, records: Sequence[bytes], whole: bool = True) -> list[bytes]:
    """SUBPROOF of RFC 6962, section 2.1.2; PROOF with `whole`."""
    if old == len(records):
        return [] if whole else [naive_root(records)]
    middle = _middle(len(records))
    if old <= middle:
        return [*naive_consistency(old, records[:middle], whole), naive_root(records[middle:])]
    return [*naive_consistency(old - middle, records[middle:], False), naive_root(records[:middle])]


def _middle(size: int) -> int:
    power = 1
    while power * 2 < size:
        power *= 2
    return power


def some_records(count: int) -> list[bytes]:
    """Records that all differ."""
    return [f"record {number}".encode() for number in range(count)]


class NaiveTiles:
    """`HashTiles` straight from the specification's definition of a tile; `read` are those asked for."""

    def __init__(self, records: Sequence[bytes]) -> None:
        """Of the tree over these records."""
        self.records = records
        self.read: list[Tile] = []

    async def tile(self, tile: Tile) -> bytes:
        """The roots over 256^level records each."""
        self.read.append(tile)
        span = 256**tile.level
        firsts = range(tile.index * 256 * span, (tile.index * 256 + tile.width) * span, span)
        return b"".join(naive_root(self.records[first : first + span]) for first in firsts)


class MemoryTrees:
    """A `TreeStore` of one log, open to tampering; `hashed` counts the records that were hashed."""

    def __init__(self, records: Sequence[bytes] = ()) -> None:
        """With these records in the log and no tiles."""
        self.log = list(records)
        self.tiles: dict[tuple[int, int], FullTile] = {}
        self.hashed = 0

    async def size(self, log: str) -> int:
        """How many records there are."""
        return len(self.log)

    async def records(self, log: str, first: int, count: int) -> list[bytes]:
        """A slice of the log."""
        return self.log[first : first + count]

    async def leaf_hashes(self, log: str, first: int, count: int) -> bytes:
        """Their hashes."""
        found = self.log[first : first + count]
        self.hashed += len(found)
        return b"".join(map(leaf_hash, found))

    async def hashes(self, log: str, level: int, index: int) -> bytes | None:
        """A tile's hashes."""
        tile = self.tiles.get((level, index))
        return tile.hashes if tile else None

    async def roots(self, log: str, level: int, first: int, count: int) -> bytes:
        """The roots of those tiles that are there."""
        found = (self.tiles.get((level, index)) for index in range(first, first + count))
        return b"".join(tile.root for tile in found if tile)

    async def add(self, log: str, tiles: Sequence[FullTile]) -> bool:
        """Keep them, unless others are there."""
        return all(self.tiles.setdefault((tile.level, tile.index), tile) == tile for tile in tiles)


class MemoryCheckpoints:
    """`Checkpoints` of one log, open to tampering."""

    def __init__(self) -> None:
        """With none published."""
        self.published: list[Published] = []

    async def latest(self, log: str) -> Published | None:
        """The last one."""
        return self.published[-1] if self.published else None

    async def add(self, log: str, head: TreeHead, note: bytes) -> bool:
        """Publish a larger one."""
        if self.published and self.published[-1].head.size >= head.size:
            return False
        self.published.append(Published(head, note))
        return True

    async def add_cosignature(self, log: str, size: int, line: str) -> bool:
        """Put the line to the checkpoint of that size."""
        for place, found in enumerate(self.published):
            if found.head.size == size and line not in found.cosignatures:
                self.published[place] = Published(found.head, found.note, (*found.cosignatures, line))
                return True
        return False

    async def cosigned(self, log: str) -> int:
        """The largest size that has a line."""
        return max((found.head.size for found in self.published if found.cosignatures), default=0)


class MemorySigned:
    """`SignedHeads` of one log, in memory."""

    def __init__(self) -> None:
        """With nothing signed."""
        self.kept: Remembered | None = None
        self.logs: set[str] = set()

    async def last(self, log: str) -> Remembered | None:
        """What is kept."""
        return self.kept

    async def sign(self, log: str, after: TreeHead | None, head: TreeHead) -> bool:
        """Keep what is signed next."""
        if (self.kept.signed if self.kept else None) != after:
            return False
        self.kept = Remembered(head, self.kept.published if self.kept else None)
        self.logs.add(log)
        return True

    async def publish(self, log: str, head: TreeHead) -> None:
        """Keep what was published."""
        signed = self.kept.signed if self.kept and self.kept.signed.size > head.size else head
        self.kept = Remembered(signed, head)
        self.logs.add(log)

    async def names(self) -> frozenset[str]:
        """The logs by their names."""
        return frozenset(self.logs)

    def name_of(self, log: str) -> str:
        """Its name."""
        return log
