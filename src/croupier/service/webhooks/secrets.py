"""The secrets that an endpoint's messages are signed with: kept sealed, and replaced with an overlap."""

from base64 import b64encode
from datetime import datetime
from typing import Final

from msgspec import Struct, msgpack

from croupier.service.ports import Entropy, Secrets

PREFIX: Final = "whsec_"
"""By which Standard Webhooks tells a symmetric secret."""

MOST: Final = 5
"""Secrets that sign at the same time: of more rotations within an overlap the oldest sign no longer."""

_BYTES: Final = 32


class SigningSecret(Struct, frozen=True):
    """A secret, as its receiver has it; an old one signs `until` then. Its representation is mute."""

    text: str
    until: datetime | None = None

    def __repr__(self) -> str:
        """Nothing of it, so that no log line tells it."""
        return "SigningSecret()"


_encode: Final = msgpack.Encoder().encode
_decode: Final = msgpack.Decoder(tuple[SigningSecret, ...]).decode


def new_secret(entropy: Entropy) -> SigningSecret:
    """A fresh secret of 256 bits."""
    return SigningSecret(PREFIX + b64encode(entropy.seed()[:_BYTES]).decode())


def rotated(
    secrets: tuple[SigningSecret, ...], fresh: SigningSecret, until: datetime, now: datetime
) -> tuple[SigningSecret, ...]:
    """The secrets with a fresh one before them; those before sign until then at the longest."""
    old = [SigningSecret(one.text, min(one.until or until, until)) for one in in_force(secrets, now)]
    kept = [one for one in old if one.until is None or one.until > now]
    return (fresh, *kept)[:MOST]


def in_force(secrets: tuple[SigningSecret, ...], now: datetime) -> tuple[SigningSecret, ...]:
    """Those that sign now, the newest first."""
    return tuple(one for one in secrets if one.until is None or one.until > now)


def seal_secrets(keeper: Secrets, log: str, webhook: str, secrets: tuple[SigningSecret, ...]) -> bytes:
    """The endpoint's secrets, encrypted and bound to it."""
    return keeper.seal(_encode(secrets), _context(log, webhook))


def open_secrets(keeper: Secrets, log: str, webhook: str, sealed: bytes) -> tuple[SigningSecret, ...]:
    """The endpoint's secrets, the newest first. Raises `SealBroken`."""
    return _decode(keeper.unseal(sealed, _context(log, webhook)))


def _context(log: str, webhook: str) -> bytes:
    return f"webhook\0{log}\0{webhook}".encode()
