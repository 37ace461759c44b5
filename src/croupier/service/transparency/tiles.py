"""Tiles and entry bundles, and where they are served (C2SP tlog-tiles)."""

import re
import struct
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from croupier.service.transparency.malformed import Malformed

TILE_HEIGHT: Final = 8
TILE_WIDTH: Final = 256
ENTRIES: Final = -1
"""The level that stands for entry bundles."""
MOST_RECORD_BYTES: Final = 65_535
_MOST_LEVEL: Final = 63

_path = re.compile(
    r"tile/(?P<level>entries|0|[1-9][0-9]?)"
    r"/(?P<index>(?:x[0-9]{3}/){0,6}[0-9]{3})"
    r"(?:\.p/(?P<width>[1-9][0-9]{0,2}))?"
).fullmatch


class Tile(Struct, frozen=True):
    """The name of a tile: `width` hashes from number `256 * index` on of the tree's `level`.

    At level 0 they are the leaves' hashes, above that the roots of full tiles of the level below. Level -1
    names the bundle of the entries themselves. A partial tile has a width of 1 to 255.
    """

    level: int
    index: int
    width: int = TILE_WIDTH

    @property
    def path(self) -> str:
        """Its path below the log's address, such as `tile/0/x001/234.p/5`."""
        level = "entries" if self.level == ENTRIES else str(self.level)
        partial = f".p/{self.width}" if self.width < TILE_WIDTH else ""
        return f"tile/{level}/{_groups(self.index)}{partial}"


def _groups(index: int) -> str:
    """The number in groups of three digits, with an `x` before all but the last."""
    first, *others = f"{index:,}".split(",")
    groups = [first.zfill(3), *others]
    return "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])


def parse_tile_path(path: str) -> Tile | None:
    """The tile that the path names; None when it is not the one path of any tile."""
    match = _path(path)
    if match is None:
        return None
    level = ENTRIES if match["level"] == "entries" else int(match["level"])
    index = int(re.sub("[x/]", "", match["index"]))
    tile = Tile(level, index, int(match["width"] or TILE_WIDTH))
    return tile if level <= _MOST_LEVEL and tile.path == path else None


def width_within(level: int, index: int, size: int) -> int:
    """How many hashes, or entries, a tree of that size has in the tile: 0 to 256."""
    below = size >> TILE_HEIGHT * max(level, 0)
    return max(0, min(TILE_WIDTH, below - index * TILE_WIDTH))


def tiles_of(size: int) -> Iterator[Tile]:
    """All tiles of hashes that a tree of that size has, level by level; the last of a level may be partial.

    Its entry bundles are as many as its tiles of level 0, and of the same widths.
    """
    level = 0
    while (hashes := size >> TILE_HEIGHT * level) > 0:
        full, rest = divmod(hashes, TILE_WIDTH)
        for index in range(full):
            yield Tile(level, index)
        if rest:
            yield Tile(level, full, rest)
        level += 1


def entry_bundle(records: Iterable[bytes]) -> bytes:
    """The records, each behind its length in two bytes. Raises `Malformed` when one is over 65,535 bytes."""
    parts: list[bytes] = []
    for record in records:
        if len(record) > MOST_RECORD_BYTES:
            raise Malformed("a record is longer than an entry bundle can hold")
        parts += (struct.pack(">H", len(record)), record)
    return b"".join(parts)


def split_bundle(data: bytes) -> list[bytes]:
    """The records of an entry bundle. Raises `Malformed`."""
    records: list[bytes] = []
    place = 0
    while place < len(data):
        try:
            (length,) = struct.unpack_from(">H", data, place)
        except struct.error:
            raise Malformed("the entry bundle ends within a length") from None
        place += 2 + length
        if place > len(data):
            raise Malformed("the entry bundle ends within a record")
        records.append(data[place - length : place])
    if len(records) > TILE_WIDTH:
        raise Malformed("the entry bundle holds more than 256 records")
    return records
