"""Cosignatures: a witness states that a log only grew, up to this checkpoint (C2SP tlog-cosignature, v1)."""

import struct
from typing import Final

from msgspec import Struct

from croupier.service.ports.transparency import SignatureChecker
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import COSIGNATURE, NoteSignature, VerifierKey

_FORM: Final = ">Q64s"


class Cosignature(Struct, frozen=True):
    """What a witness's signature of a note consists of: the time, in seconds since 1970, and Ed25519's."""

    seconds: int
    signature: bytes

    @property
    def data(self) -> bytes:
        """The bytes that stand in the note behind the key's id: u64be time || signature."""
        return struct.pack(_FORM, self.seconds, self.signature)


def parse_cosignature(data: bytes) -> Cosignature:
    """The cosignature in the bytes of a note's signature. Raises `Malformed`."""
    try:
        return Cosignature(*struct.unpack(_FORM, data))
    except struct.error:
        raise Malformed("a cosignature is a time of 8 bytes and a signature of 64") from None


def cosigned_message(text: str, seconds: int) -> bytes:
    """What a witness signs, at that time, of a note with that text."""
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def is_cosigned(text: str, signature: NoteSignature, key: VerifierKey, checker: SignatureChecker) -> bool:
    """Whether the signature is one by this witness's key over the text. Never raises."""
    if (signature.name, signature.key_id, COSIGNATURE) != (key.name, key.key_id, key.algorithm):
        return False
    try:
        found = parse_cosignature(signature.signature)
    except Malformed:
        return False
    return checker.valid(key.public, cosigned_message(text, found.seconds), found.signature)
