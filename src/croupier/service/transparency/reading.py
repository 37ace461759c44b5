"""Reading what a log has published: checkpoint, tiles, entry bundles and proofs.

All of it is as of the last published checkpoint: later entries wait for the next, so that nothing is ever
shown that no signature vouches for.
"""

from croupier.service.errors import NotFound
from croupier.service.ports.transparency import LatestCheckpoints, Published, Signer, TreeHead, TreeStore
from croupier.service.transparency.notes import VerifierKey
from croupier.service.transparency.proofs import consistency_proof, inclusion_proof
from croupier.service.transparency.tiles import ENTRIES, TILE_WIDTH, Tile, entry_bundle, width_within
from croupier.service.transparency.tlogproof import write_proof
from croupier.service.transparency.tree import LogTree


def origin_of(name: str, log: str) -> str:
    """The name that a log of the installation signs under: `<name of the installation>/<log>`."""
    return f"{name}/{log}"


class Transparency:
    """The logs of an installation as they are published. All but the names raise `StoreUnavailable`."""

    def __init__(self, trees: TreeStore, checkpoints: LatestCheckpoints, signer: Signer, name: str) -> None:
        """`name` is the installation's, under which its logs sign."""
        self._trees = trees
        self._checkpoints = checkpoints
        self._signer = signer
        self._name = name

    def origin(self, log: str) -> str:
        """The name that the log signs under."""
        return origin_of(self._name, log)

    def verifier_keys(self, log: str) -> tuple[VerifierKey, ...]:
        """The keys that the log's next checkpoint is signed with."""
        return self._signer.keys(self.origin(log))

    async def checkpoint(self, log: str) -> bytes:
        """The last checkpoint, a note with the log's signatures and the witnesses'. Raises `NotFound`."""
        return (await self._latest(log)).cosigned

    async def tile(self, log: str, tile: Tile) -> bytes:
        """A tile of hashes, or a bundle of entries. Raises `NotFound` unless the last checkpoint covers it.

        Of a partial tile any width is served that the tile has by now, so all that ever were published.
        """
        size = (await self._latest(log)).head.size
        if not 0 < tile.width <= width_within(tile.level, tile.index, size):
            raise NotFound(f"the last checkpoint has no {tile.path}")
        if tile.level == ENTRIES:
            return entry_bundle(await self._trees.records(log, TILE_WIDTH * tile.index, tile.width))
        return await LogTree(self._trees, log).tile(tile)

    async def inclusion(self, log: str, position: int) -> bytes:
        """The `.tlog-proof` of the entry at the position, with the last checkpoint. Raises `NotFound`."""
        latest = await self._latest(log)
        if not 0 <= position < latest.head.size:
            raise NotFound(f"the last checkpoint has no entry at position {position}")
        hashes = await inclusion_proof(LogTree(self._trees, log), position, latest.head.size)
        return write_proof(position, hashes, latest.cosigned)

    async def consistency(self, log: str, old: int, new: int) -> list[bytes]:
        """The proof that the tree of `old` entries is the beginning of that of `new`.

        Raises `NotFound` unless 0 <= old <= new and the last checkpoint covers both.
        """
        if not 0 <= old <= new <= (await self._latest(log)).head.size:
            raise NotFound(f"there is no proof from size {old} to size {new}")
        return await consistency_proof(LogTree(self._trees, log), old, new)

    async def head(self, log: str, size: int | None = None) -> TreeHead:
        """The head of the log's tree at a size, at that of the last checkpoint when left out.

        Raises `NotFound` unless the last checkpoint covers it.
        """
        latest = (await self._latest(log)).head
        if size is None or size == latest.size:
            return latest
        if not 0 <= size < latest.size:
            raise NotFound(f"the last checkpoint does not reach size {size}")
        return await LogTree(self._trees, log).head(size)

    async def _latest(self, log: str) -> Published:
        latest = await self._checkpoints.latest(log)
        if latest is None:
            raise NotFound("the log has published no checkpoint yet")
        return latest
