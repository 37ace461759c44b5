"""Making keys to operators' logs."""

import re
from datetime import datetime
from typing import Final

from msgspec import Struct

from croupier.service.apikeys import Environment, new_api_key
from croupier.service.errors import InvalidName
from croupier.service.ports import StoredKey
from croupier.service.roles import KeyRole

KEY_NAME_PATTERN: Final = "^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$"
"""What the name of a key's holder may be: it is in the log's records and in lists of people and programs."""

_name: Final = re.compile(KEY_NAME_PATTERN[1:-1], re.ASCII).fullmatch


class KeyWish(Struct, frozen=True):
    """What a new key to an operator's log is to be.

    `name` is the person or office that the log shall name as the actor; `made_by` the admin who makes it.
    """

    operator: str
    environment: Environment = "live"
    role: KeyRole = "operator"
    name: str | None = None
    expires_at: datetime | None = None
    made_by: str | None = None


class NewKey(Struct, frozen=True):
    """A new key with its text, which is shown this once. Its representation is mute."""

    text: str
    stored: StoredKey

    def __repr__(self) -> str:
        """The public part only."""
        return f"NewKey({self.stored.key_id!r})"


def new_key(wish: KeyWish, at: datetime, random: bytes) -> NewKey:
    """The key wished for, made of 30 or more fresh secret bytes. Raises `InvalidName`."""
    if wish.name is not None and not _name(wish.name):
        raise InvalidName("a name has 1 to 64 letters, digits and ._@+-, a letter or digit first")
    key = new_api_key(wish.environment, random)
    stored = StoredKey(
        key.key_id,
        wish.operator,
        key.hash,
        at,
        role=wish.role,
        name=wish.name,
        environment=wish.environment,
        expires_at=wish.expires_at,
        made_by=wish.made_by,
    )
    return NewKey(key.text, stored)
