"""Keys of operators, auditors and regulators, and players' tokens."""

from datetime import datetime
from typing import Protocol

from msgspec import Struct

from croupier.service.roles import KeyRole


class StoredKey(Struct, frozen=True):
    """A key as it is kept: its public id and the SHA-256 of the whole key, never the key.

    It is good for the log of `operator`, in one role. `name` is the person or office that holds it.
    """

    key_id: str
    operator: str
    hash: bytes
    created_at: datetime
    revoked_at: datetime | None = None
    role: KeyRole = "operator"
    name: str | None = None

    @property
    def holder(self) -> str:
        """Whom the log names as the actor of what is done by this key.

        The name that the key was given; without one the operator's, or for others the key's id.
        """
        return self.name or (self.operator if self.role == "operator" else self.key_id)


class Keys(Protocol):
    """Keeps operators and the keys to their logs."""

    async def add_operator(self, operator: str, at: datetime) -> bool:
        """Register an operator; False when there is one of that name."""

    async def add_key(self, key: StoredKey) -> bool:
        """Keep a key; False when there is no such operator."""

    async def find_key(self, key_id: str) -> StoredKey | None:
        """The key of that id, revoked or not; None when there is none."""

    async def keys_of(self, operator: str) -> list[StoredKey]:
        """All keys to an operator's log, the oldest first."""

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        """Make the key invalid from `at` on; False when there is none in force."""


class Grant(Struct, frozen=True):
    """What a player's token says: who he is in which log, until when, and the one table it is good for.

    `test` is inherited from the key that minted it; `table` is None when it is good for all of the log.
    """

    log: str
    player: str
    expires: datetime
    test: bool = False
    table: str | None = None


class Tokens(Protocol):
    """Writes and reads players' tokens."""

    def write(self, grant: Grant, at: datetime, token_id: str) -> str:
        """The grant as a signed token, issued `at` under an id of its own."""

    def read(self, token: str, at: datetime) -> Grant | None:
        """What the token grants; None when it is forged, expired at `at` or no token at all."""
