"""What bundles are made from: records by their positions, the published tree, and room on disk."""

from collections.abc import Callable, Sequence
from typing import BinaryIO, Protocol

from croupier.service.transparency.notes import VerifierKey
from croupier.service.transparency.tiles import Tile

Placed = tuple[int, bytes]
"""A position of a log, and the exact bytes of the record there."""


class Records(Protocol):
    """Reads records by their positions, and nothing that lies beside them."""

    async def records(self, log: str, positions: Sequence[int]) -> list[Placed]:
        """Those of the records that there are, ascending; a few hundred positions at a time."""


class PublishedTree(Protocol):
    """What a log has published of itself. All but the names raise `NotFound` for what is not published."""

    def origin(self, log: str) -> str:
        """The name that the log signs under."""

    def verifier_keys(self, log: str) -> tuple[VerifierKey, ...]:
        """The public keys that the log signs with, or did."""

    async def checkpoint(self, log: str) -> bytes:
        """The latest checkpoint, a note with all its signatures."""

    async def tile(self, log: str, tile: Tile) -> bytes:
        """A tile of hashes."""


Spool = Callable[[], BinaryIO]
"""Makes an empty file, open for reading and writing, that is gone when it is closed."""
