"""Stored answers of idempotent requests, sealed: a player's answer shows what only he may see."""

from typing import Final

from croupier.service.ports import Secrets

_SEALED: Final = b"\x01"


def seal_answer(secrets: Secrets, log: str, scope: str, key: str, answer: bytes) -> bytes:
    """The answer as it is stored, bound to the key that it is stored under."""
    return _SEALED + secrets.seal(answer, _context(log, scope, key))


def open_answer(secrets: Secrets, log: str, scope: str, key: str, stored: bytes) -> bytes:
    """The answer that was stored under the key. Raises `SealBroken`."""
    if not stored.startswith(_SEALED):
        return stored  # from before answers were sealed: a JSON object, which begins with a brace
    return secrets.unseal(stored[1:], _context(log, scope, key))


def _context(log: str, scope: str, key: str) -> bytes:
    return "\0".join(("answer", log, scope, key)).encode()
