"""A witness: it cosigns a checkpoint only if its log did nothing but grow since the last one it cosigned.

So a log can't show one history to one reader and another to the next: of each size, the witness cosigns one
root at most, for good (C2SP tlog-witness).

    Refused
    ├── UnknownLog     the witness does not know a log of this origin
    ├── NotSigned      no key that the witness knows for this origin has signed the checkpoint
    ├── OtherSize      the witness cosigned another size last than the proof begins at
    ├── Forked         the witness cosigned another root of the same size
    └── NotProven      the proof does not lead from the last cosigned tree to this one
"""

from collections import defaultdict
from collections.abc import Iterable
from threading import Lock
from typing import Final

from croupier.service.ports import Clock
from croupier.service.ports.transparency import SignatureChecker
from croupier.service.ports.witnessing import CosignedNotes, Cosigner
from croupier.service.transparency.checkpoints import Checkpoint, is_signed, parse_checkpoint
from croupier.service.transparency.cosignatures import Cosignature, cosigned_message
from croupier.service.transparency.hashing import EMPTY_ROOT
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import (
    Note,
    NoteSignature,
    VerifierKey,
    parse_note,
    write_note,
)
from croupier.service.transparency.proofs import proves_consistency
from croupier.service.transparency.submissions import Submission, parse_submission


class Refused(Exception):
    """The witness does not cosign; the text says why."""


class UnknownLog(Refused):
    """The witness does not know a log of this origin."""


class NotSigned(Refused):
    """No key that the witness knows for this origin has signed the checkpoint."""


class OtherSize(Refused):
    """The witness cosigned another size last, `size`, than the proof begins at."""

    def __init__(self, size: int) -> None:
        """Name the size that was cosigned last; 0 when none was."""
        super().__init__(f"the checkpoint cosigned last is of size {size}")
        self.size: Final = size


class Forked(Refused):
    """The witness cosigned another root of the same size: the log has two histories."""


class NotProven(Refused):
    """The proof does not lead from the last cosigned tree to this one."""


class MemoryDamaged(Exception):
    """What was cosigned last can't be read, so that nothing may be cosigned."""


class Witness:
    """Cosigns the checkpoints of the logs with these keys; may be called by several threads at once."""

    def __init__(
        self,
        logs: Iterable[VerifierKey],
        cosigner: Cosigner,
        kept: CosignedNotes,
        checker: SignatureChecker,
        clock: Clock,
    ) -> None:
        """A log may have several keys; the name of each is the log's origin."""
        self._keys: dict[str, list[VerifierKey]] = defaultdict(list)
        for key in logs:
            self._keys[key.name].append(key)
        self._cosigner, self._kept, self._checker, self._clock = cosigner, kept, checker, clock
        self._one_at_a_time = Lock()

    @property
    def key(self) -> VerifierKey:
        """The witness's own key."""
        return self._cosigner.key

    @property
    def origins(self) -> tuple[str, ...]:
        """The logs that are watched."""
        return tuple(self._keys)

    def add_checkpoint(self, body: bytes) -> NoteSignature:
        """Cosign the checkpoint of an `add-checkpoint` request; it is kept before its cosignature is told.

        Raises `Malformed`, `Refused`, `MemoryDamaged`, `OSError`.
        """
        submission = parse_submission(body)
        signatures = self._own_signatures(submission)
        with self._one_at_a_time:
            _require_growth(self._latest(submission.checkpoint.origin), submission)
            cosignature = self._cosign(submission.note.text)
            note = Note(submission.note.text, (*signatures, cosignature))
            self._kept.keep(submission.checkpoint.origin, write_note(note))
        return cosignature

    def cosigned(self, origin: str) -> bytes:
        """The note that was cosigned last. Raises `UnknownLog`, also when there is none yet, `OSError`."""
        note = self._kept.latest(origin) if origin in self._keys else None
        if note is None:
            raise UnknownLog("nothing was cosigned for this origin")
        return note

    def _own_signatures(self, submission: Submission) -> tuple[NoteSignature, ...]:
        """The valid signatures by keys of the log; others are left aside."""
        keys = self._keys.get(submission.checkpoint.origin)
        if keys is None:
            raise UnknownLog("no log of this origin is known here")
        note = submission.note
        found = [
            one
            for one in note.signatures
            if any(is_signed(note.text, one, key, self._checker) for key in keys)
        ]
        if not found:
            raise NotSigned("no known key of this log has signed the checkpoint")
        return tuple(dict.fromkeys(found))

    def _latest(self, origin: str) -> Checkpoint:
        note = self._kept.latest(origin)
        if note is None:
            return Checkpoint(origin, 0, EMPTY_ROOT)
        try:
            return parse_checkpoint(parse_note(note).text)
        except Malformed as error:
            raise MemoryDamaged(f"the note that was cosigned last of {origin}: {error}") from None

    def _cosign(self, text: str) -> NoteSignature:
        key, seconds = self._cosigner.key, int(self._clock.now().timestamp())
        signature = self._cosigner.sign(cosigned_message(text, seconds))
        return NoteSignature(key.name, key.key_id, Cosignature(seconds, signature).data)


def _require_growth(last: Checkpoint, submission: Submission) -> None:
    """The checkpoint's tree begins with the last one. Raises `OtherSize`, `Forked`, `NotProven`."""
    new = submission.checkpoint
    if submission.old_size != last.size:
        raise OtherSize(last.size)
    if new.size == last.size and new.root != last.root:
        raise Forked(f"another root of size {new.size} was cosigned")
    if not proves_consistency(last.size, last.root, new.size, new.root, submission.proof):
        raise NotProven(f"the proof does not lead from size {last.size} to this checkpoint")
