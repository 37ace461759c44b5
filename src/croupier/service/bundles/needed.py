"""Which hash tiles prove an entry to be in the tree of a checkpoint.

The partial tiles at the tree's right edge, one a level at the most, make up its root. An entry in none of
them is proven by the full tile it is in, whose root is a hash in the tile above, and so on up to the edge.
"""

from croupier.service.transparency.tiles import TILE_HEIGHT, TILE_WIDTH, Tile


def edge(size: int) -> tuple[Tile, ...]:
    """The partial tiles of a tree of that size, the highest level first; none of the empty tree."""
    found: list[Tile] = []
    level, hashes = 0, size
    while hashes:
        full, rest = divmod(hashes, TILE_WIDTH)
        if rest:
            found.append(Tile(level, full, rest))
        level, hashes = level + 1, full
    return tuple(reversed(found))


class Trail:
    """The full tiles that prove entries in ascending order, each named once; it remembers one a level."""

    def __init__(self, size: int) -> None:
        """In a tree of that size."""
        self._size = size
        self._known: list[int] = []

    def needs(self, position: int) -> tuple[Tile, ...]:
        """The tiles that prove this entry and did not prove the one before, the highest level first."""
        found: list[Tile] = []
        level, index, hashes = 0, position >> TILE_HEIGHT, self._size
        while index < hashes >> TILE_HEIGHT and not self._knows(level, index):
            found.append(Tile(level, index))
            level, index, hashes = level + 1, index >> TILE_HEIGHT, hashes >> TILE_HEIGHT
        return tuple(reversed(found))

    def _knows(self, level: int, index: int) -> bool:
        """Whether it is the last one named at its level; from now on it is."""
        if level == len(self._known):
            self._known.append(-1)
        known, self._known[level] = self._known[level], index
        return known == index
