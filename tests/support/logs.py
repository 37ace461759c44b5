"""A log in memory that publishes as the service does, and may be made to lie."""

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.hashing import leaf_hash, tree_root
from croupier.service.transparency.notes import Note, NoteSignature, VerifierKey, verifier_key, write_note
from croupier.service.transparency.proofs import consistency_proof
from croupier.service.transparency.submissions import write_submission
from croupier.service.transparency.tiles import Tile

ORIGIN = "croupier.test/house"


class MemoryLog:
    """Entries `name 0`, `name 1`, ..; two logs of other names with the same key are a fork."""

    def __init__(
        self, name: str = "entry", key: Ed25519PrivateKey | None = None, origin: str = ORIGIN
    ) -> None:
        self.name, self.origin = name, origin
        self.private = key or Ed25519PrivateKey.generate()

    @property
    def key(self) -> VerifierKey:
        return verifier_key(self.origin, self.private.public_key().public_bytes_raw())

    def leaves(self, first: int, end: int) -> list[bytes]:
        return [leaf_hash(f"{self.name} {index}".encode()) for index in range(first, end)]

    async def tile(self, tile: Tile) -> bytes:
        """Implements `HashTiles`."""
        each = 256**tile.level
        starts = range(256 * tile.index * each, (256 * tile.index + tile.width) * each, each)
        return b"".join(tree_root(self.leaves(start, start + each)) for start in starts)

    def text(self, size: int) -> str:
        return Checkpoint(self.origin, size, tree_root(self.leaves(0, size))).text

    def note(self, size: int) -> bytes:
        """A signed checkpoint of that size."""
        text = self.text(size)
        return write_note(Note(text, (self.signature(text),)))

    def signature(self, text: str) -> NoteSignature:
        return NoteSignature(self.key.name, self.key.key_id, self.private.sign(text.encode()))

    async def proof(self, old: int, new: int) -> list[bytes]:
        return await consistency_proof(self, old, new)

    async def submission(self, old: int, new: int) -> bytes:
        """The body of `add-checkpoint`."""
        return write_submission(old, await self.proof(old, new), self.note(new))
