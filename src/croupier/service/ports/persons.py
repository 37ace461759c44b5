"""What is kept about the persons behind players, beside the log and encrypted."""

from collections.abc import Callable
from datetime import datetime
from typing import Protocol

from msgspec import Struct

from croupier.service.ports.world import Secrets


class KeptPerson(Struct, frozen=True):
    """A player's own key, sealed, and what is kept about him, encrypted under it.

    `key` is None once it was destroyed, at `forgotten_at`; `document` is None where nothing is kept.
    """

    key: bytes | None
    forgotten_at: datetime | None
    document: bytes | None = None
    kept_at: datetime | None = None


class PersonStore(Protocol):
    """Keeps sealed keys and encrypted documents. A key is made once and can be destroyed once."""

    async def find(self, log: str, player: str) -> KeptPerson | None:
        """The player's key and document; None when he never had a key."""

    async def add_key(self, log: str, player: str, key: bytes, at: datetime) -> None:
        """Keep the sealed key as the player's, unless he has one, or had."""

    async def keep(self, log: str, player: str, key: bytes, document: bytes, at: datetime) -> bool:
        """Keep the document in the place of what was kept; False when the key is not in force."""

    async def forget(self, log: str, player: str, at: datetime) -> datetime:
        """Destroy the player's key and remove his document; since when he is forgotten."""


Cipher = Callable[[bytes], Secrets]
"""Encrypts under the key of 32 bytes that it is given, and no other."""
