"""The last checkpoint of a log as it is kept, held to what it must say before anybody is shown it.

A database has size and root beside the note, and its owner can change all three. What the note says is right
only if they agree and the log's own key has signed it; another note would be a history that was rolled back.
"""

from typing import Final

from msgspec.structs import replace

from croupier.service.errors import CheckpointDiffers
from croupier.service.ports import Trouble
from croupier.service.ports.transparency import (
    Checkpoints,
    Published,
    SignatureChecker,
    Signer,
    TreeHead,
)
from croupier.service.transparency.checkpoints import Checkpoint, is_signed, parse_checkpoint
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import MOST_SIGNATURES, Note, parse_note, parse_signature
from croupier.service.transparency.reading import origin_of

_UNFIT: Final = "a cosignature of {log} is left out, it can't stand in a note"


class SoundCheckpoints:
    """Checkpoints that agree with what is kept beside them. All raise `StoreUnavailable`."""

    def __init__(
        self, kept: Checkpoints, signer: Signer, checker: SignatureChecker, name: str, trouble: Trouble
    ) -> None:
        """`name` is the installation's; lines of witnesses that can't be shown are told to `trouble`."""
        self._kept = kept
        self._signer = signer
        self._checker = checker
        self._name = name
        self._trouble = trouble
        self._seen: dict[str, tuple[Published, Published]] = {}

    async def latest(self, log: str) -> Published | None:
        """The log's last checkpoint, signed by one of the log's keys, with the lines fit to be shown.

        Raises `CheckpointDiffers`.
        """
        kept = await self._kept.latest(log)
        if kept is None:
            return None
        if log not in self._seen or self._seen[log][0] != kept:
            self._seen[log] = kept, self._sound(log, kept)
        return self._seen[log][1]

    async def head(self, log: str) -> TreeHead | None:
        """The head that the last checkpoint speaks of, whoever signed it. Raises `CheckpointDiffers`."""
        kept = await self._kept.latest(log)
        if kept is None:
            return None
        _agreeing(kept, origin_of(self._name, log))
        return kept.head

    async def add(self, log: str, head: TreeHead, note: bytes) -> bool:
        """Publish a checkpoint; False, and nothing is kept, unless it is larger than the last one."""
        return await self._kept.add(log, head, note)

    def _sound(self, log: str, kept: Published) -> Published:
        origin = origin_of(self._name, log)
        note = _agreeing(kept, origin)
        if not self._is_signed(note, origin):
            what = f"no key of {origin} that is in force has signed its checkpoint of size {kept.head.size}"
            raise CheckpointDiffers(what)
        most = MOST_SIGNATURES - len(note.signatures)
        fit = tuple(line for line in kept.cosignatures if self._is_fit(line, log))
        return replace(kept, cosignatures=fit[:most])

    def _is_signed(self, note: Note, origin: str) -> bool:
        keys = self._signer.keys(origin)
        return any(is_signed(note.text, one, key, self._checker) for one in note.signatures for key in keys)

    def _is_fit(self, line: str, log: str) -> bool:
        """Whether it is a signature's line, and not one that says it is the log's."""
        try:
            if parse_signature(line).name == origin_of(self._name, log):
                raise Malformed("it is under the name of the log itself")
        except Malformed as wrong:
            self._trouble(_UNFIT.format(log=log), wrong)
            return False
        return True


def _agreeing(kept: Published, origin: str) -> Note:
    """The checkpoint's note, which says what is kept beside it. Raises `CheckpointDiffers`."""
    where = f"the last checkpoint of {origin} is kept as one of {kept.head.size} entries"
    try:
        note = parse_note(kept.note)
        said = parse_checkpoint(note.text)
    except Malformed as wrong:
        raise CheckpointDiffers(f"{where}, and its note can't be read: {wrong}") from wrong
    if (said.origin, said.size, said.root) == (origin, kept.head.size, kept.head.root):
        return note
    raise CheckpointDiffers(f"{where}, and {_otherwise(said, kept.head, origin)}")


def _otherwise(said: Checkpoint, head: TreeHead, origin: str) -> str:
    if said.origin != origin:
        return f"its note is of {said.origin}"
    if said.size != head.size:
        return f"its note is of {said.size}"
    return "its note names another root than the one kept beside it"
