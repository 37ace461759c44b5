"""Checkpoints: what a log signs of itself (C2SP tlog-checkpoint)."""

from msgspec import Struct

from croupier.service.ports.transparency import SignatureChecker
from croupier.service.transparency.base64text import decode64, encode64
from croupier.service.transparency.decimals import parse_decimal
from croupier.service.transparency.hashing import HASH_BYTES
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import ED25519, NoteSignature, VerifierKey


class Checkpoint(Struct, frozen=True):
    """The log named `origin` had `size` entries, and its tree this `root`.

    `extensions` are further lines, which mean nothing here and are part of what is signed.
    """

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """The text of the note that says so."""
        lines = (self.origin, str(self.size), encode64(self.root), *self.extensions)
        return "".join(f"{line}\n" for line in lines)


def parse_checkpoint(text: str) -> Checkpoint:
    """The checkpoint that is the text of a note. Raises `Malformed`."""
    lines = text.split("\n")
    if len(lines) < 4 or lines.pop() != "":
        raise Malformed("a checkpoint has three lines at the least, each with a newline at its end")
    if not all(lines):
        raise Malformed("a checkpoint has an empty line in it")
    origin, size, root, *extensions = lines
    hash_of_root = decode64(root)
    if len(hash_of_root) != HASH_BYTES:
        raise Malformed("the checkpoint's root is not a hash of 32 bytes")
    return Checkpoint(origin, parse_decimal(size, "checkpoint's size"), hash_of_root, tuple(extensions))


def is_signed(text: str, signature: NoteSignature, key: VerifierKey, checker: SignatureChecker) -> bool:
    """Whether the signature is one by this log's key over the text. Never raises."""
    if (signature.name, signature.key_id, ED25519) != (key.name, key.key_id, key.algorithm):
        return False
    return checker.valid(key.public, text.encode(), signature.signature)
