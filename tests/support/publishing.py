"""A publisher over logs in memory, whose every part a test may lay hands on."""

from collections.abc import Mapping

from tests.support.trees import MemoryCheckpoints, MemorySigned, MemoryTrees, some_records

from croupier.adapters.ed25519 import Ed25519Checker, Ed25519Signer
from croupier.service.ports import Trouble
from croupier.service.ports.transparency import Checkpoints, Witnesses
from croupier.service.transparency.checkpoints import Checkpoint, parse_checkpoint
from croupier.service.transparency.cosigning import Cosigning
from croupier.service.transparency.notes import parse_note
from croupier.service.transparency.patrol import Patrol
from croupier.service.transparency.publisher import Pace, Publisher
from croupier.service.transparency.reading import Transparency
from croupier.service.transparency.signing import Signing
from croupier.service.transparency.sound import SoundCheckpoints

LOG = "house"
NAME = "croupier.test"
SIGNER = Ed25519Signer([b"k" * 32])


class NoLease:
    """A lease that is this process's as long as `ours`; None when its keeper is away."""

    def __init__(self) -> None:
        self.ours: bool | None = True

    async def hold(self) -> bool:
        """Whether it is ours."""
        if self.ours is None:
            raise ConnectionError("away")
        return self.ours

    async def release(self) -> None:
        """Let it go."""
        self.ours = False


class House:
    """One log in memory, with everything that publishes it."""

    def __init__(self, entries: int = 0, witnesses: Witnesses | None = None) -> None:
        """With so many entries in the log, nothing of it published."""
        self.trees = MemoryTrees(some_records(entries))
        self.checkpoints = MemoryCheckpoints()
        self.signed = MemorySigned()
        self.lease = NoLease()
        self.witnesses = witnesses
        self.troubles: list[tuple[str, Exception]] = []
        self.shouts: list[tuple[str, str]] = []

    def add(self, count: int) -> None:
        """Append so many entries."""
        first = len(self.trees.log)
        self.trees.log += some_records(first + count)[first:]

    def signing(self) -> Signing:
        """A process's own signing, as after a start."""
        return Signing(self.trees, self.sound(), self.signed, SIGNER, NAME)

    def sound(self, signer: Ed25519Signer = SIGNER) -> SoundCheckpoints:
        """Its checkpoints as they may be shown, where the signer's keys are in force."""
        return sound(self.checkpoints, signer, self._trouble)

    def publisher(self) -> Publisher:
        """A process's own publisher, as after a start."""
        cosigning = (
            Cosigning(self.trees, self.checkpoints, self.witnesses, NAME, self._trouble)
            if self.witnesses
            else None
        )
        return Publisher(
            self,
            self.signing(),
            Patrol(self.trees),
            self.lease,
            cosigning,
            self._trouble,
            self._shout,
            Pace(0.0),
        )

    def reading(self) -> Transparency:
        """What reads the log as published."""
        return Transparency(self.trees, self.sound(), SIGNER, NAME)

    async def publish(self) -> int:
        """Publish what there is by now; the size then published."""
        return await self.signing().publish(LOG, len(self.trees.log))

    async def heads(self) -> Mapping[str, int]:
        """Implements `Heads`."""
        return {LOG: len(self.trees.log) - 1}

    @property
    def sizes(self) -> list[int]:
        """The sizes published so far."""
        return [found.head.size for found in self.checkpoints.published]

    def _trouble(self, what: str, error: Exception) -> None:
        self.troubles.append((what, error))

    def _shout(self, log: str, code: str, reason: str) -> None:
        self.shouts.append((log, code))


def sound(
    kept: Checkpoints, signer: Ed25519Signer = SIGNER, trouble: Trouble = lambda what, error: None
) -> SoundCheckpoints:
    """Checkpoints as they may be shown, where the signer's keys are in force."""
    return SoundCheckpoints(kept, signer, Ed25519Checker(), NAME, trouble)


def verified(note: bytes, signer: Ed25519Signer = SIGNER, origin: str = f"{NAME}/{LOG}") -> Checkpoint:
    """The checkpoint of the note, after every key of the signer's was found to have signed it."""
    found = parse_note(note)
    signatures = {signature.key_id: signature.signature for signature in found.signatures}
    for key in signer.keys(origin):
        assert Ed25519Checker().valid(key.public, found.text.encode(), signatures[key.key_id])
    checkpoint = parse_checkpoint(found.text)
    assert checkpoint.origin == origin
    return checkpoint
