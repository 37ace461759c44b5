"""Making keys to operators' logs, and ending them."""

import re
from datetime import datetime, timedelta
from typing import Final

from msgspec import Struct

from croupier.service.apikeys import Environment, is_key_id, new_api_key
from croupier.service.errors import InvalidName, KeyNotInForce, NotFound, OperatorExists
from croupier.service.ports import Clock, Entropy, Keys, StoredKey
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


class KeyMaking:
    """Registers operators, and makes and ends the keys to their logs."""

    def __init__(self, keys: Keys, clock: Clock, entropy: Entropy) -> None:
        """Keep operators and keys by `keys`."""
        self._keys = keys
        self._clock = clock
        self._entropy = entropy

    async def create_operator(self, operator: str, environment: Environment = "live") -> str:
        """Register an operator with a log of its own; its first key, shown this once.

        Raises `OperatorExists`.
        """
        if not await self._keys.add_operator(operator, self._clock.now()):
            raise OperatorExists(f"there is an operator {operator!r}")
        return await self.create_key(operator, environment)

    async def is_registered(self, operator: str) -> bool:
        """Whether there is an operator of that name who ever had a key."""
        return bool(await self._keys.page_of_keys(operator, "", 1, tests=False))

    async def create_key(
        self,
        operator: str,
        environment: Environment = "live",
        role: KeyRole = "operator",
        name: str | None = None,
    ) -> str:
        """One more key to the operator's log, shown this once. Raises as `issue` does."""
        return (await self.issue(KeyWish(operator, environment, role, name))).text

    async def issue(self, wish: KeyWish) -> NewKey:
        """One more key to an operator's log; the old ones stay valid. Raises `NotFound`, `InvalidName`.

        No name makes it pass for a key without one: neither the operator's, nor what can be another key's id.
        Only `rotate` carries that on.
        """
        if wish.name is not None and (wish.name == wish.operator or is_key_id(wish.name)):
            raise InvalidName("that is how keys without a name are named: the operator's, and keys' ids")
        new = new_key(wish, self._clock.now(), self._entropy.seed())
        if not await self._keys.add_key(new.stored):
            raise NotFound(f"there is no operator {wish.operator!r}")
        return new

    async def rotate(self, key_id: str, overlap: timedelta, made_by: str | None = None) -> NewKey:
        """A new key in the place of one in force, which stays valid for `overlap` and no longer.

        The new one has the same holder, by name even where the old one's was its id: what he has begun he
        can end. It expires when the old one was to, so that nobody prolongs what was given for a time.
        Raises `NotFound`, `KeyNotInForce`.
        """
        old = await self.find_key(key_id)
        # A key from before environments were kept that was not used since is taken for a live one.
        environment, holder = old.environment or "live", old.name if old.role == "operator" else old.holder
        wish = KeyWish(old.operator, environment, old.role, holder, old.expires_at, made_by)
        now = self._clock.now()
        new = new_key(wish, now, self._entropy.seed())
        if not await self._keys.replace_key(key_id, now + overlap, new.stored):
            raise KeyNotInForce("the key is revoked, expired, or replaced already")
        return new

    async def revoke_key(self, key_id: str) -> StoredKey:
        """Make a key invalid, everywhere once none trusts it any more; again is the same as once.

        Raises `NotFound`.
        """
        await self.find_key(key_id)
        await self._keys.revoke_key(key_id, self._clock.now())
        return await self.find_key(key_id)

    async def find_key(self, key_id: str) -> StoredKey:
        """The key of that id as it is kept. Raises `NotFound`."""
        found = await self._keys.find_key(key_id)
        if found is None:
            raise NotFound("there is no key of that id")
        return found

    async def keys_of(self, operator: str) -> list[StoredKey]:
        """All keys to the operator's log as they are kept, the oldest first."""
        return await self._keys.keys_of(operator)
