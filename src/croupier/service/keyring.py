"""An admin's hold on the keys to his operator's logs."""

from datetime import timedelta
from typing import Final

from msgspec import Struct

from croupier.service.apikeys import Environment, is_key_id
from croupier.service.callers import Caller
from croupier.service.errors import Forbidden, NotFound, OwnKey
from croupier.service.keymaking import KeyMaking, KeyWish, NewKey
from croupier.service.ports import Clock, Keys, StoredKey
from croupier.service.roles import KeyRole

OWN_OVERLAP: Final = timedelta(minutes=5)
"""For so long at least an admin's own key outlives its rotation, so that he can fetch a lost answer again."""


class KeyPage(Struct, frozen=True):
    """Keys, and behind which the next page goes on, None at the end."""

    keys: tuple[StoredKey, ...]
    after: str | None


class Keyring:
    """What an admin does with keys: those of his own operator alone, with a test key only those for tests.

    He can't lock himself out: the key that he shows is not revoked by him, nor replaced at once.
    """

    def __init__(self, keys: Keys, making: KeyMaking, clock: Clock) -> None:
        """List keys by `keys`, make and end them by `making`."""
        self._keys = keys
        self._making = making
        self._clock = clock

    async def page(self, caller: Caller, after: str, limit: int) -> KeyPage:
        """His keys by their ids in byte order: at most `limit`, those behind `after`.

        Raises `StoreUnavailable`.
        """
        tests = caller.environment == "test"
        keys = await self._keys.page_of_keys(caller.operator, after, limit + 1, tests=tests)
        return KeyPage(tuple(keys[:limit]), keys[limit - 1].key_id if len(keys) > limit else None)

    async def find(self, caller: Caller, key_id: str) -> StoredKey:
        """One of his keys. Raises `NotFound`, `StoreUnavailable`."""
        if not is_key_id(key_id):
            raise NotFound("there is no key of that id")
        key = await self._making.find_key(key_id)
        if key.operator != caller.operator or not _is_his(caller, key):
            raise NotFound("there is no key of that id")
        return key

    async def create(
        self,
        caller: Caller,
        role: KeyRole,
        name: str | None,
        environment: Environment | None,
        ttl: timedelta | None,
    ) -> NewKey:
        """A new key; None: for the environment of his own, and one that does not expire.

        Raises `Forbidden` for a live key by a test key, `InvalidName`, `StoreUnavailable`.
        """
        if caller.environment == "test" and environment == "live":
            raise Forbidden("a test key makes no live keys")
        wish = KeyWish(
            caller.operator,
            environment or caller.environment,
            role,
            name,
            self._clock.now() + ttl if ttl else None,
            caller.actor.id,
        )
        return await self._making.issue(wish)

    async def rotate(self, caller: Caller, key_id: str, overlap: timedelta) -> NewKey:
        """A new key in the place of one, which stays valid for `overlap`.

        Raises `NotFound`, `KeyNotInForce`, `OwnKey` for his own with a short overlap, `StoreUnavailable`.
        """
        await self.find(caller, key_id)
        if key_id == caller.key and overlap < OWN_OVERLAP:
            raise OwnKey(f"your own key has to outlive its rotation by {OWN_OVERLAP.seconds} seconds")
        return await self._making.rotate(key_id, overlap, caller.actor.id)

    async def revoke(self, caller: Caller, key_id: str) -> StoredKey:
        """Make a key invalid for good; again is the same as once.

        Raises `NotFound`, `OwnKey` for the one that he shows, `StoreUnavailable`.
        """
        await self.find(caller, key_id)
        if key_id == caller.key:
            raise OwnKey("the key that you show can't revoke itself")
        return await self._making.revoke_key(key_id)


def _is_his(caller: Caller, key: StoredKey) -> bool:
    return caller.environment == "live" or key.environment == "test"
