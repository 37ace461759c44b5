"""What a log sends to its witnesses: the body of `add-checkpoint` (C2SP tlog-witness)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from croupier.service.transparency.base64text import encode64
from croupier.service.transparency.checkpoints import Checkpoint, parse_checkpoint
from croupier.service.transparency.decimals import parse_decimal
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import Note, parse_note
from croupier.service.transparency.proofs import proof_hashes

_OLD: Final = "old "


class Submission(Struct, frozen=True):
    """A checkpoint, its note, and the proof that its tree begins with that of `old_size` entries."""

    old_size: int
    proof: tuple[bytes, ...]
    note: Note
    checkpoint: Checkpoint


def write_submission(old_size: int, proof: Sequence[bytes], note: bytes) -> bytes:
    """The body that says so."""
    lines = (f"{_OLD}{old_size}", *map(encode64, proof), "")
    return "".join(f"{line}\n" for line in lines).encode() + note


def parse_submission(body: bytes) -> Submission:
    """The submission in the body, no signature and no proof verified.

    Raises `Malformed`, also for an old size above the checkpoint's.
    """
    head, blank, note = body.partition(b"\n\n")
    if not blank:
        raise Malformed("there is no blank line before the checkpoint")
    try:
        first, *lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise Malformed("the proof's lines are not ASCII") from None
    if not first.startswith(_OLD):
        raise Malformed("the first line does not say the old size")
    old_size = parse_decimal(first.removeprefix(_OLD), "old size")
    parsed = parse_note(note)
    checkpoint = parse_checkpoint(parsed.text)
    if old_size > checkpoint.size:
        raise Malformed("the old size is above the checkpoint's")
    return Submission(old_size, proof_hashes(lines), parsed, checkpoint)
