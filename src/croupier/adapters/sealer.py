"""Sealing secrets with AES-256-GCM (NIST SP 800-38D)."""

import os
from collections.abc import Sequence
from hashlib import sha256
from typing import Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from croupier.service.errors import SealBroken

_KEY_ID_BYTES: Final = 4
_NONCE_BYTES: Final = 12


class Sealer:
    """Implements `Secrets`. A sealed secret is key id, nonce and ciphertext with its tag.

    The first key seals, every key opens: a new key is put first and the old ones stay behind it until
    the decks they sealed are revealed.
    """

    def __init__(self, keys: Sequence[bytes]) -> None:
        """`keys` have 32 bytes each."""
        self._ciphers = {sha256(key).digest()[:_KEY_ID_BYTES]: AESGCM(key) for key in keys}
        self._first = sha256(keys[0]).digest()[:_KEY_ID_BYTES]

    def seal(self, secret: bytes, context: bytes) -> bytes:
        """Encrypt and authenticate `secret`, bound to `context`."""
        nonce = os.urandom(_NONCE_BYTES)
        return self._first + nonce + self._ciphers[self._first].encrypt(nonce, secret, context)

    def unseal(self, sealed: bytes, context: bytes) -> bytes:
        """The secret. Raises `SealBroken` when the bytes, the keys or the context do not fit."""
        cipher = self._ciphers.get(sealed[:_KEY_ID_BYTES])
        if cipher is None:
            raise SealBroken("the key that sealed this secret is not among the installation's keys")
        body = sealed[_KEY_ID_BYTES:]
        try:
            return cipher.decrypt(body[:_NONCE_BYTES], body[_NONCE_BYTES:], context)
        except (InvalidTag, ValueError):
            raise SealBroken("the sealed secret was changed, or belongs to another entry") from None
