"""Keys to operators' logs, and the tokens of players and spectators."""

from datetime import datetime
from typing import Literal, Protocol

from msgspec import Struct

from croupier.service.apikeys import Environment
from croupier.service.roles import KeyRole

TokenRole = Literal["player", "spectator"]
"""Who is minted tokens."""


class StoredKey(Struct, frozen=True):
    """A key as it is kept: its public id and the SHA-256 of the whole key, never the key.

    It is good for the log of `operator`, in one role. `name` is the person or office that holds it.
    `environment` is None of a key from before this was kept, until it is used. From `expires_at` on it is
    no longer valid; it has been replaced by the key `rotated_to`. `last_used_at` may be a minute behind.
    `made_by` is the holder of the admin's key that made it, None where the program did.
    """

    key_id: str
    operator: str
    hash: bytes
    created_at: datetime
    revoked_at: datetime | None = None
    role: KeyRole = "operator"
    name: str | None = None
    environment: Environment | None = None
    expires_at: datetime | None = None
    last_used_at: datetime | None = None
    rotated_to: str | None = None
    made_by: str | None = None

    @property
    def holder(self) -> str:
        """Whom the log names as the actor of what is done by this key.

        The name that the key was given; without one the operator's, or for others the key's id.
        """
        return self.name or (self.operator if self.role == "operator" else self.key_id)

    def is_in_force(self, at: datetime) -> bool:
        """Whether it is neither revoked nor expired at that moment."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


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

    async def page_of_keys(self, operator: str, after: str, most: int, *, tests: bool) -> list[StoredKey]:
        """Keys to an operator's logs by their ids in byte order, behind `after`, `most` of them at most.

        With `tests` only those for tests.
        """

    async def revoke_key(self, key_id: str, at: datetime) -> bool:
        """Make the key invalid from `at` on; False when there is none that was not revoked yet."""

    async def replace_key(self, old: str, until: datetime, new: StoredKey) -> bool:
        """Keep the key `new` in the place of an `old` one, which expires at `until`, if not before.

        False, and nothing is kept, when the old one is not in force when the new is made, or is replaced.
        """


class KeyUses(Protocol):
    """Remembers when keys were used, without anybody waiting for it."""

    def note(self, key_id: str, environment: Environment, at: datetime) -> None:
        """The key was used at that moment. It is kept within a minute, or lost with the process."""


class Grant(Struct, frozen=True):
    """What a token says: who holds it in which log, until when, and the one table it is good for.

    `holder` is a player, or the id that a spectator was given. `test` is inherited from the key that minted
    it; `table` is None when it is good for all of the log.
    """

    log: str
    holder: str
    expires: datetime
    test: bool = False
    table: str | None = None
    role: TokenRole = "player"


class Tokens(Protocol):
    """Writes and reads the tokens of players and spectators."""

    def write(self, grant: Grant, at: datetime, token_id: str) -> str:
        """The grant as a signed token, issued `at` under an id of its own."""

    def read(self, token: str, at: datetime) -> Grant | None:
        """What the token grants; None when it is forged, expired at `at` or no token at all."""
