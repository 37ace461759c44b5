"""A witness's private key in a file: `PRIVATE+KEY+<name>+<hex key id>+<base64(04 || seed)>`, one line."""

from pathlib import Path
from typing import Final, Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.adapters import durable
from croupier.service.transparency.base64text import decode64, encode64
from croupier.service.transparency.malformed import Malformed
from croupier.service.transparency.notes import COSIGNATURE, VerifierKey, verifier_key

_MARK: Final = "PRIVATE+KEY+"
_SEED_BYTES: Final = 32


class CosigningKey:
    """Implements `Cosigner` by an Ed25519 key and the witness's name."""

    def __init__(self, name: str, private: Ed25519PrivateKey) -> None:
        """Raises `Malformed` for a name that can't be a key's."""
        self._private = private
        self._key = verifier_key(name, private.public_key().public_bytes_raw(), COSIGNATURE)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The key of the line. Raises `Malformed`."""
        parts = text.removeprefix(_MARK).split("+", 2)
        if not text.startswith(_MARK) or len(parts) != 3:
            raise Malformed("that is not a witness's private key")
        name, identity, encoded = parts
        data = decode64(encoded)
        if data[:1] != bytes([COSIGNATURE]) or len(data) != 1 + _SEED_BYTES:
            raise Malformed("the private key is not one for cosignatures")
        key = cls(name, Ed25519PrivateKey.from_private_bytes(data[1:]))
        if key.key.key_id.hex() != identity:
            raise Malformed("the private key's id does not belong to its name and key")
        return key

    @property
    def key(self) -> VerifierKey:
        """The public half."""
        return self._key

    @property
    def text(self) -> str:
        """The private key as a line; a secret."""
        data = bytes([COSIGNATURE]) + self._private.private_bytes_raw()
        return f"{_MARK}{self._key.name}+{self._key.key_id.hex()}+{encode64(data)}"

    def sign(self, message: bytes) -> bytes:
        """Ed25519 over the message."""
        return self._private.sign(message)


class KeyLost(OSError):
    """The witness has cosigned before, and its key is not in its file."""


def witness_key(path: Path, name: str, used: bool) -> CosigningKey:
    """The key in the file; where there is none, a new one of that name, kept there for its owner only.

    Where a key was `used` before none is made anew: nobody would know the witness again by another. Raises
    `KeyLost`, `Malformed`, `OSError`.
    """
    if not path.exists():
        if used:
            raise KeyLost(f"it has cosigned before, and its key {path} is missing: put it back")
        durable.private_folder(path.parent)
        durable.make(path, f"{CosigningKey(name, Ed25519PrivateKey.generate()).text}\n".encode())
    try:
        return CosigningKey.parse(path.read_text("ascii").removesuffix("\n"))
    except UnicodeDecodeError:
        raise Malformed("the key's file is not text") from None
