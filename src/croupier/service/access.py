"""Who calls: by the keys of operators, auditors and regulators, and the tokens minted for players."""

import re
from collections import OrderedDict
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from msgspec import Struct

from croupier.domain.decider import Actor
from croupier.service.apikeys import PREFIX, Environment, base32, new_api_key, parse_api_key
from croupier.service.callers import Caller
from croupier.service.errors import InvalidName, NotFound, OperatorExists, Unauthenticated
from croupier.service.ports import Clock, Entropy, Grant, Keys, StoredKey, Tokens
from croupier.service.roles import KeyRole

KEY_TRUSTED: Final = timedelta(seconds=5)
"""For so long a key once found valid is not looked up again: a revoked one works no longer than this."""

TOKEN_TTL: Final = timedelta(hours=1)
LONGEST_TTL: Final = timedelta(hours=24)

_REMEMBERED: Final = 50_000

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}", re.ASCII)


class PlayerToken(Struct, frozen=True):
    """A token to hand to a player: whoever holds it acts as he until it expires."""

    token: str
    player: str
    table: str | None
    expires_at: datetime


class Access:
    """Finds out who calls, and gives out what callers show: keys and tokens."""

    def __init__(self, keys: Keys, tokens: Tokens, clock: Clock, entropy: Entropy) -> None:
        """Keep keys by `keys`, write and read tokens by `tokens`."""
        self._keys = keys
        self._tokens = tokens
        self._clock = clock
        self._entropy = entropy
        self._known: OrderedDict[bytes, tuple[Caller, datetime]] = OrderedDict()

    async def caller(self, credential: str) -> Caller:
        """Who shows this key or token. Raises `Unauthenticated`, `StoreUnavailable`."""
        now = self._clock.now()
        mark = sha256(credential.encode()).digest()
        known = self._known.get(mark)
        if known is not None and now < known[1]:
            return known[0]
        self._known.pop(mark, None)
        caller, until = await self._look_up(credential, now)
        self._known[mark] = caller, until
        if len(self._known) > _REMEMBERED:
            self._known.popitem(last=False)
        return caller

    async def _look_up(self, credential: str, now: datetime) -> tuple[Caller, datetime]:
        if credential.startswith(PREFIX):
            return await self._holder(credential), now + KEY_TRUSTED
        grant = self._tokens.read(credential, now)
        if grant is None:
            raise Unauthenticated("the token is not valid (any more)")
        environment: Environment = "test" if grant.test else "live"
        return Caller(grant.log, Actor("player", grant.player), environment, grant.table), grant.expires

    async def _holder(self, credential: str) -> Caller:
        key = parse_api_key(credential)
        stored = await self._keys.find_key(key.key_id) if key else None
        if key is None or stored is None or not key.is_stored_as(stored.hash) or stored.revoked_at:
            raise Unauthenticated("the key is not valid (any more)")
        return Caller(stored.operator, Actor(stored.role, stored.holder), key.environment)

    def mint(self, caller: Caller, player: str, ttl: timedelta, table: str | None) -> PlayerToken:
        """A token for a player of the caller's log; that he exists is the caller's to see to."""
        now = self._clock.now().replace(microsecond=0)
        grant = Grant(caller.log, player, now + ttl, caller.environment == "test", table)
        token = self._tokens.write(grant, now, base32(self._entropy.seed()[:10]))
        return PlayerToken(token, player, table, grant.expires)

    async def create_operator(self, operator: str, environment: Environment = "live") -> str:
        """Register an operator with a log of its own; its first key, shown this once.

        Raises `OperatorExists`.
        """
        if not await self._keys.add_operator(operator, self._clock.now()):
            raise OperatorExists(f"there is an operator {operator!r}")
        return await self.create_key(operator, environment)

    async def create_key(
        self,
        operator: str,
        environment: Environment = "live",
        role: KeyRole = "operator",
        name: str | None = None,
    ) -> str:
        """One more key to the operator's log, shown this once; the old ones stay valid.

        `name` is the person or office that the log shall name as the actor. Raises `NotFound`, `InvalidName`.
        """
        if name is not None and not _NAME.fullmatch(name):
            raise InvalidName("a name has 1 to 64 letters, digits and ._@+-, a letter or digit first")
        key = new_api_key(environment, self._entropy.seed())
        stored = StoredKey(key.key_id, operator, key.hash, self._clock.now(), role=role, name=name)
        if not await self._keys.add_key(stored):
            raise NotFound(f"there is no operator {operator!r}")
        return key.text

    async def revoke_key(self, key_id: str) -> None:
        """Make a key invalid, everywhere within `KEY_TRUSTED`. Raises `NotFound`."""
        if not await self._keys.revoke_key(key_id, self._clock.now()):
            raise NotFound("there is no key of that id in force")

    async def keys_of(self, operator: str) -> list[StoredKey]:
        """All keys to the operator's log as they are kept, the oldest first."""
        return await self._keys.keys_of(operator)
