"""Logs' signatures with Ed25519 (RFC 8032), and keys for each log (HKDF, RFC 5869)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from croupier.service.transparency.notes import NoteSignature, VerifierKey, verifier_key

_INFO: Final = b"croupier log key v1\n"
_MOST_LOGS: Final = 4_096


class Ed25519Signer:
    """Implements `Signer`.

    A log's private key is HKDF-SHA256 of the installation's key, without salt, with the info
    `croupier log key v1`, a newline and the log's origin. One log's key tells nothing about another's, so
    it can be handed over with its log.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        """`keys` are the installation's, 32 secret bytes each; every log is signed by all of them."""
        self._keys = tuple(keys)
        self._of = lru_cache(_MOST_LOGS)(self._derived)

    def keys(self, origin: str) -> tuple[VerifierKey, ...]:
        """The log's public keys. Raises `Malformed` when the origin can't be a key's name."""
        return tuple(public for _, public in self._of(origin))

    def sign(self, origin: str, text: str) -> tuple[NoteSignature, ...]:
        """The text signed by each of the log's keys. Raises `Malformed` like `keys`."""
        return tuple(
            NoteSignature(public.name, public.key_id, private.sign(text.encode()))
            for private, public in self._of(origin)
        )

    def _derived(self, origin: str) -> tuple[tuple[Ed25519PrivateKey, VerifierKey], ...]:
        return tuple(_log_key(key, origin) for key in self._keys)


def _log_key(key: bytes, origin: str) -> tuple[Ed25519PrivateKey, VerifierKey]:
    seed = HKDF(SHA256(), 32, salt=None, info=_INFO + origin.encode()).derive(key)
    private = Ed25519PrivateKey.from_private_bytes(seed)
    return private, verifier_key(origin, private.public_key().public_bytes_raw())


class Ed25519Checker:
    """Implements `SignatureChecker`."""

    def valid(self, public: bytes, message: bytes, signature: bytes) -> bool:
        """Whether the signature is this public key's over the message; never raises on any bytes."""
        try:
            Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True
