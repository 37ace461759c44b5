"""The text of an operator's key: `croupier_<live|test>_<key id>_<secret>`.

The key id is public and finds the stored key; the secret has 160 bits from the operating system, so that a
plain SHA-256 of the whole text is a safe thing to store: there is nothing to guess (unlike a password).
The hash covers the environment too: a test key can't be passed off as a live one.
"""

import hmac
import re
from base64 import b32encode
from hashlib import sha256
from typing import Final, Literal

from msgspec import Struct

Environment = Literal["live", "test"]

PREFIX: Final = "croupier_"
KEY_ID_PATTERN: Final = "^[a-z2-7]{16}$"

_KEY: Final = re.compile(r"croupier_(live|test)_([a-z2-7]{16})_([a-z2-7]{32})", re.ASCII)
_key_id: Final = re.compile(KEY_ID_PATTERN[1:-1], re.ASCII).fullmatch


class ApiKey(Struct, frozen=True):
    """A key as its owner holds it. Its representation is mute, so that no log line tells it."""

    environment: Environment
    key_id: str
    text: str

    def __repr__(self) -> str:
        """The public part only."""
        return f"ApiKey({self.key_id!r})"

    @property
    def hash(self) -> bytes:
        """What is stored of it."""
        return sha256(self.text.encode()).digest()

    def is_stored_as(self, stored: bytes) -> bool:
        """Whether this is the key stored under its id; takes the same time whatever the answer is."""
        return hmac.compare_digest(self.hash, stored)


def new_api_key(environment: Environment, random: bytes) -> ApiKey:
    """A new key from 30 or more fresh secret bytes."""
    key_id, secret = base32(random[:10]), base32(random[10:30])
    return ApiKey(environment, key_id, f"{PREFIX}{environment}_{key_id}_{secret}")


def parse_api_key(text: str) -> ApiKey | None:
    """The key that the text is, None when it is none."""
    match = _KEY.fullmatch(text)
    if match is None:
        return None
    return ApiKey("live" if match[1] == "live" else "test", match[2], text)


def is_meant_as_key(text: str) -> bool:
    """Whether the text is a key or pretends to be one; what is not can only be a token."""
    return text.startswith(PREFIX)


def is_key_id(text: str) -> bool:
    """Whether the text can be the public id of a key."""
    return _key_id(text) is not None


def base32(data: bytes) -> str:
    """The bytes in lower-case base32 (RFC 4648) without padding."""
    return b32encode(data).decode().rstrip("=").lower()
