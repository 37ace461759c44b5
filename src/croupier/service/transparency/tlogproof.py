"""Proof files: an entry's place, its inclusion proof and the checkpoint proven against (C2SP tlog-proof)."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from croupier.service.transparency.base64text import decode64, encode64
from croupier.service.transparency.decimals import parse_decimal
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.proofs import proof_hashes

_MAGIC: Final = "c2sp.org/tlog-proof@v1"
_EXTRA: Final = "extra "
_INDEX: Final = "index "
_MOST_HEAD_BYTES: Final = 100_000


class TlogProof(Struct, frozen=True):
    """A proof file: entry number `index`, the `hashes` from its sibling upward, and the checkpoint's note.

    `extra` is for its reader alone: nothing proves it.
    """

    index: int
    hashes: tuple[bytes, ...]
    note: bytes
    extra: bytes = b""


def write_proof(index: int, hashes: Sequence[bytes], note: bytes) -> bytes:
    """The proof file (`.tlog-proof`)."""
    lines = (_MAGIC, f"{_INDEX}{index}", *map(encode64, hashes))
    return "".join(f"{line}\n" for line in lines).encode() + b"\n" + note


def parse_proof(data: bytes) -> TlogProof:
    """The proof file in these bytes, nothing of it verified, the note not parsed. Raises `Malformed`."""
    head, blank, note = data.partition(b"\n\n")
    if not blank or len(head) > _MOST_HEAD_BYTES:
        raise Malformed("the proof has no blank line before its checkpoint")
    try:
        magic, *lines = head.decode("ascii").split("\n")
    except UnicodeDecodeError:
        raise Malformed("the proof's lines are not ASCII") from None
    if magic != _MAGIC:
        raise Malformed(f"the proof does not begin with the line {_MAGIC}")
    extra = decode64(lines.pop(0).removeprefix(_EXTRA)) if lines and lines[0].startswith(_EXTRA) else b""
    if not lines or not lines[0].startswith(_INDEX):
        raise Malformed("the proof does not say the entry's index")
    index = parse_decimal(lines[0].removeprefix(_INDEX), "index of the proof")
    return TlogProof(index, proof_hashes(lines[1:]), note, extra)
