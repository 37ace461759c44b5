"""Holding a bundle to checkpoints that somebody kept: a log only grows, so its beginning is theirs."""

from collections.abc import Sequence

from msgspec import Struct

from croupier.service.transparency.checkpoints import Checkpoint, parse_checkpoint
from croupier.service.transparency.growing import GrowingTree
from croupier.service.transparency.notes import Note, parse_note
from croupier.service.verifying.findings import Findings


class KeptCheckpoint(Struct, frozen=True):
    """A checkpoint that was kept, and the name that it goes by; its signatures are unverified."""

    name: str
    note: Note
    checkpoint: Checkpoint


class Held(Struct, frozen=True):
    """A kept checkpoint by its name, whose `size` entries are the first of the bundle's log."""

    name: str
    size: int


def read_kept(name: str, content: bytes) -> KeptCheckpoint:
    """The checkpoint in the note of a file. Raises `Malformed`."""
    note = parse_note(content)
    return KeptCheckpoint(name, note, parse_checkpoint(note.text))


class Since:
    """Compares the roots at the sizes of kept checkpoints; `held` are those that the log goes on from.

    A bundle of the `whole` log has every entry, so that it shows the root at any size; a part shows the one
    root alone that its own checkpoint names.
    """

    def __init__(
        self, kept: Sequence[KeptCheckpoint], checkpoint: Checkpoint, findings: Findings, *, whole: bool
    ) -> None:
        """The bundle is of that `checkpoint`. Raises `TooMany`."""
        self._findings = findings
        self._tree = GrowingTree()
        self._wanted: dict[int, list[KeptCheckpoint]] = {}
        self.held: list[Held] = []
        for one in kept:
            self._begin(one, checkpoint, whole=whole)
        self._most = max(self._wanted, default=-1)
        self._compare(0, self._tree.root)

    def take(self, position: int, record: bytes) -> None:
        """The bundle's next record. Raises `TooMany`."""
        if position != self._tree.size or position >= self._most:
            return
        self._tree.add(record)
        if self._tree.size in self._wanted:
            self._compare(self._tree.size, self._tree.root)

    def _begin(self, one: KeptCheckpoint, checkpoint: Checkpoint, *, whole: bool) -> None:
        size = one.checkpoint.size
        if one.checkpoint.origin != checkpoint.origin:
            what = f"the checkpoint is of {one.checkpoint.origin}, the bundle of {checkpoint.origin}"
            self._findings.say("origin-differs", what, one.name)
        elif size > checkpoint.size:
            what = f"the checkpoint has {size} entries, the bundle's has {checkpoint.size}"
            self._findings.say("history-shorter", what, one.name)
        elif whole or size == checkpoint.size:
            self._wanted.setdefault(size, []).append(one)
            if not whole:
                self._compare(size, checkpoint.root)
        else:
            what = "only a bundle of the whole log shows that it goes on from an earlier checkpoint"
            self._findings.say("history-unproven", what, one.name)

    def _compare(self, size: int, root: bytes) -> None:
        for one in self._wanted.pop(size, ()):
            if one.checkpoint.root == root:
                self.held.append(Held(one.name, size))
            else:
                what = f"the first {size} entries of the bundle's log are not those of the checkpoint"
                self._findings.say("history-differs", what, one.name)
