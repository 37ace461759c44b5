"""Publishing a log so that anybody can check it: keys, the tree's storage, checkpoints and witnesses."""

from collections.abc import Sequence
from typing import Protocol

from msgspec import Struct

from croupier.service.transparency.notes import NoteSignature, VerifierKey


class Signer(Protocol):
    """Signs as a log. Several keys may be in force at once, so that one can be replaced: all sign."""

    def keys(self, origin: str) -> tuple[VerifierKey, ...]:
        """The public keys of the log of that origin, under its name."""

    def sign(self, origin: str, text: str) -> tuple[NoteSignature, ...]:
        """A note's text signed by each of the log's keys, in the order of `keys`."""


class SignatureChecker(Protocol):
    """Checks Ed25519 signatures (RFC 8032)."""

    def valid(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether the signature is this public key's over the message; never raises."""


class FullTile(Struct, frozen=True):
    """A full tile of a tree: 256 hashes of 32 bytes each, and the root over them."""

    level: int
    index: int
    hashes: bytes
    root: bytes


class TreeStore(Protocol):
    """Keeps the full tiles of logs' trees, and knows what they are made from.

    All raise `StoreUnavailable`.
    """

    async def size(self, log: str) -> int:
        """How many entries the log has by now."""

    async def records(self, log: str, first: int, count: int) -> list[bytes]:
        """The records at `count` positions from `first` on; fewer where the log has fewer."""

    async def leaf_hashes(self, log: str, first: int, count: int) -> bytes:
        """The leaf hashes of those records, 32 bytes each, computed from the records as they are stored."""

    async def hashes(self, log: str, level: int, index: int) -> bytes | None:
        """The hashes of a full tile, None when it is not kept."""

    async def roots(self, log: str, level: int, first: int, count: int) -> bytes:
        """The roots of `count` full tiles of the level from `first` on; fewer where fewer are kept."""

    async def add(self, log: str, tiles: Sequence[FullTile]) -> bool:
        """Keep tiles, for good; False when another tile is kept in the place of one of them."""


class TreeHead(Struct, frozen=True):
    """A log's tree at a size, by its root."""

    size: int
    root: bytes


class Published(Struct, frozen=True):
    """A published checkpoint: the note with the log's own signatures, and witnesses' lines beside it."""

    head: TreeHead
    note: bytes
    cosignatures: tuple[str, ...] = ()

    @property
    def cosigned(self) -> bytes:
        """The note with all signatures."""
        return self.note + "".join(f"{line}\n" for line in self.cosignatures).encode()


class LatestCheckpoints(Protocol):
    """Knows what was published last. Raises `StoreUnavailable`."""

    async def latest(self, log: str) -> Published | None:
        """The log's last checkpoint with all its cosignatures, None when none was published."""


class Checkpoints(LatestCheckpoints, Protocol):
    """Keeps what was published, for good. All raise `StoreUnavailable`."""

    async def add(self, log: str, head: TreeHead, note: bytes) -> bool:
        """Publish a checkpoint; False, and nothing is kept, unless it is larger than the last one."""

    async def add_cosignature(self, log: str, size: int, line: str) -> bool:
        """Keep a witness's signature line, which the caller has verified, for the checkpoint of that size.

        False when there is no such checkpoint or that key's line is there already. Raises `Malformed`.
        """

    async def cosigned(self, log: str) -> int:
        """The largest size that any witness has cosigned, 0 when none has."""


class PublishedHeads(Protocol):
    """Knows the trees that have been published of logs."""

    async def head(self, log: str) -> TreeHead:
        """The head of the log's tree at its last checkpoint.

        Raises `NotFound` before the first, `CheckpointDiffers`, `StoreUnavailable`.
        """


class Remembered(Struct, frozen=True):
    """What is remembered of a log beside its private key: the last tree that was signed, and the last that
    the database was seen to have published. They differ while a checkpoint is on its way there.
    """

    signed: TreeHead
    published: TreeHead | None = None


class SignedHeads(Protocol):
    """Remembers what was signed, out of reach of who owns the database.

    All raise `OSError`, and `Malformed` when what is remembered can't be read.
    """

    async def last(self, log: str) -> Remembered | None:
        """What is remembered of the log, None when nothing was ever signed here."""

    async def sign(self, log: str, after: TreeHead | None, head: TreeHead) -> bool:
        """Remember durably that `head` is signed next; False when the last signed is not `after` any more."""

    async def publish(self, log: str, head: TreeHead) -> None:
        """Remember that the database has published the checkpoint, unless a larger one is remembered."""

    async def names(self) -> frozenset[str]:
        """All logs of which something is remembered, each by its `name_of`."""

    def name_of(self, log: str) -> str:
        """What the log is remembered as: its name, or what stands for a name that is too long for that."""


class Witnesses(Protocol):
    """Asks witnesses to confirm that a log only grows (C2SP tlog-witness)."""

    async def cosign(
        self, origin: str, old_size: int, proof: Sequence[bytes], note: bytes
    ) -> tuple[str, ...]:
        """Show a new checkpoint with the consistency proof from `old_size`; the verified signature lines.

        `old_size` is the largest size that any witness has cosigned before, 0 for none.
        """
