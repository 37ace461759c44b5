"""Signing a log's checkpoints, and refusing to sign what contradicts an earlier one.

A signature is given away only after a consistency proof has shown that the tree begins with every tree that
was signed or published before, as the database and the file beside the private key remember them. Who owns
the database alone can't have a fork or a rollback signed, and neither can two processes that sign at once.
"""

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from croupier.service.errors import CheckpointDiffers
from croupier.service.ports.transparency import Remembered, SignedHeads, Signer, TreeHead, TreeStore
from croupier.service.transparency import refusals
from croupier.service.transparency.checkpoints import Checkpoint
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import Note, write_note
from croupier.service.transparency.proofs import consistency_proof, proves_consistency
from croupier.service.transparency.reading import origin_of
from croupier.service.transparency.refusals import SigningRefused
from croupier.service.transparency.sound import SoundCheckpoints
from croupier.service.transparency.tree import LogTree

MOST_NEW: Final = 65_536
"""Entries that one checkpoint adds at the most: a long log that was never signed is caught up in steps."""


class _Past(Struct, frozen=True):
    """What is known of the log's earlier trees."""

    published: TreeHead | None
    remembered: Remembered | None

    def heads(self) -> set[TreeHead]:
        """All trees that the next must begin with."""
        ours = (self.remembered.signed, self.remembered.published) if self.remembered else ()
        return {head for head in (self.published, *ours) if head is not None}


class Signing:
    """Signs and publishes logs' checkpoints."""

    def __init__(
        self, trees: TreeStore, checkpoints: SoundCheckpoints, memory: SignedHeads, signer: Signer, name: str
    ) -> None:
        """`name` is the installation's, under which its logs sign."""
        self._trees = trees
        self._checkpoints = checkpoints
        self._memory = memory
        self._signer = signer
        self._name = name

    async def publish(self, log: str, size: int) -> int:
        """Sign and publish the log's tree of `size` entries, or of fewer that are new enough for one time.

        Returned is the size that is published then; none is when another process was faster.
        Raises `SigningRefused`, `StoreUnavailable`, and `OSError` when the memory can't be written.
        """
        try:
            return await self._publish(LogTree(self._trees, log), log, size)
        except Malformed as error:
            raise SigningRefused(refusals.DAMAGED, str(error)) from error

    async def look_again(self, log: str) -> None:
        """Hold what is published of the log to what was signed, when there is nothing new to sign.

        Raises `SigningRefused`, `StoreUnavailable`.
        """
        past = await self._past(log)
        _require_published(past)
        try:
            await self._checkpoints.latest(log)
        except CheckpointDiffers as differs:
            raise SigningRefused(refusals.DIFFERS, str(differs)) from differs

    async def remembered(self) -> frozenset[str]:
        """The logs that were ever signed here, as they are remembered. Raises `OSError`."""
        return await self._memory.names()

    def lost(self, remembered: Iterable[str], logs: Iterable[str]) -> dict[str, SigningRefused]:
        """Those of the remembered that are none of these logs, each with the refusal to sign it."""
        gone = set(remembered).difference(map(self._memory.name_of, logs))
        text = "the log was signed, and the database does not have it any more"
        return {name: SigningRefused(refusals.SHRANK, text) for name in sorted(gone)}

    async def _publish(self, tree: LogTree, log: str, size: int) -> int:
        past = await self._past(log)
        await _check(tree, size, past)
        if past.published and (past.remembered is None or past.remembered.published != past.published):
            await self._memory.publish(log, past.published)
            past = await self._past(log)
        start = past.published.size if past.published else 0
        size = max(min(size, start + MOST_NEW), *(head.size for head in past.heads()), 0)
        if size == start:
            return start
        head = await _grown(tree, start, size, past.heads())
        return size if await self._sign(log, head, past.remembered) else start

    async def _past(self, log: str) -> _Past:
        try:
            # Its signature may be that of a key which was taken out since: that must not be the end of it.
            published = await self._checkpoints.head(log)
            remembered = await self._memory.last(log)
        except CheckpointDiffers as differs:
            raise SigningRefused(refusals.DIFFERS, str(differs)) from differs
        except Malformed as error:
            raise SigningRefused(refusals.FORGOTTEN, str(error)) from error
        return _Past(published, remembered)

    async def _sign(self, log: str, head: TreeHead, remembered: Remembered | None) -> bool:
        """Remember, sign and publish, in this order: a signature that got away is always remembered."""
        if not await self._memory.sign(log, remembered.signed if remembered else None, head):
            return False
        origin = origin_of(self._name, log)
        text = Checkpoint(origin, head.size, head.root).text
        note = write_note(Note(text, self._signer.sign(origin, text)))
        if not await self._checkpoints.add(log, head, note):
            return False
        await self._memory.publish(log, head)
        return True


async def _check(tree: LogTree, size: int, past: _Past) -> None:
    """Whether the log still contains what it had, before anything is written. Raises `SigningRefused`."""
    _require_published(past)
    for head in past.heads():
        if size < head.size:
            raise SigningRefused(
                refusals.SHRANK, f"{head.size} entries were signed, and there are {size} now"
            )
        if await tree.head(head.size) != head:
            raise SigningRefused(refusals.FORKED, f"the first {head.size} entries are not those signed")


def _require_published(past: _Past) -> None:
    """Raise `SigningRefused` when the database has lost what it had published."""
    lost = past.remembered.published if past.remembered else None
    if lost and (past.published is None or past.published.size < lost.size):
        raise SigningRefused(
            refusals.ROLLED_BACK, f"the checkpoint of size {lost.size} was published and is gone"
        )


async def _grown(tree: LogTree, start: int, size: int, past: Iterable[TreeHead]) -> TreeHead:
    """The tree's head at `size`, with its full tiles kept, and proven to begin with all of the past."""
    if not await tree.grow(start, size):
        raise SigningRefused(refusals.DAMAGED, "a tile that is kept is not what the entries make")
    head = await tree.head(size)
    for old in past:
        proof = await consistency_proof(tree, old.size, size)
        if not proves_consistency(old.size, old.root, head.size, head.root, proof):
            raise SigningRefused(refusals.FORKED, f"the first {old.size} entries are not those signed")
    return head
