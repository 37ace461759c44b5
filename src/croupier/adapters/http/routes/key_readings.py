"""What an admin is told of keys: never a secret, but for a new key's own, this once."""

from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict

from croupier.service.apikeys import Environment
from croupier.service.keymaking import NewKey
from croupier.service.ports import StoredKey
from croupier.service.roles import KeyRole


class KeyReading(Struct, frozen=True):
    """A key as it is kept. It is in force until `expires_at` or `revoked_at`, whichever comes first.

    `name` is its holder's, null where it was given none. `environment` is null of a key made before this was
    kept and not used since. `last_used_at` may be a minute behind, null when it was never used. `rotated_to`
    is the key that replaces it. `made_by` is the admin who made it, null where the program did.
    """

    key_id: str
    role: KeyRole
    name: str | None
    environment: Environment | None
    created_at: datetime
    last_used_at: datetime | None
    expires_at: datetime | None
    revoked_at: datetime | None
    rotated_to: str | None
    made_by: str | None


class IssuedKey(KeyReading, frozen=True):
    """A new key. `key` is its whole text, the `Authorization: Bearer` of its holder, told this once."""

    key: str


class RotatedKey(Struct, frozen=True):
    """A new key, and the one that it replaces."""

    new: IssuedKey
    old: KeyReading


def key_reading(key: StoredKey) -> KeyReading:
    """The key without anything of its hash."""
    return KeyReading(
        key_id=key.key_id,
        role=key.role,
        name=key.name,
        environment=key.environment,
        created_at=key.created_at,
        last_used_at=key.last_used_at,
        expires_at=key.expires_at,
        revoked_at=key.revoked_at,
        rotated_to=key.rotated_to,
        made_by=key.made_by,
    )


def issued_key(new: NewKey) -> IssuedKey:
    """The new key with its text."""
    return IssuedKey(**asdict(key_reading(new.stored)), key=new.text)
